import { expect, it } from 'vitest';
import type { ShiftReport } from '../protocol/report.js';
import { shiftCsv } from './shift-csv.js';

const QUIET: ShiftReport = {
  ...{ fromMs: 0, toMs: 3_600_000, table: null, dealer: null },
  ...{ rounds: 2, unended: 0, voided: 0, unstaked: 0, unclear: [], unbalanced: [] },
  ...{ totals: [], bySpot: [], byTable: [], byDealer: [] },
  ...{ voids: [], corrections: [], incidents: [], sanctions: [], tips: [] },
};

it('names each round that was not paid as its coup says', () => {
  const unbalanced = ['1000000007', '1000000009'];
  const lines = shiftCsv({ ...QUIET, unbalanced })
    .trim()
    .split(/\r?\n/);
  const quiet = shiftCsv(QUIET).trim().split(/\r?\n/);
  const [columns = ''] = lines;
  const game = columns.split(',').indexOf('game');
  const named = lines.filter((line) => !quiet.includes(line)).map((line) => line.split(','));
  expect(named.map((cells) => cells[game])).toEqual(unbalanced);
  expect(named.map(([by]) => by)).toEqual(['paid otherwise', 'paid otherwise']);
});
