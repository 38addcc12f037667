/**
 * Results of a coup that pay every bet alike form one class. There are few classes, so any bet is
 * judged class by class.
 */
import { type FaceCounts, cardsLeft } from '../cards/composition.js';
import type { Verdict } from '../money/verdict.js';
import { COUP_RESULTS, coupWays, ordersOfSix } from './coup-census.js';
import type { Outcome } from './outcome.js';
import type { Paytable } from './paytable.js';
import { type Verdicts, verdicts } from './settle.js';
import { type Mode, type Spot, eachMode, eachSpot } from './spot.js';

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

/**
 * Each result of a coup is in one of them. `COUP_RESULTS` lists some that no cards make. They pay
 * as others do, so that a full shoe can deal every class.
 */
export const payingClasses = (paytable: Paytable): readonly PayingClass[] =>
  sorted(paytable).classes;

/** Refuses `too_few_cards` when a coup of six cards could not be dealt to its end. */
export const chances = (counts: FaceCounts, paytable: Paytable): Chances | 'too_few_cards' => {
  const counted = coupWays(counts);
  if (counted === 'too_few_cards') return counted;
  const { classes, paying, classOf } = sorted(paytable);
  const ways = new Array<number>(classes.length).fill(0);
  counted.forEach((count, result) => {
    ways[classOf[result]!]! += count;
  });
  return { classes, paying, ways, deals: ordersOfSix(cardsLeft(counts)) };
};

interface Sorted {
  readonly classes: readonly PayingClass[];
  readonly paying: PayingOf;
  /** The class of each of `COUP_RESULTS`. */
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
  const classes: PayingClass[] = [];
  const named = new Map<string, number>();
  const classOf = COUP_RESULTS.map((result) => {
    const given = verdicts(result, paytable);
    const name = JSON.stringify(given);
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
    const name = JSON.stringify(given);
    const known = paying.get(name);
    if (known === undefined) paying.set(name, { given, classes: [index] });
    else known.classes.push(index);
  }
  return [...paying.values()];
};
