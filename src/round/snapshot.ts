/**
 * The table as a viewer who comes in now should see it: what the messages so far would have said.
 */
import { assert } from '../money/assert.js';
import { type CardSeat, nextSeat } from '../punto-banco/coup.js';
import { listOfOpen } from '../punto-banco/opening.js';
import type { Card } from '../cards/card.js';
import { type NextAction, nextAction } from './next-action.js';
import type { Spot } from '../punto-banco/spot.js';
import type { ScanCodes } from './scan-code.js';
import type { TableSettings } from './settings.js';
import { openCards } from './face-down.js';
import {
  type FaceDown,
  type Phase,
  type TableState,
  emptyTable,
  newShoe,
  phaseBeneath,
  scanCodesOf,
  shoeIsSpent,
} from './state.js';
import type { Audience } from './audience.js';

interface RoundSnapshot {
  readonly game: string;
  readonly roundInShoe: number;
  readonly isLast: boolean;
  readonly spots: readonly Spot[];
  readonly lastBetsAtMs: number;
  readonly closesAtMs: number;
  /** Until when operators' wallets are asked for the stakes, while they are. */
  readonly acceptedByMs?: number | undefined;
  /** In dealing order. Empty until the close. To players, those that lie open. */
  readonly cards: readonly Card[];
  /**
   * At a squeeze table, while cards lie face down after those that are open. Missing in what a
   * process of an earlier version says.
   */
  readonly faceDown?: FaceDown | null | undefined;
}

/** What the dealer's desk needs besides. */
interface DeskSnapshot {
  readonly next: NextAction;
  /** The card seat of the next card, while a coup is dealt: `punto_1`. */
  readonly seat: string | null;
  /** The cards at the table, as the inventory names them, and when they must leave. */
  readonly cards: string | null;
  readonly cardsDueAtMs: number | null;
  readonly newCardsDue: boolean;
  readonly shuffled: boolean;
  readonly cut: boolean;
  /** Cards to burn face down after the burn card, once that was seen. Due while `next` is BURN. */
  readonly toBurn: number | null;
  readonly confirms: TableSettings['confirms'];
  /** How the codes that are scanned now are made. */
  readonly scanCodes: ScanCodes;
  /** Cards that fell to the floor in the round in hand. */
  readonly dropped: number;
  readonly streamLost: boolean;
  /** The table closes once the round in hand has ended. */
  readonly closing: boolean;
}

export interface TableSnapshot {
  readonly table: string;
  /** The last message that this audience was sent. The next one names it as `prev`. */
  readonly seq: number;
  readonly phase: Phase;
  /** What the table was doing when it was suspended. */
  readonly suspended: {
    readonly from: Phase;
    readonly reason: string;
    /** A version of before does not say. */
    readonly sinceMs?: number | undefined;
  } | null;
  readonly settings: TableSettings;
  /** Settings that hold from the next round. */
  readonly nextSettings: TableSettings | null;
  readonly dealer: string | null;
  readonly shoe: {
    readonly ordinal: number;
    readonly burned: boolean;
    /** The shoe's coups in bead notation. `src/roads` draws every road from them. */
    readonly beads: readonly string[];
    readonly cutCardOut: boolean;
    /** Cards not yet drawn. Only for the dealer and the pit. */
    readonly cardsLeft: number | null;
  } | null;
  readonly round: RoundSnapshot | null;
  readonly opensAtMs: number | null;
  /** Spots that the pit keeps closed, until it opens them again. */
  readonly closedSpots: readonly Spot[];
  /** Only for the dealer and the pit. */
  readonly desk: DeskSnapshot | null;
  /** For the dealer: the number of the last scan taken, so that a scanner can go on from it. */
  readonly lastScanSeq: number | null;
}

export const snapshot = (state: TableState, audience: Audience): TableSnapshot => {
  const { table, phase, settings, nextSettings, dealer, shoe, round, opensAtMs, suspension } =
    state;
  const isPlayer = audience === 'player';
  const isAccepting = phaseBeneath(state) === 'accepting_bets' && round?.acceptedByMs !== undefined;
  return {
    table,
    seq: state.shown[audience],
    phase,
    suspended: suspension && suspendedOf(suspension),
    settings,
    nextSettings,
    dealer,
    shoe: shoe && {
      ordinal: shoe.ordinal,
      burned: shoe.burned,
      beads: shoe.beads,
      cutCardOut: shoe.cutCardOut,
      cardsLeft: isPlayer ? null : shoe.cardsLeft,
    },
    round: round && {
      game: round.game,
      roundInShoe: round.roundInShoe,
      isLast: round.isLast,
      spots: listOfOpen(round.roundInShoe, state.closedSpots),
      lastBetsAtMs: round.lastBetsAtMs,
      closesAtMs: round.closesAtMs,
      ...(isAccepting && { acceptedByMs: round.acceptedByMs }),
      cards: isPlayer ? openCards(round) : round.cards,
      faceDown: round.faceDown,
    },
    opensAtMs,
    closedSpots: state.closedSpots,
    desk: isPlayer ? null : desk(state),
    lastScanSeq: isPlayer ? null : (state.lastScan?.scanSeq ?? null),
  };
};

/**
 * The table as far as a snapshot describes it: the state from which its viewer's copy is kept. What
 * the viewer is not sent is as at an empty table. `snapshot` makes the same snapshot of it again.
 */
export const known = (published: TableSnapshot): TableState => {
  const { table, seq, phase, suspended, settings, nextSettings, dealer, shoe, round, desk } =
    published;
  const { scanCodes, toBurn, cut = false } = desk ?? {};
  return {
    ...emptyTable(table, settings),
    seq,
    phase,
    nextSettings,
    dealer,
    shoe: shoe && {
      ...newShoe(shoe.ordinal, {
        decks: settings.decks,
        scanCodes: scanCodes ?? settings.scanCodes,
      }),
      burned: shoe.burned,
      removed: !cut,
      beads: shoe.beads,
      cutCardOut: shoe.cutCardOut,
      cardsLeft: shoe.cardsLeft ?? 0,
      unseen: toBurn ?? 0,
    },
    round: round && {
      game: round.game,
      roundInShoe: round.roundInShoe,
      isLast: round.isLast,
      lastBetsAtMs: round.lastBetsAtMs,
      closesAtMs: round.closesAtMs,
      ...(round.acceptedByMs !== undefined && { acceptedByMs: round.acceptedByMs }),
      cards: round.cards,
      faceDown: round.faceDown ?? null,
      paytable: settings.paytable,
      bets: 0,
      stakes: '0',
      codes: round.cards.map(() => null),
    },
    opensAtMs: published.opensAtMs,
    suspension: suspended && {
      from: beneath(suspended.from),
      sinceMs: suspended.sinceMs ?? UNKNOWN_MS,
      reason: suspended.reason,
    },
    lastScan:
      published.lastScanSeq === null ? null : { ...NO_SCAN, scanSeq: published.lastScanSeq },
    cards: {
      inUse: desk?.cards ?? null,
      dueAtMs: desk?.cardsDueAtMs ?? null,
      warned: false,
      due: desk?.newCardsDue === true ? 'table_opened' : null,
      shuffled: desk?.shuffled ?? false,
      cut,
    },
    dropped: desk?.dropped ?? 0,
    closing: desk?.closing ?? false,
    streamLost: desk?.streamLost ?? false,
    closedSpots: published.closedSpots,
    shown: { player: seq, dealer: seq, pit: seq },
  };
};

const NO_SCAN = { code: '', answer: { kind: 'cut_card', seq: 0 } } as const;

/** Of a suspension that a version of before has published. */
const UNKNOWN_MS = 0;

const suspendedOf = ({ from, reason, sinceMs }: NonNullable<TableState['suspension']>) => ({
  ...{ from, reason },
  ...(sinceMs !== UNKNOWN_MS && { sinceMs }),
});

const beneath = (from: Phase): NonNullable<TableState['suspension']>['from'] => {
  assert(from !== 'suspended' && from !== 'closed', 'only an open table is suspended');
  return from;
};

const desk = (state: TableState): DeskSnapshot => {
  const { phase, settings, shoe, round, cards, dropped, streamLost, closing, opensAtMs } = state;
  const { shuffled, cut } = cards;
  const newCardsDue = cards.due !== null;
  return {
    next: nextAction({
      phase,
      opensAtMs,
      settings,
      shoe: shoe && { burned: shoe.burned, isSpent: shoeIsSpent(state) },
      round,
      newCardsDue,
      shuffled,
      cut,
      closing,
    }),
    seat: seatDue(phase, round?.cards ?? []),
    cards: cards.inUse,
    cardsDueAtMs: cards.dueAtMs,
    newCardsDue,
    shuffled,
    cut,
    toBurn: shoe?.burned === true ? shoe.unseen : null,
    confirms: settings.confirms,
    scanCodes: scanCodesOf(state),
    dropped,
    streamLost,
    closing,
  };
};

/** The seat of the next card, while a coup is dealt. */
export const seatDue = (
  phase: Phase,
  cards: readonly Card[],
): `${CardSeat['side']}_${CardSeat['position']}` | null => {
  const seat = phase === 'bets_closed' || phase === 'dealing' ? nextSeat(cards) : undefined;
  return seat === undefined ? null : `${seat.side}_${seat.position}`;
};
