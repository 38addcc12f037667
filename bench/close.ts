/**
 * T1: how late betting closes by the log of its table: from the time that players read to that
 * of the close. Tables deal round after round, with players who bet at each of them, while another
 * table sends to a crowd twice a second; against the same tables with neither. `--players n`,
 * `--tables n`, `--seconds n`.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_SETTINGS } from '../src/round/settings.js';
import { quantile, report, rounded } from './kit.js';
import { BenchCrowd } from './parts/crowd.js';
import { ClosingTable } from './parts/closing-table.js';
import { openPlayers } from './parts/database.js';
import { LONG_BETTING, seatHonest } from './parts/honest-player.js';

const { values: options } = parseArgs({
  args: process.argv.slice(4),
  options: {
    players: { type: 'string', default: '10000' },
    tables: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '45' },
  },
});
const PLAYERS = Number(options.players);
const TURN_MS = Number(options.seconds) * 1_000;
const GOAL_MS = 5;
const BETTORS_A_TABLE = 10;
const HALL = 'hall';
const HALL_EVERY_MS = 500;
const QUIET_MS = 5_000;
const CLOSING = {
  ...DEFAULT_SETTINGS,
  betMs: 2_500,
  lastBetsMs: 500,
  pauseMs: 0,
  opensItself: true,
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const names = Array.from({ length: Number(options.tables) }, (_, index) => `closing-${index + 1}`);
let players: readonly string[] = [];
const honest = await seatHonest({ TRUSTED_PROXIES: '1' }, async ({ admin }) => {
  await admin.query('insert into tables (id, settings) values ($1, $2)', [HALL, LONG_BETTING]);
  await admin.query('insert into tables (id, settings) select unnest($1::text[]), $2', [
    names,
    CLOSING,
  ]);
  players = await openPlayers(admin, PLAYERS + names.length * BETTORS_A_TABLE, 100_000_000n);
});
const { admin } = honest.database;
const tokens: string[] = [];
for (const id of players) tokens.push(await honest.sign(id, 'player'));
const bettorTokens = tokens.splice(PLAYERS);

const tables: ClosingTable[] = [];
for (const name of names) {
  const dealer = `Dealer of ${name}`;
  await admin.query(`insert into staff (id, role, name) values ($1, 'dealer', $1)`, [dealer]);
  const table = new ClosingTable(honest.url, name, await honest.sign(dealer, 'dealer'));
  await table.open();
  tables.push(table);
}

interface Lateness {
  readonly closes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}

/** Of the rounds that close while `TURN_MS` go by. */
const lateness = async (): Promise<Lateness> => {
  const fromMs = Date.now();
  await pause(TURN_MS);
  const { rows } = await admin.query<{ late: string }>(
    `select at_ms - (select (payload::json->>'closesAtMs')::bigint from table_events
         where table_id = closed.table_id and seq < closed.seq and kind = 'betting_opened'
         order by seq desc limit 1) as late
       from table_events closed
      where kind = 'betting_closed' and table_id = any ($1) and at_ms >= $2`,
    [names, fromMs],
  );
  const late = rows.map((row) => Number(row.late));
  return {
    closes: late.length,
    p50Ms: quantile(late, 0.5),
    p99Ms: quantile(late, 0.99),
    worstMs: Math.max(...late),
  };
};

const idle = await lateness();

const crowd = new BenchCrowd();
const port = Number(new URL(honest.url).port);
await crowd.perform({ does: 'seat', port, table: HALL, tokens, atOnce: 200 });
const bettor = await honest.bettorAt(HALL);
for (const [index, token] of bettorTokens.entries()) {
  await tables[index % tables.length]!.seat(token);
}
await pause(QUIET_MS);
let isOver = false;
const hall = (async () => {
  while (!isOver) {
    await bettor();
    await pause(HALL_EVERY_MS);
  }
})();
const busy = await lateness();
isOver = true;
await hall;

report({
  goal: `T1 ≤ 1: the 99th percentile within ${GOAL_MS} ms`,
  ratio: rounded(busy.p99Ms / GOAL_MS),
  met: busy.p99Ms <= GOAL_MS,
  players: PLAYERS,
  tables: names.length,
  bets: tables.reduce((sum, { bets }) => sum + bets, 0),
  lastSentMs: Math.max(...tables.map(({ lastSentMs }) => lastSentMs)),
  tooLate: tables.reduce((sum, { tooLate }) => sum + tooLate, 0),
  firstTooLateMs: Math.min(...tables.map(({ firstTooLateMs }) => firstTooLateMs)),
  busy,
  idle,
});
crowd.end();
await Promise.all(tables.map((table) => table.close()));
await honest.end();
process.exit(0);
