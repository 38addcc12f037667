/**
 * A robot's betting style: what it likes to bet on, how much and how. Its name decides it, so the
 * same robot always plays alike.
 */
import { type Mode, type Spot } from '../punto-banco/spot.js';
import { type Dice, diceOf } from './dice.js';
import { hashStream } from './hash-stream.js';

export interface BettingStyle {
  readonly mode: Mode;
  /** The side it mostly bets on, and now and then Egalité. */
  readonly main: 'punto' | 'banco';
  /** How faithful it is to that side. */
  readonly faithfulPercent: number;
  /** Other spots it likes. */
  readonly sides: readonly Spot[];
  /** Which of the table's chips it plays with, counted from the smallest. */
  readonly chip: number;
  /** How many chips it places at once, at most. */
  readonly chipsMax: number;
  /** It places no more than this many of its chips in a round. */
  readonly chipsInRound: number;
  /** How many commands it gives in a round, at most. */
  readonly movesMax: number;
  readonly playsPercent: number;
  readonly repeatsPercent: number;
  readonly doublesPercent: number;
  /** Takes back what it placed. */
  readonly doubtsPercent: number;
  /** Does not look at the rules. */
  readonly carelessPercent: number;
}

export const bettingStyleOf = (name: string): BettingStyle => {
  const dice = diceOf(hashStream(`taste of ${name}`));
  const likesSuper6 = dice.chance(25);
  return {
    mode: likesSuper6 || dice.chance(60) ? 'zero_commission' : 'normal',
    main: dice.chance(55) ? 'banco' : 'punto',
    faithfulPercent: dice.between(50, 95),
    sides: [...sidesOf(dice), ...(likesSuper6 ? (['super_6'] as const) : [])],
    chip: dice.pick([0, 0, 0, 1, 1, 2]),
    chipsMax: dice.between(1, 4),
    chipsInRound: dice.between(6, 20),
    movesMax: dice.between(1, 6),
    playsPercent: dice.between(60, 100),
    repeatsPercent: dice.between(0, 60),
    doublesPercent: dice.between(0, 15),
    doubtsPercent: dice.between(0, 15),
    carelessPercent: dice.between(0, 3),
  };
};

const SIDE_SPOTS = [
  'egalite',
  'punto_pair',
  'banco_pair',
  'either_pair',
  'perfect_pair',
  'punto_bonus',
  'banco_bonus',
] as const;

const sidesOf = (dice: Dice): readonly Spot[] => SIDE_SPOTS.filter(() => dice.chance(30));
