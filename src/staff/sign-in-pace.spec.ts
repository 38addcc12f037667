import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { SignInPace } from './sign-in-pace.js';

/** Three at once from a network, and one more each second. */
const paced = () => {
  const clock = new ManualClock();
  const config = { signIn: { perSecond: 1, atOnce: 3 } };
  return { clock, pace: new SignInPace(config, clock, undefined as never) };
};

const IN_HAND_MAX = 40;
const STRANGERS_MAX = 30;
const signedIn = (): Promise<string> => Promise.resolve('signed in');
/** One address of each of as many networks. */
const address = (index: number): string => `10.0.${index}.1`;

/** Keeps as many tries in hand as may be, until `end` is called. */
const fill = (pace: SignInPace, from = 0) => {
  const ends: (() => void)[] = [];
  const tries = Array.from({ length: IN_HAND_MAX }, (_, index) =>
    pace.keep(address(from + index), () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  return {
    count: ends.length,
    end: async (): Promise<void> => {
      for (const end of ends) end();
      await Promise.all(tries);
    },
  };
};

describe('tries to sign in', () => {
  it('from one network are so many at once, and then one every so often', async () => {
    const { clock, pace } = paced();
    for (let time = 1; time <= 3; time += 1) {
      expect(pace.isTooMuch('10.0.0.1')).toBe(false);
      expect(await pace.keep('10.0.0.1', signedIn)).toBe('signed in');
    }
    expect(pace.isTooMuch('10.0.0.1')).toBe(true);
    expect(await pace.keep('10.0.0.1', signedIn)).toBeUndefined();
    expect(await pace.keep('10.0.1.1', signedIn), 'another network').toBe('signed in');
    await clock.advance(1_000);
    expect(pace.isTooMuch('10.0.0.1')).toBe(false);
    expect(await pace.keep('10.0.0.1', signedIn)).toBe('signed in');
    expect(await pace.keep('10.0.0.1', signedIn)).toBeUndefined();
  });

  it('cost nothing when it is only asked whether there is room', async () => {
    const { pace } = paced();
    for (let time = 1; time <= 100; time += 1) expect(pace.isTooMuch('10.0.0.1')).toBe(false);
    expect(await pace.keep('10.0.0.1', signedIn)).toBe('signed in');
  });

  it('are forty in hand at most, a quarter from where somebody has signed in, none beyond', async () => {
    const { pace } = paced();
    const strangers = fill(pace);
    expect(strangers.count).toBe(STRANGERS_MAX);
    for (let index = 0; index < IN_HAND_MAX; index += 1) pace.know(address(100 + index));
    const { count, end } = fill(pace, 100);
    expect(count).toBe(IN_HAND_MAX - STRANGERS_MAX);
    expect(pace.isTooMuch('192.168.0.1')).toBe(true);
    let isBegun = false;
    const beyond = pace.keep('192.168.0.1', () => {
      isBegun = true;
      return signedIn();
    });
    expect([await beyond, isBegun]).toEqual([undefined, false]);
    await strangers.end();
    await end();
    expect(pace.isTooMuch('192.168.0.1')).toBe(false);
    expect(await pace.keep('192.168.0.1', signedIn)).toBe('signed in');
  });

  it('that fail make room again', async () => {
    const { pace } = paced();
    for (let index = 0; index <= IN_HAND_MAX; index += 1) {
      const failed = pace.keep(address(index), () => Promise.reject(new Error('no database')));
      await expect(failed).rejects.toThrow('no database');
    }
    expect(await pace.keep('192.168.0.1', signedIn)).toBe('signed in');
  });
});
