/** What players look out for in a hand, as soon as it is there to be seen. */
import type { Card } from '../../../src/cards/card.js';
import { isNatural, totalOf } from '../../../src/punto-banco/hand.js';
import type { Outcome, Side } from '../../../src/punto-banco/outcome.js';
import { pairOf } from '../../../src/punto-banco/pair.js';

type Hands = Readonly<Record<Side, readonly Card[]>>;

type Recognised =
  | { readonly kind: 'natural'; readonly total: number }
  | { readonly kind: 'perfect' | 'colour' | 'mixed' }
  | { readonly kind: 'margin'; readonly margin: number };

/** From this margin on a win that is no natural pays a Bonus. */
const MARGIN_FROM = 4;

/** In the order in which they are shown. `outcome` is undefined until the coup is over. */
export const recognisedIn = (
  hands: Hands,
  side: Side,
  outcome: Outcome | undefined,
): readonly Recognised[] => {
  const [first, second] = hands[side];
  if (first === undefined || second === undefined) return [];
  const seen: Recognised[] = [];
  const total = totalOf([first, second]);
  if (isNatural(total)) seen.push({ kind: 'natural', total });
  const pair = pairOf(first, second);
  if (pair !== undefined) seen.push({ kind: pair });
  const margin = Math.abs(totalOf(hands.punto) - totalOf(hands.banco));
  if (outcome === side && !isNatural(total) && margin >= MARGIN_FROM) {
    seen.push({ kind: 'margin', margin });
  }
  return seen;
};
