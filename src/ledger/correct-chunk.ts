/**
 * Paying a chunk of a correction: what a round had paid is clawed back, and what it should have
 * paid is paid, in new entries (RULES 1.13).
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { inOneTrip } from '../platform/transaction.js';
import { BETS_OF_THE_CHUNK } from './pay-chunk.js';
import {
  type CorrectedChunk,
  type Position,
  POSITION_AND_MONEY,
  POSITION_INPUTS,
  positionValues,
} from './position.js';

/**
 * Locks every account of the chunk's players (for a refund, of its player) in the order of the
 * accounts. From then on nobody bets, deposits or cashes out with them until the transaction ends,
 * and the statement that follows sees their last balances.
 */
const LOCK = statement({
  inputs: { game: 'bigint', chunk: 'int', chunks: 'int', refunded: 'bigint null' },
  text: `
with player as materialized (
  select distinct player_id from ${BETS_OF_THE_CHUNK} and (:refunded is null or player_id = :refunded)
)
select id from accounts
 where kind in ('session', 'game', 'shortfall', 'advance') and player_id in (select player_id from player)
 order by id for update`,
});

/**
 * Locks: the accounts above. By trigger, the correction itself (shared). Nothing that another
 * table's payment would wait for.
 * Guards: the chunk's own row is inserted first. A second run finds it and does nothing, so nobody
 * is paid twice. By trigger, the correction was ordered under an approval and is not finished. By
 * check, no balance of a player falls below zero. What is short comes from the game account, or
 * from what was advanced on a wallet. What the game account cannot cover is owed in the account of
 * the shortfall, which is opened here.
 * Writes: one row for the chunk, a row for each player whose position changes, and up to four
 * entries `round:G:correction:N:STEP:K`. These are cover, back (all that the players had of the
 * round), pay (all that they have of it now) and recover. Each balance changes once, by the sum of
 * them all. What was ordered to be paid by hand goes outside, or comes from there (hand-pays.sql).
 */
const CORRECT_CHUNK = statement({
  name: 'correct_chunk',
  inputs: POSITION_INPUTS,
  text: `
with ${POSITION_AND_MONEY}, total as materialized (
  select coalesce(sum(stake), 0)::bigint as stakes, coalesce(sum(was), 0)::bigint as was, coalesce(sum(paid), 0)::bigint as paid from position
), moving as materialized (
  select count(*)::int as players, coalesce(sum(back), 0)::bigint as back, coalesce(sum(pay), 0)::bigint as pay,
         coalesce(sum(from_game), 0)::bigint as from_game, coalesce(sum(shortfall), 0)::bigint as shortfall,
         coalesce(sum(recovered), 0)::bigint as recovered from money
), done as (
  insert into correction_chunks (game_number, ordinal, chunk, stakes, was, paid, shortfall, players)
  select :game, :ordinal, :chunk, total.stakes, total.was, total.paid, moving.shortfall, moving.players from total, moving
   where not exists (select from correction_chunks where game_number = :game and ordinal = :ordinal and chunk = :chunk)
  on conflict do nothing
  returning 1
), entry as (
  insert into entries (key, kind)
  select 'round:' || :game || ':correction:' || :ordinal || ':' || step || ':' || :chunk, kind::entry_kind
    from done, moving, lateral (values
      (1, 'cover', 'cover', from_game + shortfall), (2, 'back', 'clawback', back),
      (3, 'pay', 'correction', pay), (4, 'recover', 'recovery', recovered)) as s(ord, step, kind, amount)
   where amount > 0 order by ord
  returning id, kind
), owing as (
  insert into accounts (name, kind, player_id, balance)
  select 'player:' || player_id || ':shortfall', 'shortfall', player_id, -shortfall
    from money where shortfall > 0 and exists (select from done) order by player_id
  on conflict (player_id, kind) do update set balance = accounts.balance + excluded.balance
  returning id, player_id
), repaid as (
  update accounts a set balance = a.balance + m.recovered from money m
   where a.id = m.owing_id and m.recovered > 0 and exists (select from done)
), credited as (
  update accounts a set balance = a.balance + m.session from money m
   where a.id = m.session_id and m.session <> 0 and exists (select from done)
), passed_on as (
  update accounts a set balance = a.balance + m.game from money m
   where a.id = m.game_id and m.game <> 0 and exists (select from done)
), house as (
  select id from accounts where name = 'house'
), outside as (
  select id from accounts where name = 'outside'
), moved as (
  select 'cover' as kind, player_id, 1 as step, game_id as source, session_id as destination, from_game as amount from money
  union all select 'cover', player_id, 2, owing.id, session_id, shortfall from money join owing using (player_id)
  union all select 'clawback', player_id, 1, case when by_hand then outside.id else session_id end, house.id, back from money, house, outside
  union all select 'correction', player_id, 1, house.id, case when by_hand then outside.id else session_id end, pay from money, house, outside
  union all select 'correction', player_id, 2, session_id, game_id, to_game from money
  union all select 'recovery', player_id, 1, session_id, owing_id, recovered from money
), posted as (
  insert into postings (entry_id, line, source_id, destination_id, amount)
  select e.id, row_number() over (partition by e.id order by player_id, step), source, destination, amount
    from moved join entry e on e.kind::text = moved.kind where amount > 0
), payout as (
  insert into correction_payouts (game_number, ordinal, player_id, was, paid, from_game, to_game, shortfall, recovered)
  select :game, :ordinal, player_id, was, paid, from_game, to_game, shortfall, recovered from money where exists (select from done)
)
select 1 from done`,
});

/**
 * Both in one transaction, which the database has at once. Does nothing where the chunk was paid.
 */
export const correctChunk = async (
  pool: pg.Pool,
  corrected: CorrectedChunk,
  position: Position,
): Promise<void> => {
  const values = positionValues(corrected, position);
  const { game, chunk, chunks, refunded } = values;
  await inOneTrip(pool, [LOCK({ game, chunk, chunks, refunded }), CORRECT_CHUNK(values)]);
};
