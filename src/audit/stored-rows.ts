/**
 * The rows beside a table's log, as Postgres stores them, each with what the log must say of it.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { foundBy, rowOf } from '../table/rows.js';
import { COMPARED_KINDS, type ComparedKind, type ExpectedRow } from './expected-rows.js';

/** Where the rows are read from: Postgres, or a recording. */
export interface Checkpoint {
  readonly seq: number;
  readonly state: string;
}

export interface KeptRows {
  /** Those that it has. */
  readonly kinds: readonly ComparedKind[];
  /** By their ids. Rows that do not exist are left out. */
  read(
    kept: ComparedKind,
    table: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRow>>;
  /** The state that a snapshot holds. Undefined where it does not exist. */
  snapshot(table: string, seq: number): Promise<string | undefined>;
  /** The checkpoints that are kept of the table. */
  checkpoints(table: string): Promise<readonly Checkpoint[]>;
  /** Whether the fault that an event reports had an open incident by then. */
  isOpenAlready(table: string, recorded: ExpectedRow): Promise<boolean>;
}

/** Within a transaction. */
export const rowsInPostgres = (client: pg.ClientBase): KeptRows => ({
  kinds: COMPARED_KINDS,
  read: (kept, table, ids) => readStored(client, kept, table, ids),
  snapshot: (table, seq) => readSnapshot(client, table, seq),
  checkpoints: (table) => readCheckpoints(client, table),
  isOpenAlready: (table, recorded) => isOpenAlready(client, table, recorded),
});

export type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** `$1` the first column of the rows' keys; `$2` the table, where it is a column. */
const queryOf = (kept: ComparedKind): string => {
  const { table, key, columns, from = table, reads = {}, where } = rowOf(kept);
  const read = (name: string): string => reads[name] ?? name;
  const id = key.map((name) => `${read(name)}::text`).join(` || ':' || `);
  const found = [
    `${read(key[0]!)} = any($1::bigint[])`,
    ...(isByTable(kept) ? [`${read('table_id')} = $2`] : []),
    ...(where === undefined ? [] : [where]),
  ];
  const all = Object.keys(columns).map((name) => `${read(name)} as ${name}`);
  return `select ${id} as id, ${all.join(', ')} from ${from} where ${found.join(' and ')}`;
};

const isByTable = (kept: ComparedKind): boolean => foundBy(kept).includes('table_id');

const QUERIES = new Map(COMPARED_KINDS.map((kept) => [kept, queryOf(kept)]));

const readStored = async (
  client: pg.ClientBase,
  kept: ComparedKind,
  table: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> => {
  const known = ids.filter((id) => /^\d{1,18}(:\d{1,18}){0,2}$/.test(id)); // No row has another.
  if (known.length === 0) return new Map();
  const first = known.map((id) => id.split(':')[0]!);
  const values = isByTable(kept) ? [first, table] : [first];
  const { rows } = await client.query<StoredRow>(QUERIES.get(kept)!, values);
  return new Map(rows.map((row) => [row.id, row]));
};

const readSnapshot = async (
  client: pg.ClientBase,
  table: string,
  seq: number,
): Promise<string | undefined> => {
  const { rows } = await client.query<{ state: string }>(
    'select state from table_snapshots where table_id = $1 and seq = $2',
    [table, seq],
  );
  return rows[0]?.state;
};

const readCheckpoints = async (
  client: pg.ClientBase,
  table: string,
): Promise<readonly Checkpoint[]> => {
  const { rows } = await client.query<{ seq: string; state: string }>(
    'select seq, state from table_checkpoints where table_id = $1 order by seq',
    [table],
  );
  return rows.map(({ seq, state }) => ({ seq: Number(seq), state }));
};

/**
 * Opened earlier, or in the same moment, and not closed by then: a fault that is open already opens
 * no second incident. The clocks may differ by a minute.
 */
const OPEN_ALREADY = statement({
  inputs: {
    table: 'text',
    kind: 'text',
    game: 'text null',
    seq: 'bigint',
    at: 'timestamptz',
  },
  text: `
select from incidents i
 where i.table_id = :table and i.kind = :kind and i.game_number::text is not distinct from :game and i.opened_seq <= :seq
   and (i.opened_at = :at
        or not exists (select from incident_notes n where n.incident_id = i.id and n.kind = 'closed' and n.at < :at - interval '1 minute'))
 limit 1`,
});

const isOpenAlready = async (
  client: pg.ClientBase,
  table: string,
  { seq, columns }: ExpectedRow,
): Promise<boolean> => {
  const [kind, game, at] = ['kind', 'game_number', 'opened_at'].map(
    (name) => columns.get(name)?.says,
  ) as [string, string | null, Date];
  const { rows } = await client.query(OPEN_ALREADY({ table, kind, game, seq, at }));
  return rows.length > 0;
};
