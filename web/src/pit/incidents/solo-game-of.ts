/** The solo game that an incident is about, where it is about one, and not about a table. */
import type { Incident } from '../../../../src/protocol/incident.js';
import { type SoloGame, gameOfIncident } from '../../../../src/solo/game.js';

export const soloGameOf = ({
  kind,
  table,
}: Pick<Incident, 'kind' | 'table'>): SoloGame | undefined =>
  kind === 'game_closed' ? gameOfIncident(table) : undefined;
