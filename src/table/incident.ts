/**
 * A fault that needs the pit, as an incident is opened of it, with the table as it was at that
 * moment.
 */
import type { IncidentKind } from '../protocol/incident.js';
import type { EventOf } from '../round/event.js';
import { STUDIO } from '../round/fault.js';
import { MALFUNCTIONS, type MalfunctionKind } from '../round/malfunction.js';
import type { TableState } from '../round/state.js';
import { written } from './rows.js';

/** A fault, as an event reports it. */
export interface Fault {
  readonly kind: IncidentKind;
  readonly detail: string;
  /** `studio`, or which of the staff. */
  readonly by: string;
}

/**
 * People may suspend a table in their own words. Where the machine did, a scan that it refused has
 * reported the fault.
 */
export const suspensionOf = (
  { reason, by }: EventOf<'table_suspended'>,
  { lastScan }: TableState,
): Fault => {
  if (reason === 'impossible_state' || reason === 'database_restored') {
    return { kind: reason, detail: '', by };
  }
  if (!isMalfunction(reason)) return { kind: 'suspended', detail: reason, by };
  const isOfScan = by === STUDIO && lastScan?.answer.kind === 'refused';
  return {
    kind: reason,
    detail: isOfScan ? `${lastScan.code}: ${lastScan.answer.refusal}` : '',
    by,
  };
};

const isMalfunction = (reason: string): reason is MalfunctionKind =>
  (MALFUNCTIONS as readonly string[]).includes(reason);

/** The incident that `fault` opens, by its columns. */
export const incidentOf = (fault: Fault, atMs: number, state: TableState) => ({
  game_number: state.round?.game ?? null,
  kind: fault.kind,
  detail: storable(fault.detail),
  opened_by: fault.by,
  opened_at: new Date(atMs),
  evidence: evidenceOf(state),
});

/**
 * The statement that opens an incident of a fault that no event tells of; null is answered where it
 * is open already.
 */
export const openingOf = (fault: Fault, seq: number, atMs: number, state: TableState) =>
  written({
    row: 'incident',
    does: 'adds',
    columns: { table_id: state.table, opened_seq: seq, ...incidentOf(fault, atMs, state) },
    isLast: false,
  });

/** The table at that moment, as JSON. Scans and events are to be read from the log. */
export const evidenceOf = (state: TableState): string => {
  const { phase, dealer, round, suspension, dropped, lastScan, shoe } = state;
  return JSON.stringify({
    phase: suspension?.from ?? phase,
    dealer,
    cards: round?.cards ?? [],
    shoe: shoe?.ordinal ?? null,
    dropped,
    lastScan: lastScan && { scanSeq: lastScan.scanSeq, code: storable(lastScan.code) },
  });
};

/** Postgres stores neither NUL nor half a character. The log has the text as it came. */
const storable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '\uFFFD');
