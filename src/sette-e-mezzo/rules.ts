/** The rules of drawing in Sette e Mezzo: what the player may do, what the bank does (RULES 4). */
import type { Card } from '../cards/card.js';
import { type Amount, amount } from '../money/amount.js';
import type { StakeLimits } from '../solo/stake-limits.js';
import { CURRENT_SETTE_E_MEZZO_PAYTABLE, type SetteEMezzoPaytableVersion } from './paytable.js';
import { HALF_POINTS_MAX, MATTA, halfPointsOf, isMattaAlone } from './points.js';

const SETTE_E_MEZZO_CHOICES = ['draw', 'stand'] as const;
export type SetteEMezzoChoice = (typeof SETTE_E_MEZZO_CHOICES)[number];

/** The bank draws until it has five points or more. */
const BANK_STANDS_ON = 10;

/**
 * What a player may choose: nothing after a bust, nor on 7½, where they stand by the rule. Below
 * the bank, and with the matta alone, they must draw.
 */
export const choicesOf = (
  player: readonly Card[],
  bank: readonly Card[],
): readonly SetteEMezzoChoice[] => {
  const points = halfPointsOf(player);
  if (points >= HALF_POINTS_MAX) return [];
  const mustDraw = isMattaAlone(player) || points < halfPointsOf(bank);
  return mustDraw ? ['draw'] : SETTE_E_MEZZO_CHOICES;
};

/** Whatever the player has. A matta that is the bank's only card must draw. */
export const bankDraws = (bank: readonly Card[]): boolean =>
  isMattaAlone(bank) || halfPointsOf(bank) < BANK_STANDS_ON;

/**
 * How the house plays a hand that its player has abandoned: against a matta up to seven points,
 * otherwise up to five. Where the player must draw, it draws.
 */
export const houseChoice = (
  player: readonly Card[],
  bank: readonly Card[],
): SetteEMezzoChoice | undefined => {
  const choices = choicesOf(player, bank);
  if (!choices.includes('stand')) return choices[0];
  const standsOn = bank[0] === MATTA ? 14 : 10;
  return halfPointsOf(player) < standsOn ? 'draw' : 'stand';
};

export interface SetteEMezzoRules {
  /** The one that the hand was opened on. */
  readonly paytable: SetteEMezzoPaytableVersion;
  readonly limits: StakeLimits;
  /** At least one, ascending. Every stake is a multiple of the first. */
  readonly chips: readonly Amount[];
}

const euros = (whole: number): Amount => amount(whole * 100);

export const DEFAULT_SETTE_E_MEZZO_RULES: SetteEMezzoRules = Object.freeze({
  paytable: CURRENT_SETTE_E_MEZZO_PAYTABLE,
  limits: Object.freeze({ min: euros(1), max: euros(1_000) }),
  chips: Object.freeze([1, 5, 25, 100, 500].map(euros)),
});
