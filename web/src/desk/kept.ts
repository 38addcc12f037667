/**
 * What this tab keeps of a table beyond a reload of the page, and from one dealer to the next:
 * scans that wait, what was done, and the cards on the table.
 */
import { NONE_WAITING, type WaitingScans, isEmpty } from '../../../src/client/waiting-scans.js';
import type { UncollectedCards } from './uncollected-cards.js';
import type { Procedure } from './procedure.js';

const scansKey = (table: string): string => `sabot.desk.waiting.${table}`;
const uncollectedKey = (table: string): string => `sabot.desk.lying.${table}`;
const proceduresKey = (table: string): string => `sabot.desk.procedures.${table}`;

export const keptScans = (table: string): WaitingScans =>
  kept<WaitingScans>(scansKey(table))[0] ?? NONE_WAITING;

export const keepScans = (table: string, waiting: WaitingScans): void => {
  if (isEmpty(waiting)) sessionStorage.removeItem(scansKey(table));
  else sessionStorage.setItem(scansKey(table), JSON.stringify([waiting]));
};

export const keptProcedures = (table: string): readonly Procedure[] =>
  kept<Procedure>(proceduresKey(table));

export const keepProcedures = (table: string, procedures: readonly Procedure[]): void =>
  sessionStorage.setItem(proceduresKey(table), JSON.stringify(procedures));

export const keptUncollected = (table: string): UncollectedCards | undefined =>
  kept<UncollectedCards>(uncollectedKey(table))[0];

export const keepUncollected = (table: string, uncollected: UncollectedCards | undefined): void =>
  sessionStorage.setItem(
    uncollectedKey(table),
    JSON.stringify(uncollected === undefined ? [] : [uncollected]),
  );

const kept = <T>(key: string): readonly T[] =>
  JSON.parse(sessionStorage.getItem(key) ?? '[]') as readonly T[];
