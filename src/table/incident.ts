/**
 * Which events need the pit. Each opens an incident in its own transaction, unless the same fault
 * of the round is open already.
 */
import { statement } from '../platform/statement.js';
import type { IncidentKind } from '../protocol/incident.js';
import type { EventKind, EventOf, TableEvent } from '../round/event.js';
import { STUDIO } from '../round/fault.js';
import { MALFUNCTIONS, type MalfunctionKind } from '../round/malfunction.js';
import type { TableState } from '../round/state.js';

/** A fault, as an event reports it. */
export interface Fault {
  readonly kind: IncidentKind;
  readonly detail: string;
  /** `studio`, or which of the staff. */
  readonly by: string;
}

/**
 * The fault that an event of each kind reports. Kinds that are not listed here are the ordinary
 * course.
 */
const FAULTS: {
  readonly [K in EventKind]?: (event: EventOf<K>, after: TableState) => Fault | undefined;
} = {
  table_suspended: (event, after) => suspensionOf(event, after),
  malfunction_reported: ({ malfunction, note, by }) => ({ kind: malfunction, detail: note, by }),
  manager_called: ({ by }) => ({ kind: 'manager_called', detail: '', by }),
  stream_lost: () => ({ kind: 'stream_lost', detail: '', by: STUDIO }),
  // The other reasons are malfunctions with an incident of their own, or the table has just opened.
  cards_due: ({ reason: detail }) =>
    detail === 'cards_24_hours' ? { kind: 'cards_due', detail, by: STUDIO } : undefined,
};

export const faultOf = (event: TableEvent, after: TableState): Fault | undefined => {
  const fault = FAULTS[event.kind] as
    ((event: TableEvent, after: TableState) => Fault | undefined) | undefined;
  return fault?.(event, after);
};

/**
 * People may suspend a table in their own words. Where the machine did, a scan that it refused has
 * reported the fault.
 */
const suspensionOf = (
  { reason, by }: EventOf<'table_suspended'>,
  { lastScan }: TableState,
): Fault => {
  if (reason === 'impossible_state') return { kind: reason, detail: '', by };
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

/** The statement that opens the incident of `fault`. It returns null where one is open already. */
export const openingOf = (...of: Parameters<typeof incidentOf>) => OPEN_INCIDENT(incidentOf(...of));

/** The incident that `fault` opens, as it is stored. */
export const incidentOf = (fault: Fault, seq: number, atMs: number, state: TableState) => ({
  table: state.table,
  game: state.round?.game ?? null,
  kind: fault.kind,
  detail: storable(fault.detail),
  by: fault.by,
  seq,
  at: new Date(atMs),
  evidence: JSON.stringify(evidenceOf(state)),
});

const OPEN_INCIDENT = statement({
  name: 'open_incident',
  inputs: {
    table: 'text',
    game: 'bigint null',
    kind: 'text',
    detail: 'text',
    by: 'text',
    seq: 'bigint',
    at: 'timestamptz',
    evidence: 'jsonb',
  },
  text: 'select open_incident(:table, :game, :kind, :detail, :by, :seq, :at, :evidence) as id',
});

/** The table at that moment. Scans and events are to be read from the log. */
const evidenceOf = ({ phase, dealer, round, suspension, dropped, lastScan, shoe }: TableState) => ({
  phase: suspension?.from ?? phase,
  dealer,
  cards: round?.cards ?? [],
  shoe: shoe?.ordinal ?? null,
  dropped,
  lastScan: lastScan && { scanSeq: lastScan.scanSeq, code: storable(lastScan.code) },
});

/** Postgres stores neither NUL nor half a character. The log has the text as it came. */
const storable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '\uFFFD');
