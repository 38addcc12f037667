/** The order in which incidents wait: nobody’s first, the oldest of them at the top; what is closed comes last, the newest first. */
import type { Incident } from '../../../../src/protocol/incident.js';

const RANKS: Readonly<Record<Incident['state'], number>> = { open: 0, taken: 1, closed: 2 };

export const queue = (incidents: readonly Incident[], isOpenOnly: boolean): readonly Incident[] =>
  incidents
    .filter(({ state }) => !isOpenOnly || state !== 'closed')
    .sort((one, other) => {
      const byRank = RANKS[one.state] - RANKS[other.state];
      if (byRank !== 0) return byRank;
      const byAge = one.openedAtMs - other.openedAtMs;
      return one.state === 'closed' ? -byAge : byAge;
    });
