import type { PinoLogger } from 'nestjs-pino';
import type { Socket } from 'socket.io';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '../protocol/command.js';
import { RunsElsewhere } from '../table/runs-elsewhere.js';
import type { Arrivals } from './arrivals.js';
import { Budgets } from './budgets.js';
import type { CommandMeasures } from './command-measures.service.js';
import { SocketCommands } from './socket-commands.js';

const parts = () => ({
  arrivals: { nowMs: 0, keep: () => undefined } as unknown as Arrivals,
  measures: {
    measure: (_: string, answer: () => Promise<object>) => answer(),
  } as unknown as CommandMeasures,
  logger: {} as PinoLogger,
  budgets: { callers: new Budgets(1, 10), addresses: new Budgets(1, 10) },
});

/** A command of a table that another process runs. */
const ask = (
  refusals: readonly string[],
  outcome: object | 'busy' | 'unsure',
  kept?: object,
): Promise<object> => {
  const look = defineCommand({
    ...{ summary: '', roles: ['player'] as const, request: z.object({}), reply: z.object({}) },
    refusals,
  });
  const commands = new SocketCommands(
    { look },
    { look: () => Promise.reject(new RunsElsewhere('pb-1', kept)) },
    ['player'],
    { namespace: '/player', ofTables: {} },
    {
      ...parts(),
      hop: { open: () => undefined, before: () => undefined, ask: () => Promise.resolve(outcome) },
    },
  );
  return new Promise((resolve) => {
    const data = { caller: { id: '1', role: 'player' }, address: '' };
    const onAny = (hear: (name: string, ...args: unknown[]) => void) => hear('look', {}, resolve);
    setImmediate(() => commands.listen({ data, conn: {}, onAny } as unknown as Socket));
  });
};

it.each([
  [['unknown_table', 'table_is_moving', 'table_is_busy'], 'table_is_busy'],
  [['unknown_table', 'table_is_moving'], 'table_is_moving'],
  [['not_known_yet'], 'not_known_yet'],
  [[], 'internal_error'],
])('what another process had no room for, with %j to refuse by, is %s', async (own, refusal) => {
  expect(await ask(own, 'busy')).toEqual({ ok: false, refusal });
});

it('what may have been done is never said not to have been', async () => {
  const refused = { ok: false, refusal: 'internal_error' };
  expect(await ask(['table_is_moving', 'table_is_busy'], 'unsure')).toEqual(refused);
});

it.each(['busy', 'unsure', { ok: false, refusal: 'studio_is_busy' }] as const)(
  'what is committed here is answered so, though the other process was %j',
  async (outcome) => {
    const kept = { ok: true, obstacle: 'table_is_moving' };
    expect(await ask(['table_is_busy'], outcome, kept)).toEqual(kept);
    const done = { ok: true, obstacle: null };
    expect(await ask(['table_is_busy'], done, kept), 'it has done its part').toEqual(done);
  },
);

it('what has come to a table of this process waits for what was asked of the former one', async () => {
  const done: string[] = [];
  let former: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (former = resolve));
  const request = z.object({ table: z.string() });
  const undo = defineCommand({
    ...{ summary: '', roles: ['player'] as const, request, reply: z.object({}), refusals: [] },
  });
  const handle = ({ table }: { table: string }) => {
    done.push(table);
    return Promise.resolve({ ok: true } as const);
  };
  const commands = new SocketCommands(
    { undo },
    { undo: handle },
    ['player'],
    { namespace: '/player', ofTables: { undo: handle } },
    {
      ...parts(),
      hop: {
        ...{ open: () => undefined, ask: () => Promise.resolve('busy' as const) },
        before: ({ table, connection }) =>
          table === 'pb-1' && connection === 'a' ? answered : undefined,
      },
    },
  );
  const replies = new Promise<void>((resolve) => {
    let left = 2;
    const reply = (): void => {
      left -= 1;
      if (left === 0) resolve();
    };
    const data = { caller: { id: '1', role: 'player' }, address: '' };
    const onAny = (hear: (name: string, ...args: unknown[]) => void) => {
      for (const table of ['pb-1', 'pb-2']) hear('undo', { table }, reply);
    };
    commands.listen({ id: 'a', data, conn: {}, onAny } as unknown as Socket);
  });
  await vi.waitUntil(() => done.length > 0);
  expect(done).toEqual(['pb-2']);
  former();
  await replies;
  expect(done).toEqual(['pb-2', 'pb-1']);
});

it.each([
  [{ table: 'pb-1', more: { count: 1 }, colour: 'red' }, 'colour'],
  [{ table: 'pb-1', more: { count: 1, colour: 'red' } }, 'more.colour'],
  [{ table: 'pb-1', more: { count: 'red' } }, 'more.count'],
  [undefined, undefined],
])('a malformed message %j is answered with its place: %s', async (message, at) => {
  const more = z.strictObject({ count: z.number() });
  const request = z.strictObject({ table: z.string(), more });
  const look = defineCommand({
    ...{ summary: '', roles: ['player'] as const, request, reply: z.object({}), refusals: [] },
  });
  const hop = { open: () => undefined, before: () => undefined, ask: () => Promise.resolve({}) };
  const commands = new SocketCommands(
    { look },
    { look: () => Promise.resolve({ ok: true } as const) },
    ['player'],
    { namespace: '/player', ofTables: {} },
    { ...parts(), hop },
  );
  const reply = await new Promise((resolve) => {
    const data = { caller: { id: '1', role: 'player' }, address: '' };
    const onAny = (hear: (name: string, ...args: unknown[]) => void) =>
      hear('look', message, resolve);
    commands.listen({ data, conn: {}, onAny } as unknown as Socket);
  });
  const refused = { ok: false, refusal: 'malformed_message' };
  expect(reply).toEqual({ ...refused, ...(at !== undefined && { at }) });
});
