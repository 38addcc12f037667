/**
 * Anchors in Postgres: which logs have events without one, and the rows that vouch for the others.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';
import type { AnchorKey } from './anchor-key.js';
import { type Anchor, type AnchorReason, STAFF_LOG } from './anchor.js';
import type { OpenLog } from './due.js';

/** A log whose last event no anchor vouches for yet. */
export interface OpenLogHead extends OpenLog {
  readonly table: string;
  readonly seq: bigint;
  readonly hash: Buffer;
  /** Its last anchor. Undefined where it has none. */
  readonly last: { readonly number: bigint; readonly signature: Buffer } | undefined;
}

/**
 * Reads the ends of each log by their indexes, so that what is in between costs nothing. Of the
 * chains of a solo game, one a day, it goes back three days, and on until one is signed to its end.
 */
const OPEN = `
with recursive chain as (
  select game::text, (select l.chain from solo_log l where l.chain <= '@' || game || ':9999' order by l.chain desc limit 1) as name, 1 as back
    from unnest(enum_range(null::solo_game)) as game
  union all
  select game, (select l.chain from solo_log l where l.chain < c.name order by l.chain desc limit 1), back + 1
    from chain c where c.name like '@' || c.game || ':%' and (c.back < 3
      or not exists (select from anchors a where a.table_id = c.name and a.seq = (select max(l.seq) from solo_log l where l.chain = c.name)))
), head as (
  select tables.id as table_id, last.seq, last.hash from tables
    join lateral (select seq, hash from table_events e where e.table_id = tables.id order by seq desc limit 1) as last on true
  union all
  select chain.name, last.seq, last.hash from chain
    join lateral (select seq, hash from solo_log l where l.chain = chain.name order by seq desc limit 1) as last on true
   where chain.name like '@' || chain.game || ':%'
  union all
  (select '${STAFF_LOG}', seq, hash from staff_actions order by seq desc limit 1)
)
select head.table_id, head.seq, head.hash, a.number, a.signature,
       (select case when kind = 'shoe_change_started' and payload::json ->> 'reason' = 'table_opened' then 'table_opened' else kind end
          from table_events e where e.table_id = head.table_id and e.seq > coalesce(a.seq, 0)
          and kind in ('shoe_change_started', 'table_closed') order by e.seq desc limit 1) as ended_by,
       coalesce((select at_ms from table_events e where e.table_id = head.table_id and e.seq = coalesce(a.seq, 0) + 1),
         (select at_ms from solo_log l where l.chain = head.table_id and l.seq = coalesce(a.seq, 0) + 1),
         (select (extract(epoch from at) * 1000)::bigint from staff_actions s where s.seq = coalesce(a.seq, 0) + 1), 0) as since_ms
  from head
  left join lateral (select number, seq, signature from anchors where table_id = head.table_id order by number desc limit 1) as a on true
 where head.seq > coalesce(a.seq, 0)
 order by head.table_id`;

export const openLogs = async (pool: Pick<pg.Pool, 'query'>): Promise<readonly OpenLogHead[]> => {
  const { rows } = await pool.query<{
    table_id: string;
    seq: string;
    hash: Buffer;
    number: string | null;
    signature: Buffer | null;
    ended_by: OpenLog['endedBy'];
    since_ms: string;
  }>(OPEN);
  return rows.map(({ table_id, seq, hash, number, signature, ended_by, since_ms }) => ({
    table: table_id,
    seq: BigInt(seq),
    hash,
    last: number === null || signature === null ? undefined : { number: BigInt(number), signature },
    endedBy: ended_by,
    waitingSinceMs: Number(since_ms),
  }));
};

/** The key is known to the database before the first anchor that it signs. */
export const writeKey = async (
  pool: Pick<pg.Pool, 'query'>,
  { id, publicKey }: AnchorKey,
): Promise<void> => {
  await pool.query(
    'insert into anchor_keys (id, public_key) values ($1, $2) on conflict (id) do nothing',
    [id, publicKey],
  );
};

/**
 * The place of the next anchor among all of the studio. Until the transaction ends nobody else sets
 * one.
 */
export const takeOrdinal = async (tx: Transaction): Promise<bigint> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('anchors'))`);
  const { rows } = await tx.query<{ next: string }>(
    'select coalesce(max(ordinal), 0) + 1 as next from anchors',
  );
  return BigInt(rows[0]!.next);
};

const WRITE_ANCHOR = statement({
  inputs: {
    table: 'text',
    number: 'bigint',
    ordinal: 'bigint',
    seq: 'bigint',
    hash: 'bytea',
    reason: 'anchor_reason',
    at: 'timestamptz',
    keyId: 'text',
    signature: 'bytea',
    timeline: 'bigint',
  },
  text: `
insert into anchors (table_id, number, ordinal, seq, hash, reason, at, key_id, signature, timeline)
values (:table, :number, :ordinal, :seq, :hash, :reason, :at, :keyId, :signature, :timeline)`,
});

/** Refused by the database where another process was faster. */
export const writeAnchor = async (pool: Pick<pg.Pool, 'query'>, anchor: Anchor): Promise<void> => {
  await pool.query(WRITE_ANCHOR(anchor));
};

interface AnchorRow {
  readonly table_id: string;
  readonly number: string;
  readonly ordinal: string;
  readonly seq: string;
  readonly hash: Buffer;
  readonly reason: AnchorReason;
  readonly at: string;
  readonly key_id: string;
  readonly signature: Buffer;
  readonly timeline: string;
}

const COLUMNS = `a.table_id, a.number, a.ordinal, a.seq, a.hash, a.reason, a.key_id, a.signature, a.timeline,
            to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;

const anchorOf = ({ table_id, number, ordinal, seq, key_id, ...row }: AnchorRow): Anchor => ({
  table: table_id,
  number: BigInt(number),
  ordinal: BigInt(ordinal),
  seq: BigInt(seq),
  hash: row.hash,
  reason: row.reason,
  at: row.at,
  keyId: key_id,
  signature: row.signature,
  timeline: Number(row.timeline),
});

/** Every anchor, log by log, in order. */
export const readAnchors = async (pool: Pick<pg.Pool, 'query'>): Promise<readonly Anchor[]> => {
  const { rows } = await pool.query<AnchorRow>(
    `select ${COLUMNS} from anchors a order by a.table_id, a.number`,
  );
  return rows.map(anchorOf);
};

export interface VouchingAnchor {
  readonly anchor: Anchor;
  /** The signature of the log's anchor before it. */
  readonly before: Buffer | undefined;
  /** Of its key, as the database has it. */
  readonly publicKey: string;
}

/** The first anchor that vouches for the table's event `seq`. Undefined while there is none. */
export const readVouchingAnchor = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  seq: number,
): Promise<VouchingAnchor | undefined> => {
  const { rows } = await pool.query<AnchorRow & { public_key: string; before: Buffer | null }>(
    `select ${COLUMNS}, k.public_key, b.signature as before
       from anchors a join anchor_keys k on k.id = a.key_id
       left join anchors b on b.table_id = a.table_id and b.number = a.number - 1
      where a.table_id = $1 and a.seq >= $2 order by a.number limit 1`,
    [table, seq],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  return { anchor: anchorOf(row), before: row.before ?? undefined, publicKey: row.public_key };
};

/** The ids of keys that a demo made up, and how many anchors each has signed. */
export const readDemoKeys = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await pool.query<{ id: string; anchors: number }>(
    `select k.id, count(a.key_id)::int as anchors from anchor_keys k
       left join anchors a on a.key_id = k.id where k.is_demo group by k.id order by k.id`,
  );
  return new Map(rows.map(({ id, anchors }) => [id, anchors]));
};

/** Public keys by their id, as the database has them. */
export const readKeys = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ id: string; public_key: string }>(
    'select id, public_key from anchor_keys order by since, id',
  );
  return new Map(rows.map(({ id, public_key }) => [id, public_key]));
};
