/** What a wallet that is tried has in its list of movements. */
import type { WalletListing } from '../protocol/wallet.js';
import { Failed } from './failed.js';
import type { Trial } from './trial.js';

export const page = async (
  trial: Trial,
  after: string | null,
  limit = 100,
): Promise<WalletListing> => {
  const said = await trial.wallet.list(after, limit);
  if (typeof said === 'string') throw new Failed(`there is no list of movements: ${said}`);
  return said;
};

/**
 * The cursor behind everything that was booked so far. It goes on from where it came last. A
 * movement may be listed twice, since one that was put right is; a whole page may not.
 */
export const atTheEnd = async (trial: Trial): Promise<string | null> => {
  const seen = new Set([trial.listEnd]);
  let before = '';
  for (;;) {
    const startedAtMs = performance.now();
    const { movements, next } = await page(trial, trial.listEnd);
    if (movements.length === 0) return trial.listEnd;
    if (seen.has(next)) {
      throw new Failed(`the list of movements has no end: the cursor ${next} comes again`);
    }
    const now = JSON.stringify(movements);
    if (now === before) throw new Failed(`${STANDS}: the same page of ${movements.length} follows`);
    trial.listReadMs += performance.now() - startedAtMs;
    if (trial.listReadMs > trial.listForMs)
      throw new Failed(`${LATE} ${trial.listForMs / 1_000} s`);
    seen.add(next);
    before = now;
    trial.listEnd = next;
  }
};

const STANDS = 'the list of movements does not go on under a new cursor';
const LATE = 'the list of movements has not come to its end in';

/** What is booked by `work`. */
export const listed = async (trial: Trial, work: () => Promise<unknown>) => {
  const after = await atTheEnd(trial);
  await work();
  return (await page(trial, after)).movements;
};
