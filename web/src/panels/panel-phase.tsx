/** What the table is doing, in a word and with the seconds that are left to bet. */
import { PhaseWords } from '../lobby/phase-words.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { isBetting } from '../table/use-drawn.js';

export const PanelPhase = ({ seat }: { readonly seat: SeatViewStore }) => {
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const closesAtMs = useSeat(seat, ({ copy }) =>
    isBetting(copy?.phase) ? (copy?.round?.closesAtMs ?? null) : null,
  );
  if (phase === undefined) return null;
  return <PhaseWords phase={phase} closesAtMs={closesAtMs} nowMs={seat.nowMs} />;
};
