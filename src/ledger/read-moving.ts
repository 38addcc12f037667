/** What an ordered correction moves for each player of it, as correct-chunk.ts would pay it. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Credit } from './can-be-credited.js';
import { type Position, POSITION_AND_MONEY, POSITION_INPUTS, positionValues } from './position.js';

/** Amounts in minor units: what the player has of the round before the correction and after it. */
export interface Moving extends Credit {
  readonly bets: number;
  readonly stakes: string;
  readonly was: string;
  readonly paid: string;
}

const READ_MOVING = statement({
  inputs: { ...POSITION_INPUTS, player: 'bigint null' },
  text: `
with ${POSITION_AND_MONEY}
select player_id as player, p.bets, p.stake::text as stakes, p.was::text as was, p.paid::text as paid,
       m.session::text as session, m.game::text as game
  from money m join position p using (player_id)
 where not by_hand and (:player is null or player_id = :player)
   and not exists (
     select from correction_chunks k join corrections c using (game_number, ordinal)
      where k.game_number = :game and k.ordinal = :ordinal and player_id % c.chunks = k.chunk)
 order by player_id`,
});

/** A correction of a round by its number. */
interface Ordered {
  readonly game: string;
  readonly ordinal: number;
}

/**
 * Players whose part of the correction is paid, or paid by hand, are not among them. Of one player,
 * where one is named.
 */
export const readMoving = async (
  pool: Pick<pg.Pool, 'query'>,
  ordered: Ordered,
  position: Position,
  player: string | null,
): Promise<readonly Moving[]> => {
  const part = { ...ordered, chunk: 0, chunks: 1 };
  const { rows } = await pool.query<Moving>(
    READ_MOVING({ ...positionValues(part, position), player }),
  );
  return rows;
};
