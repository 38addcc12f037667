/** What each choice of a hand has cost against the best play, by the cards that its player saw. */
import { type Amount, amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { SETTE_E_MEZZO_PAYTABLES } from './paytable.js';
import { type SetteEMezzoChoice } from './rules.js';
import {
  NEW_SETTE_E_MEZZO_HAND,
  type SetteEMezzoEvent,
  type SetteEMezzoHand,
  evolveSetteEMezzo,
} from './state.js';
import { bestChoice, choiceValues } from './tree.js';
import { viewSetteEMezzo } from './view.js';

interface SetteEMezzoDecision {
  /** The step of the hand at which the player chose. */
  readonly step: number;
  readonly chosen: SetteEMezzoChoice;
  readonly best: SetteEMezzoChoice;
  /** What it costs on average, in minor units, rounded to the nearest. Zero for the best choice. */
  readonly cost: Amount;
}

/** The choices of the player in a hand, in order. What the house or the rules did is none. */
export const setteEMezzoDecisions = (
  events: readonly SetteEMezzoEvent[],
): readonly SetteEMezzoDecision[] => {
  let hand = NEW_SETTE_E_MEZZO_HAND;
  const decisions: SetteEMezzoDecision[] = [];
  for (const event of events) {
    const chosen = choiceIn(hand, event);
    if (chosen !== undefined) decisions.push(decisionAt(hand, chosen));
    hand = evolveSetteEMezzo(hand, event);
  }
  return decisions;
};

const choiceIn = (
  hand: SetteEMezzoHand,
  event: SetteEMezzoEvent,
): SetteEMezzoChoice | undefined => {
  if (viewSetteEMezzo(hand).choices.length === 0) return undefined;
  switch (event.kind) {
    case 'card_dealt':
      return 'draw';
    case 'player_stood':
      return 'stand';
    case 'stake_taken':
    case 'house_took_over':
    case 'hand_ended':
      return undefined;
  }
};

const decisionAt = (hand: SetteEMezzoHand, chosen: SetteEMezzoChoice): SetteEMezzoDecision => {
  const { step, player, bank, paytable, taken } = hand;
  assert(paytable !== undefined && bank[0] !== undefined, 'who chooses has a hand, and the bank');
  const values = choiceValues(player, bank[0], SETTE_E_MEZZO_PAYTABLES[paytable]);
  const best = bestChoice(values);
  const [ofBest, ofChosen] = [best && values.get(best), values.get(chosen)];
  assert(
    best !== undefined && ofBest !== undefined && ofChosen !== undefined,
    'a choice has a value',
  );
  const denominator = ofBest.denominator * ofChosen.denominator;
  const lost =
    taken * (ofBest.numerator * ofChosen.denominator - ofChosen.numerator * ofBest.denominator);
  return { step, chosen, best, cost: amount((2n * lost + denominator) / (2n * denominator)) };
};
