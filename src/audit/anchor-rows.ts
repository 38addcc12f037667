/** Anchors in Postgres: which logs stand open, and the rows that vouch for them. */
import type pg from 'pg';
import type { AnchorKey } from './anchor-key.js';
import { type Anchor, type AnchorReason, STAFF_LOG } from './anchor.js';
import type { OpenLog } from './due.js';

/** A log whose last event no anchor vouches for yet. */
export interface OpenLogHead extends OpenLog {
  readonly table: string;
  readonly seq: bigint;
  readonly hash: Buffer;
  /** Its last anchor; undefined where it has none. */
  readonly last: { readonly number: bigint; readonly signature: Buffer } | undefined;
}

/** Reads the ends of each log by their indexes: what lies between costs nothing. */
const OPEN = `
with head as (
  select tables.id as table_id, last.seq, last.hash from tables
    join lateral (select seq, hash from table_events e where e.table_id = tables.id order by seq desc limit 1) as last on true
  union all
  (select '${STAFF_LOG}', seq, hash from staff_actions order by seq desc limit 1)
)
select head.table_id, head.seq, head.hash, a.number, a.signature,
       (select kind from table_events e where e.table_id = head.table_id and e.seq > coalesce(a.seq, 0)
          and kind in ('shoe_change_started', 'table_closed') order by e.seq desc limit 1) as ended_by,
       coalesce((select at_ms from table_events e where e.table_id = head.table_id and e.seq = coalesce(a.seq, 0) + 1),
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

/** Refused by the database where another process was faster (`23505`, `SB030`). */
export const writeAnchor = async (pool: Pick<pg.Pool, 'query'>, anchor: Anchor): Promise<void> => {
  const { table, number, seq, hash, reason, at, keyId, signature } = anchor;
  await pool.query(
    `insert into anchors (table_id, number, seq, hash, reason, at, key_id, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [table, number, seq, hash, reason, at, keyId, signature],
  );
};

/** Every anchor, log by log, in order. */
export const readAnchors = async (pool: Pick<pg.Pool, 'query'>): Promise<readonly Anchor[]> => {
  const { rows } = await pool.query<{
    table_id: string;
    number: string;
    seq: string;
    hash: Buffer;
    reason: AnchorReason;
    at: string;
    key_id: string;
    signature: Buffer;
  }>(
    `select table_id, number, seq, hash, reason, key_id, signature,
            to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from anchors order by table_id, number`,
  );
  return rows.map(({ table_id, number, seq, hash, reason, at, key_id, signature }) => ({
    table: table_id,
    number: BigInt(number),
    seq: BigInt(seq),
    hash,
    reason,
    at,
    keyId: key_id,
    signature,
  }));
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
