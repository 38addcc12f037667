/**
 * Voiding many hands in play of a solo game by one order of two persons: every stake goes back to
 * its player’s session, in one transaction.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { inOneTrip } from '../platform/transaction.js';
import { giveForHands } from './hand-stakes-of-wallets.js';

const HANDS = { hands: 'bigint[]' } as const;

/** Whoever plays one of them meanwhile is refused, as busy. */
const LOCK_HANDS = statement({
  inputs: HANDS,
  text: `select from solo_hands where hand_number = any(:hands) order by hand_number for no key update`,
});

/** From then on the statement behind it sees the players’ last balances. */
const LOCK_ACCOUNTS = statement({
  inputs: HANDS,
  text: `
select id from accounts
 where kind in ('session', 'hands') and player_id in (select player_id from solo_hands where hand_number = any(:hands))
 order by id for update`,
});

/** One writer of a chain at a time. It is locked last: nobody who plays waits for what this has. */
const LOCK_CHAIN = statement({
  inputs: { chain: 'text' },
  text: `select pg_advisory_xact_lock(hashtextextended('hands ' || :chain, 0))`,
});

/**
 * Locks: the hands, the accounts and the chain, by the statements before.
 * Guards: by trigger (hand-voids.sql), the approval of two persons, that these are all the hands
 * that it was asked about, as they were, and that it is used once.
 * Writes: the hands, their voids, one row of the log, the balances, and one entry.
 */
const VOID = statement({
  inputs: {
    ...HANDS,
    openings: 'bytea null[]',
    approval: 'bigint',
    chain: 'text',
    atMs: 'bigint',
  },
  text: `
with head as materialized (
  select coalesce(last.seq, 0) + 1 as seq, coalesce(last.hash, ''::bytea) as hash
    from (select) as one left join lateral (
      select seq, hash from solo_log where chain = :chain order by seq desc limit 1) as last on true
), asked as materialized (
  select a.requested_by, a.reason_code, d.decided_by
    from approvals a join approval_decisions d on d.approval_id = a.id where a.id = :approval
), hand as materialized (
  select h.hand_number, h.step, h.taken, g.opening, s.id as session_id, a.id as hands_id
    from unnest(:hands, :openings) as g(hand_number, opening)
    join solo_hands h using (hand_number)
    join accounts s on s.player_id = h.player_id and s.kind = 'session'
    join accounts a on a.player_id = h.player_id and a.kind = 'hands'
   where h.status = 'in_play'
), voided as (
  update solo_hands h set status = 'void', opening = x.opening, ended_at = studio_now()
    from hand x where h.hand_number = x.hand_number
), stands as (
  insert into hand_voids (hand_number, approval_id, status_before, step, back, shortfall, chain, seq)
  select x.hand_number, :approval, 'in_play', x.step, x.taken, 0, :chain, head.seq from hand x, head
), batch as materialized (
  select count(*) as hands, sum(taken) as back, encode(sha256(convert_to(
           string_agg(hand_void_text(hand_number, step, taken, opening), E'\\n' order by hand_number), 'UTF8')), 'hex') as digest
    from hand
), logged as (
  insert into solo_log (chain, seq, at_ms, payload, hash)
  select :chain, head.seq, :atMs, body.payload, solo_log_hash(head.hash, :chain, head.seq, :atMs, body.payload)
    from head, batch, asked, lateral (select json_build_object(
      'kind', 'voids', 'version', 1, 'approval', (:approval)::text, 'requestedBy', asked.requested_by,
      'approvedBy', asked.decided_by, 'reason', asked.reason_code, 'hands', batch.hands,
      'back', batch.back::text, 'digest', batch.digest)::text as payload) as body
   where batch.hands > 0
), balanced as (
  update accounts a set balance = a.balance + change.by
    from (select session_id as id, taken as by from hand union all select hands_id, -taken from hand) as change
   where a.id = change.id
), entry as (
  insert into entries (key, kind)
  select 'hands:' || :chain || ':' || head.seq, 'hands' from head where exists (select from hand)
  returning id
), posted as (
  insert into postings (entry_id, line, source_id, destination_id, amount)
  select entry.id, row_number() over (order by hand_number), hands_id, session_id, taken from entry, hand
)
select hand_number from hand`,
});

/** A hand in play, and its opening. Undefined where no key opens it. */
interface OpenedHand {
  readonly hand: string;
  readonly opening: Uint8Array | undefined;
}

/**
 * In one transaction and one trip, all of them or none. The hands that it voided. Throws what the
 * database has against the approval.
 */
export const voidHands = async (
  pool: pg.Pool,
  hands: readonly OpenedHand[],
  order: { readonly approval: string; readonly chain: string; readonly atMs: number },
): Promise<readonly string[]> => {
  const numbers = hands.map(({ hand }) => hand);
  const [, , , , voided] = await inOneTrip(pool, [
    LOCK_HANDS({ hands: numbers }),
    LOCK_ACCOUNTS({ hands: numbers }),
    LOCK_CHAIN({ chain: order.chain }),
    VOID({
      ...order,
      hands: numbers,
      openings: hands.map(({ opening }) => opening && Buffer.from(opening)),
    }),
    giveForHands({ hands: numbers }),
  ]);
  return (voided!.rows as { hand_number: string }[]).map(({ hand_number }) => hand_number);
};

/**
 * What an order for many hands names them by. `untilMs`: not played on since, for `idle`. `keys`:
 * the names, in hexadecimal digits, of those that the studio has no more, for `key`.
 */
interface HandsOrder {
  /** As the database names it. */
  readonly game: string;
  readonly why: 'restore' | 'key' | 'idle';
  readonly untilMs?: number | undefined;
  readonly keys?: readonly string[] | undefined;
}

/** Of the players of one currency, in its minor units. */
export interface StakedHands {
  readonly currency: string;
  readonly hands: number;
  readonly players: number;
  readonly staked: bigint;
}

export interface HandsMoney {
  readonly hands: number;
  /** Of which hands, and where each stands. */
  readonly digest: string;
  /** By the names of their currencies. */
  readonly staked: readonly StakedHands[];
}

const PREVIEW = statement({
  inputs: { order: 'jsonb' },
  text: `
select p.currency, count(*)::int as hands, count(distinct h.player_id)::int as players, sum(h.taken) as staked, all_of.digest
  from hands_of_order(:order) join solo_hands h using (hand_number) join players p on p.id = h.player_id
 cross join (select hands_state(:order) ->> 'digest' as digest) as all_of
 group by p.currency, all_of.digest order by p.currency`,
});

interface PreviewRow extends Omit<StakedHands, 'staked'> {
  readonly staked: string;
  readonly digest: string;
}

/** What an order would void now. Undefined where that is no hand. */
export const previewHandVoids = async (
  pool: Pick<pg.Pool, 'query'>,
  order: HandsOrder,
): Promise<HandsMoney | undefined> => {
  const { rows } = await pool.query<PreviewRow>(PREVIEW({ order: JSON.stringify(order) }));
  const [first] = rows;
  return (
    first && {
      hands: rows.reduce((all, { hands }) => all + hands, 0),
      digest: first.digest,
      staked: rows.map(({ digest: _, staked, ...row }) => ({ ...row, staked: BigInt(staked) })),
    }
  );
};
