/**
 * Places batches of bets one after the other: plainly as long as nothing stands in their way, and
 * with care for a while after something did.
 */
import type pg from 'pg';
import { isRetryable, isUniqueViolation, sqlState } from '../platform/transaction.js';
import { type BatchOutcome, type BatchPlace, type BetCommit, placeBets } from './place-bets.js';

/** Care costs a bet a sixth of its time. So it ends this many batches after the last trouble. */
const CAREFUL_BATCHES = 100;
const ATTEMPTS = 5;

type PlaceBets = (place: BatchPlace, commits: readonly BetCommit[]) => Promise<BatchOutcome>;

/**
 * On `client`, in the order of the calls. What stands in the way of one command bars that command
 * alone. Where a row that they all need is held by somebody else, all are `player_is_busy`.
 */
export const betPlacer = (client: pg.ClientBase): PlaceBets => {
  let careful = 0;
  return async (place, commits) => {
    for (let attempt = 1; ; attempt += 1) {
      const withCare = careful > 0;
      careful = Math.max(0, careful - 1);
      try {
        const outcome = await placeBets(client, place, commits, { withCare });
        if (hasTrouble(outcome)) careful = CAREFUL_BATCHES;
        return outcome;
      } catch (error) {
        const isHeld = sqlState(error) === LOCK_NOT_AVAILABLE;
        if (!isHeld && !isRetryable(error) && !isUniqueViolation(error)) throw error;
        careful = CAREFUL_BATCHES;
        if (isHeld && withCare) return allBusy(commits);
        if (attempt === ATTEMPTS) throw error;
      }
    }
  };
};

const LOCK_NOT_AVAILABLE = '55P03';

const hasTrouble = (outcome: BatchOutcome): boolean =>
  !outcome.fenced &&
  outcome.placed.some((each) => each === 'bet_id_reused' || each === 'player_is_busy');

const allBusy = (commits: readonly BetCommit[]): BatchOutcome => ({
  fenced: false,
  placed: commits.map(() => 'player_is_busy'),
  event: undefined,
});
