/** What two persons approve is read by its sign: no two currencies share one at the pit. */
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { exponentOf, isCurrency } from '../../../src/money/currency.js';
import { wordsIn } from './use-words.js';

const CURRENCIES = [...Intl.supportedValuesOf('currency'), 'BTC', 'ETH', 'LTC', 'XXX'].filter(
  (code, index, all) => isCurrency(code) && all.indexOf(code) === index,
);
const said = ((key: string) => key) as unknown as TFunction<'pit'> & TFunction;

it.each([
  ['en', '12,345.5000 1.23'],
  ['it', '12.345,5000 1,23'],
])('at the pit, a number has the decimal point of %s', (language, text) => {
  const { decimal } = wordsIn(language, said, said);
  expect(`${decimal(12_345.5, 4)} ${decimal(1.2345, 2)}`).toBe(text);
});

describe.each(['en', 'it'])('at the pit, in %s', (language) => {
  const { money, sums } = wordsIn(language, said, said);
  const twenty = (currency: string) => 20n * 10n ** BigInt(exponentOf(currency));

  it.each([
    ['an amount', (currency: string) => money(twenty(currency), currency)],
    ['a signed amount', (currency: string) => money(twenty(currency), currency, true)],
    ['a sum', (currency: string) => sums(`${twenty(currency)}`, currency)],
  ])('%s of one currency is not read as one of another', (_, textOf) => {
    expect(CURRENCIES.length).toBeGreaterThan(150);
    const texts = CURRENCIES.map((currency) => textOf(currency));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });
});
