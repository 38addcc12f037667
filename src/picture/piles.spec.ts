import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.js';
import { dealCoup } from '../punto-banco/coup.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import {
  PAID_AFTER_MS,
  PAYING_MS,
  type Stake,
  TAKEN_AFTER_MS,
  pileOf,
  pilesShown,
  stakesOn,
} from './piles.js';

const STAKES: readonly Stake[] = [
  { spot: 'punto', amount: amount(2_500) },
  { spot: 'banco', amount: amount(10_000) },
  { spot: 'egalite', amount: amount(100) },
];
const SIDE_BETS: readonly Stake[] = [
  { spot: 'banco_pair', amount: amount(500) },
  { spot: 'punto_bonus', amount: amount(100) },
];
const PUNTO_WINS = dealCoup(['9h', '3c', 'Kd', '4s'])!;
const EGALITE = dealCoup(['9h', '9c', 'Kd', 'Ks'])!;
const shown = (coup: typeof PUNTO_WINS | undefined, sinceMs: number, stakes = STAKES) =>
  pilesShown(stakes, DEFAULT_SETTINGS, coup, sinceMs);

describe('the chips on the felt', () => {
  it('are the stakes on every spot, the largest chips first and no more than five', () => {
    const spots = {
      banco: { players: 2, amount: '2600' },
      either_pair: { players: 1, amount: '500' },
    };
    expect(stakesOn({ spots })).toEqual([
      { spot: 'banco', amount: 2_600n },
      { spot: 'either_pair', amount: 500n },
    ]);
    expect(pileOf(amount(2_600), DEFAULT_SETTINGS)).toEqual([2, 0]);
    expect(pileOf(amount(900_000), DEFAULT_SETTINGS)).toEqual([5, 5, 5, 5, 5]);
    expect(pileOf(amount(2_650), DEFAULT_SETTINGS), 'what no chip makes is left out').toEqual([
      2, 0,
    ]);
  });

  it('lie where they are until the last card is open', () => {
    expect(shown(undefined, 60_000).map(({ spot, away }) => [spot, away])).toEqual([
      ['punto', 0],
      ['banco', 0],
      ['egalite', 0],
    ]);
  });

  it('are taken from what has lost, and then what has won is paid beside its stake', () => {
    expect(shown(PUNTO_WINS, 0)).toHaveLength(3);
    expect(
      shown(PUNTO_WINS, PAID_AFTER_MS).map(({ spot, isPaid, away }) => [spot, isPaid, away]),
    ).toEqual([
      ['punto', false, 0],
      ['punto', true, 1],
    ]);
    expect(shown(PUNTO_WINS, PAYING_MS)).toEqual([
      { spot: 'punto', pile: [2], isPaid: false, away: 0 },
      { spot: 'punto', pile: [2], isPaid: true, away: 0 },
    ]);
  });

  it('stay on both sides when the totals are equal, and eight to one is paid', () => {
    expect(shown(EGALITE, PAYING_MS).map(({ spot, isPaid, pile }) => [spot, isPaid, pile])).toEqual(
      [
        ['punto', false, [2]],
        ['banco', false, [3]],
        ['egalite', false, [0]],
        ['egalite', true, [1, 0, 0, 0]],
      ],
    );
  });

  it('of side bets are taken and paid like those of the main ones', () => {
    expect(
      shown(PUNTO_WINS, PAYING_MS, SIDE_BETS).map(({ spot, isPaid }) => [spot, isPaid]),
      'a natural pays the bonus, and there is no pair',
    ).toEqual([
      ['punto_bonus', false],
      ['punto_bonus', true],
    ]);
    const taken = shown(PUNTO_WINS, TAKEN_AFTER_MS + 250, SIDE_BETS);
    expect(taken.map(({ spot, away }) => [spot, away])).toEqual([
      ['banco_pair', 0.5],
      ['punto_bonus', 0],
    ]);
  });
});
