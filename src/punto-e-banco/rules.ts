/** What a hand of Punto e Banco is played on: its paytable, limits for each spot, and chips. */
import { type Amount, amount } from '../money/amount.js';
import type { StakeLimits } from '../solo/stake-limits.js';
import { CURRENT_PUNTO_E_BANCO_PAYTABLE, type PuntoEBancoPaytableVersion } from './paytable.js';
import type { PuntoEBancoSpot } from './spot.js';

export interface PuntoEBancoRules {
  /** The one that the hand was opened on. */
  readonly paytable: PuntoEBancoPaytableVersion;
  readonly limits: Readonly<Record<PuntoEBancoSpot, StakeLimits>>;
  /** At least one, ascending. Every stake is a multiple of the first. */
  readonly chips: readonly Amount[];
}

const euros = (whole: number): Amount => amount(whole * 100);

const limits = (min: number, max: number): StakeLimits =>
  Object.freeze({ min: euros(min), max: euros(max) });

/** As at the live tables (RULES 1.10). */
export const DEFAULT_PUNTO_E_BANCO_RULES: PuntoEBancoRules = Object.freeze({
  paytable: CURRENT_PUNTO_E_BANCO_PAYTABLE,
  limits: Object.freeze({
    punto: limits(1, 10_000),
    banco: limits(1, 10_000),
    egalite: limits(1, 1_000),
    punto_pair: limits(1, 500),
    banco_pair: limits(1, 500),
  }),
  chips: Object.freeze([1, 5, 25, 100, 500, 1_000].map(euros)),
});
