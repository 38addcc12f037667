import type { PinoLogger } from 'nestjs-pino';
import type { Socket } from 'socket.io';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '../protocol/command.js';
import { RunsElsewhere } from '../table/runs-elsewhere.js';
import type { Arrivals } from './arrivals.js';
import { Budgets } from './budgets.js';
import type { CommandMeasures } from './command-measures.service.js';
import { SocketCommands } from './socket-commands.js';

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
      hop: { open: () => undefined, ask: () => Promise.resolve(outcome) },
      arrivals: { nowMs: 0, keep: () => undefined } as unknown as Arrivals,
      measures: {
        measure: (_: string, answer: () => Promise<object>) => answer(),
      } as unknown as CommandMeasures,
      logger: {} as PinoLogger,
      budgets: { callers: new Budgets(1, 10), addresses: new Budgets(1, 10) },
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
