/**
 * A hand of Sette e Mezzo: what its events tell. It holds no card but those that have been dealt,
 * because the deck is an argument of `decideSetteEMezzo` and never a part of the hand.
 */
import type { Card } from '../cards/card.js';
import { type Amount, ZERO } from '../money/amount.js';
import type { Verdict } from '../money/verdict.js';
import type { SetteEMezzoPaytableVersion } from './paytable.js';

/** Every event of a hand may be seen by its player. */
export type SetteEMezzoEvent =
  | {
      readonly kind: 'stake_taken';
      readonly paytable: SetteEMezzoPaytableVersion;
      readonly taken: Amount;
    }
  | { readonly kind: 'card_dealt'; readonly to: 'player' | 'bank'; readonly card: Card }
  | { readonly kind: 'player_stood' }
  /** The player has not come back: from here on the house plays by its rule. */
  | { readonly kind: 'house_took_over' }
  | {
      readonly kind: 'hand_ended';
      readonly verdict: Verdict['kind'];
      readonly paid: Amount;
    };

export interface SetteEMezzoHand {
  /** How many events there were. A command names it, so that a late one is refused. */
  readonly step: number;
  readonly phase: 'stake' | 'player' | 'bank' | 'over';
  readonly paytable: SetteEMezzoPaytableVersion | undefined;
  readonly player: readonly Card[];
  readonly bank: readonly Card[];
  readonly isAbandoned: boolean;
  readonly verdict: Verdict['kind'] | undefined;
  /** The stake, once it was taken. */
  readonly taken: Amount;
  readonly paid: Amount;
}

/** A hand before its stake. */
export const NEW_SETTE_E_MEZZO_HAND: SetteEMezzoHand = Object.freeze({
  step: 0,
  phase: 'stake',
  paytable: undefined,
  player: [],
  bank: [],
  isAbandoned: false,
  verdict: undefined,
  taken: ZERO,
  paid: ZERO,
});

/** The hand after its next event. */
export const evolveSetteEMezzo = (
  hand: SetteEMezzoHand,
  event: SetteEMezzoEvent,
): SetteEMezzoHand => {
  const step = hand.step + 1;
  switch (event.kind) {
    case 'stake_taken':
      return { ...hand, step, phase: 'player', paytable: event.paytable, taken: event.taken };
    case 'card_dealt':
      return { ...hand, step, [event.to]: [...hand[event.to], event.card] };
    case 'player_stood':
      return { ...hand, step, phase: 'bank' };
    case 'house_took_over':
      return { ...hand, step, isAbandoned: true };
    case 'hand_ended':
      return { ...hand, step, phase: 'over', verdict: event.verdict, paid: event.paid };
  }
};
