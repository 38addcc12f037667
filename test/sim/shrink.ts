/**
 * Shrinking: of a plan that fails, the smallest that still fails in the same way. Faults, people
 * and rounds are left out one after the other, as long as it does.
 */
import { type Plan, type Run, simulate } from './world.js';

/** What is made smaller, and how far. */
const SIZES = [
  ['handPlayers', 0],
  ['walletPlayers', 0],
  ['players', 1],
  ['tables', 1],
  ['studios', 1],
  ['rounds', 1],
] as const;

/** So many simulations at most are tried. */
const TRIES_MAX = 300;

interface Shrunk {
  readonly plan: Plan;
  readonly run: Run;
}

export const shrink = async (plan: Plan, run: Run): Promise<Shrunk> => {
  const { fault } = run;
  if (fault === undefined) return { plan, run };
  let best: Shrunk = { plan, run };
  let tries = 0;
  /** Whether the smaller plan fails too. It is then the best so far. */
  const takes = async (smaller: Plan): Promise<boolean> => {
    if (tries >= TRIES_MAX) return false;
    tries += 1;
    const again = await simulate(smaller);
    if (again.fault?.invariant !== fault.invariant) return false;
    best = { plan: smaller, run: again };
    return true;
  };

  await takes({ ...plan, rounds: Math.max(1, Math.min(plan.rounds, run.rounds)) });
  await withFewerFaults(() => best.plan, takes);
  for (const [size, least] of SIZES) {
    while (best.plan[size] > least) {
      const { plan: now } = best;
      if (await takes({ ...now, [size]: Math.floor(now[size] / 2) })) continue;
      if (!(await takes({ ...now, [size]: now[size] - 1 }))) break;
    }
  }
  await withFewerFaults(() => best.plan, takes);
  return best;
};

/** Leaves out halves of the faults, then quarters, down to single ones. */
const withFewerFaults = async (
  planNow: () => Plan,
  takes: (smaller: Plan) => Promise<boolean>,
): Promise<void> => {
  let size = Math.ceil(planNow().faults.length / 2);
  while (size >= 1) {
    for (let at = 0; at < planNow().faults.length;) {
      const plan = planNow();
      const faults = plan.faults.filter((_, index) => index < at || index >= at + size);
      if (!(await takes({ ...plan, faults }))) at += size;
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
};
