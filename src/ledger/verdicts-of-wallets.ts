/** Verdicts of operators' wallets on movements of rounds, in sets. */
import { statement } from '../platform/statement.js';

/**
 * Ends movements that are still what they were (`was`) when their wallets were asked. One that is
 * not stays as it is. What a wallet `gives` covers what was advanced to the player. Locks: the
 * movements, then the players' accounts of what was advanced, both in their order. Writes: the
 * journal, and for each movement that gives, an entry with one posting.
 */
export const endMovements = statement({
  name: 'end_wallet_movements',
  inputs: {
    ids: 'bigint[]',
    was: 'text[]',
    statuses: 'text[]',
    refusals: 'text null[]',
    gives: 'boolean[]',
    kids: 'text[]',
    signed: 'text[]',
    signatures: 'bytea[]',
    bodies: 'bytea[]',
  },
  text: `
with verdict as materialized (
  select * from unnest(:ids, :was, :statuses, :refusals, :gives, :kids, :signed, :signatures, :bodies)
      as v(id, was, status, refusal, gives, kid, signed, signature, body)
), held as materialized (
  select m.id from wallet_movements m join verdict v on m.id = v.id and m.status = v.was order by m.id for update of m
), ended as (
  update wallet_movements m
     set status = v.status, refusal = coalesce(v.refusal, m.refusal), ended_at = studio_clock(), tries = m.tries + 1,
         kid = v.kid, signed = v.signed, signature = v.signature, body = v.body
    from verdict v where m.id = v.id and m.status = v.was and m.id in (select id from held)
  returning m.id, m.operator_id, m.movement_id, m.player_id, m.amount, v.gives
), given as materialized (
  select player_id, abs(amount) as amount, 'wallet:' || operator_id || ':' || movement_id as entry_key
    from ended where gives
), locked as materialized (
  select a.id, a.player_id from accounts a
   where a.kind::text = 'advance' and a.player_id in (select player_id from given) order by a.id for update
), moved as (
  update accounts a set balance = a.balance + change.amount
    from (select locked.id, sum(given.amount)::bigint as amount from given join locked using (player_id) group by 1) as change
   where a.id = change.id
), entry as (
  insert into entries (key, kind) select entry_key, 'deposit' from given order by player_id returning id, key
)
insert into postings (entry_id, line, source_id, destination_id, amount)
select entry.id, 1, outside.id, locked.id, given.amount
  from given join entry on entry.key = given.entry_key join locked using (player_id)
 cross join (select id from accounts where name = 'outside') as outside`,
});
