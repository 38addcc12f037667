import { expect, it } from 'vitest';
import type { FurtherCurrency } from '../round/currencies.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../round/settings.js';
import { showTable } from './lobby-card.js';

const cardOf = (changes: Partial<TableSettings>) =>
  showTable('pb-1', { ...DEFAULT_SETTINGS, ...changes }, undefined).card;

const OWN = DEFAULT_SETTINGS.limits.punto;
const VIP = { min: '500', max: '2500000' };
const CHF: FurtherCurrency = {
  ...{ chips: DEFAULT_SETTINGS.chips, limits: DEFAULT_SETTINGS.limits, rate: '1.06', tipMax: null },
  groupLimits: {},
};

it('has the limits of the groups that have others on Punto', () => {
  const card = cardOf({ groupLimits: { vip: { punto: VIP }, ties: { egalite: VIP } } });
  expect(card).toMatchObject(OWN);
  expect(card.groups).toEqual({ vip: VIP });
});

it('has them in further currencies, also of a group that has others in one alone', () => {
  const groupLimits = { vip: { punto: VIP } };
  const { further, groups } = cardOf({
    groupLimits: { low: { punto: VIP } },
    further: { CHF: { ...CHF, groupLimits } },
  });
  expect(further).toEqual({ CHF: OWN });
  expect(groups).toEqual({
    low: { ...VIP, further: { CHF: OWN } },
    vip: { ...OWN, further: { CHF: VIP } },
  });
});

it('is the same text in whatever order the groups are kept', () => {
  const [low, vip] = [{ punto: OWN }, { punto: VIP }];
  const [one, other] = [
    cardOf({ groupLimits: { low, vip } }),
    cardOf({ groupLimits: { vip, low } }),
  ];
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

it.each([
  ['without groups', {}],
  [
    'whose groups have the limits of the table on Punto',
    { groupLimits: { ties: { egalite: VIP } } },
  ],
])('of a table %s has nothing of groups', (_, settings) => {
  expect(cardOf(settings)).not.toHaveProperty('groups');
});
