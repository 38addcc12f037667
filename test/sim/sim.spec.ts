import { describe, expect, it } from 'vitest';
import { runs } from '../kit/runs.js';
import { shrink } from './shrink.js';
import { planOf, simulate } from './world.js';

const ROUNDS = 30;

describe('a simulated world', () => {
  it('comes to the same end again, to the last event', async () => {
    const plan = planOf(11, ROUNDS);
    const [one, other] = [await simulate(plan), await simulate(plan)];
    expect(one.digest).toBe(other.digest);
    expect(one.seen).toEqual(other.seen);
    expect((await simulate(planOf(12, ROUNDS))).digest).not.toBe(one.digest);
  });

  it('holds every invariant, whatever goes wrong', async () => {
    const broken: string[] = [];
    const seen: Record<string, number> = {};
    for (let seed = 1; seed <= runs(20); seed += 1) {
      const plan = planOf(seed, ROUNDS);
      const run = await simulate(plan);
      for (const [what, count] of Object.entries(run.seen)) seen[what] = (seen[what] ?? 0) + count;
      if (run.fault === undefined) continue;
      const { plan: small, run: shrunk } = await shrink(plan, run);
      broken.push(`seed ${seed}: ${shrunk.fault?.message} ${JSON.stringify(small)}`);
    }
    expect(broken).toEqual([]);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['bets that stand', 'round_settled']));
  });
});
