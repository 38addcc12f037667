import { describe, expect, it } from 'vitest';
import { ZERO, amount } from '../money/amount.js';
import { percentText } from '../money/fraction.js';
import { PUNTO_E_BANCO_PAYTABLES } from './paytable.js';
import { puntoEBancoReturnOn, puntoEBancoReturns } from './returns.js';

const PAYTABLE = PUNTO_E_BANCO_PAYTABLES['punto-e-banco-1'];

describe('the exact returns of Punto e Banco', () => {
  it('are those that one deck is known for', () => {
    const returns = puntoEBancoReturns(PAYTABLE);
    expect({
      punto: percentText(returns.punto, 7),
      banco: percentText(returns.banco, 7),
      egalite: percentText(returns.egalite, 7),
      punto_pair: percentText(returns.punto_pair, 7),
      banco_pair: percentText(returns.banco_pair, 7),
    }).toEqual({
      punto: '98.7136275',
      banco: '98.9882517',
      egalite: '93.6154145',
      punto_pair: '94.1176471',
      banco_pair: '94.1176471',
    });
  });

  it('are of no stake that is not above zero', () => {
    expect(() => puntoEBancoReturnOn('banco', ZERO, PAYTABLE)).toThrow('above zero');
  });

  it('are kept by stakes whose commission is a whole number of cents, and fall below it for others', () => {
    const exact = puntoEBancoReturns(PAYTABLE).banco;
    for (const stake of [20, 100, 1_000_000]) {
      expect(puntoEBancoReturnOn('banco', amount(stake), PAYTABLE)).toEqual(exact);
    }
    expect(percentText(puntoEBancoReturnOn('banco', amount(101), PAYTABLE), 7)).toBe('98.5559320');
  });
});
