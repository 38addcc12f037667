/** The hands of one process, without the rest of a studio. It keeps nothing in memory yet. */
import { PinoLogger } from 'nestjs-pino';
import type { Entropy } from '../../src/cards/shuffle.js';
import { readConfig } from '../../src/config.js';
import { ClosedGames } from '../../src/hands/closed-games.service.js';
import { systemEntropy } from '../../src/hands/entropy.js';
import { Hands } from '../../src/hands/hands.service.js';
import { Openings } from '../../src/hands/openings.service.js';
import { PostgresHands } from '../../src/hands/postgres-store.js';
import { StepCommits } from '../../src/hands/step-commits.service.js';
import { type Clock, systemClock } from '../../src/platform/clock.js';
import { DEFAULT_STAKES } from '../../src/protocol/stakes.js';
import { Metrics } from '../../src/platform/metrics.js';
import type { TestDatabase } from './database.js';
import { ANCHOR_KEY, HANDS_KEY, JWT_KEY } from './testbed.js';

/**
 * The time of these processes. It stands still, so that no command is given up for having waited
 * too long on a machine that is busy. What is tried again a moment later is tried in the world's.
 */
const WORLD = systemClock();
/**
 * Ahead of the database's, which takes nothing that was put together too long ago, and not so far
 * that its hands end at another time than their log says.
 */
const STANDS_AT_MS = WORLD.nowMs() + 300_000;
export const STANDING_CLOCK: Clock = {
  nowMs: () => STANDS_AT_MS,
  after: (ms, act) => WORLD.after(ms, act),
  soon: (act) => WORLD.soon(act),
  every: (ms, act) => WORLD.every(ms, act),
};

/** No player’s wallet is asked for stakes there. */
export const NO_WALLETS = { of: () => Promise.resolve() };

interface HandsProcess {
  readonly hands: Hands;
  readonly openings: Openings;
  readonly commits: StepCommits;
  readonly closedGames: ClosedGames;
}

export const handsProcess = (
  { pool, url }: Pick<TestDatabase, 'pool' | 'url'>,
  handsKey = HANDS_KEY,
  clock: Clock = STANDING_CLOCK,
  /** The most commands of a batch. */
  batchMax = 500,
  entropy: Entropy = systemEntropy(),
): HandsProcess => {
  const config = readConfig({
    DATABASE_URL: url,
    SABOT_JWT_KEY: JWT_KEY,
    SABOT_ANCHOR_KEY: ANCHOR_KEY,
    SABOT_HANDS_KEY: handsKey,
    TABLE_BATCH: `${batchMax}`,
  });
  const [metrics, logger] = [new Metrics(), new PinoLogger({ pinoHttp: { level: 'silent' } })];
  const store = new PostgresHands(pool, NO_WALLETS);
  const commits = new StepCommits(config, store, clock, metrics);
  const closedGames = new ClosedGames(pool, logger);
  const openings = new Openings(config, metrics, logger, closedGames, entropy);
  const stakes = { now: () => Promise.resolve(DEFAULT_STAKES) };
  const hands = new Hands(store, openings, commits, clock, stakes);
  return { hands, openings, commits, closedGames };
};
