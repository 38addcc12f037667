/** What a correction changed for each player, once all of it is paid. */
import type pg from 'pg';
import type { PlayerCorrection } from '../protocol/player.js';

export interface OwnCorrection {
  readonly playerId: string;
  readonly correction: PlayerCorrection;
}

interface Row extends Omit<PlayerCorrection, 'table' | 'game'> {
  readonly player_id: string;
}

/** Players for whom nothing changed are not among them. */
export const ownCorrections = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  game: string,
  correction: number,
): Promise<readonly OwnCorrection[]> => {
  const { rows } = await pool.query<Row>(
    `select p.player_id, c.fix, p.was, p.paid, p.shortfall, a.balance
       from correction_payouts p join corrections c using (game_number, ordinal)
       join accounts a on a.player_id = p.player_id and a.kind = 'session'
      where p.game_number = $1 and p.ordinal = $2 order by p.player_id`,
    [game, correction],
  );
  return rows.map(({ player_id, ...own }) => ({
    playerId: player_id,
    correction: { table, game, ...own },
  }));
};
