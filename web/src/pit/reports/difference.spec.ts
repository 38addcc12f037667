/** What an action has changed, worked out from how things were before and after it. */
import { expect, test } from 'vitest';
import { differences } from './difference.js';

const limits = (max: string) => ({ punto: { min: '100', max }, banco: { min: '100', max: '900' } });

test('only what differs is listed, by its path', () => {
  const before = { seq: 7, phase: 'betting', suspended: null, limits: limits('500') };
  const suspended = { from: 'betting', reason: 'misread' };
  const after = { seq: 8, phase: 'suspended', suspended, limits: limits('700') };
  expect(differences(before, after)).toEqual([
    { path: 'phase', was: 'betting', is: 'suspended' },
    { path: 'limits.punto.max', was: '500', is: '700' },
    { path: 'suspended.from', was: null, is: 'betting' },
    { path: 'suspended.reason', was: null, is: 'misread' },
  ]);
});

test('a list is one value', () => {
  expect(differences({ cards: ['9h'] }, { cards: ['9h', 'Kd'] })).toEqual([
    { path: 'cards', was: ['9h'], is: ['9h', 'Kd'] },
  ]);
  expect(differences({ cards: ['9h'] }, { cards: ['9h'] })).toEqual([]);
});

test('parts in several currencies are listed by currency', () => {
  const preview = (further: object[]) => ({ stakes: '2500', further });
  expect(
    differences(
      null,
      preview([
        { currency: 'CHF', bets: 1, stakes: '1500' },
        { currency: 'JPY', bets: 0 },
      ]),
    ),
  ).toEqual([
    { path: 'stakes', was: null, is: '2500' },
    { path: 'further.CHF.bets', was: null, is: 1 },
    { path: 'further.CHF.stakes', was: null, is: '1500' },
    { path: 'further.JPY.bets', was: null, is: 0 },
  ]);
  expect(differences(null, { further: [] })).toEqual([{ path: 'further', was: null, is: [] }]);
});

test('what was added or removed is listed whole', () => {
  expect(differences(null, { role: 'dealer' })).toEqual([
    { path: 'role', was: null, is: 'dealer' },
  ]);
  expect(differences({ role: 'dealer' }, undefined)).toEqual([
    { path: 'role', was: 'dealer', is: null },
  ]);
  expect(differences(null, null)).toEqual([]);
});
