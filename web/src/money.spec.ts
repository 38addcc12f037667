import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chipText, decimalText, moneyText, parseMoney, typedText } from './money.js';

describe('an amount', () => {
  it('has as many decimals as its currency’s minor unit', () => {
    expect(decimalText(1_050n, 'EUR')).toBe('10.50');
    expect(decimalText(1_050n, 'JPY')).toBe('1050');
    expect(decimalText(1_050n, 'KWD')).toBe('1.050');
    expect(decimalText(-5n, 'EUR')).toBe('-0.05');
  });

  it('is written whole, however large', () => {
    expect(moneyText(999_999_999_999_999_999n, 'EUR', 'en')).toBe('€9,999,999,999,999,999.99');
    expect(moneyText(100_000n, 'EUR', 'en', { whole: true })).toBe('€1,000');
    expect(moneyText(250n, 'EUR', 'en', { signed: true })).toBe('+€2.50');
  });

  it.each([
    ['JPY', 'en', '¥1,234,567'],
    ['JPY', 'it', '1.234.567 ¥'],
    ['EUR', 'en', '€12,345.67'],
    ['EUR', 'it', '12.345,67 €'],
    ['KWD', 'en', 'KWD 1,234.567'],
    ['KWD', 'it', '1.234,567 KWD'],
    ['BTC', 'en', 'BTC 0.01234567'],
    ['BTC', 'it', '0,01234567 BTC'],
  ])('of %s is written in %s as %s', (currency, language, text) => {
    const written = moneyText(1_234_567n, currency, language).replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(written).toBe(text);
    expect(parseMoney(typedText(1_234_567n, currency, language), currency, language)).toBe(
      1_234_567n,
    );
  });

  it('is read as people of either language type it, and nothing else is', () => {
    for (const language of ['en', 'it']) {
      expect(parseMoney('10,50', 'EUR', language)).toBe(1_050n);
      expect(parseMoney(' 10.5 ', 'EUR', language)).toBe(1_050n);
      expect(parseMoney('7', 'JPY', language)).toBe(7n);
    }
    for (const text of ['', '1.234', '1,2,3', '-5', '1e3', 'ten', '7.5']) {
      expect(parseMoney(text, text === '7.5' ? 'JPY' : 'EUR', 'en'), text).toBeUndefined();
    }
  });

  it.each([
    ['1,500', 'KWD', 'en', undefined],
    ['1.500', 'KWD', 'en', 1_500n],
    ['1.500', 'KWD', 'it', undefined],
    ['1,500', 'KWD', 'it', 1_500n],
    ['1,500', 'BTC', 'en', undefined],
    ['1,50', 'KWD', 'en', 1_500n],
    ['0,01234567', 'BTC', 'en', 1_234_567n],
  ])(
    '%s of %s in %s may be thousands, or else is its decimals',
    (text, currency, language, read) => {
      expect(parseMoney(text, currency, language)).toBe(read);
    },
  );

  it('is read again as it is shown to the player', () => {
    const amounts = fc.bigInt({ min: 0n, max: 99_999_999_999n });
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD');
    fc.assert(
      fc.property(amounts, currencies, fc.constantFrom('en', 'it'), (value, currency, language) => {
        expect(parseMoney(typedText(value, currency, language), currency, language)).toBe(value);
      }),
    );
    expect(typedText(10_000n, 'EUR', 'it')).toBe('100,00');
  });
});

describe('a chip’s face', () => {
  it.each([
    [100n, 'EUR', '1', '1'],
    [2_500n, 'EUR', '25', '25'],
    [100_000n, 'EUR', '1K', '1K'],
    [50n, 'EUR', '0.5', '0,5'],
    [1_275n, 'EUR', '12.75', '12,75'],
    [123_456_75n, 'EUR', '123456.75', '123456,75'],
    [500n, 'JPY', '500', '500'],
    [1_250n, 'KWD', '1.25', '1,25'],
    [1_000n, 'BTC', '10µ', '10µ'],
    [1n, 'BTC', '0.01µ', '0,01µ'],
    [20_000n, 'BTC', '200µ', '200µ'],
    [100_000n, 'BTC', '1m', '1m'],
    [1_000_000n, 'BTC', '0.01', '0,01'],
    [125n, 'KWD', '0.125', '0,125'],
    [1_500_000n, 'BTC', '15m', '15m'],
    [1_250_000n, 'BTC', '12.5m', '12,5m'],
    [1_234_567n, 'BTC', '12.34567m', '12,34567m'],
    [1_234n, 'BTC', '12.34µ', '12,34µ'],
    [50_000_000n, 'BTC', '0.5', '0,5'],
    [300_000_000n, 'BTC', '3', '3'],
  ])('%s minor units of %s is %s, and %s in Italian', (value, currency, english, italian) => {
    expect(chipText(value, currency, 'en')).toBe(english);
    expect(chipText(value, currency, 'it')).toBe(italian);
  });

  it.each(['EUR', 'JPY', 'KWD', 'BTC'])('of %s is another one for each value', (currency) => {
    const seen = new Set<string>();
    for (let value = 1n; value < 20_000_000n; value = value * 3n + (value % 7n)) {
      for (const near of [value, value + 1n]) seen.add(`${near} ${chipText(near, currency, 'en')}`);
    }
    const faces = [...seen].map((each) => each.split(' ')[1]);
    expect(new Set(faces).size).toBe(seen.size);
  });
});
