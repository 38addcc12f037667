import { expect, it } from 'vitest';
import type { GameStakes } from '../../../../src/protocol/solo-stakes.js';
import { readStakes, typedStakes } from './new-stakes.js';

const SET: GameStakes = {
  game: 'sette_e_mezzo',
  chips: ['100', '500'],
  limits: { stake: { min: '100', max: '100000' } },
};
const read = (typed: { chips?: string; min?: string; max?: string }) => {
  const { chips, limits } = typedStakes(SET, 'EUR', 'en');
  const { min, max } = { ...limits['stake']!, ...typed };
  return readStakes({ chips: typed.chips ?? chips, limits: { stake: { min, max } } }, SET, 'EUR');
};

it('stakes are as they are set where nothing else is typed', () => {
  const { chips, limits } = SET;
  expect(read({})).toEqual({ ok: true, stakes: { chips, limits }, isChanged: false });
});

it.each([
  [{ chips: '1; one' }, { fault: 'chips_are_no_amounts' }],
  [{ max: 'much' }, { fault: 'limits_are_no_amounts', at: 'stake' }],
  [{ chips: '1; 10000000000' }, { fault: 'limits_too_high' }],
  [{ max: '10000000000' }, { fault: 'limits_too_high', at: 'stake' }],
  [{ max: '9999999999.50' }, { fault: 'limits_not_made_of_chips', at: 'stake' }],
  [
    { min: '5', max: '1' },
    { fault: 'max_below_min', at: 'stake' },
  ],
])('%j is named', (typed, fault) => {
  expect(read(typed)).toEqual({ ok: false, ...fault });
});
