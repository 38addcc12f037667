/** A viewer's copy of a table: the snapshot that a join brought, updated by every message since. */
import type { TableMessage } from '../protocol/table.js';
import { fold } from '../round/evolve.js';
import { type TableSnapshot, known, snapshot } from '../round/snapshot.js';

export interface TableCopy extends TableSnapshot {
  /** Staff receive the burned cards, what is left in the shoe, and the scanner's numbers. */
  readonly isStaff: boolean;
}

export const copyOf = (snapshot: TableSnapshot, isStaff: boolean): TableCopy => ({
  ...snapshot,
  isStaff,
});

/**
 * The copy after `message`, which must be the next one. It equals a snapshot taken then, made by
 * the table's own rules. What did not change is the same object as before. (`lastScanSeq` assumes a
 * scanner that begins at 1. A snapshot corrects it.)
 */
export const follow = (copy: TableCopy, message: TableMessage): TableCopy => {
  const { isStaff } = copy;
  const { kind, seq } = message;
  const state = fold(known(copy), kind, message, message);
  const after = { ...snapshot(state, isStaff ? 'dealer' : 'player'), seq, isStaff };
  return shared(copy, after);
};

/** `after`, with every part that is equal to that of `before` taken from there. */
const shared = <T>(before: unknown, after: T): T => {
  if (Object.is(before, after)) return after;
  if (Array.isArray(before) && Array.isArray(after)) return sharedList(before, after) as T;
  if (!isObject(before) || !isObject(after)) return after;
  const names = Object.keys(after);
  let isSame = true;
  /** A copy is made for the first part that is taken from before. */
  let parts: Record<string, unknown> | undefined;
  for (const name of names) {
    const part = shared(before[name], after[name]);
    if (!Object.is(part, after[name])) (parts ??= { ...after })[name] = part;
    isSame &&= Object.is(part, before[name]) && name in before;
  }
  isSame &&= names.length === Object.keys(before).length;
  return (isSame ? before : (parts ?? after)) as T;
};

const sharedList = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] => {
  const parts = after.map((part, index) => shared(before[index], part));
  const isSame = before.length === after.length;
  return isSame && parts.every((part, index) => Object.is(part, before[index])) ? before : parts;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
