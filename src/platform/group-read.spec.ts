import { describe, expect, it } from 'vitest';
import { GroupRead, GroupReadFull, endOfTurn } from './group-read.js';

/** Reads that are answered by hand. What is known of a key is the key itself, but for `nobody`. */
const readsByHand = ({ groupMax = 3, waitingMax = 5 } = {}) => {
  const groups: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] =
    [];
  const read = (keys: readonly string[]) =>
    new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
      const known = keys.filter((key) => key !== 'nobody');
      const answer = () => resolve(new Map(known.map((key) => [key, key])));
      groups.push({ keys, answer, fail: reject });
    });
  const reads = new GroupRead({ read, groupMax, waitingMax, othersAsked: endOfTurn });
  return { groups, reads };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a group read', () => {
  it('reads all who ask at once together, and tells each what is theirs', async () => {
    const { groups, reads } = readsByHand();
    const asked = ['a', 'nobody', 'c'].map((key) => reads.ask(key));
    await turn();
    expect(groups.map(({ keys }) => keys)).toEqual([['a', 'nobody', 'c']]);
    groups[0]!.answer();
    expect(await Promise.all(asked)).toEqual(['a', undefined, 'c']);
  });

  it('takes in whoever asks a little later, by another connection', async () => {
    const { groups, reads } = readsByHand();
    void reads.ask('a');
    await new Promise((resolve) => process.nextTick(resolve));
    await new Promise((resolve) => process.nextTick(resolve));
    void reads.ask('b');
    await turn();
    expect(groups.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  });

  it('lets those who ask meanwhile wait for the next one', async () => {
    const { groups, reads } = readsByHand();
    const first = reads.ask('a');
    await turn();
    const later = [reads.ask('a'), reads.ask('b')];
    await turn();
    expect(groups).toHaveLength(1);
    groups[0]!.answer();
    expect(await first).toBe('a');
    await turn();
    expect(groups[1]!.keys).toEqual(['a', 'b']);
    groups[1]!.answer();
    expect(await Promise.all(later)).toEqual(['a', 'b']);
  });

  it('asks for a key once, and for no more than a group holds', async () => {
    const { groups, reads } = readsByHand();
    for (const key of ['a', 'a', 'b', 'c', 'd']) void reads.ask(key);
    await turn();
    groups[0]!.answer();
    await turn();
    expect(groups.map(({ keys }) => keys)).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('tells a whole group that its read failed, and reads the next', async () => {
    const { groups, reads } = readsByHand();
    const asked = [reads.ask('a'), reads.ask('b')];
    await turn();
    const next = reads.ask('c');
    groups[0]!.fail(new Error('no answer'));
    await Promise.all(asked.map((each) => expect(each).rejects.toThrow('no answer')));
    await turn();
    groups[1]!.answer();
    expect(await next).toBe('c');
  });

  it('refuses those who come when too many wait', async () => {
    const { groups, reads } = readsByHand();
    for (const key of ['a', 'b', 'c', 'd', 'e']) void reads.ask(key);
    await expect(reads.ask('f')).rejects.toBeInstanceOf(GroupReadFull);
    await turn();
    groups[0]!.answer();
    await turn();
    void reads.ask('f');
    expect(groups).toHaveLength(2);
  });
});
