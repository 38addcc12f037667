/** Sealed periods in Postgres. Only the owner of the tables writes them (periods.sql). */
import type pg from 'pg';
import { rowsOf } from '../platform/cursor.js';
import { statement } from '../platform/statement.js';
import { type Head, LinesDigest, type Seal, balanceLine } from './seal.js';

interface SealRow {
  readonly number: string;
  readonly until_day: string;
  readonly ends_at: string;
  readonly heads_digest: string;
  readonly balances_digest: string;
  readonly totals: string;
  readonly games: string;
  readonly hands: string;
  readonly timeline: string;
  readonly sealed_at: string;
  readonly key_id: string;
  readonly signature: Buffer;
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const SEALS = `
select number, until_day::text, to_char(ends_at at time zone 'UTC', ${UTC}) as ends_at, heads_digest, balances_digest, totals, games::text, hands::text,
       timeline, to_char(sealed_at at time zone 'UTC', ${UTC}) as sealed_at, key_id, signature
  from periods`;

/** All of them, in order: one a day at most. */
export const readSeals = async (client: pg.ClientBase): Promise<readonly Seal[]> => {
  const { rows } = await client.query<SealRow>(`${SEALS} order by number`);
  return rows.map((row) => ({
    number: BigInt(row.number),
    untilDay: row.until_day,
    endsAt: row.ends_at,
    headsDigest: row.heads_digest,
    balancesDigest: row.balances_digest,
    totals: row.totals,
    games: row.games,
    hands: row.hands,
    timeline: Number(row.timeline),
    sealedAt: row.sealed_at,
    keyId: row.key_id,
    signature: row.signature,
  }));
};

const INSERT_SEAL = statement({
  inputs: {
    number: 'bigint',
    untilDay: 'date',
    endsAt: 'timestamptz',
    headsDigest: 'text',
    balancesDigest: 'text',
    totals: 'text',
    games: 'int8multirange',
    hands: 'int8multirange',
    timeline: 'bigint',
    sealedAt: 'timestamptz',
    keyId: 'text',
    signature: 'bytea',
  },
  text: `
insert into periods (number, until_day, ends_at, heads_digest, balances_digest, totals, games, hands, timeline, sealed_at, key_id, signature)
values (:number, :untilDay, :endsAt, :headsDigest, :balancesDigest, :totals, :games, :hands, :timeline, :sealedAt, :keyId, :signature)`,
});

export const writeSeal = async (client: pg.ClientBase, seal: Seal): Promise<void> => {
  await client.query(INSERT_SEAL(seal));
};

const INSERT_HEAD = statement({
  inputs: {
    period: 'bigint',
    log: 'text',
    fromSeq: 'bigint',
    fromHash: 'bytea',
    seq: 'bigint',
    hash: 'bytea',
    state: 'text null',
  },
  text: `
insert into period_heads (period, log, from_seq, from_hash, seq, hash, state)
values (:period, :log, :fromSeq, :fromHash, :seq, :hash, :state)`,
});

export const writeHead = async (
  client: pg.ClientBase,
  period: bigint,
  { log, fromSeq, fromHash, seq, hash, state }: Head,
): Promise<void> => {
  await client.query(INSERT_HEAD({ period, log, fromSeq, fromHash, seq, hash, state }));
};

interface HeadRow {
  readonly log: string;
  readonly from_seq: string;
  readonly from_hash: Buffer;
  readonly seq: string;
  readonly hash: Buffer;
  readonly from_state: string | null;
  readonly state: string | null;
}

/** Of one period, in the order of the logs' names. */
export const readHeads = async (
  client: pg.ClientBase,
  period: bigint,
): Promise<readonly Head[]> => {
  const { rows } = await client.query<HeadRow>(
    `select h.log, h.from_seq, h.from_hash, h.seq, h.hash, h.state,
            (select b.state from period_heads b where b.log = h.log and b.period < h.period order by b.period desc limit 1) as from_state
       from period_heads h where h.period = $1 order by h.log collate "C"`,
    [period],
  );
  return rows.map((row) => ({
    log: row.log,
    fromSeq: BigInt(row.from_seq),
    fromHash: row.from_hash,
    seq: BigInt(row.seq),
    hash: row.hash,
    fromState: row.from_state,
    state: row.state,
  }));
};

/** How far the log is sealed. Undefined where nothing of it is. */
export const readLastHead = async (
  client: pg.ClientBase,
  log: string,
): Promise<{ seq: bigint; hash: Buffer; state: string | null } | undefined> => {
  const { rows } = await client.query<{ seq: string; hash: Buffer; state: string | null }>(
    'select seq, hash, state from period_heads where log = $1 order by period desc limit 1',
    [log],
  );
  return rows[0] && { ...rows[0], seq: BigInt(rows[0].seq) };
};

/** How far each log is sealed up to a period. */
export const readSealedUntil = async (
  client: pg.ClientBase,
  period: bigint,
): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await client.query<{ log: string; seq: string }>(
    'select log, max(seq) as seq from period_heads where period <= $1 group by log',
    [period],
  );
  return new Map(rows.map(({ log, seq }) => [log, BigInt(seq)]));
};

/** What accounts hold that hold something, in the order of their numbers. */
export interface Held {
  readonly accounts: readonly string[];
  /** Of each of them. */
  readonly balances: readonly string[];
}

const INSERT_BALANCES = statement({
  inputs: { period: 'bigint', accounts: 'bigint[]', balances: 'bigint[]' },
  text: `
insert into period_balances (period, account_id, balance)
select :period, account_id, balance from unnest(:accounts, :balances) as held(account_id, balance)`,
});

const BALANCES_AT_ONCE = 10_000;

export const writeBalances = async (
  client: pg.ClientBase,
  period: bigint,
  { accounts, balances }: Held,
): Promise<void> => {
  for (let from = 0; from < accounts.length; from += BALANCES_AT_ONCE) {
    const part = <T>(all: readonly T[]) => all.slice(from, from + BALANCES_AT_ONCE);
    await client.query(
      INSERT_BALANCES({ period, accounts: part(accounts), balances: part(balances) }),
    );
  }
};

/** Of the balances at the end of a period, in the order of the accounts' numbers. */
export const digestBalances = async (client: pg.ClientBase, period: bigint): Promise<string> => {
  const digest = new LinesDigest();
  const balances = rowsOf<{ account: string; balance: string }>(
    client,
    `select account_id::text as account, balance::text from period_balances where period = ${period} order by account_id`,
  );
  for await (const { account, balance } of balances) digest.add(balanceLine(account, balance));
  return digest.end();
};

/** That the period was written to files with this manifest. Once for each. */
export const writeExport = async (
  client: pg.ClientBase,
  period: bigint,
  manifest: string,
): Promise<void> => {
  await client.query(
    'insert into period_exports (period, manifest) values ($1, $2) on conflict do nothing',
    [period, manifest],
  );
};

/** A period whose postings are in its files alone, or on the way there. */
export interface Archive {
  readonly period: bigint;
  /** The digest of the manifest of these files. */
  readonly manifest: string;
  readonly by: string;
  readonly begunAt: string;
  /** Null while postings are being taken out. */
  readonly doneAt: string | null;
}

/** In order. The last one alone may be under way. */
export const readArchives = async (client: pg.ClientBase): Promise<readonly Archive[]> => {
  const { rows } = await client.query<Omit<Archive, 'period'> & { period: string }>(
    `select period, manifest, by, to_char(begun_at at time zone 'UTC', ${UTC}) as "begunAt",
            to_char(done_at at time zone 'UTC', ${UTC}) as "doneAt" from period_archives order by period`,
  );
  return rows.map((row) => ({ ...row, period: BigInt(row.period) }));
};
