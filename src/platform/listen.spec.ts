import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, takesInSeveral } from './listen.js';

const ANYWHERE = { port: 0, host: '127.0.0.1' };
const MANY = 64;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const serve = async (port = 0) => {
  const server = createServer((_, response) => response.end('served'));
  const close = await listen(server, { ...ANYWHERE, port });
  ends.push(() => {
    close();
    server.closeAllConnections();
  });
  return { server, close, port: (server.address() as AddressInfo).port };
};

const comer = async (port: number): Promise<Socket> => {
  const socket = connect(port, ANYWHERE.host);
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
};

describe('a process that listens', () => {
  it('serves everybody who comes, whichever socket takes them in', async () => {
    const { port } = await serve();
    const answers = await Promise.all(
      Array.from({ length: MANY }, async () => {
        const response = await fetch(`http://127.0.0.1:${port}`);
        return response.text();
      }),
    );
    expect(answers).toEqual(Array.from({ length: MANY }, () => 'served'));
  });

  it('takes no port that another has, in the same way or by one socket', async () => {
    const { port } = await serve();
    await expect(serve(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const alone = createServer();
    alone.listen(ANYWHERE);
    ends.push(() => alone.close());
    await once(alone, 'listening');
    const taken = (alone.address() as AddressInfo).port;
    await expect(serve(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('lets nobody in any more, and keeps who is there', async () => {
    const { server, close, port } = await serve();
    server.removeAllListeners('request');
    const asked = once(server, 'request');
    const socket = await comer(port);
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
    const [, response] = (await asked) as [IncomingMessage, ServerResponse];
    close();
    for (let each = 0; each < MANY; each += 1) {
      await expect(comer(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
    response.end('served');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('served');
  });

  it.runIf(takesInSeveral())('takes in several in a turn of its loop', async () => {
    const { server, port } = await serve();
    let turns = 0;
    let came = 0;
    server.on('connection', () => (came += 1));
    const all = Array.from({ length: MANY }, () => {
      const socket = connect(port, ANYWHERE.host);
      ends.push(() => socket.destroy());
      return socket;
    });
    expect(all).toHaveLength(MANY);
    while (came < MANY) {
      await nextTurn();
      turns += 1;
    }
    expect(turns).toBeLessThan(MANY / 2);
  });
});
