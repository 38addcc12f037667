/** What a stint on the rota is now: due, dealt, or missed by its dealer. */
import type { StintState } from '../../protocol/rota.js';

/** From then on a dealer who is not at the table counts as absent, and not as late. */
const ABSENT_AFTER_MS = 15 * 60_000;

interface Times {
  readonly fromMs: number;
  readonly toMs: number;
}

/** `deals`: whether the dealer of the stint deals at its table now. Undefined: it is not known. */
export const stintState = (
  { fromMs, toMs }: Times,
  nowMs: number,
  deals: boolean | undefined,
): StintState => {
  if (nowMs >= toMs) return 'over';
  if (nowMs < fromMs) return 'due';
  if (deals === undefined) return 'unseen';
  if (deals) return 'dealing';
  return nowMs - fromMs < ABSENT_AFTER_MS ? 'late' : 'absent';
};
