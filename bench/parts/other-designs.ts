/** Bets placed as the studio does not: each by a statement of its own. For comparison. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inTransaction } from '../../src/platform/transaction.js';

interface Sitter {
  readonly playerId: string;
  readonly accountId: string;
}

/**
 * A round that is open outside the table's log, as only a superuser without the guards can open it,
 * and is never paid. Its stakes are not summed up.
 */
interface LooseRound {
  readonly game: string;
  readonly stakesAccountId: string;
}

export const openLooseRound = (admin: pg.Pool): Promise<LooseRound> =>
  inTransaction(admin, async (tx) => {
    await tx.query('set local session_replication_role = replica');
    const { rows } = await tx.query<{ game: string; stakes: string }>(
      `with game as (
         select nextval('game_numbers') as number
       ), stakes as (
         insert into accounts (name, kind) select 'round:' || number || ':stakes', 'stakes' from game returning id
       )
       insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, stakes_account_id)
       select game.number, 'loose', 1, 1, '', 'betting', 1, now(), stakes.id from game, stakes
       returning game_number as game, stakes_account_id as stakes`,
    );
    return { game: rows[0]!.game, stakesAccountId: rows[0]!.stakes };
  });

const PLACE_ONE = `
with entry as (
  insert into entries (key, kind) values ('bet:' || $3::uuid, 'bets') returning id
), held as (
  update accounts set balance = balance - $4 where id = $2 and balance >= $4 returning balance
), placed as (
  insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
  select $1, $3, 0, 'punto', 'zero_commission', 'place', $4, $5, 1, balance from held
)
insert into postings (entry_id, line, source_id, destination_id, amount)
select entry.id, 1, $2, $6::bigint, $4 from entry, held`;

export const placeByStatement = async (
  pool: pg.Pool,
  { game, stakesAccountId }: LooseRound,
  { playerId, accountId }: Sitter,
  stake: bigint,
): Promise<void> => {
  await pool.query({
    name: 'place_one',
    text: PLACE_ONE,
    values: [playerId, accountId, randomUUID(), stake.toString(), game, stakesAccountId],
  });
};
