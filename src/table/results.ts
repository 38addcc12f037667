/** Every player's own result of a round, once it is settled or refunded. */
import type pg from 'pg';
import { sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import type { PlayerResult } from '../protocol/player.js';
import { paytable } from '../punto-banco/paytable.js';
import { settle } from '../punto-banco/settle.js';
import type { RoundState } from '../round/state.js';
import { dealCoup } from '../punto-banco/coup.js';
import type { Seat } from './seat.js';

export interface OwnResult {
  readonly playerId: string;
  readonly result: PlayerResult;
}

/** The results of `seats`, with the balances that Postgres has after the round's end. */
export const ownResults = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  round: RoundState,
  fate: PlayerResult['fate'],
  seats: readonly Seat[],
): Promise<readonly OwnResult[]> => {
  if (seats.length === 0) return [];
  const { rows } = await pool.query<{ id: string; balance: string }>(
    'select id, balance from accounts where id = any($1::bigint[])',
    [seats.map(({ accountId }) => accountId)],
  );
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  return seats.map((seat) => {
    const bets = fate === 'settled' ? settledBets(round, seat) : returnedBets(seat);
    return {
      playerId: seat.playerId,
      result: {
        table,
        game: round.game,
        fate,
        stakes: sum(bets.map(({ stake }) => stake)).toString(),
        paid: sum(bets.map(({ paid }) => paid)).toString(),
        bets: bets.map(({ spot, stake, paid }) => ({
          spot,
          stake: stake.toString(),
          paid: paid.toString(),
        })),
        balance: balances.get(seat.accountId) ?? '0',
      },
    };
  });
};

const settledBets = (round: RoundState, { slip }: Seat) => {
  const coup = dealCoup(round.cards);
  const rates = paytable(round.paytable);
  assert(coup !== undefined && rates !== undefined, 'a settled round has a coup and a paytable');
  const { bets } = settle(coup, slip.stakes, slip.mode, rates);
  return [...bets].map(([spot, { stake, paid }]) => ({ spot, stake, paid }));
};

const returnedBets = ({ slip }: Seat) =>
  [...slip.stakes].map(([spot, stake]) => ({ spot, stake, paid: stake }));
