/**
 * The round, or the shoe, that a request is about, as it is now: what must be unchanged when the
 * request is carried out.
 */
import type pg from 'pg';
import { gameInHand } from '../../round/scan.js';
import type { TableState } from '../../round/state.js';

export interface AskedRound {
  readonly table: string;
  readonly status: string;
  readonly shoe: number;
  /**
   * In notation, as it counts for everybody now. Null before it was decided, and after a void or a
   * refund.
   */
  readonly coup: string | null;
  /** How many corrections were ordered. */
  readonly corrections: number;
}

export interface AskedShoe {
  readonly shoe: number | null;
  readonly burned: boolean;
  readonly cutCardOut: boolean;
  /** The coup in hand. */
  readonly game: string | null;
}

export const askedShoe = (state: TableState): AskedShoe => ({
  shoe: state.shoe?.ordinal ?? null,
  burned: state.shoe?.burned ?? false,
  cutCardOut: state.shoe?.cutCardOut ?? false,
  game: gameInHand(state),
});

export const readAskedRound = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
): Promise<AskedRound | undefined> => {
  const { rows } = await pool.query<{
    table_id: string;
    status: string;
    shoe_ordinal: number;
    coup: string | null;
    corrections: number;
  }>(
    `select r.table_id, r.status, r.shoe_ordinal,
            case when exists (select from corrections c where c.game_number = r.game_number)
                 then (select c.coup from corrections c where c.game_number = r.game_number order by c.ordinal desc limit 1)
                 else r.coup end as coup,
            (select count(*)::int from corrections c where c.game_number = r.game_number) as corrections
       from rounds r where r.game_number = $1`,
    [game],
  );
  const round = rows[0];
  return (
    round && {
      table: round.table_id,
      status: round.status,
      shoe: round.shoe_ordinal,
      coup: round.coup,
      corrections: round.corrections,
    }
  );
};
