/**
 * The tableau of drawing: which side takes a third card (RULES 1.2). Totals and points run from 0
 * to 9.
 */
import { isNatural } from './hand.js';

/** For each Banco two-card total, the points of Punto's third card on which Banco draws. */
const BANCO_DRAWS_ON: readonly string[] = [
  '0123456789', // 0
  '0123456789', // 1
  '0123456789', // 2
  '01234567 9', // 3: every card but an 8
  '  234567  ', // 4
  '    4567  ', // 5
  '      67  ', // 6
  '          ', // 7 stands
];

/** Both are two-card totals. */
export const puntoDraws = (punto: number, banco: number): boolean =>
  !isNatural(punto) && !isNatural(banco) && punto <= 5;

/**
 * `punto` and `banco` are two-card totals, `third` the points of Punto's third card, or undefined
 * when Punto stood.
 */
export const bancoDraws = (punto: number, banco: number, third: number | undefined): boolean => {
  if (isNatural(punto) || isNatural(banco)) return false;
  if (third === undefined) return banco <= 5;
  return BANCO_DRAWS_ON[banco]!.includes(String(third));
};
