/**
 * A row of a log as it is verified: an event of a table, a batch of steps of solo hands, or an
 * action of the staff; and the text that its hash is made of.
 */
import { createHash } from 'node:crypto';
import { STAFF_LOG } from './anchor.js';

/**
 * Numbers are text, as Postgres and an export write them, because after tampering they may be
 * anything.
 */
export interface EventRow {
  readonly line: 'event';
  readonly table: string;
  readonly seq: string;
  readonly epoch: string;
  readonly atMs: string;
  readonly kind: string;
  readonly payload: string;
  readonly hash: Buffer;
}

export interface ActionRow {
  readonly line: 'action';
  readonly seq: string;
  /** Every column but the number and the hash, in the order of ACTION_FIELDS. */
  readonly fields: readonly (string | null)[];
  readonly hash: Buffer;
}

/** Of one solo game and day. */
export interface BatchRow {
  readonly line: 'batch';
  readonly chain: string;
  readonly seq: string;
  readonly atMs: string;
  readonly payload: string;
  readonly hash: Buffer;
}

export type LogRow = EventRow | BatchRow | ActionRow;

export const logOf = (row: LogRow): string => {
  switch (row.line) {
    case 'event':
      return row.table;
    case 'batch':
      return row.chain;
    case 'action':
      return STAFF_LOG;
  }
};

/** The place of its time among the fields of an action. */
const AT = 9;

/** When it came, as it says itself. Not a number where it says no time. */
export const atMsOf = (row: LogRow): number =>
  row.line === 'action' ? Date.parse(`${row.fields[AT]}Z`) : Number(row.atMs);

/**
 * The hash that the row should have after `previous`: what `table_event_hash`, `solo_log_hash` and
 * `staff_action_hash` make in Postgres.
 */
export const hashOf = (row: LogRow, previous: Buffer | undefined): Buffer =>
  createHash('sha256')
    .update(previous ?? '')
    .update(textOf(row))
    .digest();

const textOf = (row: LogRow): string => {
  switch (row.line) {
    case 'event':
      return eventText(row);
    case 'batch':
      return [row.chain, row.seq, row.atMs, row.payload].join('|');
    case 'action':
      return actionText(row);
  }
};

const eventText = ({ table, seq, epoch, atMs, kind, payload }: EventRow): string =>
  [table, seq, epoch, atMs, kind, payload].join('|');

/**
 * Each field with its length before it, so that no two actions make the same text. `-` where there
 * is none.
 */
const actionText = ({ seq, fields }: ActionRow): string =>
  [seq, ...fields]
    .map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`))
    .join(',');

/** What is wrong with the row itself, whatever comes before it. */
export const contentFault = (row: LogRow): string | undefined => {
  if (row.line === 'action') return undefined;
  const kind = kindOf(row.payload);
  if (row.line === 'batch') {
    const isKnown = kind === 'steps' || kind === 'void' || kind === 'voids';
    return isKnown ? undefined : 'its payload is neither a batch of steps nor a void';
  }
  return kind === row.kind ? undefined : `its payload is not of the kind ${row.kind}`;
};

/** Undefined for an invalid payload. */
const kindOf = (payload: string): unknown => {
  try {
    return (JSON.parse(payload) as { kind?: unknown } | null)?.kind;
  } catch {
    return undefined;
  }
};
