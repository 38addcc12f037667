/** A Redis that is stalled, with all its connections, and in whose place another one comes. */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { startRedis } from '../../scripts/setup/services.js';
import { streamsOf } from '../kit/streams.js';
import { eventually, pause } from '../kit/studio.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;

it.runIf(hasRedis)('is left for the other one, though it took connections meanwhile', async () => {
  const server = (await startRedis())!;
  const url = new URL(server.url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  let taken = 0;
  const address = createServer((near) => {
    sockets.add(near.on('error', () => undefined));
    if (isStalled) {
      // Its machine takes the connection, and nobody reads it.
      taken += 1;
      near.pause();
      return;
    }
    const far = connect(Number(url.port), '127.0.0.1').on('error', () => undefined);
    sockets.add(far);
    near.pipe(far).pipe(near);
  });
  address.listen(0, '127.0.0.1');
  await once(address, 'listening');
  const through = new URL(server.url);
  through.port = String((address.address() as AddressInfo).port);
  const streams = streamsOf(through.href);
  const add = () => streams.add('x', '*', { n: '1' }, { entries: 10 });
  try {
    streams.follow('x', '0-0', () => undefined);
    await eventually('it is there', () => !streams.isAway);
    isStalled = true;
    for (const socket of sockets) {
      socket.unpipe();
      socket.pause();
    }
    void add();
    await eventually('it takes connections', () => streams.isAway && taken >= 2);
    await pause(1_000);
    isStalled = false;
    await eventually('the other one is found', () => !streams.isAway, { withinMs: 20_000 });
    await expect.poll(add).toBe('added');
  } finally {
    streams.onApplicationShutdown();
    for (const socket of sockets) socket.destroy();
    address.close();
    await server.stop();
  }
});
