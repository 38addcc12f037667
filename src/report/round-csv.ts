/**
 * A round as CSV: one line for each thing that happened, in the order of the page, for whoever
 * works in a spreadsheet.
 */
import type { StreamableFile } from '@nestjs/common';
import { type CsvRow, csvFile } from '../history/csv.js';
import { decimalText, decimalsOf, scaled } from '../history/decimal.js';
import type { RoundReport } from '../protocol/report.js';

const COLUMNS = [
  'part',
  'seq',
  'at',
  'kind',
  'player',
  'name',
  'spot',
  'mode',
  'amount',
  'paid',
  'source',
  'destination',
  'text',
];

/**
 * Of several currencies, each line names its own, and all amounts have as many decimals as the
 * currency with the most.
 */
export const roundCsv = (round: RoundReport): StreamableFile => {
  const further = Object.keys(round.further ?? {});
  const decimals = Math.max(...[round.currency, ...further].map(decimalsOf));
  const columns = further.length === 0 ? COLUMNS : [...COLUMNS, 'currency'];
  return csvFile(`round-${round.game}`, columns, decimals, each(linesOf(round, decimals)));
};

const chainText = ({ verified, firstBad, anchor }: RoundReport['chain']): string => {
  if (firstBad !== null) return `broken at ${firstBad}`;
  if (anchor === null) return 'verified, not anchored yet';
  if (!anchor.reached) return `is not what was signed by anchor ${anchor.number}`;
  return verified ? 'verified' : `signed by ${anchor.signedBy} (${anchor.keyId})`;
};

const linesOf = (round: RoundReport, decimals: number): readonly CsvRow[] => {
  const line = (part: string, cells: CsvRow, currency = round.currency): CsvRow =>
    blankLine(part, { ...cells, ...(round.further !== undefined && { currency }) });
  const money = (amount: string | null, currency = round.currency): bigint | null =>
    amount === null ? null : scaled(amount, currency, decimals);
  const amountText = (amount: string, currency = round.currency): string =>
    decimalText(BigInt(amount), decimalsOf(currency));
  return [
    line('round', {
      at: timeText(round.openedAtMs),
      kind: round.status,
      amount: money(round.stakes),
      paid: money(round.paid),
      text: [
        round.table,
        round.tableName,
        round.currency,
        round.coup,
        round.dealer,
        `chain ${chainText(round.chain)} ${round.chain.after}`,
      ]
        .filter((word) => word !== null)
        .join(', '),
    }),
    ...Object.entries(round.further ?? {}).map(([currency, { stakes, paid }]) =>
      line('round', { amount: money(stakes, currency), paid: money(paid, currency) }, currency),
    ),
    ...round.events.map(({ seq, atMs, kind, event }) =>
      line('event', { seq: `${seq}`, at: timeText(atMs), kind, text: JSON.stringify(event) }),
    ),
    ...round.bets.map(({ seq, kind, player, name, spot, mode, amount, betId, currency }) =>
      line(
        'bet',
        {
          seq: `${seq}`,
          kind,
          player,
          name,
          spot,
          mode,
          amount: money(amount, currency),
          text: betId,
        },
        currency,
      ),
    ),
    ...round.closingStakes.map(({ player, name, spot, mode, stake, paid, currency }) =>
      line(
        'closingStakes',
        {
          player,
          name,
          spot,
          mode,
          amount: money(stake, currency),
          paid: money(paid, currency),
        },
        currency,
      ),
    ),
    ...round.postings.map(({ kind, atMs, source, destination, amount, key, currency }) =>
      line(
        'posting',
        {
          at: timeText(atMs),
          kind,
          source,
          destination,
          amount: money(amount, currency),
          text: key,
        },
        currency,
      ),
    ),
    ...round.corrections.flatMap(
      ({ fix, atMs, reason, requestedBy, approvedBy, players, coup }) => [
        line('correction', {
          at: timeText(atMs),
          kind: fix,
          text: [reason, requestedBy, approvedBy, coup].filter((word) => word !== null).join(', '),
        }),
        ...players.map(({ player, name, was, paid, shortfall, currency }) =>
          line(
            'corrected',
            {
              kind: fix,
              player,
              name,
              amount: money(was, currency),
              paid: money(paid, currency),
              text: shortfall === '0' ? null : `shortfall ${amountText(shortfall, currency)}`,
            },
            currency,
          ),
        ),
      ],
    ),
    ...round.incidents.map(({ kind, openedAtMs, seq, detail, openedBy, state }) =>
      line('incident', {
        seq: `${seq}`,
        at: timeText(openedAtMs),
        kind,
        text: [state, openedBy, detail].filter((word) => word !== '').join(', '),
      }),
    ),
  ];
};

const BLANK: CsvRow = Object.fromEntries(COLUMNS.map((column) => [column, null]));

const blankLine = (part: string, cells: CsvRow): CsvRow => ({ ...BLANK, ...cells, part });

const timeText = (ms: number): string => new Date(ms).toISOString();

async function* each(rows: readonly CsvRow[]): AsyncGenerator<CsvRow> {
  yield* rows;
}
