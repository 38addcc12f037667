import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import type pg from 'pg';
import { expect, it } from 'vitest';
import type { Lobby } from '../lobby/lobby.service.js';
import type { Clock } from '../platform/clock.js';
import { FeedsController } from './feeds.controller.js';

const AT_ONCE = 5;

it('totals that nobody waits for any more keep nobody from asking again', async () => {
  let nowMs = 0;
  const silent = { query: () => new Promise(() => undefined) } as unknown as pg.Pool;
  const clock = { nowMs: () => nowMs } as Clock;
  const feeds = new FeedsController(silent, { jwtKey: new Uint8Array() }, clock, {} as Lobby);
  const statuses: unknown[] = [];
  const ask = (): Response => {
    nowMs += 1_000; // The budget of the operator fills up.
    const response = new EventEmitter() as Response;
    feeds
      .totals('acme', { day: '2026-11-23' }, response)
      .catch(({ status }: { status: unknown }) => statuses.push(status));
    return response;
  };
  const [, ...waiting] = Array.from({ length: AT_ONCE }, ask);
  for (const response of waiting) response.emit('close');
  waiting.forEach(ask);
  await new Promise(setImmediate);
  expect(statuses).toEqual([]);
  ask();
  await new Promise(setImmediate);
  expect(statuses).toEqual([429]);
});
