/**
 * A round as CSV: one line for each thing that happened, in the order of the page, for whoever
 * works in a spreadsheet.
 */
import type { StreamableFile } from '@nestjs/common';
import { type CsvRow, csvFile } from '../history/csv.js';
import { decimalsOf } from '../history/decimal.js';
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

export const roundCsv = (round: RoundReport): StreamableFile =>
  csvFile(`round-${round.game}`, COLUMNS, decimalsOf(round.currency), each(linesOf(round)));

const chainText = ({ verified, firstBad, anchor }: RoundReport['chain']): string => {
  if (firstBad !== null) return `broken at ${firstBad}`;
  if (anchor === null) return 'verified, not anchored yet';
  if (!anchor.reached) return `is not what was signed by anchor ${anchor.number}`;
  return verified ? 'verified' : `signed by ${anchor.signedBy} (${anchor.keyId})`;
};

const linesOf = (round: RoundReport): readonly CsvRow[] => [
  line('round', {
    at: timeText(round.openedAtMs),
    kind: round.status,
    amount: BigInt(round.stakes),
    paid: round.paid === null ? null : BigInt(round.paid),
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
  ...round.events.map(({ seq, atMs, kind, event }) =>
    line('event', { seq: `${seq}`, at: timeText(atMs), kind, text: JSON.stringify(event) }),
  ),
  ...round.bets.map(({ seq, kind, player, name, spot, mode, amount, betId }) =>
    line('bet', {
      seq: `${seq}`,
      kind,
      player,
      name,
      spot,
      mode,
      amount: BigInt(amount),
      text: betId,
    }),
  ),
  ...round.closingStakes.map(({ player, name, spot, mode, stake, paid }) =>
    line('closingStakes', {
      player,
      name,
      spot,
      mode,
      amount: BigInt(stake),
      paid: paid === null ? null : BigInt(paid),
    }),
  ),
  ...round.postings.map(({ kind, atMs, source, destination, amount, key }) =>
    line('posting', {
      at: timeText(atMs),
      kind,
      source,
      destination,
      amount: BigInt(amount),
      text: key,
    }),
  ),
  ...round.corrections.flatMap(({ fix, atMs, reason, requestedBy, approvedBy, players, coup }) => [
    line('correction', {
      at: timeText(atMs),
      kind: fix,
      text: [reason, requestedBy, approvedBy, coup].filter((word) => word !== null).join(', '),
    }),
    ...players.map(({ player, name, was, paid, shortfall }) =>
      line('corrected', {
        kind: fix,
        player,
        name,
        amount: BigInt(was),
        paid: BigInt(paid),
        text: shortfall === '0' ? null : `shortfall ${shortfall}`,
      }),
    ),
  ]),
  ...round.incidents.map(({ kind, openedAtMs, seq, detail, openedBy, state }) =>
    line('incident', {
      seq: `${seq}`,
      at: timeText(openedAtMs),
      kind,
      text: [state, openedBy, detail].filter((word) => word !== '').join(', '),
    }),
  ),
];

const BLANK: CsvRow = Object.fromEntries(COLUMNS.map((column) => [column, null]));

const line = (part: string, cells: CsvRow): CsvRow => ({ ...BLANK, ...cells, part });

const timeText = (ms: number): string => new Date(ms).toISOString();

async function* each(rows: readonly CsvRow[]): AsyncGenerator<CsvRow> {
  yield* rows;
}
