/** Two administrators who alter one operator: what one did not touch is not undone by the other. */
import { expect, test } from 'vitest';
import type { OperatorState } from '../../../../src/protocol/operator-changes.js';
import { type OperatorEdits, alterationOf, operatorFields, stateTyped } from './operator-edits.js';

const ACME: OperatorState = {
  name: 'Acme',
  mode: 'seamless',
  currencies: ['EUR', 'CHF'],
  tables: null,
  callbackUrl: 'https://wallet.example',
  frameOrigins: ['https://acme.example'],
  policy: {
    ...{ stakesWithinMs: 3_000, buyInWithinMs: 10_000, tryWithinMs: 2_000 },
    ...{ pauseMaxMs: 60_000, caseAfterMs: 600_000 },
  },
  webhook: { url: 'https://acme.example/sabot', feeds: ['movements'], isOn: true },
  isOff: false,
};

const altered = (edits: OperatorEdits, of = ACME) =>
  alterationOf(of, stateTyped(of, operatorFields(of, edits)));

test.each<[string, OperatorEdits, object]>([
  ['a name', { name: ' Acme Casino ' }, { name: 'Acme Casino' }],
  ['currencies', { currencies: 'eur chf gbp' }, { currencies: ['EUR', 'CHF', 'GBP'] }],
  ['tables', { tables: ['pb-1'] }, { tables: ['pb-1'] }],
  ['a wallet', { callbackUrl: 'https://b.example' }, { callbackUrl: 'https://b.example' }],
  ['one time', { policy: { tryWithinMs: '1.5' } }, { policy: { tryWithinMs: 1_500 } }],
  ['tips', { takesTips: true }, { policy: { takesTips: true } }],
  ['a pause', { webhook: { isOn: false } }, { webhook: { isOn: false } }],
  ['what is typed as it was', { name: 'Acme', currencies: 'EUR CHF', policy: {} }, {}],
  ['nothing', {}, {}],
])('of %s, that alone is sent', (_, edits, alteration) => {
  expect(altered(edits)).toEqual(alteration);
});

test('what a colleague changed meanwhile stays, and is shown', () => {
  const later: OperatorState = {
    ...ACME,
    currencies: ['EUR'],
    policy: { ...ACME.policy, stakesWithinMs: 4_000, takesTips: true },
    webhook: { url: 'https://acme.example/new', feeds: ['results'], isOn: true },
    isOff: true,
  };
  const edits = { name: 'Acme Casino', webhook: { isOn: false } };
  expect(altered(edits, later)).toEqual({ name: 'Acme Casino', webhook: { isOn: false } });
  expect(stateTyped(later, operatorFields(later, edits))).toEqual({
    ...later,
    name: 'Acme Casino',
    webhook: { ...later.webhook, isOn: false },
  });
});

test('a first webhook is sent with its feeds', () => {
  const none = { ...ACME, webhook: null };
  expect(altered({ webhook: { url: 'https://acme.example/sabot' } }, none)).toEqual({
    webhook: {
      ...{ url: 'https://acme.example/sabot', isOn: true },
      feeds: ['movements', 'results', 'lobby'],
    },
  });
});
