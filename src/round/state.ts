/** The state of a live table: plain JSON, whole after every event, the same however it was reached. */
import type { Card } from '../cards/card.js';
import type { RoundRefusal } from './refusal.js';
import type { TableSettings } from './settings.js';

export const PHASES = [
  'closed', // no dealer: nothing is dealt, nothing is bet
  'shoe_change', // a new shoe is being made ready
  'betting', // PLACE YOUR BETS
  'last_bets', // LAST BETS: the last seconds of betting
  'bets_closed', // BETS CLOSED: no card is out yet
  'dealing', // cards are landing
  'resulted', // the coup is decided, its bets are being paid
  'settled', // all is paid; the next bets open after the pause
  'suspended', // a mishap: everything waits for the pit
  'void', // the round does not count; its stakes are going back, or have gone
] as const;
export type Phase = (typeof PHASES)[number];

export type RoundPhase = 'betting' | 'last_bets' | 'bets_closed' | 'dealing' | 'resulted';

export interface ShoeState {
  /** Counts the table's shoes, from 1. */
  readonly ordinal: number;
  /** How many decks it was made of: a setting changed later holds from the next shoe. */
  readonly decks: number;
  readonly burned: boolean;
  /** A change of shoe was begun: no card of this one is dealt any more. */
  readonly removed: boolean;
  /** Every card seen face up, in order: the burn card, then the coups'. */
  readonly seen: readonly Card[];
  /** Cards burned face down, unseen. */
  readonly unseen: number;
  /** Rounds whose first card was drawn, void ones too (RULES 1.6). */
  readonly roundsDealt: number;
  readonly cutCardOut: boolean;
  /** The coups of the shoe in bead notation, in order. */
  readonly beads: readonly string[];
}

export interface RoundState {
  /** The ten-digit game number. */
  readonly game: string;
  /** 1 for the shoe's first round. */
  readonly roundInShoe: number;
  readonly paytable: string;
  readonly lastBetsAtMs: number;
  readonly closesAtMs: number;
  /** Betting commands that stood, and what lies on the spots, minor units. */
  readonly bets: number;
  readonly stakes: string;
  readonly cards: readonly Card[];
  /** The shoe's last: the cut card is out. */
  readonly isLast: boolean;
}

export interface ScanMemory {
  readonly scanSeq: number;
  readonly code: string;
  readonly answer: ScanAnswer;
}

/** What the scanner was told, kept so that a repeat of the last scan is answered the same again. */
export type ScanAnswer =
  | { readonly kind: 'card'; readonly seq: number; readonly card: Card; readonly seat: string }
  | { readonly kind: 'cut_card'; readonly seq: number }
  | { readonly kind: 'refused'; readonly refusal: RoundRefusal };

export interface TableState {
  readonly table: string;
  /** The number of the last event; 0 before the first. */
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
  /** The last event that each audience was shown (see view.ts): what lets a viewer know that it missed none. */
  readonly shown: { readonly player: number; readonly dealer: number; readonly pit: number };
}

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
  shown: { player: 0, dealer: 0, pit: 0 },
});

/** The phase under a suspension, or the phase itself. */
export const phaseBeneath = (state: TableState): Phase => state.suspension?.from ?? state.phase;

/** Cards still in the shoe, seen or not. */
export const cardsLeft = ({ decks, seen, unseen }: ShoeState): number =>
  decks * 52 - seen.length - unseen;

/** A coup takes at most six cards: with fewer left, none is begun. */
export const CARDS_FOR_A_COUP = 6;

/** Whether no coup may follow in this shoe: its last was dealt, or too few cards are left. */
export const shoeIsSpent = (state: TableState): boolean => {
  const { shoe, round } = state;
  if (shoe === null) return true;
  if (cardsLeft(shoe) < CARDS_FOR_A_COUP) return true;
  return shoe.cutCardOut && round !== null && round.isLast;
};
