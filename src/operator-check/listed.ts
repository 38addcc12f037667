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

/** The cursor behind everything that was booked so far. It goes on from where it came last. */
export const atTheEnd = async (trial: Trial): Promise<string | null> => {
  const seen = new Set([trial.listEnd]);
  for (;;) {
    const { movements, next } = await page(trial, trial.listEnd);
    if (movements.length === 0) return trial.listEnd;
    if (seen.has(next)) {
      throw new Failed(`the list of movements has no end: the cursor ${next} comes again`);
    }
    seen.add(next);
    trial.listEnd = next;
  }
};

/** What is booked by `work`. */
export const listed = async (trial: Trial, work: () => Promise<unknown>) => {
  const after = await atTheEnd(trial);
  await work();
  return (await page(trial, after)).movements;
};
