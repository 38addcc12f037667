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

const session = { session: { lostMs: 180_000 } };

/** A process whose polls have begun. `replaced`: whose connections another process has taken. */
const open = (replaced: string, writeConnections = async () => NOBODY_HELD) => {
  const clock = new ManualClock(0);
  const logger = { info: nothing, warn: nothing } as unknown as PinoLogger;
  const poller = new Poller(clock, new Metrics(), logger);
  /** Of whom Postgres was asked, look by look. */
  const asked: (readonly string[])[] = [];
  const store = {
    writeConnections,
    readReplaced: async (rows: readonly ConnectionRow[]) => {
      asked.push(rows.map(({ playerId }) => playerId));
      return new Set(rows.map(({ playerId }) => playerId).filter((id) => id === replaced));
    },
    beat: async () => undefined,
  };
  const parts = [session, store, { arm: nothing }, clock, poller];
  const connections = new Connections(
    ...(parts as unknown as ConstructorParameters<typeof Connections>),
  );
  poller.onApplicationBootstrap();
  const closed: string[] = [];
  const enter = (id: string) => {
    const disconnect = () => void closed.push(id);
    connections.enter({ id, emit: nothing, disconnect }, id, 3_600_000);
  };
  return { clock, poller, asked, closed, enter };
};

const NOBODY_HELD = { notIn: new Set<string>(), notOut: new Set<string>() };

it('a player who comes in at another process has nobody else here looked at', async () => {
  const { clock, poller, asked, closed, enter } = open('p 7');
  for (let player = 0; player < 50; player += 1) enter(`p ${player}`);
  await settled();
  for (let stranger = 0; stranger < 50; stranger += 1) poller.wake('connection', `s ${stranger}`);
  await settled();
  expect(asked).toEqual([]);
  poller.wake('connection', 'p 7');
  await settled();
  expect(asked).toEqual([['p 7']]);
  expect(closed).toEqual(['p 7']);
  await clock.advance(2_000);
  expect(asked.at(-1), 'once they are written').toHaveLength(50);
  const asks = asked.length;
  await clock.advance(10_000);
  expect(asked).toHaveLength(asks);
  await clock.advance(5_000);
  expect(asked.at(-1), 'where a notice was lost').toHaveLength(50);
});

it('a connection that was replaced before it was written is found soon', async () => {
  let write: () => void = nothing;
  const writing = new Promise<typeof NOBODY_HELD>(
    (resolve) => (write = () => resolve(NOBODY_HELD)),
  );
  const { clock, poller, closed, enter } = open('p 1', () => writing);
  enter('p 1');
  await settled();
  poller.wake('connection', 'p 1');
  await settled();
  expect(closed, 'Postgres knows nothing of it yet').toEqual([]);
  write();
  await settled();
  await clock.advance(2_000);
  expect(closed).toEqual(['p 1']);
});
