/** A shift as CSV: a line for each currency in all, and for each bet, table and dealer. */
import type { StreamableFile } from '@nestjs/common';
import { type CsvRow, csvFile } from '../history/csv.js';
import { decimalsOf } from '../history/decimal.js';
import type { ShiftLine, ShiftReport } from '../protocol/report.js';

const COLUMNS = [
  'by',
  'of',
  'currency',
  'rounds',
  'bets',
  'drop',
  'payout',
  'hold',
  'expected_hold',
  'band_low',
  'band_high',
  'within',
];

export const shiftCsv = (report: ShiftReport): StreamableFile => {
  const from = new Date(report.fromMs).toISOString().slice(0, 16).replaceAll(/[:T]/g, '-');
  const decimals = Math.max(0, ...report.totals.map(({ currency }) => decimalsOf(currency)));
  return csvFile(`shift-${from}`, COLUMNS, decimals, each(linesOf(report, decimals)));
};

const linesOf = (
  { totals, bySpot, byTable, byDealer }: ShiftReport,
  decimals: number,
): readonly CsvRow[] => [
  ...totals.map((line) => csvLine('total', '', line, decimals)),
  ...bySpot.map((line) =>
    csvLine('bet', line.mode === null ? line.spot : `${line.spot} ${line.mode}`, line, decimals),
  ),
  ...byTable.map((line) => csvLine('table', line.table, line, decimals)),
  ...byDealer.map((line) => csvLine('dealer', line.dealer, line, decimals)),
];

/** All amounts of the file have as many decimals as the currency that has the most. */
const csvLine = (by: string, of: string, line: ShiftLine, decimals: number): CsvRow => {
  const scale = 10n ** BigInt(decimals - decimalsOf(line.currency));
  const scaled = (amount: string): bigint => BigInt(amount) * scale;
  return {
    by,
    of,
    currency: line.currency,
    rounds: `${line.rounds}`,
    bets: `${line.bets}`,
    drop: scaled(line.drop),
    payout: scaled(line.payout),
    hold: scaled(line.hold),
    expected_hold: scaled(line.expectedHold),
    band_low: scaled(line.band.low),
    band_high: scaled(line.band.high),
    within: line.isWithin ? 'yes' : 'no',
  };
};

async function* each(rows: readonly CsvRow[]): AsyncGenerator<CsvRow> {
  yield* rows;
}
