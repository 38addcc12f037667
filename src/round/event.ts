/** What happens at a table, as its log keeps it. Plain JSON: amounts are strings of minor units, times are ms since 1970. */
import type { Card } from '../cards/card.js';
import type { Side } from '../punto-banco/outcome.js';
import type { RoundRefusal } from './refusal.js';
import type { TableSettings } from './settings.js';

/** Why the cards leave the table (RULES 1.11). */
export const SHOE_CHANGE_REASONS = ['table_opened', 'last_coup_dealt', 'shift_manager'] as const;
export type ShoeChangeReason = (typeof SHOE_CHANGE_REASONS)[number];

export type TableEvent =
  | { readonly kind: 'table_opened'; readonly dealer: string; readonly settings: TableSettings }
  | { readonly kind: 'table_closed' }
  | { readonly kind: 'settings_changed'; readonly settings: TableSettings }
  | { readonly kind: 'shoe_change_started'; readonly reason: ShoeChangeReason }
  | { readonly kind: 'shoe_started'; readonly shoe: number }
  | {
      readonly kind: 'cards_burned';
      readonly card: Card;
      /** Cards burned face down after it. */
      readonly unseen: number;
      readonly scanSeq: number;
      readonly code: string;
    }
  | {
      readonly kind: 'betting_opened';
      readonly game: string;
      readonly roundInShoe: number;
      readonly isLast: boolean;
      readonly paytable: string;
      readonly lastBetsAtMs: number;
      readonly closesAtMs: number;
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
      readonly scanSeq: number;
      readonly code: string;
    }
  | {
      readonly kind: 'cut_card_drawn';
      /** Whether the coup in hand is the shoe's last; else the next one is. */
      readonly thisCoupIsLast: boolean;
      readonly scanSeq: number;
      readonly code: string;
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
    }
  | {
      readonly kind: 'round_refunded';
      readonly game: string;
      readonly stakes: string;
      readonly opensAtMs: number;
    }
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
