import { describe, expect, it } from 'vitest';
import { runs } from '../kit/runs.js';
import { planOf, simulate } from './world.js';

const ROUNDS = 20;

describe('a simulated world', () => {
  it('comes to the same end again, to the last event', async () => {
    const plan = planOf(11, ROUNDS);
    const [one, other] = [await simulate(plan), await simulate(plan)];
    expect(one.digest).toBe(other.digest);
    expect(one.seen).toEqual(other.seen);
    expect((await simulate(planOf(12, ROUNDS))).digest).not.toBe(one.digest);
  });

  it('holds every invariant, whatever goes wrong', async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= runs(30); seed += 1) {
      const run = await simulate(planOf(seed, ROUNDS));
      const again = `npm run sim -- --seed ${seed} --rounds ${ROUNDS}`;
      expect(run.fault?.message, again).toBeUndefined();
      for (const what of Object.keys(run.seen)) seen.add(what);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['bets that stand', 'round_settled']));
  });
});
