/** What people, the clock and the settlement ask of a table. Players' bets are decided in bet.ts. */
import type { TableSettings } from './settings.js';

/** The scanner's own number comes with every code: one more with each scan that it sends. */
export interface Scan {
  readonly code: string;
  readonly scanSeq: number;
}

export type TableCommand =
  // the dealer
  | { readonly kind: 'open_table'; readonly dealer: string }
  | { readonly kind: 'close_table' }
  | { readonly kind: 'new_shoe' }
  | ({ readonly kind: 'burn' } & Scan)
  | { readonly kind: 'open_betting' }
  | ({ readonly kind: 'scan' } & Scan)
  | { readonly kind: 'start_shoe_change' }
  // the clock
  | { readonly kind: 'tick' }
  // the settlement; amounts in minor units
  | {
      readonly kind: 'finish_settlement';
      readonly game: string;
      readonly stakes: string;
      readonly paid: string;
    }
  | { readonly kind: 'finish_refund'; readonly game: string; readonly stakes: string }
  // the pit
  | { readonly kind: 'suspend'; readonly reason: string; readonly by: string }
  | { readonly kind: 'resume'; readonly by: string }
  | {
      readonly kind: 'void_round';
      readonly game: string;
      readonly reason: string;
      readonly requestedBy: string;
      readonly approvedBy: string;
    }
  | { readonly kind: 'change_settings'; readonly settings: TableSettings };

/** What a decision may not make up for itself: the time, and a game number that no round has had. */
export interface Circumstances {
  readonly nowMs: number;
  readonly nextGame: string;
}
