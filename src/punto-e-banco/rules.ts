/** What may be staked in Punto e Banco: limits for each spot, and chips. */
import { type Amount, amount } from '../money/amount.js';
import type { StakeLimits } from '../solo/stake-limits.js';
import type { PuntoEBancoSpot } from './spot.js';

export interface PuntoEBancoRules {
  readonly limits: Readonly<Record<PuntoEBancoSpot, StakeLimits>>;
  /** At least one, ascending. Every stake is a multiple of the first. */
  readonly chips: readonly Amount[];
}

const euros = (whole: number): Amount => amount(whole * 100);

const limits = (min: number, max: number): StakeLimits =>
  Object.freeze({ min: euros(min), max: euros(max) });

/** As at the live tables (RULES 1.10). */
export const DEFAULT_PUNTO_E_BANCO_RULES: PuntoEBancoRules = Object.freeze({
  limits: Object.freeze({
    punto: limits(1, 10_000),
    banco: limits(1, 10_000),
    egalite: limits(1, 1_000),
    punto_pair: limits(1, 500),
    banco_pair: limits(1, 500),
  }),
  chips: Object.freeze([1, 5, 25, 100, 500, 1_000].map(euros)),
});
