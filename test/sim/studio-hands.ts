/** The solo games at one studio of a simulation: the real services, over the database in memory. */
import type { PinoLogger } from 'nestjs-pino';
import type { Entropy } from '../../src/cards/shuffle.js';
import { HandSweep } from '../../src/hands/hand-sweep.service.js';
import { Hands } from '../../src/hands/hands.service.js';
import { Openings } from '../../src/hands/openings.service.js';
import { parseHandsKeys } from '../../src/hands/sealing.js';
import { StepCommits } from '../../src/hands/step-commits.service.js';
import type { HandStore } from '../../src/hands/store.js';
import type { Clock } from '../../src/platform/clock.js';
import type { Metrics } from '../../src/platform/metrics.js';
import type { Poller } from '../../src/platform/poller.js';
import { DEFAULT_STAKES } from '../../src/protocol/stakes.js';

interface Parts {
  readonly store: HandStore;
  readonly entropy: Entropy;
  readonly poller: Poller;
  readonly clock: Clock;
}

/** What stands for the week for which a hand waits for its player. */
export const HAND_KEPT_MS = 10_000;
const HAND_SWEEP_MS = 2_000;

/** That of every studio, so that each opens what another has sealed. */
const KEYS = parseHandsKeys(Buffer.alloc(32, 7).toString('base64'))!;
const CONFIG = {
  table: { batchMax: 3 },
  handsKeys: KEYS,
  hands: { keptMs: HAND_KEPT_MS, sweepMs: HAND_SWEEP_MS },
};

export const studioHands = (
  { store, entropy, poller, clock }: Parts,
  metrics: Metrics,
  logger: PinoLogger,
): Hands => {
  const closedGames = { note: () => undefined };
  const openings = new Openings(CONFIG, metrics, logger, closedGames, entropy);
  const commits = new StepCommits(CONFIG, store, clock, metrics);
  const stakes = { now: () => Promise.resolve(DEFAULT_STAKES) };
  const hands = new Hands(store, openings, commits, clock, stakes);
  new HandSweep(CONFIG, store, hands, { say: () => undefined }, poller);
  return hands;
};
