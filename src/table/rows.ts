/**
 * The rows that stand beside a table's log: how each is found, written and read. What is in them is
 * said by projection.ts.
 */
import type pg from 'pg';
import { assert } from '../money/assert.js';

/** An input of a statement, by the name of its column. */
type Input = (column: string) => string;

interface RowDefinition {
  readonly table: string;
  /** What a row is found by, with the table's id where that is among the columns. */
  readonly key: readonly string[];
  /** Where the key is the only one of the studio, whatever table the row is of. */
  readonly isUnique?: true;
  /** Each with its type in Postgres. */
  readonly columns: Readonly<Record<string, string>>;
  /** How the table is read, where it is not read alone. */
  readonly from?: string;
  /**
   * How those columns are read that are not columns of the table by that name. They are not
   * written.
   */
  readonly reads?: Readonly<Record<string, string>>;
  /** Which of the rows are of the log, where not all are. */
  readonly where?: string;
  /** Where a guard of the database writes the row by itself, upon the event. */
  readonly isWrittenByGuard?: true;
  /** The function of the database that adds a row, of its columns in their order. */
  readonly addedBy?: string;
  /** What is written before the row, in the same statement. */
  readonly first?: (input: Input) => string;
  /** Columns that are worked out in Postgres as the row is written. */
  readonly workedOut?: Readonly<Record<string, (input: Input) => string>>;
  /** The id of the table whose log it is of, where it is no column. */
  readonly log?: string;
  /** What the payload of each event has in it that wrote to the row. */
  readonly inPayload?: string;
  /** What the event was, by the column that has its number. */
  readonly traces: Readonly<Record<string, string>>;
}

const define = <const R extends RowDefinition>(definition: R): R => definition;

export const ROWS = {
  round: define({
    table: 'rounds',
    key: ['game_number'],
    isUnique: true,
    columns: {
      game_number: 'bigint',
      table_id: 'text',
      shoe_ordinal: 'int',
      round_in_shoe: 'int',
      paytable: 'text',
      status: 'round_status',
      opened_seq: 'bigint',
      opened_at: 'timestamptz',
      closed_seq: 'bigint',
      coup: 'text',
      ended_seq: 'bigint',
      ended_at: 'timestamptz',
      stakes_account: 'text',
      further: 'text',
    },
    reads: {
      stakes_account: '(select name from accounts where id = stakes_account_id)',
      further: `(select string_agg(currency, ',' order by currency) from accounts where id = any(further_stakes_account_ids))`,
    },
    first: (input) =>
      `with stakes as (
         insert into accounts (name, kind, currency)
         select ${input('stakes_account')} || coalesce(':' || further, ''), 'stakes',
                coalesce(further, (select settings ->> 'currency' from tables where id = ${input('table_id')}))
           from unnest(null::text || string_to_array(${input('further')}, ',')) as further
         returning id, name)`,
    workedOut: {
      stakes_account_id: (input) =>
        `(select id from stakes where name = ${input('stakes_account')})`,
      further_stakes_account_ids: (input) =>
        `array(select id from stakes where name <> ${input('stakes_account')})`,
    },
    inPayload: `'"game":"' || game_number || '"'`,
    traces: {
      opened_seq: `'the opening of round ' || game_number`,
      closed_seq: `'the close of round ' || game_number`,
      ended_seq: `'the end of round ' || game_number`,
    },
  }),

  shoe: define({
    table: 'shoes',
    key: ['ordinal'],
    columns: { table_id: 'text', ordinal: 'int', started_seq: 'bigint', started_at: 'timestamptz' },
    inPayload: `'"shoe":' || ordinal`,
    traces: { started_seq: `'shoe ' || ordinal` },
  }),

  snapshot: define({
    table: 'table_snapshots',
    key: ['seq'],
    columns: { table_id: 'text', seq: 'bigint', state: 'text' },
    traces: { seq: `'what the snapshot ' || seq || ' was made of'` },
  }),

  card_set: define({
    table: 'card_sets',
    key: ['brought_seq'],
    columns: { table_id: 'text', brought_seq: 'bigint', name: 'text' },
    traces: { brought_seq: `'the bringing of the cards ' || name` },
  }),

  approval: define({
    table: 'approval_uses',
    key: ['seq'],
    columns: {
      table_id: 'text',
      seq: 'bigint',
      approval_id: 'bigint',
      kind: 'text',
      game_number: 'bigint',
      reason_code: 'text',
      requested_by: 'text',
      decided_by: 'text',
      verdict: 'text',
      coup: 'text',
      player: 'text',
      card: 'text',
      seat: 'text',
      is_in_time: 'boolean',
    },
    from: `approval_uses u left join approvals a on a.id = u.approval_id
      left join approval_decisions d on d.approval_id = u.approval_id`,
    reads: {
      table_id: 'u.table_id',
      seq: 'u.seq',
      approval_id: 'u.approval_id',
      kind: 'a.kind',
      game_number: 'a.game_number',
      reason_code: 'a.reason_code',
      requested_by: 'a.requested_by',
      decided_by: 'd.decided_by',
      verdict: 'd.verdict',
      coup: `a.subject ->> 'coup'`,
      player: `a.subject ->> 'player'`,
      card: `a.subject ->> 'card'`,
      seat: `a.subject ->> 'seat'`,
      is_in_time: `a.table_id = u.table_id and a.expires_at = a.requested_at + interval '15 minutes'
        and d.decided_by <> a.requested_by and d.decided_at between a.requested_at and a.expires_at
        and u.used_at between d.decided_at and a.expires_at`,
    },
    isWrittenByGuard: true, // four-eyes.sql
    inPayload: `'"approval":"' || approval_id || '"'`,
    traces: { seq: `'the use of approval ' || approval_id` },
  }),

  correction: define({
    table: 'corrections',
    key: ['game_number', 'ordinal'],
    columns: {
      game_number: 'bigint',
      ordinal: 'int',
      fix: 'text',
      coup: 'text',
      player_id: 'bigint',
      approval_id: 'bigint',
      ordered_seq: 'bigint',
      finished_seq: 'bigint',
    },
    // It is paid in the parts that its round was paid in.
    workedOut: {
      chunks: (input) =>
        `coalesce((select chunks from rounds where game_number = ${input('game_number')}), 1)`,
    },
    log: '(select r.table_id from rounds r where r.game_number = corrections.game_number)',
    inPayload: `'"game":"' || game_number || '"'`,
    traces: {
      ordered_seq: `'correction ' || ordinal || ' of round ' || game_number`,
      finished_seq: `'the payment of correction ' || ordinal || ' of round ' || game_number`,
    },
  }),

  hand_pay: define({
    table: 'hand_pays',
    key: ['game_number', 'player_id', 'ordinal'],
    columns: {
      game_number: 'bigint',
      player_id: 'bigint',
      ordinal: 'int',
      amount: 'bigint',
      approval_id: 'bigint',
      ordered_seq: 'bigint',
    },
    log: '(select r.table_id from rounds r where r.game_number = hand_pays.game_number)',
    inPayload: `'"game":"' || game_number || '"'`,
    traces: {
      ordered_seq: `'the hand pay to player ' || player_id || ' of round ' || game_number`,
    },
  }),

  incident: define({
    table: 'incidents',
    key: ['opened_seq'],
    columns: {
      table_id: 'text',
      game_number: 'bigint',
      kind: 'text',
      detail: 'text',
      opened_by: 'text',
      opened_seq: 'bigint',
      opened_at: 'timestamptz',
      evidence: 'jsonb',
    },
    // Of these the log tells nothing.
    where: `kind not in ('stalled', 'payment_failed', 'clock_skew', 'game_closed')`,
    addedBy: 'open_incident', // incidents.sql: one of a kind is open for a table and round
    traces: { opened_seq: `'what opened incident ' || id` },
  }),
} as const;

export type RowKind = keyof typeof ROWS;
export const ROW_KINDS = Object.keys(ROWS) as readonly RowKind[];
export type ColumnOf<R extends RowKind> = keyof (typeof ROWS)[R]['columns'];
export type TraceOf<R extends RowKind> = keyof (typeof ROWS)[R]['traces'] & ColumnOf<R>;

/** A definition, where it does not matter of which kind. */
export const rowOf = (kind: RowKind): RowDefinition => ROWS[kind];

/** The columns that a row is found by: what it has there is certain. */
export const foundBy = (kind: RowKind): readonly string[] => {
  const { key, columns, isUnique } = rowOf(kind);
  return isUnique !== true && 'table_id' in columns ? [...key, 'table_id'] : key;
};

export type Value = string | number | boolean | Date | null | undefined;

/** What an event changes of one row, column by column. */
export interface RowChange {
  readonly row: RowKind;
  readonly does: 'adds' | 'changes';
  readonly columns: Readonly<Record<string, Value>>;
  /** The column whose value stays where it has one. */
  readonly once?: string | undefined;
  /** Whether nothing that comes later changes the row. */
  readonly isLast: boolean;
}

const isSaid = (value: Value): boolean => value !== null && value !== undefined;

/** The statement that makes the change. */
export const written = ({ row, does, columns, once }: RowChange): pg.QueryConfig => {
  const definition = rowOf(row);
  const { table, key, addedBy, reads = {}, workedOut = {} } = definition;
  const values: Value[] = [];
  const input = (column: string): string => {
    const type = definition.columns[column];
    assert(type !== undefined, `${column} is a column of ${table}`);
    values.push(columns[column]);
    return `$${values.length}::${type}`;
  };
  const adding = (): string => {
    if (addedBy !== undefined) {
      return `select ${addedBy}(${Object.keys(definition.columns).map(input).join(', ')})`;
    }
    const first = definition.first?.(input) ?? '';
    // What is null in a new row is so by itself.
    const own = Object.keys(columns).filter((name) => !(name in reads) && isSaid(columns[name]));
    const made = Object.values(workedOut).map((make) => make(input));
    return `${first} insert into ${table} (${[...own, ...Object.keys(workedOut)].join(', ')})
      values (${[...own.map(input), ...made].join(', ')})`;
  };
  const changing = (): string => {
    const set = Object.keys(columns)
      .filter((name) => !key.includes(name))
      .map(
        (name) => `${name} = ${once === name ? `coalesce(${name}, ${input(name)})` : input(name)}`,
      );
    const found = key.map((name) => `${name} = ${input(name)}`);
    return `update ${table} set ${set.join(', ')} where ${found.join(' and ')}`;
  };
  return { text: does === 'adds' ? adding() : changing(), values };
};
