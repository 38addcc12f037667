/**
 * Hands to practise on: dealt from a shoe that a seed decides, some with a fault in them. What is
 * right at each moment follows from the rules by which the studio plays.
 */
import { type Card, FACES } from '../../../../src/cards/card.js';
import { DECKS_IN_SHOE } from '../../../../src/cards/composition.js';
import { type Entropy, shuffle, uniformBelow } from '../../../../src/cards/shuffle.js';
import { dealCoup, nextSeat } from '../../../../src/punto-banco/coup.js';
import type { Outcome, Side } from '../../../../src/punto-banco/outcome.js';
import type { MalfunctionKind } from '../../../../src/round/malfunction.js';

/** What a dealer may do at a moment: draw for a side, announce the result, or report a fault. */
export const ANSWERS = [
  'draw_punto',
  'draw_banco',
  'punto',
  'banco',
  'egalite',
  'misread',
  'extra_card',
] as const satisfies readonly (MalfunctionKind | Outcome | `draw_${Side}`)[];
export type Answer = (typeof ANSWERS)[number];

/** A card on the layout, and what the scanner has read of it. */
interface Lying {
  readonly seat: string;
  readonly card: Card;
  readonly read: Card;
}

export interface Moment {
  readonly lying: readonly Lying[];
  readonly right: Answer;
}

/** The moments of one hand. A fault is its last. */
type Drill = readonly Moment[];

/** Cards before the first question: two for each side. */
const FIRST_CARDS = 4;

/** One hand in so many has a fault. */
const FAULT_IN = 3;

/** The same seed gives the same hands. */
export const drillsOf = (seed: number, count: number): readonly Drill[] => {
  const entropy = entropyOf(seed);
  let shoe: readonly Card[] = [];
  return Array.from({ length: count }, () => {
    // A hand takes seven cards at most, with one that was drawn too many.
    if (shoe.length < 7) shoe = shuffle(Array(DECKS_IN_SHOE).fill(FACES).flat() as Card[], entropy);
    const drill = deal(shoe, entropy);
    shoe = shoe.slice(drill.at(-1)!.lying.length);
    return drill;
  });
};

const deal = (shoe: readonly Card[], entropy: Entropy): Drill => {
  const cards: Card[] = [];
  for (let seat = nextSeat(cards); seat !== undefined; seat = nextSeat(cards)) {
    cards.push(shoe[cards.length]!);
  }
  const { outcome } = dealCoup(cards)!;
  const moments: Moment[] = [];
  for (let dealt = FIRST_CARDS; dealt <= cards.length; dealt += 1) {
    const due = nextSeat(cards, dealt);
    const right = due === undefined ? outcome : due.side === 'punto' ? 'draw_punto' : 'draw_banco';
    moments.push({ lying: lyingOf(cards.slice(0, dealt)), right });
  }
  if (uniformBelow(FAULT_IN, entropy) > 0) return moments;
  return withFault(moments, shoe[cards.length]!, entropy);
};

/**
 * A card that the scanner reads as another, at any moment; or one that the tableau does not give.
 */
const withFault = (moments: readonly Moment[], next: Card, entropy: Entropy): Drill => {
  const last = moments.at(-1)!;
  const free = ['punto_3', 'banco_3'].find((seat) =>
    last.lying.every((each) => each.seat !== seat),
  );
  if (free !== undefined && uniformBelow(2, entropy) === 0) {
    const extra = { seat: free, card: next, read: next };
    return [...moments.slice(0, -1), { lying: [...last.lying, extra], right: 'extra_card' }];
  }
  const at = uniformBelow(moments.length, entropy);
  const { lying } = moments[at]!;
  const wrong = uniformBelow(lying.length, entropy);
  const misread = lying.map((each, index) =>
    index === wrong ? { ...each, read: otherThan(each.card, entropy) } : each,
  );
  return [...moments.slice(0, at), { lying: misread, right: 'misread' }];
};

const otherThan = (card: Card, entropy: Entropy): Card => {
  const others = FACES.filter((face) => face !== card);
  return others[uniformBelow(others.length, entropy)]!;
};

const lyingOf = (cards: readonly Card[]): readonly Lying[] =>
  cards.map((card, dealt) => {
    const { side, position } = nextSeat(cards, dealt)!;
    return { seat: `${side}_${position}`, card, read: card };
  });

/** For practice alone: no card that money is on comes from it (mulberry32). */
const entropyOf = (seed: number): Entropy => {
  let state = seed >>> 0;
  const byte = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 24) & 0xff;
  };
  return (count) => Uint8Array.from({ length: count }, byte);
};

/** One hand as it was done. */
export interface Done {
  readonly answers: readonly { readonly given: Answer; readonly right: Answer }[];
  readonly tookMs: number;
}

interface Score {
  readonly hands: number;
  /** Hands without a wrong answer. */
  readonly flawless: number;
  /** 0–100: answers that were right. */
  readonly percent: number;
  /** Mean time of a hand. */
  readonly perHandMs: number;
}

export const scoreOf = (done: readonly Done[]): Score => {
  const answers = done.flatMap(({ answers: all }) => all);
  const right = answers.filter(({ given, right: is }) => given === is).length;
  const tookMs = done.reduce((sum, { tookMs: each }) => sum + each, 0);
  return {
    hands: done.length,
    flawless: done.filter(({ answers: all }) => all.every((each) => each.given === each.right))
      .length,
    percent: answers.length === 0 ? 0 : Math.round((right / answers.length) * 100),
    perHandMs: done.length === 0 ? 0 : Math.round(tookMs / done.length),
  };
};
