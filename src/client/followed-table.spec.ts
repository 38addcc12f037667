import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { After } from '../protocol/after.js';
import type { TableMessage, TableSnapshotMessage } from '../protocol/table.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { emptyTable } from '../round/state.js';
import { type ConnectionState, NoAnswer } from './connection.js';
import { FollowedTable, type Joined, type Viewer } from './followed-table.js';

const JOINED = {
  ok: true as const,
  snapshot: snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), 'player') as TableSnapshotMessage,
  missed: null,
  nowMs: 0,
  timeline: 1,
};

/** Follows a table that answers each join in turn, and the last way for ever. */
const following = (
  ...answers: (Joined | 'here' | 'table_is_moving' | 'table_is_busy' | 'not_allowed')[]
) => {
  const viewer: Viewer<Joined> = {};
  let becomes: (state: ConnectionState) => void = () => undefined;
  let joins = 0;
  let sought = 0;
  const served = new Set<object>();
  const table = new FollowedTable<Joined>(
    {
      table: 'pb-1',
      isStaff: false,
      connection: {
        state: 'connected',
        on: () => () => undefined,
        onState: (listener) => {
          becomes = listener;
          return () => undefined;
        },
        noteServed: (each, isServed) => void (isServed ? served.add(each) : served.delete(each)),
        seekElsewhere: () => void (sought += 1),
      },
      join: async () => {
        const answer = answers[Math.min(joins, answers.length - 1)]!;
        joins += 1;
        if (typeof answer === 'object') return answer;
        return answer === 'here' ? JOINED : { ok: false, refusal: answer };
      },
    },
    viewer,
  );
  return {
    ...{ table, viewer, served, joins: () => joins, sought: () => sought },
    becomes: (state: ConnectionState) => becomes(state),
  };
};

describe('a table that is followed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('and does not arrive where one is connected is sought elsewhere, less and less often', async () => {
    const { table, joins, sought } = following('table_is_moving');
    await vi.advanceTimersByTimeAsync(500 + 1_000 + 1_499);
    expect([joins(), sought()]).toEqual([3, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([joins(), sought()]).toEqual([4, 1]);
    for (const [more, times] of [
      [8, 2],
      [16, 3],
      [16, 4],
    ] as const) {
      const before = joins();
      await vi.advanceTimersByTimeAsync(more * 1_500 - 1);
      expect([joins(), sought()]).toEqual([before + more - 1, times - 1]);
      await vi.advanceTimersByTimeAsync(1);
      expect([joins(), sought()]).toEqual([before + more, times]);
    }
    table.leave();
  });

  it('and is not open to whoever asks is seldom asked for', async () => {
    const { table, joins } = following('not_allowed', 'here');
    await vi.advanceTimersByTimeAsync(29_999);
    expect(joins()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect([joins(), table.copy?.table]).toEqual([2, 'pb-1']);
    table.leave();
  });

  it('and is only busy, or comes back where it was, is not', async () => {
    for (const answers of [
      ['table_is_busy'],
      ['table_is_moving', 'table_is_moving', 'table_is_moving', 'here'],
      ['table_is_moving', 'table_is_moving', 'table_is_moving', 'table_is_busy'],
    ] as const) {
      const { table, sought } = following(...answers);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(sought(), answers.join()).toBe(0);
      table.leave();
    }
  });

  it('has its clock by its messages, where the answer to the join was long on its way', async () => {
    const AHEAD_MS = 60_000;
    let send: (message: TableMessage) => void = () => undefined;
    let answer: () => void = () => undefined;
    const table = new FollowedTable(
      {
        table: 'pb-1',
        isStaff: false,
        connection: {
          state: 'connected',
          on: (_, listener) => {
            send = listener;
            return () => undefined;
          },
          onState: () => () => undefined,
          noteServed: () => undefined,
          seekElsewhere: () => undefined,
        },
        join: () => {
          const nowMs = Date.now() + AHEAD_MS;
          return new Promise<typeof JOINED>((resolve) => {
            answer = () => resolve({ ...JOINED, nowMs });
          });
        },
      },
      {},
    );
    const behindMs = () => Date.now() + AHEAD_MS - table.nowMs();
    await vi.advanceTimersByTimeAsync(4_000);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(behindMs()).toBe(2_000);
    const { seq } = JOINED.snapshot;
    const called = { table: 'pb-1', kind: 'manager_called', by: 'Dora' } as const;
    send({ ...called, seq: seq + 1, prev: seq, atMs: Date.now() + AHEAD_MS - 100 });
    expect(behindMs()).toBe(100);
    send({ ...called, seq: seq + 2, prev: seq + 1, atMs: Date.now() + AHEAD_MS - 3_000 });
    expect(behindMs(), 'a message that was long on its way').toBe(100);
    const studioMs = Date.now() + AHEAD_MS;
    let last = seq + 2;
    for (const setByMs of [10_000, -20_000, 300]) {
      vi.setSystemTime(Date.now() + setByMs); // whoever looks on sets the time of day
      send({ ...called, seq: last + 1, prev: last, atMs: studioMs - 50 });
      expect(table.nowMs(), `after it was set by ${setByMs} ms`).toBe(studioMs - 50);
      last += 1;
    }
    table.leave();
  });

  it.each(['as it happens', 'in the answer to a join'])(
    'is joined anew where it says something of a kind that is not known, %s',
    async (when) => {
      const isMissed = when === 'in the answer to a join';
      const { seq } = JOINED.snapshot;
      const rung = { table: 'pb-1', kind: 'bell_rung', by: 'Dora', atMs: 0 };
      const later = { table: 'pb-1', kind: 'manager_called', by: 'Dora', atMs: 0 };
      const missed = [
        { ...rung, seq: seq + 1, prev: seq },
        { ...later, seq: seq + 2, prev: seq + 1 },
      ] as unknown as TableMessage[];
      const asked: After[] = [];
      let send: (message: TableMessage) => void = () => undefined;
      const delivered = vi.fn();
      const snapshots: number[] = [];
      const table = new FollowedTable(
        {
          table: 'pb-1',
          isStaff: false,
          connection: {
            state: 'connected',
            on: (_, listener) => {
              send = listener;
              return () => undefined;
            },
            onState: () => () => undefined,
            noteServed: () => undefined,
            seekElsewhere: () => undefined,
          },
          join: async (after) => {
            asked.push(after);
            if (after.afterSeq !== undefined) return { ...JOINED, snapshot: null, missed };
            const happened = asked.length === 1 ? 0 : missed.length;
            return { ...JOINED, snapshot: { ...JOINED.snapshot, seq: seq + happened } };
          },
        },
        { message: delivered, snapshot: (copy) => void snapshots.push(copy.seq) },
      );
      await table.joined();
      if (isMissed) table.rejoin();
      else send(missed[0]!);
      await vi.advanceTimersByTimeAsync(0);
      await table.joined();
      await vi.advanceTimersByTimeAsync(60_000); // and by no other join after that
      expect(asked.at(-1)).toEqual({});
      expect(asked).toHaveLength(isMissed ? 3 : 2);
      expect(snapshots).toEqual([seq, seq + 2]);
      expect(delivered).not.toHaveBeenCalled();
      table.leave();
    },
  );

  it('goes on where its viewer throws, which is reported as uncaught', async () => {
    const { seq } = JOINED.snapshot;
    const happened = (each: number) => ({
      ...{ table: 'pb-1', kind: 'manager_called', by: 'Dora', atMs: 0 },
      ...{ seq: seq + each, prev: seq + each - 1 },
    });
    const missed = [happened(1), happened(2)] as TableMessage[];
    const thrown: string[] = [];
    const later: (() => void)[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((each) => void later.push(each));
    const { table, viewer } = following('table_is_busy', { ...JOINED, missed });
    for (const name of ['refused', 'snapshot', 'message', 'joined'] as const) {
      viewer[name] = () => {
        thrown.push(name);
        throw new Error(name);
      };
    }
    await vi.advanceTimersByTimeAsync(500);
    await table.joined();
    expect(thrown).toEqual(['refused', 'snapshot', 'message', 'message', 'joined']);
    expect(table.copy?.seq).toBe(seq + 2);
    for (const [index, each] of later.entries()) expect(each).toThrow(thrown[index]!);
    table.leave();
  });

  it.each(['the table is left', 'the connection is closed'])(
    'tells whoever waits for it where %s',
    async (how) => {
      const { table, joins, becomes } = following('table_is_busy');
      const waiting = table.joined().catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(0);
      if (how === 'the table is left') table.leave();
      else becomes('closed');
      expect(await waiting).toBeInstanceOf(NoAnswer);
      await expect(table.joined()).rejects.toBeInstanceOf(NoAnswer);
      table.rejoin();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(joins()).toBe(1);
    },
  );

  it('keeps its connection from seeking elsewhere while it is joined', async () => {
    const { table, served } = following('here');
    await vi.advanceTimersByTimeAsync(0);
    expect(served).toEqual(new Set([table]));
    table.leave();
    expect(served.size).toBe(0);
  });
});
