/** One host has a whole /64 of IPv6 to call from: that is one address at every door. */
import type { ExecutionContext, HttpException } from '@nestjs/common';
import type { PinoLogger } from 'nestjs-pino';
import type { Socket } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { OWN_BUDGETS } from '../../test/kit/own-budgets.js';
import { WritingPace } from '../chat/writing-pace.js';
import { readConfig } from '../config.js';
import { LaunchController } from '../operator/launch.controller.js';
import type { Launches } from '../operator/launches.service.js';
import { OperatorAccess } from '../operator/operator-access.guard.js';
import { defineCommand } from '../protocol/command.js';
import type { Admission } from './admission.js';
import type { Arrivals } from './arrivals.js';
import { Budgets } from './budgets.js';
import type { CommandMeasures } from './command-measures.service.js';
import { HttpAccess } from './http-access.js';
import { type SocketAsker, SocketCommands } from './socket-commands.js';
import { Tokens } from './tokens.js';

const config = readConfig({
  ...{ DATABASE_URL: 'postgres://localhost/sabot', SABOT_DEMO: '1' },
  ...{ CHAT_ADDRESS_AT_ONCE: '8', REQUESTS_AT_ONCE: '1' },
});
const clock = new ManualClock();
const TIMES = 500;
const TOO_MANY = 'too_many_messages';

const errorOf = (error: unknown): string =>
  ((error as HttpException).getResponse() as { readonly error: string }).error;

type Asks = (address: string, index: number) => Promise<string>;

const http = (): Asks => {
  const tokens = new Tokens(config, clock);
  const access = new HttpAccess(config, tokens, {} as Admission, clock, OWN_BUDGETS);
  return async (address) => errorOf(await access.admit(['player'], undefined, address));
};

const launches = (): Asks => {
  const none = { use: () => Promise.resolve('unknown_launch') } as unknown as Launches;
  const controller = new LaunchController(none, clock);
  return (address) => controller.use({ launch: 'x'.repeat(43) }, address).then(String, errorOf);
};

const operators = (): Asks => {
  const guard = new OperatorAccess(undefined as never, clock, config);
  return (ip) => {
    const request = { ip, method: 'GET', originalUrl: '/', headers: {} };
    const response = { setHeader: () => undefined };
    const context = { getRequest: () => request, getResponse: () => response };
    const asked = { switchToHttp: () => context } as unknown as ExecutionContext;
    return guard.canActivate(asked).then(String, errorOf);
  };
};

const chat = (): Asks => {
  const pace = new WritingPace(config, clock, OWN_BUDGETS);
  return async (address, index) => {
    const caller = { id: String(index + 1) };
    const said = pace.refusal({ caller, address } as unknown as SocketAsker);
    return said === 'chat_too_fast' ? TOO_MANY : 'said';
  };
};

const sockets = (): Asks => {
  const ping = defineCommand({
    ...{ summary: '', roles: ['player'] as const, request: z.object({}), reply: z.object({}) },
    refusals: [],
  });
  const commands = new SocketCommands(
    { ping },
    { ping: () => Promise.resolve({ ok: true as const }) },
    ['player'],
    { namespace: '/player', ofTables: {} },
    {
      hop: {
        ...{ open: () => undefined, before: () => undefined },
        ask: () => Promise.resolve('busy' as const),
      },
      arrivals: { nowMs: clock.nowMs(), keep: () => undefined } as unknown as Arrivals,
      measures: {
        measure: (_: string, answer: () => Promise<object>) => answer(),
      } as unknown as CommandMeasures,
      logger: {} as PinoLogger,
      budgets: { callers: new Budgets(1, 10), addresses: new Budgets(1, 10) },
    },
  );
  return (address, index) => {
    const caller = { id: String(index + 1), role: 'player' };
    let give: (name: string, ...args: unknown[]) => void = () => undefined;
    const onAny = (listener: typeof give) => (give = listener);
    commands.listen({ data: { caller, address }, conn: {}, onAny } as unknown as Socket);
    return new Promise((resolve) => {
      give('ping', {}, (reply: { readonly refusal?: string }) => resolve(reply.refusal ?? 'ok'));
    });
  };
};

describe('the addresses of one host', () => {
  it.each([
    ['HTTP', http],
    ['launches', launches],
    ['operators', operators],
    ['the chat', chat],
    ['sockets', sockets],
  ])('have one budget at the door of %s', async (_name, open) => {
    const ask = open();
    const answers = new Set<string>();
    for (let index = 0; index < TIMES; index += 1) {
      answers.add(await ask(`2001:db8:0:1::${index.toString(16)}`, index));
    }
    expect([...answers]).toContain(TOO_MANY);
    expect(await ask('2001:db8:0:2::1', TIMES), 'another network').not.toBe(TOO_MANY);
  });
});
