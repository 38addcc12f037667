import { expect, test } from 'vitest';
import { auditCurrency } from './audit-currency.js';

const VOID_HAND = { kind: 'void_hand', preview: { currency: 'JPY', stakes: '3000' } };
const VOID = { kind: 'void', preview: { stakes: '3000' } };

test.each([
  ['limits.punto.max', {}, 'EUR'],
  ['settings.limits.punto.max', {}, 'EUR'],
  ['settings.further.JPY.limits.punto.max', {}, 'JPY'],
  ['settings.further.CHF.chips', {}, 'CHF'],
  ['further.BTC.groupLimits.vip.punto.min', {}, 'BTC'],
  ['preview.stakes', VOID, 'EUR'],
  ['preview.stakes', VOID_HAND, 'JPY'],
  ['preview.stakes', { preview: null }, 'EUR'],
  ['stakes', null, 'EUR'],
])('%s of %j is in %s', (path, after, currency) => {
  expect(auditCurrency(path, after, 'EUR')).toBe(currency);
});
