/**
 * What each choice of a hand has cost against the best play, by all the cards that its player saw.
 * It is a mean in floating point, for the history only. No money is moved by it.
 */
import type { Card } from '../cards/card.js';
import { type Amount, amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { comesBack } from '../money/verdict.js';
import { FULL_KINDS, cardsIn, countKinds, kindOf } from './kinds.js';
import { BLACKJACK_PAYTABLES, insuranceVerdict } from './paytable.js';
import { handOf } from './player-hands.js';
import { Prospects, mostOf } from './prospects.js';
import type { BlackjackChoice } from './rules.js';
import {
  type BlackjackEvent,
  type BlackjackHand,
  NEW_BLACKJACK_HAND,
  evolveBlackjack,
  handAt,
  placeInTurn,
} from './state.js';
import { Standing } from './standing.js';
import { TOTAL_MAX } from './total.js';
import { viewBlackjack } from './view.js';

/** To insure boxes is one choice, whichever they are. */
type Chosen = BlackjackChoice | 'insure' | 'decline';

interface BlackjackDecision {
  /** The step of the hand at which the player chose. */
  readonly step: number;
  readonly chosen: Chosen;
  readonly best: Chosen;
  /** What it costs on average, in minor units, rounded to the nearest. Zero for the best choice. */
  readonly cost: Amount;
}

/**
 * The choices of the player in a hand, in order. What the house or the rules did is not a choice.
 */
export const blackjackDecisions = (
  events: readonly BlackjackEvent[],
): readonly BlackjackDecision[] => {
  let hand = NEW_BLACKJACK_HAND;
  const decisions: BlackjackDecision[] = [];
  for (const event of events) {
    const chosen = choiceIn(event);
    const { choices, insurance } = viewBlackjack(hand);
    if (chosen !== undefined && choices.length > 0) decisions.push(decisionAt(hand, chosen));
    if (event.kind === 'insurance_decided' && insurance !== undefined) {
      decisions.push(insuranceAt(hand, event.taken));
    }
    hand = evolveBlackjack(hand, event);
  }
  return decisions;
};

const choiceIn = ({ kind }: BlackjackEvent): BlackjackChoice | undefined => {
  switch (kind) {
    case 'card_dealt':
      return 'card';
    case 'hand_stood':
      return 'stand';
    case 'hand_doubled':
      return 'double';
    case 'hand_split':
      return 'split';
    case 'stakes_taken':
    case 'bank_card_dealt':
    case 'hole_card_dealt':
    case 'hole_card_turned':
    case 'insurance_decided':
    case 'house_took_over':
    case 'hand_ended':
      return undefined;
  }
};

const decisionAt = (hand: BlackjackHand, chosen: BlackjackChoice): BlackjackDecision => {
  const place = placeInTurn(hand);
  const [first] = hand.bank;
  assert(place !== undefined && first !== undefined, 'who chooses has a hand, and the bank');
  assert(hand.paytable !== undefined, 'a hand with stakes has a paytable');
  const { cards, stake, isSplit } = handAt(hand, place);
  const split = isSplit ? kindOf(cards[0]!) : undefined;
  const gone = countKinds(othersSeen(hand, cards));
  const paytable = BLACKJACK_PAYTABLES[hand.paytable];
  const prospects = new Prospects(new Standing(kindOf(first), gone, split, paytable));
  const mine = handOf(countKinds(cards));
  const gains = prospects.gains(mine);
  const best = mostOf(mine, gains);
  const [ofBest, ofChosen] = [best && gains[best], gains[chosen]];
  assert(best !== undefined && ofBest !== undefined && ofChosen !== undefined, 'choices gain');
  return {
    step: hand.step,
    chosen,
    best,
    cost: amount(Math.round(Number(stake) * (ofBest - ofChosen))),
  };
};

/**
 * Insurance gains what it pays, by how probable a ten-value hole card is among all cards that do
 * not lie face up. To decline is always best: five boxes without a ten-value leave 96 of 301.
 */
const insuranceAt = (hand: BlackjackHand, insured: Amount): BlackjackDecision => {
  assert(hand.paytable !== undefined, 'a hand with stakes has a paytable');
  const seen = countKinds([...hand.bank, ...othersSeen(hand, [])]);
  const left = FULL_KINDS.map((count, kind) => count - seen[kind]!);
  const paytable = BLACKJACK_PAYTABLES[hand.paytable];
  const blackjack = insuranceVerdict({ total: TOTAL_MAX, isBlackjack: true }, paytable);
  const { numerator, denominator } = comesBack(blackjack);
  const back = (left.at(-1)! / cardsIn(left)) * (Number(numerator) / Number(denominator));
  assert(back < 1, 'insurance loses on average');
  return {
    step: hand.step,
    chosen: insured > 0n ? 'insure' : 'decline',
    best: 'decline',
    cost: amount(Math.round(Number(insured) * (1 - back))),
  };
};

/** All the player's other cards that lie face up. */
const othersSeen = ({ boxes }: BlackjackHand, mine: readonly Card[]): readonly Card[] =>
  boxes.flatMap(({ hands }) => hands.flatMap(({ cards }) => (cards === mine ? [] : cards)));
