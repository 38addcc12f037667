/**
 * What changes the schema waits for no lock for long. Whoever waits for a table makes everybody
 * behind it wait too, bets among them. So it gives up soon, and tries again a little later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '../platform/transaction.js';

/** How long it waits for one lock. */
export const LOCK_MS = 500;
const ATTEMPTS = 60;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * `work` changes nothing where it could not get a lock. It is tried for about a minute, and then
 * its error is thrown.
 */
export const untilUnlocked = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
};

/** By its SQLSTATE, or by that of what Prisma's engine was refused. */
const isLocked = (error: unknown): boolean =>
  sqlState(error) === LOCK_NOT_AVAILABLE ||
  (error instanceof Error && sqlState(error.cause) === LOCK_NOT_AVAILABLE);
