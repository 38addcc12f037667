/**
 * Logs of earlier versions, as test/logs keeps them: read by the tests that replay them, written
 * once for each version.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StoredRow, KeptRows } from '../../src/audit/stored-rows.js';
import { parseLine } from '../../src/audit/lines.js';
import type { EventRow } from '../../src/audit/log-row.js';
import type { ComparedKind, ExpectedRow } from '../../src/audit/expected-rows.js';
import { ROOT } from './source-file.js';

/** One folder a version: `v1`, `v2` and so on. */
const LOGS = path.join(ROOT, 'test/logs');

/** What a folder holds. */
interface PastLogs {
  /** The export of the studio: the file that `npm run verify` takes. */
  readonly exported: string;
  /** All events of the export, each table's in order. */
  readonly events: readonly EventRow[];
  readonly tables: readonly PastTable[];
  readonly nights: readonly PastNight[];
}

/**
 * A table of the export, with everything that was stored beside its log. Texts are JSON of that
 * version.
 */
export interface PastTable {
  readonly line: 'table';
  readonly table: string;
  readonly settings: string;
  /** After its last event. */
  readonly state: string;
  readonly snapshots: readonly { readonly seq: number; readonly state: string }[];
  /** As verification read them. */
  readonly rows: readonly { readonly kept: ComparedKind; readonly row: StoredRow }[];
}

/** A night that no database took, because what needs two persons in it was never approved. */
export interface PastNight {
  readonly line: 'night';
  readonly settings: string;
  readonly events: readonly {
    readonly seq: number;
    readonly atMs: number;
    readonly payload: string;
  }[];
  readonly state: string;
}

/** Those that are kept, from the oldest on. */
export const versions = (): readonly string[] =>
  readdirSync(LOGS)
    .filter((name) => /^v\d+$/.test(name))
    .toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));

/** The one that is recorded next: never one that is kept already. */
export const nextVersion = (): string => `v${Number(versions().at(-1)?.slice(1) ?? 0) + 1}`;

/** The folder of a version that is about to be recorded. It throws where there is one already. */
export const newFolder = (version: string): string => {
  const folder = path.join(LOGS, version);
  mkdirSync(folder);
  return folder;
};

export const readPastLogs = (version: string): PastLogs => {
  const exported = path.join(LOGS, version, 'export.jsonl');
  const lines = linesOf(path.join(LOGS, version, 'beside.jsonl')).map(
    (line) => JSON.parse(line) as PastTable | PastNight,
  );
  return {
    exported,
    events: linesOf(exported).flatMap((line) => {
      const parsed = parseLine(line);
      return parsed?.line === 'event' ? [parsed] : [];
    }),
    tables: lines.filter((each) => each.line === 'table').map(withDates),
    nights: lines.filter((each) => each.line === 'night'),
  };
};

export const writePastLogs = (version: string, lines: readonly (PastTable | PastNight)[]): void => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(path.join(LOGS, version, 'beside.jsonl'), text, { flag: 'wx' });
};

/** The kinds of row that a recording has: those that verification compared then. */
export const kindsIn = (tables: readonly PastTable[]): readonly ComparedKind[] => [
  ...new Set(tables.flatMap(({ rows }) => rows.map(({ kept }) => kept))),
];

/** The rows of a recording, to be compared as those of Postgres are. */
export const rowsInRecording = (tables: readonly PastTable[]): KeptRows => {
  const of = (table: string): PastTable | undefined => tables.find((each) => each.table === table);
  return {
    kinds: kindsIn(tables),
    read: async (kept, table, ids) => {
      const rows = of(table)?.rows.filter(
        ({ row, ...each }) => each.kept === kept && ids.includes(row.id),
      );
      return new Map(rows?.map(({ row }) => [row.id, row]));
    },
    snapshot: async (table, seq) => of(table)?.snapshots.find((each) => each.seq === seq)?.state,
    checkpoints: async () => [],
    isOpenAlready: async (table, { seq, columns }: ExpectedRow) =>
      of(table)?.rows.some(
        ({ kept, row }) =>
          kept === 'incident' &&
          row['kind'] === columns.get('kind')?.says &&
          row['game_number'] === columns.get('game_number')?.says &&
          Number(row.id) <= seq,
      ) ?? false,
  };
};

const linesOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8').split('\n').filter(Boolean);

/** Rows as a migration left them that came after they were recorded. */
const migrated = (kept: ComparedKind, row: StoredRow): StoredRow =>
  kept === 'hand_pay' && row['ordinal'] === undefined
    ? { ...row, id: `${row.id}:0`, ordinal: 0 }
    : row;

/** JSON has no dates. They are in the columns that end in `_at`. */
const withDates = (table: PastTable): PastTable => ({
  ...table,
  rows: table.rows.map(({ kept, row }) => ({
    kept,
    row: Object.fromEntries(
      Object.entries(migrated(kept, row)).map(([name, value]) => [
        name,
        name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
      ]),
    ) as StoredRow,
  })),
});
