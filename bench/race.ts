/**
 * X1: how long an honest player waits for the answer to a bet while another table sends messages to
 * a crowd again and again, against the same before the crowd has come and after it has gone.
 * `--players n`.
 */
import { parseArgs } from 'node:util';
import { median, report, rounded } from './kit.js';
import { BenchCrowd } from './parts/crowd.js';
import { openPlayers } from './parts/database.js';
import { LONG_BETTING, seatHonest } from './parts/honest-player.js';

const { values: options } = parseArgs({
  args: process.argv.slice(4),
  options: {
    players: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '7' },
  },
});
const PLAYERS = Number(options.players);
const TURNS = Number(options.turns);
const GOAL = 1.5;
const TURN_MS = 3_000;
/** From one bet at the crowd's table to the next. Each is a message to everybody there. */
const EVERY_MS = 500;
const HALL = 'hall';
/** Until what comes of those who came or went is over. */
const QUIET_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let players: readonly string[] = [];
const honest = await seatHonest({ TRUSTED_PROXIES: '1' }, async ({ admin }) => {
  await admin.query('insert into tables (id, settings) values ($1, $2)', [HALL, LONG_BETTING]);
  players = await openPlayers(admin, PLAYERS, 100_000n);
});
const tokens: string[] = [];
for (const id of players) tokens.push(await honest.sign(id, 'player'));
const bettor = await honest.bettorAt(HALL);

/** Bets at the crowd's table until `work` is done. */
const betting = async <T>(work: () => Promise<T>): Promise<T> => {
  let isOver = false;
  const bets = (async () => {
    while (!isOver) {
      await bettor();
      await pause(EVERY_MS);
    }
  })();
  const done = await work();
  isOver = true;
  await bets;
  return done;
};

const turns = async (): Promise<number> => {
  await honest.answersMs(TURN_MS); // warm
  const p99s: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) p99s.push(await honest.answersMs(TURN_MS));
  return median(p99s);
};

const beforeMs = await betting(turns);
const crowd = new BenchCrowd();
const port = Number(new URL(honest.url).port);
await crowd.perform({ does: 'seat', port, table: HALL, tokens, atOnce: 200 });
await pause(QUIET_MS);
const withMs = await betting(turns);
await crowd.perform({ does: 'cut', count: PLAYERS });
await pause(QUIET_MS);
const afterMs = await betting(turns);
const ratio = withMs / ((beforeMs + afterMs) / 2);
report({
  goal: `X1 ≤ ${GOAL}`,
  ratio: rounded(ratio),
  met: ratio <= GOAL,
  players: PLAYERS,
  p99Ms: { before: rounded(beforeMs), with: rounded(withMs), after: rounded(afterMs) },
  turns: TURNS,
});
crowd.end();
await honest.end();
process.exit(0);
