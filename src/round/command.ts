/**
 * What people, the clock and the settlement ask of a table. Players' bets are decided in bet.ts.
 */
import type { Card } from '../cards/card.js';
import type { CardSeat } from '../punto-banco/coup.js';
import type { Spot } from '../punto-banco/spot.js';
import type { CorrectedRound } from './correction.js';
import type { FurtherBefore } from './currencies.js';
import type { FourEyes } from './four-eyes.js';
import type { Shuffle } from './events/shoe.js';
import type { MalfunctionKind } from './malfunction.js';
import type { SettingsChange } from './settings.js';
import type { ShoeState } from './state.js';

/** The scanner's own number comes with every code. It grows by one with each scan that it sends. */
export interface Scan {
  readonly code: string;
  readonly scanSeq: number;
}

/**
 * A scan as it comes, with the round that was in hand when the code was read, as far as the scanner
 * knew.
 */
export interface ScanSent extends Scan {
  readonly game?: string | undefined;
}

/** What a round took and paid in a further currency. Minor units of it. */
export interface PaidFurther {
  readonly currency: string;
  readonly stakes: string;
  readonly paid: string;
}

/** The same of a correction, with the part of the clawback that could not be covered. */
export interface CorrectedFurther extends PaidFurther {
  readonly shortfall: string;
}

export type TableCommand =
  // the dealer
  | { readonly kind: 'open_table'; readonly dealer: string }
  | {
      readonly kind: 'relieve_dealer';
      readonly dealer: string;
      /** Nobody has let them take over in mid-round. */
      readonly betweenRounds?: boolean;
    }
  | { readonly kind: 'close_table'; readonly by?: string }
  | { readonly kind: 'bring_cards'; readonly cards: string; readonly by: string }
  | { readonly kind: 'shuffle_cards'; readonly how: Shuffle; readonly by: string }
  | { readonly kind: 'cut_shoe'; readonly by: string }
  | { readonly kind: 'new_shoe'; readonly by?: string }
  | ({ readonly kind: 'burn' } & ScanSent)
  | { readonly kind: 'open_betting'; readonly by?: string }
  | ({ readonly kind: 'scan' } & ScanSent)
  | { readonly kind: 'start_shoe_change'; readonly by?: string }
  | {
      readonly kind: 'withdraw_card';
      readonly reason: MalfunctionKind;
      readonly setAside: boolean;
      /** Which card is meant. Undefined: whichever was dealt last. */
      readonly game?: string | undefined;
      readonly seat?: string | undefined;
      readonly by: string;
    }
  /** At a squeeze table: the next card that lies face down is open. */
  | { readonly kind: 'show_card'; readonly by: string }
  | { readonly kind: 'confirm_coup'; readonly by: string }
  | {
      readonly kind: 'report_malfunction';
      readonly malfunction: MalfunctionKind;
      readonly cards: number | null;
      readonly note: string;
      /** What it was made of, where it says so: after more has fallen, it is no new one. */
      readonly seen?: { readonly game: string | null; readonly dropped: number } | undefined;
      readonly by: string;
    }
  /** A card that left the shoe without a seat, or was counted so by mistake. */
  | {
      readonly kind: 'count_card';
      /** Null where nobody saw it. */
      readonly face: Card | null;
      readonly isOut: boolean;
      /** What it was made of, where it says so. */
      readonly seen?: { readonly shoe: number; readonly cardsLeft: number } | undefined;
      readonly by: string;
    }
  | { readonly kind: 'call_manager'; readonly by: string }
  // the watch over the encoder's heartbeats
  | { readonly kind: 'lose_stream' }
  | { readonly kind: 'regain_stream' }
  // the clock
  | { readonly kind: 'tick' }
  // operators' wallets, with the change of the stakes in minor units
  | {
      readonly kind: 'finish_acceptance';
      readonly game: string;
      readonly taken: number;
      readonly voided: number;
      readonly change: string;
      readonly further?: Readonly<Record<string, string>>;
      readonly digest: string;
    }
  // the settlement, with amounts in minor units
  | {
      readonly kind: 'finish_settlement';
      readonly game: string;
      readonly stakes: string;
      readonly paid: string;
      readonly further?: readonly PaidFurther[] | undefined;
    }
  | {
      readonly kind: 'finish_refund';
      readonly game: string;
      readonly stakes: string;
      readonly further?: readonly PaidFurther[] | undefined;
    }
  | {
      readonly kind: 'finish_correction';
      readonly game: string;
      readonly correction: number;
      readonly stakes: string;
      readonly paid: string;
      readonly shortfall: string;
      readonly further?: readonly CorrectedFurther[] | undefined;
    }
  // the pit
  | { readonly kind: 'suspend'; readonly reason: string; readonly by: string }
  | {
      readonly kind: 'resume';
      readonly by: string;
      /** Since when the suspension that is meant has lasted. Left out: whatever there is. */
      readonly sinceMs?: number | undefined;
    }
  | {
      readonly kind: 'void_round';
      readonly game: string;
      readonly reason: string;
      readonly requestedBy: string;
      readonly approvedBy: string;
      readonly approval?: string;
    }
  /** A card that no scanner read. */
  | ({ readonly kind: 'enter_card'; readonly game: string; readonly card: Card } & CardSeat &
      FourEyes)
  /** The same for a new shoe's first card. `shoe` is the ordinal of the one in place. */
  | ({ readonly kind: 'enter_burn'; readonly shoe: number; readonly card: Card } & FourEyes)
  /**
   * The same for the cut card. `game` is that of the coup in hand, which is then the shoe's last.
   * Null between two coups.
   */
  | ({
      readonly kind: 'enter_cut_card';
      readonly shoe: number;
      readonly game: string | null;
    } & FourEyes)
  /**
   * What the round in hand, or a correction of any round, owes a player, in minor units, is paid
   * outside the studio. A correction that takes back has a negative amount.
   */
  | ({
      readonly kind: 'order_hand_pay';
      readonly game: string;
      readonly correction?: number | undefined;
      readonly player: string;
      readonly amount: string;
      readonly reason: string;
    } & FourEyes)
  | ({ readonly kind: 'correct_card'; readonly game: string; readonly card: Card } & CardSeat &
      FourEyes)
  /**
   * Any settled round of the table. `shoe` is the ordinal of the round's shoe. Where it is not the
   * one in hand, `gone` is that shoe as the log has it.
   */
  | ({
      readonly kind: 'correct_round';
      readonly shoe: number;
      readonly past?: ShoeState | undefined;
    } & CorrectedRound &
      FourEyes)
  | { readonly kind: 'close_spot' | 'open_spot'; readonly spot: Spot; readonly by: string }
  | { readonly kind: 'call_closing' | 'call_off_closing'; readonly by: string }
  /** Decided by the settings as they are when its turn has come. */
  | {
      readonly kind: 'change_settings';
      readonly settings: SettingsChange;
      /** What the further currencies were as the change was made. Left out: whatever they are. */
      readonly was?: { readonly further?: FurtherBefore | undefined } | undefined;
      readonly by?: string;
    };

/** What needs two persons, under an approval (I12). */
type FourEyesCommand = Extract<TableCommand, { readonly requestedBy: string }>;
/** What one person, the clock or the settlement asks for. */
export type LoneCommand = Exclude<TableCommand, FourEyesCommand>;

/** What a decision may not make up itself: the time, and a game number that no round has had. */
export interface Circumstances {
  readonly nowMs: number;
  readonly nextGame: string;
  /**
   * For how long operators' wallets are asked for the stakes once the bets are closed. Left out
   * where no stake is of a wallet that is asked for each round.
   */
  readonly acceptMs?: number | undefined;
}
