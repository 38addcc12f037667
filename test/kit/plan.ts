/** What Postgres would do for a statement, and how much of each table it would read. */
import type pg from 'pg';
import type { SentStatement } from './sent-statements.js';

/** A limit may end a look through a table after so many rows. */
const FEW = 1_000;

/** Of the settings of a connection, those that the planner goes by. */
const PLANNED_BY = /-c ((?:plan_cache_mode|enable_\w+|jit)=\w+)/g;

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** A table that is read from its beginning, or of which too many rows are read. */
interface Scan {
  readonly table: string;
  readonly how: string;
  readonly rows: number;
}

const ONLY_READS =
  /^\s*(?:select|with)\b(?![\s\S]*\b(?:insert into|update \w+|delete from|for update|nextval|open_incident)\b)/i;
/** What is before a statement that a cursor reads in parts. */
const OF_CURSOR = /^\s*declare [\s\w]+ cursor for\s*/i;
const HAS_A_PLAN = /^\s*(?:select|with|insert|update|delete)\b/i;

/**
 * The scans of the tables in `growing` that read one in sequence, or more than `rowsMax` of its
 * rows. A statement that only reads is carried out, and its rows are counted. Of any other the
 * planner's word counts. Nothing that it would change is changed. `client` is in a transaction.
 */
export const scansOf = async (
  client: pg.ClientBase,
  { text: sent, values, options: settings = '' }: SentStatement,
  growing: ReadonlySet<string>,
  rowsMax: number,
): Promise<readonly Scan[]> => {
  const text = sent.replace(OF_CURSOR, '');
  if (!HAS_A_PLAN.test(text)) return [];
  const isRead = ONLY_READS.test(text);
  const options = isRead ? 'analyze, timing off, format json' : 'format json';
  await client.query('savepoint look');
  try {
    for (const [, setting] of settings.matchAll(PLANNED_BY)) {
      await client.query(`set local ${setting}`);
    }
    const nodes = await planOf(client, options, { text, values });
    const sequenceMax = isRead ? FEW : 0;
    return nodes.flatMap((node) => {
      const table = node['Relation Name'];
      if (table === undefined || !growing.has(table)) return [];
      const read = rowsRead(node);
      const isSequence = node['Node Type'] === 'Seq Scan' && read > sequenceMax;
      return isSequence || read > rowsMax
        ? [{ table, how: node['Node Type'], rows: Math.round(read) }]
        : [];
    });
  } finally {
    await client.query('rollback to look');
  }
};

/**
 * The most rows that a part of the statement's plan has looked at, by the settings of `client`. It
 * is carried out.
 */
export const rowsLookedAt = async (
  client: pg.ClientBase,
  statement: Pick<SentStatement, 'text' | 'values'>,
): Promise<number> => {
  const nodes = await planOf(client, 'analyze, timing off, format json', statement);
  return Math.max(...nodes.map(rowsRead));
};

/** As the connection plans it for what is sent: Postgres itself would explain it by its inputs. */
const planOf = async (
  client: pg.ClientBase,
  options: string,
  { text, values }: Pick<SentStatement, 'text' | 'values'>,
): Promise<readonly Node[]> => {
  await client.query(`prepare looked_at as ${text}`);
  try {
    const inputs = values.map((value) => literalOf(client, value as Input)).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>(
      `explain (${options}) execute looked_at${inputs === '' ? '' : `(${inputs})`}`,
    );
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('deallocate looked_at');
  }
};

type Input = string | number | bigint | boolean | Date | Buffer | object | null | undefined;

/** As the client sends it, and as a statement has it in its text. */
const literalOf = (client: pg.ClientBase, value: Input): string =>
  value === null || value === undefined ? 'null' : client.escapeLiteral(sentAs(value));

const sentAs = (value: NonNullable<Input>): string => {
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const elementOf = (value: Input): string =>
  value === null || value === undefined ? 'NULL' : JSON.stringify(sentAs(value));

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const rowsRead = (node: Node): number => {
  const rows = node['Actual Rows'];
  if (rows === undefined) return node['Plan Rows'];
  const dropped =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (rows + dropped) * (node['Actual Loops'] ?? 1);
};
