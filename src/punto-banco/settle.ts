/**
 * Settlement: what a coup means for every spot, and what a player's stakes bring back (RULES
 * 1.3–1.5).
 */
import { type Amount, sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { LOST, RETURNED, type Verdict, paid, won, wonIf } from '../money/verdict.js';
import type { CoupResult } from './coup.js';
import type { Side } from './outcome.js';
import { BONUS_MARGINS, type BonusMargin, type BonusOdds, type Paytable } from './paytable.js';
import { type Mode, type Spot, eachMode, eachSpot } from './spot.js';
import type { Stakes } from './stakes.js';

export type Verdicts = Readonly<Record<Mode, Readonly<Record<Spot, Verdict>>>>;

/** `paid` is everything that comes back, the stake included, in minor units. */
interface SettledBet {
  readonly stake: Amount;
  readonly verdict: Verdict;
  readonly paid: Amount;
}

/** `total` is the sum of what the bets paid. */
interface Settlement {
  readonly bets: ReadonlyMap<Spot, SettledBet>;
  readonly total: Amount;
}

/** Settles one player's stakes of a round, each spot as one bet. */
export const settle = (
  coup: CoupResult,
  stakes: Stakes,
  mode: Mode,
  paytable: Paytable,
): Settlement => {
  assert(
    mode === 'zero_commission' || !stakes.has('super_6'),
    'Super 6 is bet on in zero-commission mode only',
  );
  const bets = new Map<Spot, SettledBet>();
  for (const [spot, stake] of stakes) {
    const given = verdict(coup, spot, mode, paytable);
    bets.set(spot, { stake, verdict: given, paid: paid(given, stake) });
  }
  return { bets, total: sum([...bets.values()].map((bet) => bet.paid)) };
};

/**
 * The verdict on every spot in either mode. A round's settlement needs to know nothing else of its
 * coup.
 */
export const verdicts = (coup: CoupResult, paytable: Paytable): Verdicts =>
  eachMode((mode) => eachSpot((spot) => verdict(coup, spot, mode, paytable)));

/**
 * The mode matters for Banco alone. That Super 6 exists in zero-commission mode only is a rule of
 * the slip, not of the verdict.
 */
export const verdict = (coup: CoupResult, spot: Spot, mode: Mode, paytable: Paytable): Verdict => {
  const { outcome, pairs, bancoTotal } = coup;
  switch (spot) {
    case 'punto':
      return outcome === 'egalite' ? RETURNED : wonIf(outcome === 'punto', paytable.punto);
    case 'banco': {
      const banco = paytable.banco[mode];
      if (outcome === 'egalite') return RETURNED;
      return wonIf(outcome === 'banco', bancoTotal === 6 ? banco.wonWithSix : banco.won);
    }
    case 'egalite':
      return wonIf(outcome === 'egalite', paytable.egalite);
    case 'punto_pair':
      return wonIf(pairs.punto !== undefined, paytable.punto_pair);
    case 'banco_pair':
      return wonIf(pairs.banco !== undefined, paytable.banco_pair);
    case 'either_pair':
      return wonIf(pairs.punto !== undefined || pairs.banco !== undefined, paytable.either_pair);
    case 'perfect_pair':
      return wonIf(pairs.punto === 'perfect' || pairs.banco === 'perfect', paytable.perfect_pair);
    case 'punto_bonus':
      return bonusVerdict(coup, 'punto', paytable.bonus);
    case 'banco_bonus':
      return bonusVerdict(coup, 'banco', paytable.bonus);
    case 'super_6':
      return wonIf(outcome === 'banco' && bancoTotal === 6, paytable.super_6);
  }
};

/** `ours` is the side that the bet names. */
const bonusVerdict = (coup: CoupResult, ours: Side, odds: BonusOdds): Verdict => {
  const { outcome, naturals, puntoTotal, bancoTotal } = coup;
  if (outcome === 'egalite') return naturals[ours] ? RETURNED : LOST;
  if (outcome !== ours) return LOST;
  if (naturals[ours]) return won(odds.natural);
  const margin = Math.abs(puntoTotal - bancoTotal);
  return isBonusMargin(margin) ? won(odds.margin[margin]) : LOST;
};

const isBonusMargin = (margin: number): margin is BonusMargin =>
  BONUS_MARGINS.some((paying) => paying === margin);
