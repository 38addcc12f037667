import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { type Hasher, HashingTurns } from './hashing-turns.js';

/** Work that is begun when its turn comes, and ends when the test says so. */
const desk = () => {
  const clock = new ManualClock();
  const turns = new HashingTurns(clock);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, by: Hasher = 'stranger'): Promise<string> =>
    turns.take(by, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await clock.advance(0);
  };
  return { clock, turns, begun, ask, end };
};

const strangers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `stranger ${index + 1}`);

describe('hashing', () => {
  it('is done one after the other, in the order of those who ask', async () => {
    const { begun, ask, end } = desk();
    const asked = strangers(3).map((name) => ask(name));
    expect(begun).toEqual(['stranger 1']);
    await end('stranger 1');
    expect(begun).toEqual(['stranger 1', 'stranger 2']);
    await end('stranger 2');
    await end('stranger 3');
    expect(await Promise.all(asked)).toEqual(strangers(3));
  });

  it('is done for whoever is signed in before it is for strangers, but ends what is begun', async () => {
    const { begun, ask, end } = desk();
    for (const name of strangers(3)) void ask(name);
    void ask('Mona', 'signed_in');
    void ask('Nora', 'signed_in');
    expect(begun).toEqual(['stranger 1']);
    await end('stranger 1');
    await end('Mona');
    await end('Nora');
    expect(begun).toEqual(['stranger 1', 'Mona', 'Nora', 'stranger 2']);
  });

  it('is done for ten strangers at once, then for one every 80 ms', async () => {
    const { clock, begun, ask, end } = desk();
    for (const name of strangers(13)) void ask(name);
    for (const name of strangers(10)) await end(name);
    expect(begun).toEqual(strangers(10));
    await clock.advance(79);
    expect(begun).toHaveLength(10);
    await clock.advance(1);
    expect(begun).toEqual(strangers(11));
    await end('stranger 11');
    await clock.advance(80);
    expect(begun).toEqual(strangers(12));
    await end('stranger 12');
    await clock.advance(80);
    expect(begun).toEqual(strangers(13));
    await end('stranger 13');

    // What was not used is there again, and no more than ten.
    await clock.advance(60_000);
    for (const name of strangers(11)) void ask(`late ${name}`);
    for (const name of strangers(10)) await end(`late ${name}`);
    expect(begun).toHaveLength(13 + 10);
  });

  it('is done for every second of strangers from where somebody has signed in', async () => {
    const { begun, ask, end } = desk();
    for (const name of strangers(5)) void ask(name);
    for (const name of ['Mona', 'Nora']) void ask(name, 'known');
    for (const name of ['stranger 1', 'Mona', 'stranger 2', 'Nora', 'stranger 3']) await end(name);
    expect(begun).toEqual([
      ...['stranger 1', 'Mona', 'stranger 2', 'Nora', 'stranger 3', 'stranger 4'],
    ]);
  });

  it('is done at once for whoever is signed in, while strangers wait for their time', async () => {
    const { begun, ask, end } = desk();
    for (const name of strangers(12)) void ask(name);
    for (const name of strangers(10)) await end(name);
    void ask('Mona', 'signed_in');
    expect(begun.at(-1)).toBe('Mona');
  });

  it('that fails holds up nobody', async () => {
    const { turns, ask, end, begun } = desk();
    const failed = turns.take('stranger', () => Promise.reject(new Error('no memory')));
    const asked = ask('stranger 1');
    await expect(failed).rejects.toThrow('no memory');
    expect(begun).toEqual(['stranger 1']);
    await end('stranger 1');
    expect(await asked).toBe('stranger 1');
  });
});
