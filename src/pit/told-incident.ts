/** An incident as it is told, by the queue and by the reports. */
import type { IncidentRow } from './incident-rows.js';
import type { Incident } from '../protocol/incident.js';

/** `actions`: what may be done about it now, which the queue alone proposes. */
export const toldIncident = (row: IncidentRow, actions: Incident['actions'] = []): Incident => {
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
    actions,
  };
};
