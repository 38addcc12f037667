/**
 * What this tab keeps of a table beyond a reload of the page, and from one dealer to the next:
 * scans that wait, what was done, the cards on the table, and the card that was taken off it.
 */
import { droppedNote } from '../../../src/client/dropped-note.js';
import { NONE_WAITING, type WaitingScans, isEmpty } from '../../../src/client/waiting-scans.js';
import type { UncollectedCards } from './uncollected-cards.js';
import type { Procedure } from './procedure.js';
import type { Withdrawn } from './withdrawn.js';

/** As desks kept them before there was one scan queue for them and the scanner's bridge. */
interface FormerScan {
  readonly code: string;
  /** Where it is there, no code: what is to be reported. */
  readonly note?: string;
}

const formerScansKey = (table: string): string => `sabot.desk.scans.${table}`;
const scansKey = (table: string): string => `sabot.desk.waiting.${table}`;
const uncollectedKey = (table: string): string => `sabot.desk.lying.${table}`;
const withdrawnKey = (table: string): string => `sabot.desk.withdrawn.${table}`;
const proceduresKey = (table: string): string => `sabot.desk.procedures.${table}`;

/**
 * What a former version of this page left is not sent: nobody can say where it belongs. It is
 * reported to the table instead, and left no longer.
 */
export const keptScans = (table: string): WaitingScans => {
  const waiting = kept<WaitingScans>(scansKey(table))[0] ?? NONE_WAITING;
  const former = kept<FormerScan>(formerScansKey(table));
  if (former.length === 0) return waiting;
  const after = { ...waiting, stop: waiting.stop ?? noteOf(former) };
  if (keepScans(table, after)) sessionStorage.removeItem(formerScansKey(table));
  return after;
};

const noteOf = (former: readonly FormerScan[]): string => {
  const note = former.find((scan) => scan.note !== undefined)?.note;
  const codes = former.filter((scan) => scan.note === undefined).map(({ code }) => code);
  if (note !== undefined && codes.length === 0) return note;
  return droppedNote(note ?? 'the desk was updated', codes);
};

/** False where the browser has no room for them. */
export const keepScans = (table: string, waiting: WaitingScans): boolean => {
  const key = scansKey(table);
  if (!isEmpty(waiting)) return keep(key, [waiting]);
  sessionStorage.removeItem(key);
  return true;
};

export const keptProcedures = (table: string): readonly Procedure[] =>
  kept<Procedure>(proceduresKey(table));

export const keepProcedures = (table: string, procedures: readonly Procedure[]): boolean =>
  keep(proceduresKey(table), procedures);

export const keptUncollected = (table: string): UncollectedCards | undefined =>
  kept<UncollectedCards>(uncollectedKey(table))[0];

export const keepUncollected = (
  table: string,
  uncollected: UncollectedCards | undefined,
): boolean => keep(uncollectedKey(table), uncollected === undefined ? [] : [uncollected]);

export const keptWithdrawn = (table: string): Withdrawn | undefined =>
  kept<Withdrawn>(withdrawnKey(table))[0];

export const keepWithdrawn = (table: string, withdrawn: Withdrawn | undefined): boolean =>
  keep(withdrawnKey(table), withdrawn === undefined ? [] : [withdrawn]);

const kept = <T>(key: string): readonly T[] =>
  JSON.parse(sessionStorage.getItem(key) ?? '[]') as readonly T[];

/**
 * False where the browser has no room. What was kept before is no longer true, so it is removed: a
 * scan that it calls unsent may have been taken since.
 */
const keep = (key: string, values: readonly unknown[]): boolean => {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
    return true;
  } catch {
    sessionStorage.removeItem(key);
    return false;
  }
};
