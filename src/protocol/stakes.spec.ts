import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.js';
import { LIMIT_DIGITS } from '../round/limits-of.js';
import { SOLO_GAMES } from '../solo/game.js';
import { SOLO_COMMANDS } from './solo.js';
import { stakesOrder } from './solo-stakes.js';
import {
  DEFAULT_STAKES,
  type PlainStakes,
  makeStakes,
  parseStakes,
  stakesFault,
} from './stakes.js';

const sette = (chips: string[], min: string, max: string): PlainStakes => ({
  chips,
  limits: { stake: { min, max } },
});

const amountOf = (digits: string) => amount(BigInt(digits));

/** What is wrong with stakes of Sette e Mezzo. */
const faultOf = ({ chips, limits }: PlainStakes) =>
  stakesFault(
    'sette_e_mezzo',
    chips.map(amountOf),
    Object.fromEntries(
      Object.entries(limits).map(([place, { min, max }]) => [
        place,
        { min: amountOf(min), max: amountOf(max) },
      ]),
    ),
  );

const IN_HAND = { hand: '100000000001', id: '7b0e6f1a-55f0-4b52-9d9b-1f3c4d5e6f70', step: 0 };

describe('the stakes of a solo game', () => {
  it.each(SOLO_GAMES)('of %s are the same when they are read again', (game) => {
    const plain = makeStakes(game, DEFAULT_STAKES[game]);
    expect(parseStakes(game, plain)).toEqual(DEFAULT_STAKES[game]);
  });

  it.each([
    ['no chip', sette([], '100', '200'), { fault: 'chips_do_not_ascend' }],
    ['a chip worth nothing', sette(['0'], '100', '200'), { fault: 'chips_do_not_ascend' }],
    ['a chip twice', sette(['100', '100'], '100', '200'), { fault: 'chips_do_not_ascend' }],
    ['chips that fall', sette(['500', '100'], '500', '500'), { fault: 'chips_do_not_ascend' }],
    [
      'nine chips',
      sette(['1', '2', '3', '4', '5', '6', '7', '8', '9'], '1', '2'),
      { fault: 'chips_do_not_ascend' },
    ],
    [
      'a chip that the smallest does not make',
      sette(['200', '500'], '200', '400'),
      { fault: 'chips_not_made_of_smallest' },
    ],
    [
      'limits of another game',
      { chips: ['100'], limits: { punto: { min: '100', max: '200' } } },
      { fault: 'places_differ' },
    ],
    [
      'a minimum between two chips',
      sette(['100'], '150', '200'),
      { fault: 'limits_not_made_of_chips', at: 'stake' },
    ],
    [
      'a minimum of nothing',
      sette(['100'], '0', '200'),
      { fault: 'limits_not_made_of_chips', at: 'stake' },
    ],
    [
      'a maximum between two chips',
      sette(['100'], '100', '250'),
      { fault: 'limits_not_made_of_chips', at: 'stake' },
    ],
    [
      'a maximum below the minimum',
      sette(['100'], '300', '200'),
      { fault: 'max_below_min', at: 'stake' },
    ],
  ])('are refused with %s', (_, stakes, fault) => {
    expect(faultOf(stakes)).toEqual(fault);
    expect(parseStakes('sette_e_mezzo', stakes)).toBeUndefined();
  });

  it('may have one stake alone, and are no amounts otherwise', () => {
    expect(parseStakes('sette_e_mezzo', sette(['100'], '100', '100'))).toBeDefined();
    expect(parseStakes('sette_e_mezzo', sette(['1.00'], '100', '100'))).toBeUndefined();
    expect(parseStakes('sette_e_mezzo', sette(['100'], '-100', '100'))).toBeUndefined();
  });

  it('have as many digits as a table’s limits where they are set or staked', () => {
    const takes = (digits: string) => {
      const set = stakesOrder.safeParse({ ...sette([digits], digits, digits), reason: 'why' });
      const deals = {
        'punto-e-banco:deal': { ...IN_HAND, seed: 'fortuna', stakes: { punto: digits } },
        'sette-e-mezzo:deal': { ...IN_HAND, seed: 'fortuna', stake: digits },
        'blackjack:deal': { ...IN_HAND, cut: 311, stakes: [digits] },
      } as const;
      const names = Object.keys(deals) as (keyof typeof deals)[];
      const staked = names.map((name) => SOLO_COMMANDS[name].request.safeParse(deals[name]));
      return [set, ...staked].map(({ success }) => success);
    };
    expect(takes('9'.repeat(LIMIT_DIGITS))).toEqual([true, true, true, true]);
    expect(takes('9'.repeat(LIMIT_DIGITS + 1))).toEqual([false, false, false, false]);
  });

  it('of Punto e Banco have limits for every spot', () => {
    const { chips, limits } = makeStakes('punto_e_banco', DEFAULT_STAKES.punto_e_banco);
    const { egalite, ...others } = limits;
    expect(egalite).toBeDefined();
    expect(parseStakes('punto_e_banco', { chips, limits: others })).toBeUndefined();
  });
});
