/**
 * Hands of Punto e Banco a second, from the command to the answer, through the real room: 4,000
 * players who each deal the next hand when the last is paid. The baseline is pgbench with batches
 * of 500 on one connection (parts/hands-limit.ts).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { PinoLogger } from 'nestjs-pino';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import { readConfig } from '../src/config.js';
import { systemEntropy } from '../src/hands/entropy.js';
import { Hands } from '../src/hands/hands.service.js';
import { Openings } from '../src/hands/openings.service.js';
import { PostgresHands } from '../src/hands/postgres-store.js';
import { StepCommits } from '../src/hands/step-commits.service.js';
import { amount } from '../src/money/amount.js';
import { systemClock } from '../src/platform/clock.js';
import { createPool } from '../src/platform/database.js';
import { Metrics } from '../src/platform/metrics.js';
import { comparePairs, median, quantile, report, rounded } from './kit.js';
import { openPlayers, startDatabase } from './parts/database.js';
import { makeHandsLimitTables, measureHandsLimit } from './parts/hands-limit.js';
import { findPgbench } from './parts/pgbench.js';
import { DEFAULT_STAKES } from '../src/protocol/stakes.js';

const GOAL = 0.6;
const PLAYERS = 4_000;
const HANDS_EACH = 10;
const STAKES = { banco: amount(100) };
const CREDIT = 100_000_000n;

const program = findPgbench();
const database = await startDatabase();
const players = await openPlayers(database.admin, PLAYERS, CREDIT);
await makeHandsLimitTables(database.admin);

const config = readConfig({
  DATABASE_URL: database.url,
  SABOT_JWT_KEY: randomBytes(32).toString('hex'),
  SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
  SABOT_ANCHOR_KEY: makeUpAnchorKey()
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
});
const [metrics, logger] = [new Metrics(), new PinoLogger({ pinoHttp: { level: 'silent' } })];
const HOUSE_STAKES = { now: () => Promise.resolve(DEFAULT_STAKES) };
/** As the studio opens it: a transaction goes out in one piece. */
const pool = createPool(config.database, 'hands', config.database.pools.hands);
const store = new PostgresHands(pool, { of: () => Promise.resolve() });
const commits = new StepCommits(config, store, systemClock(), metrics);
const openings = new Openings(config, metrics, logger, { note: () => undefined }, systemEntropy());
const hands = new Hands(store, openings, commits, systemClock(), HOUSE_STAKES);

/** The hand that each player has now. */
const now = new Map<string, string>();
for (let from = 0; from < PLAYERS; from += 100) {
  await Promise.all(
    players.slice(from, from + 100).map(async (player) => {
      const reply = await hands.open(player, 'punto_e_banco');
      if (!reply.ok) throw new Error(reply.refusal);
      now.set(player, reply.hand.hand);
    }),
  );
}
await database.admin.query('vacuum analyze');

const answerMs: number[] = [];
/** Of each turn, µs a hand: CPU of this process, and how long any batch was with the database. */
const nodeUs: number[] = [];
const databaseUs: number[] = [];
let withDatabaseMs = 0;
let lent = 0;
let lentMs = 0;
pool.on('acquire', () => {
  if (lent === 0) lentMs = performance.now();
  lent += 1;
});
pool.on('release', () => {
  lent -= 1;
  if (lent === 0) withDatabaseMs += performance.now() - lentMs;
});

const deal = async (playerId: string): Promise<void> => {
  const sent = performance.now();
  const reply = await hands.play({
    playerId,
    hand: now.get(playerId)!,
    id: randomUUID(),
    asked: { game: 'punto_e_banco', command: { kind: 'deal', step: 0, stakes: STAKES } },
    part: { seed: 'bench', cut: null },
  });
  if (!reply.ok) throw new Error(`a hand was refused: ${reply.refusal}`);
  if (reply.next === null) throw new Error('there is no next hand');
  now.set(playerId, reply.next.hand);
  answerMs.push(performance.now() - sent);
};

/** µs a hand. */
const closedLoop = async (): Promise<number> => {
  const start = performance.now();
  const cpu = process.cpuUsage();
  withDatabaseMs = 0;
  await Promise.all(
    players.map(async (player) => {
      for (let hand = 0; hand < HANDS_EACH; hand += 1) await deal(player);
    }),
  );
  const us = ((performance.now() - start) * 1_000) / (PLAYERS * HANDS_EACH);
  const { user, system } = process.cpuUsage(cpu);
  nodeUs.push((user + system) / (PLAYERS * HANDS_EACH));
  databaseUs.push((withDatabaseMs * 1_000) / (PLAYERS * HANDS_EACH));
  return us;
};

const limit = (): Promise<number> =>
  measureHandsLimit(program, database.url, { players: PLAYERS, hands: PLAYERS * HANDS_EACH });

const { costRatio, baseline, candidate, costRatios } = await comparePairs(
  { baseline: limit, candidate: closedLoop },
  { pairs: 5, warmUps: 2 },
);
report({
  goal: 'hands',
  ratio: rounded(1 / costRatio),
  goalRatio: GOAL,
  met: 1 / costRatio >= GOAL,
  handsPerSecond: Math.round(1_000_000 / candidate),
  pgbenchPerSecond: Math.round(1_000_000 / baseline),
  spread: costRatios.map((ratio) => rounded(1 / ratio)),
  handUs: rounded(candidate),
  nodeUs: rounded(median(nodeUs)),
  databaseUs: rounded(median(databaseUs)),
  answerP50Ms: rounded(quantile(answerMs, 0.5)),
  answerP99Ms: rounded(quantile(answerMs, 0.99)),
  players: PLAYERS,
  postgres: database.version,
});
await pool.end();
await database.stop();
