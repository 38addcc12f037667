/**
 * The exact returns of Punto e Banco: every coup that one deck can deal, judged by the verdict that
 * pays the player.
 */
import { fullCounts } from '../cards/composition.js';
import { type Amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { type Fraction, addFractions, fraction, multiplyFractions } from '../money/fraction.js';
import { type Verdict, comesBack, paid } from '../money/verdict.js';
import { COUP_RESULTS, coupWays, ordersOfSix } from '../punto-banco/coup-census.js';
import type { PuntoEBancoPaytable } from './paytable.js';
import { type PuntoEBancoSpot, eachPuntoEBancoSpot } from './spot.js';
import { puntoEBancoVerdict } from './verdict.js';

export const DECKS_IN_PUNTO_E_BANCO = 1;

/** The mean return on a stake of 1 on each spot, stake included and without rounding. */
export const puntoEBancoReturns = (
  paytable: PuntoEBancoPaytable,
): Readonly<Record<PuntoEBancoSpot, Fraction>> =>
  eachPuntoEBancoSpot((spot) => meanOf((verdict) => comesBack(verdict), spot, paytable));

/** The same for a stake of so many minor units, whose winnings are rounded down. */
export const puntoEBancoReturnOn = (
  spot: PuntoEBancoSpot,
  stake: Amount,
  paytable: PuntoEBancoPaytable,
): Fraction => {
  assert(stake > 0n, 'a stake is above zero');
  return meanOf((verdict) => fraction(paid(verdict, stake), stake), spot, paytable);
};

const meanOf = (
  value: (verdict: Verdict) => Fraction,
  spot: PuntoEBancoSpot,
  paytable: PuntoEBancoPaytable,
): Fraction => {
  const ways = coupWays(DECK);
  assert(ways !== 'too_few_cards', 'a full deck is enough for a coup');
  const waysOf = new Map<string, { readonly verdict: Verdict; ways: number }>();
  for (const [index, result] of COUP_RESULTS.entries()) {
    const verdict = puntoEBancoVerdict(result, spot, paytable);
    const counted = waysOf.get(verdict.kind);
    if (counted === undefined) waysOf.set(verdict.kind, { verdict, ways: ways[index]! });
    else counted.ways += ways[index]!; // exact: all deals together are below 2^53
  }
  const deals = BigInt(ordersOfSix(DECKS_IN_PUNTO_E_BANCO * 52));
  return [...waysOf.values()]
    .map((each) => multiplyFractions(fraction(BigInt(each.ways), deals), value(each.verdict)))
    .reduce(addFractions, fraction(0n));
};

const DECK = fullCounts(DECKS_IN_PUNTO_E_BANCO);
