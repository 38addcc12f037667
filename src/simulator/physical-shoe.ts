/**
 * The shoes on the robots' tables, card by card. Each follows from the seed, the table and its
 * number, so a restart finds it again.
 */
import { type Card, FACES } from '../cards/card.js';
import { type FaceCounts, countCards, countOf, fullCounts } from '../cards/composition.js';
import { type Shoe, cutShoe, fullShoe } from '../cards/shoe.js';
import { shuffle, uniformBelow } from '../cards/shuffle.js';
import { assert } from '../money/assert.js';
import type { Coup } from '../punto-banco/coup.js';
import { burnCount } from '../round/scan.js';
import { hashStream } from './hash-stream.js';

/** Which shoe it is. */
interface ShoeName {
  readonly seed: string;
  readonly table: string;
  readonly ordinal: number;
  readonly decks: number;
}

/** From the cut card to the end of the shoe: 14 cards, and up to five more for each deck. */
const BEHIND_CUT_MIN = 14;
const BEHIND_CUT_MORE_PER_DECK = 5;

export const shuffledShoe = (name: ShoeName): Shoe => {
  const entropy = entropyOf(name);
  const cards = shuffle(fullShoe(name.decks), entropy);
  const more = uniformBelow(name.decks * BEHIND_CUT_MORE_PER_DECK + 1, entropy);
  return cut(cards, cards.length - BEHIND_CUT_MIN - more);
};

/**
 * A shoe that deals `coups` first, with the cut card before the last of them. The cards that are
 * burned and those after the coups are shuffled. Undefined when a shoe of `decks` does not hold all
 * these cards.
 */
export const arrangedShoe = (name: ShoeName, coups: readonly Coup[]): Shoe | undefined => {
  const arranged = coups.flatMap(({ cards }) => cards);
  const others = without(fullCounts(name.decks), countCards(arranged));
  if (others === undefined) return undefined;
  const rest = shuffle(cardsOf(others), entropyOf(name));
  const burnCard = rest[0];
  if (burnCard === undefined) return undefined;
  const burned = 1 + burnCount(burnCard);
  if (rest.length < burned) return undefined;
  const cards = [...rest.slice(0, burned), ...arranged, ...rest.slice(burned)];
  const shoe = cutShoe(cards, burned + arranged.length - (coups.at(-1)?.cards.length ?? 0));
  return shoe === 'cut_leaves_no_coup' ? undefined : shoe;
};

const entropyOf = ({ seed, table, ordinal }: ShoeName) => hashStream(`${seed}:${table}:${ordinal}`);

const cut = (cards: readonly Card[], cutAt: number): Shoe => {
  const shoe = cutShoe(cards, cutAt);
  assert(shoe !== 'cut_leaves_no_coup', 'a coup fits behind the cut card');
  return shoe;
};

const without = (counts: FaceCounts, taken: FaceCounts): FaceCounts | undefined => {
  const left = counts.map((count, face) => count - taken[face]!);
  return left.some((count) => count < 0) ? undefined : left;
};

const cardsOf = (counts: FaceCounts): readonly Card[] =>
  FACES.flatMap((face) => Array<Card>(countOf(counts, face)).fill(face));
