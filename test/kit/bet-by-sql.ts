/** A stake that is written past the studio's code, which the database's guards must refuse. */
import type pg from 'pg';

/** One more stake of a player's, of 100, in the round of a bet that stands. */
export const writeBet = (client: Pick<pg.ClientBase, 'query'>, player: string) =>
  client.query(
    `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
     select player_id, gen_random_uuid(), line, spot, mode, 'place', 100, game_number, seq, balance_after
       from bets where player_id = $1 limit 1`,
    [player],
  );
