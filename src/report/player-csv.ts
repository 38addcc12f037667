/** A player as CSV: one line for each thing, in the order of the page. */
import type { StreamableFile } from '@nestjs/common';
import { type CsvRow, csvFile } from '../history/csv.js';
import { decimalsOf } from '../history/decimal.js';
import type { PlayerReport } from '../protocol/report.js';

const COLUMNS = [
  'part',
  'id',
  'at',
  'until',
  'table',
  'kind',
  'spot',
  'mode',
  'amount',
  'paid',
  'text',
];
/** Where the tables differ in currency, amounts are given in minor units. */
const NO_DECIMALS = 0;

export const playerCsv = (player: PlayerReport): StreamableFile => {
  const { currency } = player;
  const decimals = currency === null ? NO_DECIMALS : decimalsOf(currency);
  return csvFile(`player-${player.id}`, COLUMNS, decimals, each(linesOf(player)));
};

const linesOf = (player: PlayerReport): readonly CsvRow[] => [
  line('player', {
    id: player.id,
    at: timeText(player.createdAtMs),
    mode: player.mode,
    text: [player.name, player.operator, player.ref, player.currency ?? 'minor units'].join(', '),
  }),
  line('balance', { kind: 'game_account', amount: BigInt(player.gameAccount) }),
  line('balance', { kind: 'credit', amount: BigInt(player.credit) }),
  line('balance', { kind: 'shortfall', amount: BigInt(player.shortfall) }),
  ...player.rounds.flatMap((round) => {
    const { game, openedAtMs, table, mode, coup, status, correction, bets } = round;
    const at = timeText(openedAtMs);
    return [
      line('round', {
        ...{ id: game, at, table, mode },
        kind: correction === null ? status : `${status}, ${correction.fix}`,
        amount: BigInt(round.stakes),
        paid: round.paid === null ? null : BigInt(round.paid),
        text: coup,
      }),
      ...bets.map(({ spot, stake, paid }) =>
        line('bet', {
          ...{ id: game, at, table, mode, spot },
          amount: BigInt(stake),
          paid: paid === null ? null : BigInt(paid),
        }),
      ),
    ];
  }),
  ...(player.next === null
    ? []
    : [line('left out', { kind: 'round', text: `all before ${player.next}` })]),
  ...player.sessions.map(({ id, openedAtMs, closedAtMs, reason, cashedOut }) =>
    line('session', {
      id,
      at: timeText(openedAtMs),
      until: closedAtMs === null ? null : timeText(closedAtMs),
      kind: reason,
      paid: cashedOut === null ? null : BigInt(cashedOut),
    }),
  ),
  ...player.mutes.map(({ table, atMs, untilMs, by, reason, liftedBy, liftedAtMs }) =>
    line('mute', {
      at: timeText(atMs),
      until: untilMs === null ? null : timeText(untilMs),
      table,
      text: [
        reason,
        by,
        ...(liftedAtMs === null ? [] : [`lifted by ${liftedBy} ${timeText(liftedAtMs)}`]),
      ].join(', '),
    }),
  ),
];

const BLANK: CsvRow = Object.fromEntries(COLUMNS.map((column) => [column, null]));

const line = (part: string, cells: CsvRow): CsvRow => ({ ...BLANK, ...cells, part });

const timeText = (ms: number): string => new Date(ms).toISOString();

async function* each(rows: readonly CsvRow[]): AsyncGenerator<CsvRow> {
  yield* rows;
}
