import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Card, makeCard } from '../cards/card.js';
import { type Amount, amount, sum } from '../money/amount.js';
import { type Coup, dealCoup, nextSeat } from './coup.js';
import { type StakesByMode, exposure } from './exposure.js';
import type { Outcome } from './outcome.js';
import { CURRENT_PAYTABLE } from './paytable.js';
import { settle } from './settle.js';
import { MODES, SPOTS, type Spot } from './spot.js';
import { runs } from '../../test/kit/runs.js';

/** One rank for every number of points, and a second one worth nothing. */
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J'] as const;

/** Two cards of any points, as a pair of either kind where they can be one. */
const HANDS: readonly (readonly [Card, Card])[] = RANKS.flatMap((first, index) =>
  RANKS.slice(index).flatMap((second): [Card, Card][] => {
    const apart: [Card, Card] = [makeCard(first, 's'), makeCard(second, 'h')];
    return first === second ? [apart, [makeCard(first, 's'), makeCard(first, 's')]] : [apart];
  }),
);

const THIRDS = RANKS.slice(0, 10).map((rank) => makeCard(rank, 'c'));

/**
 * Every coup that differs from the others in points or pairs, dealt card by card. There is one of
 * each kind of result.
 */
const everyCoup = (): readonly Coup[] => {
  const coups = new Map<string, Coup>();
  const deal = (cards: readonly Card[]): void => {
    if (nextSeat(cards) !== undefined) return THIRDS.forEach((card) => deal([...cards, card]));
    const coup = dealCoup(cards)!;
    const { puntoTotal, bancoTotal, naturals, pairs } = coup;
    coups.set(JSON.stringify({ puntoTotal, bancoTotal, naturals, pairs }), coup);
  };
  for (const [punto1, punto2] of HANDS) {
    for (const [banco1, banco2] of HANDS) deal([punto1, banco1, punto2, banco2]);
  }
  return [...coups.values()];
};

const dealtWorst = (coups: readonly Coup[], stakes: StakesByMode): Record<Outcome, bigint> => {
  const worst: Record<Outcome, bigint> = { punto: 0n, banco: 0n, egalite: 0n };
  for (const coup of coups) {
    const pays = MODES.map((mode) => settle(coup, stakes[mode], mode, CURRENT_PAYTABLE).total);
    const total = sum(pays);
    if (total > worst[coup.outcome]) worst[coup.outcome] = total;
  }
  return worst;
};

const stakesOn = (...entries: readonly (readonly [Spot, number])[]) =>
  new Map<Spot, Amount>(entries.map(([spot, stake]) => [spot, amount(stake)]));

const NOTHING = stakesOn();

const anyStakes = (spots: readonly Spot[]) =>
  fc
    .uniqueArray(
      fc.tuple(
        fc.constantFrom(...spots),
        fc.bigInt(1n, 10n ** 9n).map((stake) => amount(stake)),
      ),
      { selector: ([spot]) => spot },
    )
    .map((entries): ReadonlyMap<Spot, Amount> => new Map(entries));

describe('the exposure of a round', () => {
  it('is the most that any coup with that outcome would pay, each coup dealt out', () => {
    const stakes = fc.record({
      zero_commission: anyStakes(SPOTS),
      normal: anyStakes(SPOTS.filter((spot) => spot !== 'super_6')),
    });
    const coups = everyCoup();
    fc.assert(
      fc.property(stakes, (placed) => {
        expect(exposure(placed, { ...CURRENT_PAYTABLE })).toEqual(dealtWorst(coups, placed));
      }),
      { numRuns: runs(50) },
    );
  });

  it('of no stakes is nothing', () => {
    const nothing = { zero_commission: NOTHING, normal: NOTHING };
    expect(exposure(nothing, CURRENT_PAYTABLE)).toEqual({ punto: 0n, banco: 0n, egalite: 0n });
  });

  it('on the main bets pays each mode by its own rule', () => {
    const stakes = {
      zero_commission: stakesOn(['banco', 1_000]),
      normal: stakesOn(['banco', 1_000], ['punto', 300], ['egalite', 100]),
    };
    expect(exposure(stakes, CURRENT_PAYTABLE)).toEqual({
      punto: 600n,
      banco: 2_000n + 1_950n,
      egalite: 1_000n + 1_000n + 300n + 900n,
    });
  });

  it('never adds up what no single coup pays: Super 6 and the full Banco, or both sides’ Bonus', () => {
    const withSix = {
      zero_commission: stakesOn(['banco', 1_000], ['super_6', 10]),
      normal: NOTHING,
    };
    expect(exposure(withSix, CURRENT_PAYTABLE).banco).toBe(2_000n);

    const bySide = {
      zero_commission: NOTHING,
      normal: stakesOn(['punto_bonus', 100], ['banco_bonus', 100], ['punto_pair', 100]),
    };
    // Punto wins by nine with a first pair: 30:1 and 11:1. Equal naturals return both Bonus bets.
    expect(exposure(bySide, CURRENT_PAYTABLE)).toEqual({
      punto: 3_100n + 1_200n,
      banco: 3_100n + 1_200n,
      egalite: 200n + 1_200n,
    });
  });
});
