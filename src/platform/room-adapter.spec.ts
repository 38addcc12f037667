/**
 * Messages to rooms over real connections: by the short way and by socket.io's own, everybody gets
 * all of them, once, in their order.
 */
import { once } from 'node:events';
import { type Server as HttpServer, createServer } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import type { Namespace, Server } from 'socket.io';
import { type ManagerOptions, Manager, type Socket as ClientSocket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSockets } from './sockets.js';

let http: HttpServer;
let server: Server;
let space: Namespace;
/** By the clock of the server. It stands still until a test moves it on. */
let nowMs = 0;
const managers: Manager[] = [];
/** engine.io's side of a connection. */
interface Sending {
  on(event: 'packetCreate', listener: (packet: { readonly type: string }) => void): unknown;
}

/** Packets that were sent by socket.io's own way since they were counted last. */
let ownWay = 0;

beforeEach(async () => {
  http = createServer();
  server = createSockets(10_000, () => nowMs);
  server.attach(http);
  server.engine.on('connection', (connection: Sending) =>
    connection.on('packetCreate', ({ type }) => {
      if (type === 'message') ownWay += 1;
    }),
  );
  space = server.of('/space').on('connection', (socket) => {
    socket.on('join', (room: string, ack: () => void) => {
      void socket.join(room);
      ack();
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(async () => {
  for (const manager of managers.splice(0)) manager._close();
  await server.close();
});

/** A client that has come into the room, and the numbers that it gets there. */
const comer = async (
  room: string,
  { name = '/space', ...options }: Partial<ManagerOptions> & { readonly name?: string } = {},
): Promise<{
  readonly client: ClientSocket;
  readonly got: number[];
  readonly manager: Manager;
}> => {
  const { port } = http.address() as AddressInfo;
  const manager = new Manager(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    reconnection: false,
    ...options,
  });
  managers.push(manager);
  const client = manager.socket(name);
  const got: number[] = [];
  client.on('number', (number: number) => void got.push(number));
  await client.emitWithAck('join', room);
  ownWay = 0;
  return { client, got, manager };
};

const hears = (client: ClientSocket, name: string): Promise<readonly unknown[]> =>
  new Promise((resolve) => client.once(name, (...message: unknown[]) => resolve(message)));

/** Stops a client of the tests from reading, below engine.io's side of it, and lets it go on. */
const readingOf = ({
  engine,
}: Manager): { readonly stop: () => void; readonly goOn: () => void } => {
  const { ws } = engine.transport as { ws?: Readonly<Record<'pause' | 'resume', () => void>> };
  return { stop: ws!.pause.bind(ws), goOn: ws!.resume.bind(ws) };
};

const numbers = (count: number, from = 0): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index);

const eventually = (isSo: () => boolean): Promise<void> =>
  expect.poll(isSo, { timeout: 30_000, interval: 5 }).toBe(true);

const gets = async (got: readonly number[], all: readonly number[]): Promise<void> => {
  await eventually(() => got.length >= all.length);
  expect(got).toEqual(all);
};

const oneTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a message to a room', () => {
  it('goes the short way to those who have an idle websocket', async () => {
    const [anna, ben] = [await comer('a'), await comer('a')];
    for (const number of numbers(500)) {
      space.to('a').emit('number', number);
      if (number % 50 === 0) await oneTurn();
    }
    await gets(anna.got, numbers(500));
    await gets(ben.got, numbers(500));
    // As long as engine.io, ws and Node call their parts as they do.
    expect(ownWay).toBe(0);
  });

  it('comes after what was sent to one of them by itself before', async () => {
    const { client, got } = await comer('a');
    const socket = space.sockets.get(client.id!)!;
    for (const number of numbers(180)) {
      if (number % 3 === 2) space.to('a').emit('number', number);
      else socket.emit('number', number);
    }
    await gets(got, numbers(180));
  });

  it.each([125, 126, 65_535, 65_536])('of %i bytes and a little is the same', async (length) => {
    const { client } = await comer('a');
    const text = '€'.repeat(Math.floor(length / 3));
    const heard = hears(client, 'text');
    space.to('a').emit('text', text);
    expect(await heard).toEqual([text]);
    expect(ownWay).toBe(0);
  });

  it('reaches those who are served by polling, too', async () => {
    const [polling, websocket] = [await comer('a', { transports: ['polling'] }), await comer('a')];
    for (const number of numbers(100)) {
      space.to('a').emit('number', number);
      if (number % 10 === 0) await oneTurn();
    }
    await gets(polling.got, numbers(100));
    await gets(websocket.got, numbers(100));
    expect(ownWay).toBe(100);
  });

  it('reaches those who change over to a websocket meanwhile', async () => {
    const { got, manager } = await comer('a', { transports: ['polling', 'websocket'] });
    let number = 0;
    const isChanged = () => manager.engine.transport.name === 'websocket';
    while (!isChanged() || number < 1_000) {
      space.to('a').emit('number', number);
      number += 1;
      if (number % 10 === 0) await oneTurn();
    }
    await gets(got, numbers(number));
    ownWay = 0;
    space.to('a').emit('number', number);
    await gets(got, numbers(number + 1));
    expect(ownWay).toBe(0);
  });

  it('waits for those who do not read, and for nobody else', async () => {
    const [slow, quick] = [await comer('a'), await comer('a')];
    const texts: number[] = [];
    slow.client.on('text', (number: number) => void texts.push(number));
    const connection = [...space.sockets.values()].find(({ id }) => id === slow.client.id)!.conn;
    let stalled = 0;
    connection.on('packetCreate', () => (stalled += 1));
    const reading = readingOf(slow.manager);
    reading.stop();
    const text = 'x'.repeat(64 * 1024);
    for (const number of numbers(400)) {
      space.to('a').emit('text', number, text);
      space.to('a').emit('number', number);
      await oneTurn();
    }
    await gets(quick.got, numbers(400));
    expect(stalled).toBeGreaterThan(100);
    expect(slow.got.length).toBeLessThan(400);
    reading.goOn();
    await gets(slow.got, numbers(400));
    expect(texts).toEqual(numbers(400));
  });

  it('that is volatile is left out where something waits', async () => {
    const { client, got, manager } = await comer('a');
    const reading = readingOf(manager);
    reading.stop();
    for (const number of numbers(200)) {
      space.to('a').emit('text', 'x'.repeat(64 * 1024));
      space.volatile.to('a').emit('number', number);
      await oneTurn();
    }
    const last = hears(client, 'last');
    reading.goOn();
    await eventually(() => [...space.sockets.values()][0]!.conn.transport.writable);
    space.to('a').emit('last');
    await last;
    expect(got.length).toBeLessThan(200);
    space.volatile.to('a').emit('number', 1_000);
    await eventually(() => got.at(-1) === 1_000);
  });

  it('in bytes is what it was', async () => {
    const { client } = await comer('a');
    const heard = hears(client, 'bytes');
    space.to('a').emit('bytes', Buffer.from([0, 1, 255]));
    expect(await heard).toEqual([Buffer.from([0, 1, 255])]);
  });

  it('may be answered by everybody', async () => {
    const clients = [await comer('a'), await comer('a')];
    for (const { client } of clients) client.on('ask', (ack: (n: number) => void) => ack(7));
    expect(await space.timeout(10_000).to('a').emitWithAck('ask')).toEqual([7, 7]);
  });

  it('is for those of its rooms, each once, but for those of others', async () => {
    const [both, one, left, elsewhere] = [
      await comer('a'),
      await comer('b'),
      await comer('a'),
      await comer('c'),
    ];
    await both.client.emitWithAck('join', 'b');
    await left.client.emitWithAck('join', 'd');
    space.to(['a', 'b', 'none']).except('d').emit('number', 1);
    space.to('none').emit('number', 2);
    space.emit('number', 3);
    await gets(both.got, [1, 3]);
    await gets(one.got, [1, 3]);
    await gets(left.got, [3]);
    await gets(elsewhere.got, [3]);
  });

  it('is of its namespace, where a connection has several', async () => {
    server.of('/other').on('connection', (socket) => {
      socket.on('join', (room: string, ack: () => void) => {
        void socket.join(room);
        ack();
      });
    });
    const { got, manager } = await comer('a');
    const beside: number[] = [];
    const other = manager.socket('/other');
    other.on('number', (number: number) => void beside.push(number));
    await other.emitWithAck('join', 'a');
    space.to('a').emit('number', 1);
    server.of('/other').to('a').emit('number', 2);
    await gets(got, [1]);
    await gets(beside, [2]);
  });
});

describe('messages to many', () => {
  const MANY = 300;

  const crowd = () => Promise.all(numbers(MANY).map(() => comer('a')));

  it('go out in slices and in their order, and others come to their turn in between', async () => {
    const all = await crowd();
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    for (const number of numbers(20)) space.to('a').emit('number', number);
    setImmediate(count);
    for (const { got } of all) await gets(got, numbers(20));
    isOver = true;
    expect(turns).toBeGreaterThan((20 * MANY) / 64 - 2);
    expect(ownWay).toBe(0);
  });

  it('go out in larger slices where they are late', async () => {
    const all = await crowd();
    const written = () =>
      [...space.sockets.values()]
        .map(({ conn }) => conn.transport as unknown as { socket: { _socket: TcpSocket } })
        .reduce((sum, { socket }) => sum + socket._socket.bytesWritten, 0);
    const writtenInTenTurns = async (lateMs: number): Promise<number> => {
      const before = written();
      for (const number of numbers(20)) space.to('a').emit('number', number);
      nowMs += lateMs;
      for (let turn = 0; turn < 10; turn += 1) await oneTurn();
      return written() - before;
    };
    const onTime = await writtenInTenTurns(250);
    for (const { got } of all) await gets(got, numbers(20));
    for (const { got } of all) got.length = 0;
    const before = written();
    const late = await writtenInTenTurns(1_000);
    for (const { got } of all) await gets(got, numbers(20));
    expect(late, 'everything').toBe(written() - before);
    expect(onTime * 5).toBeLessThan(late);
  });

  it('reach everybody else where some go in the middle, and nobody who has left', async () => {
    const all = await crowd();
    const sockets = [...space.sockets.values()];
    const [gone, leaving] = [sockets[270]!, sockets[280]!];
    const ofLeaving = all.find(({ client }) => client.id === leaving.id)!;
    space.to('a').emit('number', 0);
    gone.disconnect(true);
    void leaving.leave('a');
    // What comes into the room now was not there when it was sent.
    const late = await comer('b');
    void [...space.sockets.values()].find(({ id }) => id === late.client.id)!.join('a');
    space.to('a').emit('number', 1);
    for (const { client, got } of all) {
      if (client.id === undefined || client.id === leaving.id) continue;
      await gets(got, [0, 1]);
    }
    await gets(late.got, [1]);
    expect(ofLeaving.got).toEqual([]);
    // Nobody leaves from here on.
    const last = await comer('b');
    void [...space.sockets.values()].find(({ id }) => id === last.client.id)!.join('a');
    space.to('a').emit('number', 2);
    await gets(last.got, [2]);
    await gets(late.got, [1, 2]);
  });
});
