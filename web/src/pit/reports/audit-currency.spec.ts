/** Which values in the staff’s log are amounts, and in which currency. */
import { expect, test } from 'vitest';
import { auditCurrency, isAmount } from './audit-currency.js';

const VOID_HAND = { kind: 'void_hand', preview: { currency: 'JPY', stakes: '3000' } };
const VOID = { kind: 'void', preview: { stakes: '3000' } };
const LOSS = { kind: 'loss', period: 'day', currency: 'CHF', limit: '5000' };
const TIME = { kind: 'time', period: 'day', currency: null, limit: '90' };

test.each([
  ['limits.punto.max', {}, 'EUR'],
  ['settings.limits.punto.max', {}, 'EUR'],
  ['settings.further.JPY.limits.punto.max', {}, 'JPY'],
  ['settings.further.JPY.tipMax', {}, 'JPY'],
  ['settings.further.CHF.chips', {}, 'CHF'],
  ['further.BTC.groupLimits.vip.punto.min', {}, 'BTC'],
  ['further.BTC.chips', { currency: 'CHF' }, 'BTC'],
  ['limits.punto.max', { currency: 'CHF' }, 'CHF'],
  ['limit', LOSS, 'CHF'],
  ['amount', { currency: 'JPY', amount: '5000' }, 'JPY'],
  ['preview.further.CHF.stakes', VOID, 'CHF'],
  ['preview.stakes', VOID, 'EUR'],
  ['preview.stakes', VOID_HAND, 'JPY'],
  ['preview.stakes', { preview: null }, 'EUR'],
  ['stakes', null, 'EUR'],
])('%s of %j is in %s', (path, of, currency) => {
  expect(auditCurrency(path, of, 'EUR')).toBe(currency);
});

test('where nothing says in which, none is guessed', () => {
  expect(auditCurrency('limits.stake.max', {}, null)).toBeNull();
  expect(auditCurrency('limit', LOSS, null)).toBe('CHF');
});

test.each([
  ...['limits.punto.max', 'settings.tipMax', 'settings.further.JPY.tipMax', 'chips', 'stakes'],
  ...['preview.was', 'preview.paid', 'preview.back', 'preview.takenBack', 'preview.given'],
  ...['preview.shortfall', 'amount'],
])('%s is an amount', (path) => {
  expect(isAmount(path, VOID)).toBe(true);
});

test.each(['settings.betMs', 'settings.placementsMax', 'preview.players', 'seq', 'lifted'])(
  '%s is none',
  (path) => expect(isAmount(path, VOID)).toBe(false),
);

test('a limit of play is an amount where it is of money, and of time it is minutes', () => {
  expect(isAmount('limit', LOSS)).toBe(true);
  expect(isAmount('limit', { ...LOSS, kind: 'stake' })).toBe(true);
  expect(isAmount('limit', TIME)).toBe(false);
  expect(isAmount('limit', { ...TIME, kind: 'reality_check', period: null })).toBe(false);
  expect(isAmount('limit', null)).toBe(false);
});
