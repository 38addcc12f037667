/**
 * The state of a live table: plain JSON, complete after every event, the same however it was
 * reached.
 */
import type { Card } from '../cards/card.js';
import { sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import type { Spot } from '../punto-banco/spot.js';
import type { Sums } from './currencies.js';
import type { CardChangeReason } from './malfunction.js';
import type { RoundRefusal } from './refusal.js';
import type { ScanCodes } from './scan-code.js';
import type { TableSettings } from './settings.js';

export const PHASES = [
  'closed', // no dealer: nothing is dealt, nothing is bet
  'shoe_change', // a new shoe is being made ready
  'betting', // PLACE YOUR BETS
  'last_bets', // LAST BETS: the last seconds of betting
  'accepting_bets', // operators' wallets are asked for the stakes: no card is out yet
  'bets_closed', // BETS CLOSED: no card is out yet
  'dealing', // cards are being dealt
  'resulted', // the coup is decided, its bets are being paid
  'settled', // everything is paid; the next bets open after the pause
  'suspended', // a malfunction: everything waits for the pit
  'void', // the round does not count; its stakes are going back, or have gone
] as const;
export type Phase = (typeof PHASES)[number];

export interface ShoeState {
  /** Counts the table's shoes, from 1. */
  readonly ordinal: number;
  /** How many decks it was made of. A setting changed later holds from the next shoe. */
  readonly decks: number;
  /** How the codes of its cards are made. A setting changed later holds from the next shoe. */
  readonly scanCodes: ScanCodes;
  readonly burned: boolean;
  /** A change of shoe was begun, and no card of this one is dealt any more. */
  readonly removed: boolean;
  /** Every card seen face up, in order: the burn card, then the coups'. */
  readonly seen: readonly Card[];
  /** Cards burned face down, unseen. */
  readonly unseen: number;
  /** Cards still in it, seen or not. */
  readonly cardsLeft: number;
  /** Rounds whose first card was drawn, void ones too (RULES 1.6). */
  readonly roundsDealt: number;
  readonly cutCardOut: boolean;
  /** The coups of the shoe in bead notation, in order. */
  readonly beads: readonly string[];
  /** The game number of each bead. */
  readonly games: readonly string[];
  /** Every coup that was decided, void ones too, for a correction that may come. */
  readonly coups: readonly DealtCoup[];
  /** Rounds that were voided before they were decided: what was dealt of them. */
  readonly voids: readonly VoidedDeal[];
  /** The physical cards that were seen, where a code says which card of its face it is. */
  readonly codes: readonly string[];
  /** Cards that were dealt and set aside: out of the shoe, in no coup. */
  readonly withdrawn: readonly Card[];
  /** Cards that left the shoe and have no seat. */
  readonly unseated: readonly UnseatedCard[];
}

interface UnseatedCard {
  /** Null where nobody saw its face. */
  readonly card: Card | null;
  /** Which physical card it is, where its code says so. */
  readonly code: string | null;
  /**
   * The round that was in hand, or the last one. A correction of it may give the card a seat. Not
   * known in an older state, and before the table's first round.
   */
  readonly game?: string;
  /** It had a seat, and was withdrawn from it. Left out of any other card, and in older states. */
  readonly setAside?: true;
}

export interface DealtCoup {
  readonly game: string;
  readonly coup: string;
  /**
   * Which physical card each was read as, in the order of dealing. Not known for coups of an older
   * state.
   */
  readonly codes?: readonly (string | null)[];
}

export interface VoidedDeal {
  readonly game: string;
  readonly cards: readonly Card[];
  readonly codes: readonly (string | null)[];
}

/** At a squeeze table: cards that were dealt, and that players do not see yet. */
export interface FaceDown {
  /** How many cards of the round are open. They were dealt before those face down. */
  readonly open: number;
  /** How many lie face down. A viewer that may not see them has the open cards only. */
  readonly cards: number;
  /** When the next of them is shown by itself. */
  readonly showsAtMs: number;
}

export interface RoundState {
  /** The ten-digit game number. */
  readonly game: string;
  /** 1 for the shoe's first round. */
  readonly roundInShoe: number;
  readonly paytable: string;
  readonly lastBetsAtMs: number;
  readonly closesAtMs: number;
  /** Until when operators' wallets were asked for the stakes. Left out where none was. */
  readonly acceptedByMs?: number | undefined;
  /**
   * Betting commands that stood, and the stakes, in minor units. Where some are of further
   * currencies, `stakes` counts those units like all others: it checks that none is missing.
   */
  readonly bets: number;
  readonly stakes: string;
  /** Of them, those in further currencies, by currency. Left out where there were none. */
  readonly further?: Readonly<Record<string, string>> | undefined;
  readonly cards: readonly Card[];
  /** Which physical card each of them is. Null where its code does not say. */
  readonly codes: readonly (string | null)[];
  /** Null while every card lies open. It stays in a round that is voided meanwhile. */
  readonly faceDown: FaceDown | null;
  /** The shoe's last coup: the cut card is out. */
  readonly isLast: boolean;
}

/** The cards at the table, whichever shoe they are in. */
interface CardsState {
  /** As the inventory names them. Null before the first were brought. */
  readonly inUse: string | null;
  /** When they must leave (RULES 1.11), and whether the warning an hour before was given. */
  readonly dueAtMs: number | null;
  readonly warned: boolean;
  /** Why they must leave once the round in hand has ended. Null while they may stay. */
  readonly due: CardChangeReason | null;
  /** For the next shoe, and kept while that is in place. */
  readonly shuffled: boolean;
  readonly cut: boolean;
}

interface ScanMemory {
  readonly scanSeq: number;
  readonly code: string;
  readonly answer: ScanAnswer;
}

/**
 * The last answer to the scanner, kept so that a repeat of the last scan gets the same answer
 * again.
 */
export type ScanAnswer =
  | { readonly kind: 'card'; readonly seq: number; readonly card: Card; readonly seat: string }
  | { readonly kind: 'cut_card'; readonly seq: number }
  | { readonly kind: 'refused'; readonly refusal: RoundRefusal };

export interface TableState {
  readonly table: string;
  /** The number of the last event. 0 before the first. */
  readonly seq: number;
  readonly phase: Phase;
  readonly settings: TableSettings;
  /** Settings that hold from the next round. */
  readonly nextSettings: TableSettings | null;
  readonly dealer: string | null;
  readonly shoe: ShoeState | null;
  /** The round in hand, or the last one until the next opens. */
  readonly round: RoundState | null;
  /** When the next bets open by themselves. */
  readonly opensAtMs: number | null;
  readonly suspension: {
    readonly from: Exclude<Phase, 'suspended' | 'closed'>;
    readonly sinceMs: number;
    readonly reason: string;
  } | null;
  /** In the phase `void`: whether the stakes have gone back. */
  readonly refunded: boolean;
  readonly lastScan: ScanMemory | null;
  /** Scans in a row that could not be read. */
  readonly misreads: number;
  readonly cards: CardsState;
  /** Cards that fell to the floor in the round in hand. */
  readonly dropped: number;
  /** The table closes once the round in hand has ended. */
  readonly closing: boolean;
  readonly streamLost: boolean;
  /** Spots that the pit keeps closed. */
  readonly closedSpots: readonly Spot[];
  /** Corrections that were ordered and are not paid yet. */
  readonly corrections: readonly { readonly game: string; readonly correction: number }[];
  /**
   * The last event that each audience was sent (see view.ts), by which a viewer knows that it
   * missed none.
   */
  readonly shown: { readonly player: number; readonly dealer: number; readonly pit: number };
}

const NO_CARDS: CardsState = {
  inUse: null,
  dueAtMs: null,
  warned: false,
  due: null,
  shuffled: false,
  cut: false,
};

/**
 * A state as it was kept before the desk's procedures were introduced. It lacks what they added.
 */
export const completeState = (kept: TableState): TableState => {
  const { shoe, round } = kept;
  const isInPlace = shoe !== null && !shoe.removed;
  const shoeBefore: Partial<ShoeState> = {
    ...NO_CORRECTIONS,
    scanCodes: kept.settings.scanCodes,
    ...(shoe && { cardsLeft: shoe.decks * 52 - shoe.seen.length - shoe.unseen }),
  };
  const before: Partial<TableState> = {
    ...emptyTable(kept.table, kept.settings),
    cards: { ...NO_CARDS, shuffled: isInPlace, cut: isInPlace },
  };
  return {
    ...before,
    ...kept,
    shoe: shoe && { ...shoeBefore, ...shoe },
    round: round && {
      ...round,
      codes: round.codes ?? round.cards.map(() => null),
      faceDown: round.faceDown ?? null,
    },
  };
};

const NO_CORRECTIONS: Pick<
  ShoeState,
  'games' | 'coups' | 'voids' | 'codes' | 'withdrawn' | 'unseated'
> = {
  games: [],
  coups: [],
  voids: [],
  codes: [],
  withdrawn: [],
  unseated: [],
};

export const newShoe = (
  ordinal: number,
  { decks, scanCodes }: Pick<TableSettings, 'decks' | 'scanCodes'>,
): ShoeState => ({
  ordinal,
  decks,
  scanCodes,
  burned: false,
  removed: false,
  seen: [],
  unseen: 0,
  cardsLeft: decks * 52,
  roundsDealt: 0,
  cutCardOut: false,
  beads: [],
  games: [],
  coups: [],
  voids: [],
  codes: [],
  withdrawn: [],
  unseated: [],
});

export const emptyTable = (table: string, settings: TableSettings): TableState => ({
  table,
  seq: 0,
  phase: 'closed',
  settings,
  nextSettings: null,
  dealer: null,
  shoe: null,
  round: null,
  opensAtMs: null,
  suspension: null,
  refunded: false,
  lastScan: null,
  misreads: 0,
  cards: NO_CARDS,
  dropped: 0,
  closing: false,
  streamLost: false,
  closedSpots: [],
  corrections: [],
  shown: { player: 0, dealer: 0, pit: 0 },
});

/**
 * The state that was made by an event, with the event's place in it. Each field is written out: the
 * engine copies an object ten times as fast where all objects that come to that line of code were
 * made by one line, and states are made in some forty.
 */
export const placed = (state: TableState, seq: number, shown: TableState['shown']): TableState => ({
  table: state.table,
  seq,
  phase: state.phase,
  settings: state.settings,
  nextSettings: state.nextSettings,
  dealer: state.dealer,
  shoe: state.shoe,
  round: state.round,
  opensAtMs: state.opensAtMs,
  suspension: state.suspension,
  refunded: state.refunded,
  lastScan: state.lastScan,
  misreads: state.misreads,
  cards: state.cards,
  dropped: state.dropped,
  closing: state.closing,
  streamLost: state.streamLost,
  closedSpots: state.closedSpots,
  corrections: state.corrections,
  shown,
});

/** While a coup is in hand: it has begun, or the bets on it are open. */
export const IN_COUP: ReadonlySet<Phase> = new Set([
  'betting',
  'last_bets',
  'accepting_bets',
  'bets_closed',
  'dealing',
]);

/** The phase before a suspension, or the phase itself. */
export const phaseBeneath = (state: TableState): Phase => state.suspension?.from ?? state.phase;

/** Whether the bets of the round in hand are to be paid, or to go back. */
export const awaitsPayment = (state: TableState): boolean => {
  const phase = phaseBeneath(state);
  return phase === 'resulted' || (phase === 'void' && !state.refunded);
};

/** Whether nothing of a round is under way: no bets are open, and none are to be paid. */
export const isBetweenRounds = (state: TableState): boolean => {
  const phase = phaseBeneath(state);
  if (phase === 'void') return state.refunded;
  return phase === 'closed' || phase === 'shoe_change' || phase === 'settled';
};

/** Whether the correction was ordered, and is not paid. */
export const isOwed = (state: TableState, game: string, correction: number): boolean =>
  state.corrections.some((each) => each.game === game && each.correction === correction);

/**
 * The table's clock stands still while the table is suspended. `table_resumed` moves the times that
 * it shows.
 */
export const clockMs = ({ suspension }: TableState, nowMs: number): number =>
  suspension === null ? nowMs : suspension.sinceMs;

/** The phase goes on during a suspension: a round that was being paid is paid all the same. */
export const inPhase = (
  state: TableState,
  phase: Exclude<Phase, 'suspended' | 'closed'>,
): TableState =>
  state.suspension === null
    ? { ...state, phase }
    : { ...state, suspension: { ...state.suspension, from: phase } };

export const roundOf = ({ round }: TableState): RoundState => {
  assert(round !== null, 'the event belongs to a round');
  return round;
};

/** What lies in the round in hand, by currency. */
export const stakesIn = ({ round, settings }: TableState): Sums => {
  const further = Object.entries(round?.further ?? {}).map(([currency, stake]) => {
    return [currency, BigInt(stake)] as const;
  });
  const own = BigInt(round?.stakes ?? 0) - sum(further.map(([, stake]) => stake));
  return new Map([[settings.currency, own], ...further]);
};

export const shoeOf = ({ shoe }: TableState): ShoeState => {
  assert(shoe !== null, 'the event belongs to a shoe');
  return shoe;
};

/**
 * How the codes that are scanned now are made: those of the shoe in place or, where there is none,
 * those of the next.
 */
export const scanCodesOf = ({ shoe, nextSettings, settings }: TableState): ScanCodes =>
  shoe === null || shoe.removed ? (nextSettings ?? settings).scanCodes : shoe.scanCodes;

/** A coup takes at most six cards. With fewer left, none is begun. */
export const CARDS_FOR_A_COUP = 6;

/**
 * Whether no coup may follow in this shoe: its last was dealt, too few cards are left, or the cards
 * themselves must leave.
 */
export const shoeIsSpent = (state: TableState): boolean => {
  const { shoe, round, cards } = state;
  if (shoe === null || cards.due !== null) return true;
  if (shoe.cardsLeft < CARDS_FOR_A_COUP) return true;
  return shoe.cutCardOut && round !== null && round.isLast;
};
