/**
 * A shift as CSV: its period and what was left out, a line for each sum, and one for everything
 * that went wrong.
 */
import { type CsvRow, csvText } from '../history/csv-text.js';
import { decimalsOf, scaled } from '../history/decimal.js';
import type { ShiftLine, ShiftReport } from '../protocol/report.js';

const COLUMNS = [
  'by',
  'of',
  'currency',
  'rounds',
  'bets',
  'turnover',
  'payout',
  'hold',
  'expected_hold',
  'band_low',
  'band_high',
  'within',
  'at',
  'game',
  'table',
  'amount',
  'text',
];

/** All amounts of the file have as many decimals as the currency with the most. */
export const shiftCsv = (report: ShiftReport): string => {
  const { totals, voids, corrections, tips } = report;
  const currencies = [...totals, ...voids, ...corrections, ...tips].map(({ currency }) => currency);
  const decimals = Math.max(0, ...currencies.map(decimalsOf));
  return csvText(COLUMNS, decimals, linesOf(report, decimals));
};

/** What the file is called. */
export const shiftCsvName = ({ fromMs, toMs }: Pick<ShiftReport, 'fromMs' | 'toMs'>): string =>
  `shift-${minuteText(fromMs)}-to-${minuteText(toMs)}.csv`;

const linesOf = (report: ShiftReport, decimals: number): readonly CsvRow[] => [
  ...periodLines(report),
  ...report.totals.map((line) => sumLine('total', '', line, decimals)),
  ...report.bySpot.map((line) =>
    sumLine('bet', line.mode === null ? line.spot : `${line.spot} ${line.mode}`, line, decimals),
  ),
  ...report.byTable.map((line) => sumLine('table', line.table, line, decimals)),
  ...report.byDealer.map((line) => sumLine('dealer', line.dealer, line, decimals)),
  ...happenedLines(report, decimals),
];

const periodLines = (report: ShiftReport): readonly CsvRow[] => {
  const { fromMs, toMs, table, dealer, rounds, voided, unended, unstaked, unclear } = report;
  const leftOut = (of: string, count: number): CsvRow =>
    line('left out', of, { rounds: `${count}` });
  return [
    line('period', `${timeText(fromMs)} to ${timeText(toMs)}`, {
      rounds: `${rounds}`,
      table,
      text: dealer === null ? null : `dealer ${dealer}`,
    }),
    leftOut('void', voided),
    leftOut('not paid yet', unended),
    leftOut('nothing staked', unstaked),
    leftOut('not clear', unclear.length),
  ];
};

const happenedLines = (
  { unclear, unbalanced, voids, corrections, incidents, sanctions, tips }: ShiftReport,
  decimals: number,
): readonly CsvRow[] => [
  ...unclear.map(({ game, table, fault }) => line('not clear', '', { game, table, text: fault })),
  ...unbalanced.map((game) => line('paid otherwise', '', { game, text: 'than its coup says' })),
  ...voids.map(({ game, table, currency, atMs, stakes, afterPayment, stands, ...who }) =>
    line('void', stands ? 'stands' : 'resettled since', {
      ...{ game, table, currency, at: timeText(atMs) },
      amount: scaled(stakes, currency, decimals),
      text: [...peopleOf(who), afterPayment ? 'after payment' : 'before payment'].join(', '),
    }),
  ),
  ...corrections.map(({ game, table, currency, atMs, fix, back, shortfall, ...who }) =>
    line('correction', fix, {
      ...{ game, table, currency, at: timeText(atMs) },
      amount: scaled(back, currency, decimals),
      text: [
        ...peopleOf(who),
        ...(shortfall === '0' ? [] : [`shortfall ${shortfall} minor units`]),
      ].join(', '),
    }),
  ),
  ...incidents.map(({ kind, game, table, openedAtMs, state, openedBy, detail }) =>
    line('incident', kind, {
      ...{ game, table, at: timeText(openedAtMs) },
      text: [state, openedBy, detail].filter((word) => word !== '').join(', '),
    }),
  ),
  ...sanctions.map(({ kind, atMs, table, player, name, untilMs, by, reason }) =>
    line('sanction', kind, {
      ...{ table, at: timeText(atMs) },
      text: [
        ...(player === null ? [name] : [name, player]),
        reason,
        by,
        ...(untilMs === null ? [] : [`until ${timeText(untilMs)}`]),
      ].join(', '),
    }),
  ),
  ...tips.map(({ dealer, table, currency, amount, tips: count }) =>
    line('tips', dealer, {
      ...{ table, currency },
      amount: scaled(amount, currency, decimals),
      text: `${count} given`,
    }),
  ),
];

interface People {
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
}

const peopleOf = ({ reason, requestedBy, approvedBy }: People): readonly string[] => [
  reason,
  requestedBy,
  approvedBy,
];

const sumLine = (by: string, of: string, sum: ShiftLine, decimals: number): CsvRow => {
  const money = (amount: string): bigint => scaled(amount, sum.currency, decimals);
  return line(by, of, {
    currency: sum.currency,
    rounds: `${sum.rounds}`,
    bets: `${sum.bets}`,
    turnover: money(sum.turnover),
    payout: money(sum.payout),
    hold: money(sum.hold),
    expected_hold: money(sum.expectedHold),
    band_low: money(sum.band.low),
    band_high: money(sum.band.high),
    within: sum.isWithin ? 'yes' : 'no',
  });
};

const BLANK: CsvRow = Object.fromEntries(COLUMNS.map((column) => [column, null]));

const line = (by: string, of: string, cells: CsvRow): CsvRow => ({ ...BLANK, ...cells, by, of });

const timeText = (ms: number): string => new Date(ms).toISOString();

/** `2026-11-21-06-00`, UTC. */
const minuteText = (ms: number): string => timeText(ms).slice(0, 16).replaceAll(/[:T]/g, '-');
