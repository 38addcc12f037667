/** What of a table an action of the pit may change: kept before and after it, for the audit. */
import type { TableState } from '../round/state.js';

export const pictureOf = (state: TableState) => ({
  seq: state.seq,
  phase: state.phase,
  suspended: state.suspension && { from: state.suspension.from, reason: state.suspension.reason },
  dealer: state.dealer,
  game: state.round?.game ?? null,
  cards: state.round?.cards ?? [],
  closing: state.closing,
  closedSpots: state.closedSpots,
  limits: (state.nextSettings ?? state.settings).limits,
});
