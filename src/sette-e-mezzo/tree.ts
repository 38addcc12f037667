/**
 * The whole tree of Sette e Mezzo: what each choice is worth, exactly, by the rules that deal and
 * the verdict that pays.
 */
import type { Card } from '../cards/card.js';
import { assert } from '../money/assert.js';
import { type Fraction, addFractions, fraction } from '../money/fraction.js';
import type { Verdict } from '../money/verdict.js';
import {
  type BankHand,
  FULL_KINDS,
  KINDS,
  type SetteKindCounts,
  bankHands,
  cardsOf,
  countKinds,
  kindOf,
} from './bank-hands.js';
import { type SetteEMezzoPaytable, setteEMezzoVerdict } from './paytable.js';
import { FORTY_CARDS, HALF_POINTS_MAX, halfPointsOf } from './points.js';
import { type SetteEMezzoChoice, choicesOf } from './rules.js';

/** What a player does with these cards, of those choices. Undefined: what is worth most. */
type SetteEMezzoPlay = (
  player: readonly Card[],
  bank: readonly Card[],
) => SetteEMezzoChoice | undefined;

/** For a stake of 1: everything that comes back on average. Only what may be chosen is there. */
type ChoiceValues = ReadonlyMap<SetteEMezzoChoice, Fraction>;

/** The mean return on a stake of 1: with the best play, or with another. */
export const setteEMezzoReturn = (
  paytable: SetteEMezzoPaytable,
  play?: SetteEMezzoPlay,
): Fraction => {
  let total = 0n;
  for (const [bank, ofBank] of FULL_KINDS.entries()) {
    const tree = new Tree(KINDS[bank]!, paytable, play);
    for (const [player, ofPlayer] of FULL_KINDS.entries()) {
      const ways = ofBank * (player === bank ? ofPlayer - 1 : ofPlayer);
      if (ways > 0) total += BigInt(ways) * tree.valueOf(countKinds([KINDS[player]!]));
    }
  }
  return fraction(total, ORDERS[FORTY_CARDS.length]! * BigInt(paytable.won.stake));
};

/**
 * What each choice is worth with these cards against the bank's first, if play goes on as well as
 * it can.
 */
export const choiceValues = (
  player: readonly Card[],
  bank: Card,
  paytable: SetteEMezzoPaytable,
): ChoiceValues => {
  const first = KINDS[kindOf(bank)]!;
  const tree = TREES.get(paytable)?.get(first) ?? new Tree(first, paytable);
  const known = TREES.get(paytable) ?? new Map<Card, Tree>();
  TREES.set(paytable, known.set(first, tree));
  return tree.choicesAt(countKinds(player));
};

/** The choice that is worth most. Where two are worth the same, the player stands. */
export const bestChoice = (values: ChoiceValues): SetteEMezzoChoice | undefined => {
  const [draw, stand] = [values.get('draw'), values.get('stand')];
  if (draw === undefined || stand === undefined) return draw === undefined ? undefined : 'draw';
  return isBelow(stand, draw) ? 'draw' : 'stand';
};

const isBelow = (a: Fraction, b: Fraction): boolean =>
  addFractions(b, { ...a, numerator: -a.numerator }).numerator > 0n;

/** What has been worked out once holds for ever. */
const TREES = new WeakMap<SetteEMezzoPaytable, Map<Card, Tree>>();

/** How many orders so many cards have: 0! to 40!. */
const ORDERS: readonly bigint[] = (() => {
  const orders = [1n];
  for (let cards = 1n; cards <= FORTY_CARDS.length; cards += 1n)
    orders.push(orders.at(-1)! * cards);
  return orders;
})();

/** The values of one choice, or of the best, times the orders of the cards that are left. */
interface Node {
  readonly draw: bigint | undefined;
  readonly stand: bigint | undefined;
  readonly value: bigint;
}

/**
 * Against one first card of the bank. A value is a sum over all orders of the cards that are left,
 * so everything is a whole number: the sum over n cards is that over the kinds of the next one,
 * each as often as there are cards of it, over n − 1 cards.
 */
class Tree {
  readonly #nodes = new Map<string, Node>();
  readonly #bankHands: readonly BankHand[];

  constructor(
    private readonly bank: Card,
    private readonly paytable: SetteEMezzoPaytable,
    private readonly play?: SetteEMezzoPlay,
  ) {
    this.#bankHands = bankHands(bank);
  }

  /** Times the orders of the cards that are left, and times the paytable's stake. */
  valueOf(player: SetteKindCounts): bigint {
    return this.#nodeOf(player).value;
  }

  choicesAt(player: SetteKindCounts): ChoiceValues {
    const { draw, stand } = this.#nodeOf(player);
    const all = ORDERS[cardsIn(this.#left(player))]! * BigInt(this.paytable.won.stake);
    return new Map(
      [['draw', draw] as const, ['stand', stand] as const].flatMap(([choice, value]) =>
        value === undefined ? [] : [[choice, fraction(value, all)] as const],
      ),
    );
  }

  #nodeOf(player: SetteKindCounts): Node {
    const key = player.join();
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = this.#count(player);
    this.#nodes.set(key, node);
    return node;
  }

  #count(player: SetteKindCounts): Node {
    const cards = cardsOf(player);
    const points = halfPointsOf(cards);
    const choices = choicesOf(cards, [this.bank]);
    if (points > HALF_POINTS_MAX) return { draw: undefined, stand: undefined, value: 0n };
    if (choices.length === 0) {
      return { draw: undefined, stand: undefined, value: this.#standing(player, points) };
    }
    const draw = choices.includes('draw') ? this.#drawing(player) : undefined;
    const stand = choices.includes('stand') ? this.#standing(player, points) : undefined;
    const chosen = this.play?.(cards, [this.bank]);
    if (chosen !== undefined) {
      const value = chosen === 'draw' ? draw : stand;
      assert(value !== undefined, 'a play chooses what may be chosen');
      return { draw, stand, value };
    }
    const best = stand === undefined || (draw !== undefined && draw > stand) ? draw : stand;
    assert(best !== undefined, 'a player who may choose can do something');
    return { draw, stand, value: best };
  }

  #drawing(player: SetteKindCounts): bigint {
    let total = 0n;
    for (const [kind, count] of this.#left(player).entries()) {
      if (count === 0) continue;
      total += BigInt(count) * this.valueOf(player.with(kind, player[kind]! + 1));
    }
    return total;
  }

  #standing(player: SetteKindCounts, points: number): bigint {
    const left = this.#left(player);
    /** The ways to deal so many cards to the bank, each times what comes back. */
    const ways = new Array<number>(FORTY_CARDS.length).fill(0);
    for (const { drawn, cards, orders, halfPoints } of this.#bankHands) {
      const back = unitsBack(setteEMezzoVerdict(points, halfPoints, this.paytable), this.paytable);
      if (back > 0) ways[cards]! += back * orders * waysToDraw(left, drawn);
    }
    assert(ways.every(Number.isSafeInteger), 'the ways of the bank are counted exactly');
    const rest = cardsIn(left);
    return ways.reduce(
      (total, count, cards) =>
        count === 0 ? total : total + BigInt(count) * ORDERS[rest - cards]!,
      0n,
    );
  }

  #left(player: SetteKindCounts): SetteKindCounts {
    const bank = kindOf(this.bank);
    return FULL_KINDS.map((count, kind) => count - player[kind]! - (kind === bank ? 1 : 0));
  }
}

/** For as many units as the paytable's odds are for. */
const unitsBack = (verdict: Verdict, { won }: SetteEMezzoPaytable): number => {
  switch (verdict.kind) {
    case 'lost':
      return 0;
    case 'returned':
      return won.stake;
    case 'won':
      return won.stake + won.win;
  }
};

/** The ways to draw these, one order of their kinds given. */
const waysToDraw = (left: SetteKindCounts, drawn: SetteKindCounts): number => {
  let ways = 1;
  for (const [kind, count] of drawn.entries()) {
    for (let taken = 0; taken < count; taken += 1) ways *= left[kind]! - taken;
    if (ways <= 0) return 0;
  }
  return ways;
};

const cardsIn = (counts: SetteKindCounts): number =>
  counts.reduce((total, count) => total + count, 0);
