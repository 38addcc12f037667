/** Incidents as a report tells them: what is proposed is the incident queue's to say. */
import type { IncidentRow } from '../pit/incident-rows.js';
import type { Incident } from '../protocol/incident.js';

export const reportedIncident = (row: IncidentRow): Incident => {
  const { id, table, game, kind, detail, openedBy, openedAtMs, seq, takenBy, closedBy } = row;
  const { roundOpenedAtMs } = row;
  const openState = takenBy === null ? 'open' : 'taken';
  return {
    id,
    table,
    game,
    kind,
    detail,
    state: closedBy === null ? openState : 'closed',
    openedBy,
    openedAtMs,
    seq,
    timecodeMs: roundOpenedAtMs === null ? null : Math.max(0, openedAtMs - roundOpenedAtMs),
    takenBy,
    closedBy,
    actions: [],
  };
};
