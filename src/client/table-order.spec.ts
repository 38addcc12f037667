import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableMessage, TableSnapshotMessage } from '../protocol/table.js';
import { TableOrder } from './table-order.js';

const message = (seq: number, prev: number): TableMessage => ({
  table: 'pb-1',
  kind: 'betting_closed',
  game: '1000000001',
  atMs: 0,
  seq,
  prev,
});

const snapshotAt = (seq: number) => ({ seq }) as TableSnapshotMessage;

const joinedAt = (seq: number): TableOrder => {
  const order = new TableOrder();
  order.catchUp({ snapshot: snapshotAt(seq), missed: null });
  return order;
};

describe('the order of messages', () => {
  it('takes each message that follows the last', () => {
    const order = joinedAt(5);
    expect(order.take(message(6, 5))).toBe(true);
    expect(order.take(message(9, 6))).toBe(true);
    expect(order.last).toBe(9);
  });

  it('leaves out what was taken before', () => {
    const order = joinedAt(5);
    expect(order.take(message(4, 3))).toBe(false);
    expect(order.take(message(5, 4))).toBe(false);
    expect(order.isBehind).toBe(false);
  });

  it('falls behind at a gap, and catches up with what was missed', () => {
    const order = joinedAt(5);
    expect(order.take(message(8, 7))).toBe(false);
    expect(order.isBehind).toBe(true);
    const missed = [message(7, 5), message(8, 7)];
    expect(order.catchUp({ snapshot: null, missed })).toEqual(missed);
    expect(order.isBehind).toBe(false);
  });

  it('keeps what comes while a join is asked', () => {
    const order = new TableOrder();
    expect(order.take(message(7, 6))).toBe(false);
    expect(order.take(message(8, 7))).toBe(false);
    expect(order.catchUp({ snapshot: snapshotAt(7), missed: null })).toEqual([message(8, 7)]);
  });

  it('asks for a snapshot when even the answer has a gap', () => {
    const order = joinedAt(5);
    order.interrupt();
    expect(order.catchUp({ snapshot: null, missed: [message(9, 8)] })).toEqual([]);
    expect(order.isBehind).toBe(true);
    expect(order.last).toBeUndefined();
  });

  it('takes a snapshot of an earlier number, because the table began anew', () => {
    const order = joinedAt(500);
    order.interrupt();
    order.catchUp({ snapshot: snapshotAt(3), missed: null });
    expect(order.take(message(4, 3))).toBe(true);
  });

  it('delivers every message once and in order, whatever is lost, repeated or cut off', () => {
    const faults = fc.array(fc.constantFrom('pass', 'lose', 'repeat', 'cut', 'late'), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(faults, (course) => {
        const log = course.map((_, index) => message(index + 1, index));
        const since = (seq: number) => log.filter((each) => each.seq > seq);
        const order = joinedAt(0);
        const delivered: number[] = [];
        const deliver = (messages: readonly TableMessage[]) =>
          delivered.push(...messages.map(({ seq }) => seq));
        for (const [index, fault] of course.entries()) {
          const next = log[index]!;
          if (fault === 'cut') order.interrupt();
          if (fault === 'pass' || fault === 'repeat') {
            if (order.take(next)) deliver([next]);
            if (fault === 'repeat' && order.take(next)) deliver([next]);
          }
          if (order.isBehind && fault !== 'late') {
            const missed = since(order.last!).filter(({ seq }) => seq <= next.seq);
            deliver(order.catchUp({ snapshot: null, missed }));
          }
        }
        deliver(order.catchUp({ snapshot: null, missed: since(order.last!) }));
        expect(delivered).toEqual(log.map(({ seq }) => seq));
      }),
    );
  });
});
