import { expect, it } from 'vitest';
import type { GameStakes } from '../../../../src/protocol/solo-stakes.js';
import { readStakes, typeChips, typeLimit, typedStakes, withEdits } from './new-stakes.js';

const SET: GameStakes = {
  game: 'sette_e_mezzo',
  chips: ['100', '500'],
  limits: { stake: { min: '100', max: '100000' } },
};
const read = (typed: { chips?: string; min?: string; max?: string }) => {
  const { chips, limits } = typedStakes(SET, 'EUR', 'en');
  const { min, max } = { ...limits['stake']!, ...typed };
  return readStakes(
    { chips: typed.chips ?? chips, limits: { stake: { min, max } } },
    SET,
    'EUR',
    'en',
  );
};

it('stakes are as they are set where nothing else is typed', () => {
  const { chips, limits } = SET;
  expect(read({})).toEqual({ ok: true, stakes: { chips, limits }, isChanged: false });
});

it('what others change meanwhile stays beside what is typed', () => {
  const shown = typedStakes(SET, 'EUR', 'en');
  const edits = { limits: { stake: { max: '50' } } };
  expect(withEdits(shown, edits)).toEqual({
    chips: shown.chips,
    limits: { stake: { min: '1.00', max: '50' } },
  });
  const now = { ...SET, chips: ['200'], limits: { stake: { min: '200', max: '4000' } } };
  const typed = withEdits(typedStakes(now, 'EUR', 'en'), edits);
  expect(readStakes(typed, now, 'EUR', 'en')).toEqual({
    ok: true,
    stakes: { chips: ['200'], limits: { stake: { min: '200', max: '5000' } } },
    isChanged: true,
  });
});

it('what is typed back as it was is no edit', () => {
  const held = typedStakes(SET, 'EUR', 'en');
  const max = (text: string) => ({ place: 'stake', end: 'max', text }) as const;
  const edits = typeLimit(typeChips({ limits: {} }, held, '2'), held, max('50'));
  expect(edits).toEqual({ chips: '2', limits: { stake: { max: '50' } } });
  const back = typeLimit(typeChips(edits, held, held.chips), held, max('1000.00'));
  expect(back).toEqual({ limits: { stake: {} } });
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
