import { describe, expect, it } from 'vitest';
import { SOLO_GAMES } from '../../src/solo/game.js';
import { IS_QUICK, runs } from '../kit/runs.js';
import { planOf, simulate } from './world.js';

const ROUNDS = IS_QUICK ? 10 : 20;
/** Of worlds in which three players play hands besides. */
const ROUNDS_BESIDE_HANDS = 12;

/** Longer than the lease of a table. */
const BEYOND_LEASE_MS = 3_000;
/** Longer than it takes until it is said that a command never will stand. */
const FROZEN_MS = 18_000;
/** Of worlds in which players have their money in a wallet, and how many of them. */
const ROUNDS_WITH_WALLETS = 15;

describe('a simulated world', () => {
  it('comes to the same end again, to the last event', async () => {
    const plan = { ...planOf(11, ROUNDS), handPlayers: 3 };
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

  it('takes nothing from a process whose tables went to another while it stood still', async () => {
    for (let seed = 1; seed <= runs(12); seed += 1) {
      const freezes = Array.from({ length: 12 }, (_, index) => {
        const atMs = 4_000 + index * 6_000;
        const freeze = { kind: 'freeze', atMs, forMs: BEYOND_LEASE_MS, studio: index % 2 } as const;
        return { ...freeze, percent: 0, aheadMs: 0 };
      });
      const alone = { endsSessions: false, handPlayers: 0, walletPlayers: 0 };
      const plan = { ...planOf(seed, ROUNDS), ...alone, studios: 2, faults: freezes };
      const run = await simulate(plan);
      expect(run.fault?.message, `seed ${seed}`).toBeUndefined();
    }
  });

  it('pays every round where the queue forgets every job', async () => {
    const forgotten = { kind: 'forgotten', atMs: 0, forMs: 90_000, studio: 0 } as const;
    const run = await simulate({
      ...planOf(1, ROUNDS),
      faults: [{ ...forgotten, percent: 100, aheadMs: 0 }],
    });
    expect(run.fault?.message).toBeUndefined();
    expect(run.seen['jobs: flow forgotten']).toBeGreaterThan(ROUNDS / 2);
  });

  it('deals no card before every wallet has given, or the stake is void, whatever goes wrong', async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= runs(12); seed += 1) {
      const plan = planOf(seed, ROUNDS_WITH_WALLETS);
      const run = await simulate({
        ...plan,
        endsSessions: false,
        handPlayers: 0,
        walletPlayers: plan.players,
      });
      const again = `npm run sim -- --seed ${seed} --rounds ${ROUNDS_WITH_WALLETS} --hands 0 --wallets ${plan.players}`;
      expect(run.fault?.message, again).toBeUndefined();
      for (const what of Object.keys(run.seen)) seen.add(what);
    }
    const due = ['stakes that were given before a card', 'stakes that were not taken', 'dead'];
    expect([...seen]).toEqual(expect.arrayContaining(due.map((what) => `wallets: ${what}`)));
  });

  it('takes no command that was said never to stand, however long a process stood still', async () => {
    let denied = 0;
    // Whether one is denied before it comes to stand depends on the seed.
    for (let seed = 1; seed <= runs(4) || (denied === 0 && seed <= 8); seed += 1) {
      const freezes = Array.from({ length: 8 }, (_, index) => {
        const atMs = 5_000 + index * 20_000;
        const freeze = { kind: 'freeze', atMs, forMs: FROZEN_MS, studio: index % 2 } as const;
        return { ...freeze, percent: 0, aheadMs: 0 };
      });
      const plan = { ...planOf(seed, ROUNDS), handPlayers: 3, studios: 2, endsSessions: false };
      const run = await simulate({ ...plan, faults: freezes });
      expect(run.fault?.message, `seed ${seed}`).toBeUndefined();
      denied += run.seen['hands: found never to stand'] ?? 0;
    }
    expect(denied).toBeGreaterThan(0);
  });

  it('holds what is due of hands of solo games, whatever goes wrong', async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= runs(20); seed += 1) {
      const run = await simulate({ ...planOf(seed, ROUNDS_BESIDE_HANDS), handPlayers: 3 });
      const again = `npm run sim -- --seed ${seed} --rounds ${ROUNDS_BESIDE_HANDS} --hands 3`;
      expect(run.fault?.message, again).toBeUndefined();
      for (const what of Object.keys(run.seen)) seen.add(what);
    }
    const due = ['commands that stand', 'answered again', 'wrong_step', ...SOLO_GAMES];
    expect([...seen]).toEqual(expect.arrayContaining(due.map((what) => `hands: ${what}`)));
  });
});
