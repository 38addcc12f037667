/**
 * Voiding a hand of a solo game, which two persons agreed on: a hand in play gives its stakes back,
 * and of one that is over the difference that it made is undone.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { inOneTrip } from '../platform/transaction.js';
import { giveForHands } from './hand-stakes-of-wallets.js';
import { moneyAwayOf } from './money-away.js';

/**
 * One writer of a chain at a time, as for the steps of hands. It is locked last: nobody who plays
 * waits for a row that this waits for.
 */
const LOCK_CHAIN = statement({
  inputs: { chain: 'text' },
  text: `select pg_advisory_xact_lock(hashtextextended('hands ' || :chain, 0))`,
});

/** Whoever plays the hand meanwhile is refused, as busy. */
const LOCK_HAND = statement({
  inputs: { hand: 'bigint' },
  text: `select hand_number from solo_hands where hand_number = :hand for no key update`,
});

/** From then on the statement behind it sees the player's last balances. */
const LOCK_ACCOUNTS = statement({
  inputs: { hand: 'bigint' },
  text: `
select id from accounts
 where kind in ('session', 'game', 'shortfall', 'hands', 'advance') and player_id = (select player_id from solo_hands where hand_number = :hand)
 order by id for update`,
});

/** The same for the preview, the payment and the log. `:hand` is the hand's number. */
const MONEY = `
money as materialized (
  select h.hand_number, h.player_id, h.status, h.step, h.taken, h.paid, h.status = 'in_play' as is_in_play,
         back, short - from_game as shortfall, from_game, greatest(-back, 0) - short as from_session, recovered,
         case when h.status = 'in_play' or is_open then given - recovered else 0 end as to_session,
         case when h.status = 'in_play' or is_open then 0 else given - recovered end as to_game,
         s.id as session_id, s.balance as credit, g.id as game_id, o.id as owing_id, a.id as hands_id
    from solo_hands h
    join accounts s on s.player_id = h.player_id and s.kind = 'session'
    join ${moneyAwayOf('h.player_id')} as g on true
    join accounts a on a.player_id = h.player_id and a.kind = 'hands'
    left join accounts o on o.player_id = h.player_id and o.kind = 'shortfall'
   cross join lateral (
     select h.taken - h.paid as back,
            exists (select from sessions e where e.player_id = h.player_id and e.closed_at is null) as is_open) as change
   cross join lateral (select greatest(-back - s.balance, 0) as short, greatest(back, 0) as given) as first
   cross join lateral (
     select least(short, g.most) as from_game,
            case when h.status = 'in_play' then 0 else least(given, -coalesce(o.balance, 0)) end as recovered) as second
   where h.hand_number = :hand and h.status in ('in_play', 'over')
)`;

/** What voiding a hand would move. Amounts in minor units. */
export interface HandMoney {
  readonly status: 'in_play' | 'over';
  readonly step: number;
  /** That of the player. */
  readonly currency: string;
  readonly taken: bigint;
  readonly paid: bigint;
  readonly shortfall: bigint;
}

const PREVIEW = statement({
  inputs: { hand: 'bigint' },
  text: `with ${MONEY} select status, step, p.currency, taken, paid, shortfall from money join players p on p.id = player_id`,
});

/** Undefined where there is no such hand, or it was not played, or is void. */
export const previewHandVoid = async (
  pool: Pick<pg.Pool, 'query'>,
  hand: string,
): Promise<HandMoney | undefined> => {
  const { rows } = await pool.query<Record<'taken' | 'paid' | 'shortfall', string> & HandMoney>(
    PREVIEW({ hand }),
  );
  const row = rows[0];
  return (
    row && {
      ...row,
      taken: BigInt(row.taken),
      paid: BigInt(row.paid),
      shortfall: BigInt(row.shortfall),
    }
  );
};

/**
 * Locks: the hand, the player's accounts and the chain, by the statements before.
 * Guards: by trigger (hand-voids.sql), the approval of two persons, that it is of this hand as it
 * is, and that it is used once. By check, no balance of a player falls below zero.
 * Writes: the hand, its void, one row of the log, the balances, and one entry where money moves.
 *
 * The stakes of a hand in play go back to the session, which is open as long as the hand is. Of a
 * hand that is over, a loss comes back from the house: it first repays what the player owes, and
 * goes to the game account where no session is open. What was won is taken from the session, then
 * from the game account, and the rest is owed (RULES 1.13). Where a wallet gave the stakes, what
 * was advanced on it stands in place of the game account (money-away.ts).
 */
const VOID = statement({
  inputs: {
    hand: 'bigint',
    approval: 'bigint',
    chain: 'text',
    atMs: 'bigint',
    opening: 'bytea null',
  },
  text: `
with ${MONEY}, head as materialized (
  select coalesce(last.seq, 0) + 1 as seq, coalesce(last.hash, ''::bytea) as hash
    from (select) as one left join lateral (
      select seq, hash from solo_log where chain = :chain order by seq desc limit 1) as last on true
), asked as materialized (
  select a.requested_by, a.reason_code, d.decided_by
    from approvals a join approval_decisions d on d.approval_id = a.id where a.id = :approval
), voided as (
  update solo_hands h
     set status = 'void', opening = coalesce(h.opening, :opening), ended_at = coalesce(h.ended_at, studio_now())
    from money m where h.hand_number = m.hand_number
), stands as (
  insert into hand_voids (hand_number, approval_id, status_before, step, back, shortfall, chain, seq)
  select m.hand_number, :approval, m.status, m.step, m.taken - m.paid, m.shortfall, :chain, head.seq from money m, head
), logged as (
  insert into solo_log (chain, seq, at_ms, payload, hash)
  select :chain, head.seq, :atMs, body.payload, solo_log_hash(head.hash, :chain, head.seq, :atMs, body.payload)
    from head, money m, asked, lateral (select json_build_object(
      'kind', 'void', 'version', 1, 'hand', m.hand_number::text, 'approval', (:approval)::text,
      'requestedBy', asked.requested_by, 'approvedBy', asked.decided_by, 'reason', asked.reason_code,
      'status', m.status, 'step', m.step, 'back', (m.taken - m.paid)::text, 'shortfall', m.shortfall::text,
      'opening', encode(:opening, 'hex'))::text as payload) as body
), owing as (
  insert into accounts (name, kind, player_id, balance)
  select 'player:' || player_id || ':shortfall', 'shortfall', player_id, -shortfall from money where shortfall > 0
  on conflict (player_id, kind) do update set balance = accounts.balance + excluded.balance
  returning id
), move as materialized (
  select p.* from money m cross join (select id from accounts where name = 'house') as house left join owing on true
   cross join lateral (values
     (1, m.hands_id, m.session_id, case when m.is_in_play then m.back else 0 end),
     (2, house.id, m.owing_id, m.recovered),
     (3, house.id, m.session_id, case when m.is_in_play then 0 else m.to_session end),
     (4, house.id, m.game_id, m.to_game),
     (5, m.session_id, house.id, m.from_session),
     (6, m.game_id, house.id, m.from_game),
     (7, owing.id, house.id, m.shortfall)) as p(line, source, destination, amount)
   where p.amount > 0
), balanced as (
  update accounts a set balance = a.balance + change.by
    from (select id, sum(amount) as by
            from (select destination as id, amount from move union all select source, -amount from move) as side
           group by id) as change, money m
   where a.id = change.id and a.id in (m.session_id, m.game_id, m.hands_id)
      or a.id = change.id and a.id = m.owing_id and m.recovered > 0
), entry as (
  insert into entries (key, kind)
  select 'hands:' || :chain || ':' || head.seq, 'hands' from head where exists (select from move)
  returning id
), posted as (
  insert into postings (entry_id, line, source_id, destination_id, amount)
  select entry.id, row_number() over (order by move.line), source, destination, amount from entry, move
)
select credit + to_session - from_session as credit, player_id from money`,
});

interface VoidedHand {
  readonly playerId: string;
  /** Of the session, after it. Minor units. */
  readonly balance: bigint;
}

/**
 * In one transaction and one trip. Undefined where the hand is not there, or is void. Throws what
 * the database has against the approval.
 */
export const voidHand = async (
  pool: pg.Pool,
  asked: {
    readonly hand: string;
    readonly approval: string;
    readonly chain: string;
    readonly atMs: number;
    /** Undefined where no key opens it. */
    readonly opening: Buffer | undefined;
  },
): Promise<VoidedHand | undefined> => {
  const { hand, chain } = asked;
  const [, , , , voided] = await inOneTrip(pool, [
    LOCK_HAND({ hand }),
    LOCK_ACCOUNTS({ hand }),
    LOCK_CHAIN({ chain }),
    VOID(asked),
    giveForHands({ hands: [hand] }),
  ]);
  const row = voided!.rows[0] as { player_id: string; credit: string } | undefined;
  return row && { playerId: row.player_id, balance: BigInt(row.credit) };
};
