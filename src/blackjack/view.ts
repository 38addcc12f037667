/** What the player sees of a hand of Blackjack, and which buttons can be pressed. */
import type { Card } from '../cards/card.js';
import type { Amount } from '../money/amount.js';
import { type BlackjackChoice, choicesOf, insuranceOf } from './rules.js';
import {
  type BlackjackHand,
  type BlackjackPhase,
  type HandPlace,
  type StakedHand,
  handAt,
  phaseOf,
  placeInTurn,
} from './state.js';
import { type Total, isTwoCard21, totalOf } from './total.js';

interface SeenHand extends StakedHand, Total {
  readonly isBlackjack: boolean;
}

interface BlackjackView {
  readonly step: number;
  readonly phase: BlackjackPhase;
  /** From the right, as they are played. */
  readonly boxes: readonly { readonly insurance: Amount; readonly hands: readonly SeenHand[] }[];
  /** The cards that lie face up, and whether another one lies face down. */
  readonly bank: Total & { readonly cards: readonly Card[]; readonly hasHoleCard: boolean };
  /** The hand that is played now. */
  readonly inTurn: HandPlace | undefined;
  /** What may be done with it. Empty where the player has no choice. */
  readonly choices: readonly BlackjackChoice[];
  /** What the insurance of each box would cost, where it is offered. */
  readonly insurance: readonly Amount[] | undefined;
  readonly isAbandoned: boolean;
  readonly results: BlackjackHand['results'];
  readonly taken: Amount;
  readonly paid: Amount;
}

export const viewBlackjack = (hand: BlackjackHand): BlackjackView => {
  const phase = phaseOf(hand);
  const { step, boxes, bank, isAbandoned, results, taken, paid } = hand;
  const inTurn = phase === 'player' ? placeInTurn(hand) : undefined;
  const mayInsure = phase === 'insurance' && !isAbandoned;
  return {
    step,
    phase,
    boxes: boxes.map(({ insurance, hands }) => ({ insurance, hands: hands.map(seen) })),
    bank: { ...totalOf(bank), cards: bank, hasHoleCard: hand.holeCard === 'face_down' },
    inTurn,
    choices: inTurn === undefined || isAbandoned ? [] : choicesOf(handAt(hand, inTurn)),
    insurance: mayInsure ? boxes.map(({ hands }) => insuranceOf(hands[0]!.stake)) : undefined,
    isAbandoned,
    results,
    taken,
    paid,
  };
};

const seen = (hand: StakedHand): SeenHand => ({
  ...hand,
  ...totalOf(hand.cards),
  isBlackjack: !hand.isSplit && isTwoCard21(hand.cards),
});
