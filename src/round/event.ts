/** What happens at a table, as its log keeps it. Plain JSON: amounts are strings of minor units, times are ms since 1970. */
import type { Card } from '../cards/card.js';
import type { Seat } from '../punto-banco/coup.js';
import type { Side } from '../punto-banco/outcome.js';
import type { Spot } from '../punto-banco/spot.js';
import { CARD_CHANGE_REASONS, type CardChangeReason, type MishapKind } from './mishap.js';
import type { RoundRefusal } from './refusal.js';
import type { TableSettings } from './settings.js';

/** Why the shoe leaves the table (RULES 1.11). */
export const SHOE_CHANGE_REASONS = [
  'last_coup_dealt',
  'shift_manager',
  ...CARD_CHANGE_REASONS,
] as const;
export type ShoeChangeReason = (typeof SHOE_CHANGE_REASONS)[number];

export const SHUFFLES = ['manual', 'machine', 'beforehand'] as const;
export type Shuffle = (typeof SHUFFLES)[number];

/** What a correction makes of a round that was settled (RULES 1.13). */
export const FIXES = ['void', 'resettle', 'refund'] as const;
export type Fix = (typeof FIXES)[number];

/** Two persons, and the approval that both stand in (I12). `requestedBy` and `approvedBy` are staff ids. */
export interface FourEyes {
  readonly requestedBy: string;
  readonly approvedBy: string;
  readonly approval: string;
}

/** A correction of a settled round. The person who staked is named where one person's bets go back. */
export interface CorrectedRound {
  readonly game: string;
  /** 1 for the first correction of the round. */
  readonly correction: number;
  readonly fix: Fix;
  /** What the coup was in truth, in notation, where it is settled again. */
  readonly coup: string | null;
  readonly player: string | null;
  readonly reason: string;
}

export type TableEvent =
  | { readonly kind: 'table_opened'; readonly dealer: string; readonly settings: TableSettings }
  | { readonly kind: 'table_closed'; readonly by?: string }
  | { readonly kind: 'settings_changed'; readonly settings: TableSettings; readonly by?: string }
  | {
      readonly kind: 'shoe_change_started';
      readonly reason: ShoeChangeReason;
      /** Who began it, where the rules did not. */
      readonly by?: string;
    }
  | { readonly kind: 'dealer_changed'; readonly dealer: string; readonly was: string }
  /** Cards from the inventory are at the table: those of before are gone. */
  | {
      readonly kind: 'cards_brought';
      readonly cards: string;
      /** When they must leave again. */
      readonly dueAtMs: number;
      readonly by: string;
    }
  | { readonly kind: 'cards_shuffled'; readonly how: Shuffle; readonly by: string }
  | { readonly kind: 'shoe_cut'; readonly by: string }
  | { readonly kind: 'shoe_started'; readonly shoe: number; readonly by?: string }
  | { readonly kind: 'card_change_warned'; readonly dueAtMs: number }
  /** New cards are due: the shoe is changed once the round in hand has ended. */
  | { readonly kind: 'cards_due'; readonly reason: CardChangeReason }
  | {
      readonly kind: 'cards_burned';
      readonly card: Card;
      /** Cards burned face down after it. */
      readonly unseen: number;
      readonly scanSeq: number;
      readonly code: string;
      readonly manual?: FourEyes;
    }
  | {
      readonly kind: 'betting_opened';
      readonly game: string;
      readonly roundInShoe: number;
      readonly isLast: boolean;
      readonly paytable: string;
      readonly lastBetsAtMs: number;
      readonly closesAtMs: number;
      /** Spots that the pit keeps closed; left out when there are none. */
      readonly closedSpots?: readonly Spot[];
      /** Who opened them by hand; left out where the clock did. */
      readonly by?: string;
    }
  /** A batch of betting commands that stand; the commands themselves are the bets of this number. */
  | {
      readonly kind: 'bets_accepted';
      readonly game: string;
      readonly bets: number;
      /** The change of what lies on the spots, signed. */
      readonly change: string;
      /** SHA-256 over the batch's bets. */
      readonly digest: string;
    }
  | { readonly kind: 'last_bets_called'; readonly game: string }
  | { readonly kind: 'betting_closed'; readonly game: string }
  | {
      readonly kind: 'card_dealt';
      readonly game: string;
      readonly side: Side;
      readonly position: 1 | 2 | 3;
      readonly card: Card;
      /** Of a card that was entered by hand: 0, and no code. */
      readonly scanSeq: number;
      readonly code: string;
      readonly manual?: FourEyes;
    }
  /** The last card that was dealt comes off its seat again. */
  | ({
      readonly kind: 'card_withdrawn';
      readonly game: string;
      readonly card: Card;
      /** Whether the card stays out of the shoe; else it was misread, and is scanned again. */
      readonly setAside: boolean;
      readonly reason: MishapKind;
      readonly by: string;
    } & Seat)
  /** The card on a seat is another than was read. `by` asked for it. */
  | ({
      readonly kind: 'card_corrected';
      readonly game: string;
      readonly was: Card;
      readonly card: Card;
      readonly by: string;
      readonly approvedBy: string;
      readonly approval: string;
    } & Seat)
  | { readonly kind: 'coup_confirmed'; readonly game: string; readonly by: string }
  | {
      readonly kind: 'cut_card_drawn';
      /** Whether the coup in hand is the shoe's last; else the next one is. */
      readonly thisCoupIsLast: boolean;
      readonly scanSeq: number;
      readonly code: string;
      readonly manual?: FourEyes;
    }
  /** Kept as evidence; no player ever sees it. */
  | {
      readonly kind: 'scan_refused';
      readonly refusal: RoundRefusal;
      readonly scanSeq: number;
      readonly code: string;
    }
  | {
      readonly kind: 'coup_decided';
      readonly game: string;
      /** Notation: `P 2h Kd 5s . B 4c Ks 7d`. */
      readonly coup: string;
      /** Notation: `B8nb`. */
      readonly bead: string;
      readonly opensAtMs: number;
    }
  | {
      readonly kind: 'round_settled';
      readonly game: string;
      readonly stakes: string;
      /** All that came back to players, stakes included. */
      readonly paid: string;
      readonly opensAtMs: number;
    }
  | {
      readonly kind: 'round_voided';
      readonly game: string;
      readonly reason: string;
      readonly requestedBy: string;
      readonly approvedBy: string;
      readonly approval?: string;
    }
  | {
      readonly kind: 'round_refunded';
      readonly game: string;
      readonly stakes: string;
      readonly opensAtMs: number;
    }
  /** `beads` are those of the shoe in hand after it; null where the round is of another shoe. */
  | ({
      readonly kind: 'round_corrected';
      readonly beads: readonly string[] | null;
      /** How many cards more than were known have left the shoe in hand. */
      readonly moreCards: number;
    } & CorrectedRound &
      FourEyes)
  | {
      readonly kind: 'correction_paid';
      readonly game: string;
      readonly correction: number;
      readonly stakes: string;
      /** All that players have of the round after it, stakes included. */
      readonly paid: string;
      /** What was taken back from players and could not be covered. */
      readonly shortfall: string;
    }
  /** `cards` counts those that fell; null where it says nothing. */
  | {
      readonly kind: 'mishap_reported';
      readonly mishap: MishapKind;
      readonly cards: number | null;
      readonly note: string;
      readonly by: string;
    }
  | { readonly kind: 'manager_called'; readonly by: string }
  | { readonly kind: 'stream_lost' }
  | { readonly kind: 'stream_back' }
  | { readonly kind: 'spot_closed'; readonly spot: Spot; readonly by: string }
  | { readonly kind: 'spot_opened'; readonly spot: Spot; readonly by: string }
  /** The table closes by itself once the round in hand has ended. */
  | { readonly kind: 'closing_called'; readonly by: string }
  | { readonly kind: 'closing_called_off'; readonly by: string }
  | { readonly kind: 'table_suspended'; readonly reason: string; readonly by: string }
  | {
      readonly kind: 'table_resumed';
      readonly by: string;
      /** How long the table's clock stood still, ms. */
      readonly pausedMs: number;
    };

export type EventKind = TableEvent['kind'];
export type EventOf<K extends EventKind> = Extract<TableEvent, { kind: K }>;

/** An event with its place in the table's log. */
export interface LoggedEvent {
  readonly seq: number;
  readonly atMs: number;
  readonly event: TableEvent;
}
