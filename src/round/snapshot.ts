/** The table as a viewer who comes in now should see it: what the messages so far would have told. */
import { spotsOpen } from '../punto-banco/opening.js';
import type { Card } from '../cards/card.js';
import type { Spot } from '../punto-banco/spot.js';
import type { TableSettings } from './settings.js';
import { type Phase, type TableState, cardsLeft } from './state.js';
import type { Audience } from './view.js';

export interface RoundSnapshot {
  readonly game: string;
  readonly roundInShoe: number;
  readonly isLast: boolean;
  readonly spots: readonly Spot[];
  readonly lastBetsAtMs: number;
  readonly closesAtMs: number;
  /** In dealing order; empty until the close. */
  readonly cards: readonly Card[];
}

export interface TableSnapshot {
  readonly table: string;
  /** The last message that this audience was sent: the next one names it as `prev`. */
  readonly seq: number;
  readonly phase: Phase;
  /** What the table was doing when it was suspended. */
  readonly suspended: { readonly from: Phase; readonly reason: string } | null;
  readonly settings: TableSettings;
  /** Settings that hold from the next round. */
  readonly nextSettings: TableSettings | null;
  readonly dealer: string | null;
  readonly shoe: {
    readonly ordinal: number;
    readonly burned: boolean;
    /** The shoe's coups in bead notation: `src/roads` draws every road from them. */
    readonly beads: readonly string[];
    readonly cutCardOut: boolean;
    /** Cards not yet drawn; only for the dealer and the pit. */
    readonly cardsLeft: number | null;
  } | null;
  readonly round: RoundSnapshot | null;
  readonly opensAtMs: number | null;
  /** For the dealer: the number of the last scan taken, so that a scanner can go on from it. */
  readonly lastScanSeq: number | null;
}

export const snapshot = (state: TableState, audience: Audience): TableSnapshot => {
  const { table, phase, settings, nextSettings, dealer, shoe, round, opensAtMs, suspension } =
    state;
  const isPlayer = audience === 'player';
  return {
    table,
    seq: state.shown[audience],
    phase,
    suspended: suspension && { from: suspension.from, reason: suspension.reason },
    settings,
    nextSettings,
    dealer,
    shoe: shoe && {
      ordinal: shoe.ordinal,
      burned: shoe.burned,
      beads: shoe.beads,
      cutCardOut: shoe.cutCardOut,
      cardsLeft: isPlayer ? null : cardsLeft(shoe),
    },
    round: round && {
      game: round.game,
      roundInShoe: round.roundInShoe,
      isLast: round.isLast,
      spots: [...spotsOpen(round.roundInShoe)],
      lastBetsAtMs: round.lastBetsAtMs,
      closesAtMs: round.closesAtMs,
      cards: round.cards,
    },
    opensAtMs,
    lastScanSeq: isPlayer ? null : (state.lastScan?.scanSeq ?? null),
  };
};
