/** Of a login elsewhere Postgres is asked for that player alone, by the process that has them. */
import type { PinoLogger } from 'nestjs-pino';
import { expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import type { ConnectionRow } from './connection-rows.js';
import { Connections } from './connections.service.js';

const nothing = () => undefined;
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('a player who comes in at another process has nobody else here looked at', async () => {
  const clock = new ManualClock(0);
  const logger = { info: nothing, warn: nothing } as unknown as PinoLogger;
  const poller = new Poller(clock, new Metrics(), logger);
  const asked: (readonly string[])[] = [];
  const store = {
    writeConnections: async () => ({ notIn: new Set(), notOut: new Set() }),
    readReplaced: async (rows: readonly ConnectionRow[]) => {
      asked.push(rows.map(({ playerId }) => playerId));
      return new Set(rows.map(({ playerId }) => playerId).filter((id) => id === 'p 7'));
    },
    beat: async () => undefined,
  };
  const parts = [{ session: { lostMs: 180_000 } }, store, { arm: nothing }, clock, poller];
  const connections = new Connections(
    ...(parts as unknown as ConstructorParameters<typeof Connections>),
  );
  poller.onApplicationBootstrap();
  const closed: string[] = [];
  for (let player = 0; player < 50; player += 1) {
    const id = `p ${player}`;
    const disconnect = () => void closed.push(id);
    connections.enter({ id, emit: nothing, disconnect }, id, 3_600_000);
  }
  await settled();
  for (let stranger = 0; stranger < 50; stranger += 1) poller.wake('connection', `s ${stranger}`);
  await settled();
  expect(asked).toEqual([]);
  poller.wake('connection', 'p 7');
  await settled();
  expect(asked).toEqual([['p 7']]);
  expect(closed).toEqual(['p 7']);
  await clock.advance(15_000);
  expect(asked.at(-1), 'where a notice was lost').toHaveLength(50);
});
