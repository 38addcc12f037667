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

/** Of a hundred movements: no wallet for a trial has more. */
const PAGES_MAX = 200;

/** The cursor behind everything that was booked so far. */
export const atTheEnd = async (
  trial: Trial,
  from: string | null = null,
): Promise<string | null> => {
  let after = from;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { movements, next } = await page(trial, after);
    if (movements.length === 0) return after;
    after = next;
  }
  throw new Failed(`the list of movements has no end: ${PAGES_MAX} pages, and there are more`);
};

/** What is booked by `work`. */
export const listed = async (trial: Trial, work: () => Promise<unknown>) => {
  const after = await atTheEnd(trial);
  await work();
  return (await page(trial, after)).movements;
};
