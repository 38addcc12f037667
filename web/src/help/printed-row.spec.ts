import { describe, expect, it } from 'vitest';
import { printedPaytable } from '../../../src/lobby/printed-paytable.js';
import { CURRENT_PAYTABLE } from '../../../src/punto-banco/paytable.js';
import { oddsText, percentText, printedRows, rowKey } from './printed-row.js';

describe('the printed paytable', () => {
  const rows = printedRows(printedPaytable(CURRENT_PAYTABLE.version)!);

  it('prints once what both modes have in common, and Super 6 with its mode', () => {
    expect(rows.map(rowKey)).toEqual([
      'punto',
      'banco-zero_commission',
      'banco-normal',
      'egalite',
      'punto_pair',
      'banco_pair',
      'either_pair',
      'perfect_pair',
      'punto_bonus',
      'banco_bonus',
      'super_6-zero_commission',
    ]);
  });

  it('gives each bet’s return as the studio counted it', () => {
    const percent = (key: string) => rows.find((row) => rowKey(row) === key)!.percent;
    expect(percentText(percent('punto'), 'en')).toBe('98.7649%');
    expect(percentText(percent('banco-normal'), 'it')).toBe('98,9421%');
  });

  it.each([
    [{ win: 8, stake: 1 }, 'en', '8:1'],
    [{ win: 19, stake: 20 }, 'en', '0.95:1'],
    [{ win: 19, stake: 20 }, 'it', '0,95:1'],
    [{ win: 1, stake: 2 }, 'it', '0,5:1'],
  ])('writes odds of %j in %s as %s', (odds, language, text) => {
    expect(oddsText(odds, language)).toBe(text);
  });
});
