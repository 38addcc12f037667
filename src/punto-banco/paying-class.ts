/**
 * Results of a coup that pay every bet alike form one class. There are few classes, so any bet is
 * judged class by class.
 */
import { type FaceCounts, cardsLeft, fullCounts } from '../cards/composition.js';
import { assert } from '../money/assert.js';
import type { Verdict } from '../money/verdict.js';
import { COUP_RESULTS, coupWays, ordersOfSix } from './coup-census.js';
import type { Outcome } from './outcome.js';
import type { Paytable } from './paytable.js';
import { type Verdicts, verdicts } from './settle.js';
import { MODES, type Mode, SPOTS, type Spot, eachMode, eachSpot } from './spot.js';

export interface PayingClass {
  readonly outcome: Outcome;
  readonly verdicts: Verdicts;
}

/** The classes that pay a bet alike. Those in which it is lost are left out. */
interface Paying {
  readonly given: Exclude<Verdict, { readonly kind: 'lost' }>;
  readonly classes: readonly number[];
}
type PayingOf = Readonly<Record<Mode, Readonly<Record<Spot, readonly Paying[]>>>>;

/**
 * How often each class comes: `ways` out of all the `deals`, in the order of `payingClasses`. The
 * numbers are exact.
 */
export interface Chances {
  readonly classes: readonly PayingClass[];
  readonly paying: PayingOf;
  readonly ways: readonly number[];
  readonly deals: number;
}

/** Every class that a full shoe can deal. Each result of a coup is in one of them. */
export const payingClasses = (paytable: Paytable): readonly PayingClass[] =>
  sorted(paytable).classes;

/** Refuses `too_few_cards` when a coup of six cards could not be dealt to its end. */
export const chances = (counts: FaceCounts, paytable: Paytable): Chances | 'too_few_cards' => {
  const counted = coupWays(counts);
  if (counted === 'too_few_cards') return counted;
  const { classes, paying, classOf } = sorted(paytable);
  const ways = new Array<number>(classes.length).fill(0);
  for (let result = 0; result < counted.length; result += 1) {
    if (counted[result] !== 0) ways[classOf[result]!]! += counted[result]!;
  }
  return { classes, paying, ways, deals: ordersOfSix(cardsLeft(counts)) };
};

interface Sorted {
  readonly classes: readonly PayingClass[];
  readonly paying: PayingOf;
  /** The class of each of `COUP_RESULTS`. For those that cannot occur, -1. */
  readonly classOf: readonly number[];
}

const SORTED = new WeakMap<Paytable, Sorted>();

/** Sorted once for each paytable. */
const sorted = (paytable: Paytable): Sorted => {
  const known = SORTED.get(paytable) ?? sort(paytable);
  SORTED.set(paytable, known);
  return known;
};

const sort = (paytable: Paytable): Sorted => {
  const possible = coupWays(fullCounts());
  assert(possible !== 'too_few_cards', 'a full shoe has the cards for a coup');
  const classes: PayingClass[] = [];
  const named = new Map<string, number>();
  const classOf = COUP_RESULTS.map((result, index) => {
    if (possible[index] === 0) return -1;
    const given = verdicts(result, paytable);
    const name = `${result.outcome} ${nameOf(given)}`;
    const place = named.get(name) ?? classes.length;
    if (place === classes.length) classes.push({ outcome: result.outcome, verdicts: given });
    named.set(name, place);
    return place;
  });
  const paying = eachMode((mode) => eachSpot((spot) => payingOf(classes, mode, spot)));
  return { classes, paying, classOf };
};

const payingOf = (classes: readonly PayingClass[], mode: Mode, spot: Spot): readonly Paying[] => {
  const paying = new Map<string, { readonly given: Paying['given']; readonly classes: number[] }>();
  for (const [index, { verdicts: all }] of classes.entries()) {
    const given = all[mode][spot];
    if (given.kind === 'lost') continue;
    const known = paying.get(verdictName(given));
    if (known === undefined) paying.set(verdictName(given), { given, classes: [index] });
    else known.classes.push(index);
  }
  return [...paying.values()];
};

const nameOf = (given: Verdicts): string =>
  MODES.flatMap((mode) => SPOTS.map((spot) => verdictName(given[mode][spot]))).join(' ');

const verdictName = (given: Verdict): string =>
  given.kind === 'won' ? `${given.odds.win}:${given.odds.stake}` : given.kind;
