import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Taker, drainRefusal, receiverOf, successorOf, takersOf } from './spread.js';

const taker = (id: string, tables: number, more: Partial<Taker> = {}): Taker => ({
  id,
  takes: true,
  isDrained: false,
  isSettled: true,
  tables,
  ...more,
});
const idOf = (found: Taker | undefined) => found?.id;

it('the process with the most tables gives one to the one with the fewest', () => {
  const all = [taker('a', 5), taker('b', 3), taker('c', 1)];
  expect(all.map(({ id }) => idOf(receiverOf(all, id)))).toEqual(['c', undefined, undefined]);
});

it('of several with as many, one gives', () => {
  const all = [taker('a', 2), taker('b', 2), taker('c', 0)];
  expect(all.map(({ id }) => idOf(receiverOf(all, id)))).toEqual(['c', undefined, undefined]);
});

it('a difference of one stays', () => {
  expect(receiverOf([taker('a', 2), taker('b', 1)], 'a')).toBeUndefined();
});

it('nothing goes to whoever takes none, is drained, or has just started', () => {
  const none = [{ takes: false }, { isDrained: true }, { isSettled: false }];
  for (const more of none) {
    expect(receiverOf([taker('a', 9), taker('b', 0, more)], 'a')).toBeUndefined();
  }
});

it('a process that leaves gives to whoever has the fewest, and has just started or not', () => {
  const all = [taker('a', 0), taker('b', 3), taker('c', 2, { isSettled: false })];
  expect(idOf(successorOf(all, 'a'))).toBe('c');
  expect(successorOf([taker('a', 1), taker('b', 0, { takes: false })], 'a')).toBeUndefined();
});

it('a drained process takes tables where there is no other', () => {
  const drained = taker('a', 0, { isDrained: true });
  expect(takersOf([drained, taker('b', 0, { takes: false })])).toEqual([drained]);
  expect(takersOf([drained, taker('b', 0)]).map(({ id }) => id)).toEqual(['b']);
});

it('a drain is refused by name, in this order', () => {
  const all = [
    taker('a', 1),
    taker('b', 0, { isDrained: true }),
    taker('c', 0, { takes: false, isDrained: true }),
  ];
  expect(drainRefusal(all, 'z', true)).toBe('unknown_process');
  expect(drainRefusal(all, 'c', true)).toBe('takes_no_tables');
  expect(drainRefusal(all, 'b', true)).toBe('already_drained');
  expect(drainRefusal(all, 'a', false)).toBe('not_drained');
  expect(drainRefusal(all, 'a', true)).toBe('last_process');
  expect(drainRefusal([...all, taker('d', 0)], 'a', true)).toBeUndefined();
  expect(drainRefusal(all, 'b', false)).toBeUndefined();
});

it('moves end, with no two processes more than one table apart, and none is turned round', () => {
  const counts = fc.array(fc.nat(40), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(counts, (tables) => {
      let all = tables.map((count, at) => taker(String.fromCharCode(97 + at), count));
      const receivers = new Set<string>();
      const givers = new Set<string>();
      for (;;) {
        const moves = all.flatMap((giver) => {
          const to = receiverOf(all, giver.id);
          return to === undefined ? [] : [{ from: giver.id, to: to.id }];
        });
        expect(moves.length).toBeLessThanOrEqual(1);
        const [move] = moves;
        if (move === undefined) break;
        givers.add(move.from);
        receivers.add(move.to);
        const change = (id: string) => Number(id === move.to) - Number(id === move.from);
        all = all.map((each) => ({ ...each, tables: each.tables + change(each.id) }));
      }
      const after = all.map((each) => each.tables);
      expect(Math.max(...after) - Math.min(...after)).toBeLessThanOrEqual(1);
      expect([...givers].filter((id) => receivers.has(id))).toEqual([]);
    }),
  );
});
