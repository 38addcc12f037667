/**
 * Hands to practise on: dealt from a shoe that a seed decides, some with a fault in them. What is
 * right at each moment follows from the rules by which the studio plays.
 */
import { FACES } from '../../../../src/cards/card.js';
import { DECKS_IN_SHOE } from '../../../../src/cards/composition.js';
import { type Entropy, shuffle, uniformBelow } from '../../../../src/cards/shuffle.js';
import { dealCoup, nextSeat } from '../../../../src/punto-banco/coup.js';
import type { Outcome, Side } from '../../../../src/punto-banco/outcome.js';
import { FAULTS, type DrillFault, faultOf } from './faults.js';
import type { Lying, Physical, Sign } from './lying.js';

/** What comes next where nothing is wrong: a draw for a side, or the result. */
export const STEPS = [
  'draw_punto',
  'draw_banco',
  'punto',
  'banco',
  'egalite',
] as const satisfies readonly (Outcome | `draw_${Side}`)[];
type Step = (typeof STEPS)[number];

/** What a dealer may do at a moment: what comes next, or report a fault. */
export type DrillAnswer = Step | DrillFault;

export const isFault = (answer: DrillAnswer): answer is DrillFault =>
  FAULTS.some((each) => each === answer);

export interface Moment {
  readonly lying: readonly Lying[];
  /** What is to be seen besides the coup. */
  readonly sign?: Sign;
  readonly right: DrillAnswer;
}

/** The moments of one hand. A fault is its last. */
type Drill = readonly Moment[];

/** Cards before the first question: two for each side. */
const FIRST_CARDS = 4;

/** One hand in so many has no fault. */
const FAULTLESS_IN = 2;

/** The same seed gives the same hands. */
export const drillsOf = (seed: number, count: number): readonly Drill[] => {
  const entropy = entropyOf(seed);
  let shoe: readonly Physical[] = [];
  return Array.from({ length: count }, () => {
    // A hand takes seven cards at most, with one that was drawn too many.
    if (shoe.length < 7) shoe = shuffle(CARDS, entropy);
    const drill = deal(shoe, entropy);
    shoe = shoe.slice(drill.at(-1)!.lying.length);
    return drill;
  });
};

const CARDS: readonly Physical[] = Array.from({ length: DECKS_IN_SHOE }, (_, index) =>
  FACES.map((face) => ({ face, deck: index + 1 })),
).flat();

const deal = (shoe: readonly Physical[], entropy: Entropy): Drill => {
  const cards: Physical[] = [];
  const faces = () => cards.map(({ face }) => face);
  while (nextSeat(faces()) !== undefined) cards.push(shoe[cards.length]!);
  const { outcome } = dealCoup(faces())!;
  const moments: Moment[] = [];
  for (let dealt = FIRST_CARDS; dealt <= cards.length; dealt += 1) {
    const due = nextSeat(faces(), dealt);
    const right = due === undefined ? outcome : due.side === 'punto' ? 'draw_punto' : 'draw_banco';
    moments.push({ lying: lyingOf(cards.slice(0, dealt)), right });
  }
  if (uniformBelow(FAULTLESS_IN, entropy) === 0) return moments;
  const next = shoe[cards.length]!;
  const { at, ...moment } = faultOf({ moments, next }, entropy);
  return [...moments.slice(0, at), moment];
};

const lyingOf = (cards: readonly Physical[]): readonly Lying[] =>
  cards.map((card, dealt) => {
    const { side, position } = nextSeat(
      cards.map(({ face }) => face),
      dealt,
    )!;
    return { seat: `${side}_${position}`, card, scan: card };
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
  readonly answers: readonly { readonly given: DrillAnswer; readonly right: DrillAnswer }[];
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
