/**
 * Simulated worlds with a Postgres beside their database in memory. Longer ones are run by
 * `npm run sim -- --store postgres --seed n --rounds n`.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { runs } from '../kit/runs.js';
import { Mirror } from '../sim/mirror.js';
import { planOf, simulate } from '../sim/world.js';

const SEED = Number(process.env['SABOT_SIM_SEED'] ?? 1);
/** Of one world. */
const ROUNDS = 15;
const WORLDS = Math.ceil(Number(process.env['SABOT_SIM_ROUNDS'] ?? runs(1) * ROUNDS) / ROUNDS);
/** In solo games, beside those who bet at tables. */
const HAND_PLAYERS = 3;
const WORLD_WITHIN_MS = 300_000;

let database: TestDatabase;

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

describe('a simulated world over Postgres', () => {
  const seeds = Array.from({ length: WORLDS }, (_, index) => SEED + index);

  it.each(seeds)(
    'is answered by it as by memory: seed %d',
    async (seed) => {
      const mirror = new Mirror(database);
      const run = await simulate(planOf(seed, ROUNDS), undefined, mirror);
      expect(run.fault?.message).toBeUndefined();
      expect(run.rounds).toBeGreaterThanOrEqual(ROUNDS);
      expect(mirror.compared).toBeGreaterThan(ROUNDS * 10);
    },
    WORLD_WITHIN_MS,
  );

  it.each(seeds)(
    'is answered alike about the hands of solo games: seed %d',
    async (seed) => {
      const mirror = new Mirror(database);
      const plan = { ...planOf(seed, ROUNDS), handPlayers: HAND_PLAYERS };
      const { fault, seen } = await simulate(plan, undefined, mirror);
      expect(fault?.message).toBeUndefined();
      expect(seen['hands: commands that stand']).toBeGreaterThan(0);
    },
    WORLD_WITHIN_MS,
  );
});
