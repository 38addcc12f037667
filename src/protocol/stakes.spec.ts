import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.js';
import { SOLO_GAMES } from '../solo/game.js';
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

  it('of Punto e Banco have limits for every spot', () => {
    const { chips, limits } = makeStakes('punto_e_banco', DEFAULT_STAKES.punto_e_banco);
    const { egalite, ...others } = limits;
    expect(egalite).toBeDefined();
    expect(parseStakes('punto_e_banco', { chips, limits: others })).toBeUndefined();
  });
});
