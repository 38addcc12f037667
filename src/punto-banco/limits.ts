/**
 * A table's betting rules: what may be staked on each spot, with which chips, and how (RULES 1.7
 * and 1.10).
 */
import { type Amount, amount } from '../money/amount.js';
import { type Spot } from './spot.js';

/** Limits of the sum on one spot, in minor units, both ends included. */
interface Limits {
  readonly min: Amount;
  readonly max: Amount;
}

export const OPPOSITE_BETS = ['reject', 'allow'] as const;
/** Whether one player may cover both Punto and Banco in a round. */
export type OppositeBets = (typeof OPPOSITE_BETS)[number];

/** Settings of a table. All amounts in minor units. */
export interface BettingRules {
  readonly limits: Readonly<Record<Spot, Limits>>;
  /** At least one, ascending. The first is the smallest, and every stake is a multiple of it. */
  readonly chips: readonly Amount[];
  readonly oppositeBets: OppositeBets;
  readonly placementsMax: number;
}

const euros = (whole: number): Amount => amount(whole * 100);

const limits = (min: number, max: number): Limits =>
  Object.freeze({ min: euros(min), max: euros(max) });

const SIDE_BET = limits(1, 500);

export const DEFAULT_BETTING_RULES: BettingRules = Object.freeze({
  limits: Object.freeze({
    punto: limits(1, 10_000),
    banco: limits(1, 10_000),
    egalite: limits(1, 1_000),
    punto_pair: SIDE_BET,
    banco_pair: SIDE_BET,
    either_pair: SIDE_BET,
    perfect_pair: SIDE_BET,
    punto_bonus: SIDE_BET,
    banco_bonus: SIDE_BET,
    super_6: SIDE_BET,
  }),
  chips: Object.freeze([1, 5, 25, 100, 500, 1_000].map(euros)),
  oppositeBets: 'reject',
  placementsMax: 64,
});
