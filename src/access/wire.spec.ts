import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { type AddressInfo, type Socket as TcpSocket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Server, type Socket } from 'socket.io';
import { io } from 'socket.io-client';
import {
  type Wire,
  boundUnread,
  endForGood,
  forgetRequest,
  refuseAnswers,
  writeTogether,
} from './wire.js';

const BYTES_MAX = 256 * 1024;
const PIECE = 'x'.repeat(32 * 1024);
/** More than the system keeps for a client that does not read. */
const PIECES = 1_000;

/** What asks for a websocket. */
const ASKED =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: studio\r\nConnection: Upgrade\r\n' +
  'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

let url: URL;
let sockets: Server;
let cuts: number;
let coming: TcpSocket;
/** How many bytes had not gone out to each connection when it was there. */
let held: number[];
/** The server's side of every connection, in the order in which they came. */
let wires: (Wire & { readonly readyState: string; send(data: string): void })[];

beforeEach(async () => {
  cuts = 0;
  wires = [];
  held = [];
  const http = createServer();
  sockets = new Server(http);
  sockets.engine.on('initial_headers', (_: unknown, request: IncomingMessage) => {
    writeTogether(request);
    coming = request.socket;
  });
  sockets.engine.on('connection', (wire: (typeof wires)[number]) => {
    boundUnread(wire, BYTES_MAX, () => (cuts += 1));
    endForGood(wire);
    refuseAnswers(wire);
    wires.push(wire);
    held.push(coming.writableLength);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
});
afterEach(() => sockets.close());

/** A frame of a client's, with a mask that changes nothing. */
const frame = (head: number, text: string): Buffer =>
  Buffer.from([head, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
const TEXT = 0x81;
const PING = 0x89;

/** A websocket by hand, which reads only when it is asked to. */
const dial = async (): Promise<TcpSocket> => {
  const tcp = connect(Number(url.port), url.hostname);
  await once(tcp, 'connect');
  tcp.write(ASKED);
  await once(tcp, 'readable');
  tcp.read();
  return tcp;
};

/** Sends piece after piece, each when the one before may have gone out. Returns how many. */
const flood = async (wire: (typeof wires)[number]): Promise<number> => {
  for (let sent = 0; sent < PIECES; sent += 1) {
    if (wire.readyState !== 'open') return sent;
    wire.send(PIECE);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return PIECES;
};

describe('a client', () => {
  it('that does not read is cut, once, with little kept for it', async () => {
    const tcp = await dial();
    const sent = await flood(wires[0]!);
    expect(sent).toBeLessThan(PIECES);
    expect(cuts).toBe(1);
    tcp.resume();
    await once(tcp, 'close');
  });

  it('that pings and does not read the answers is cut, too', async () => {
    const tcp = await dial();
    tcp.on('error', () => undefined);
    const pings = Buffer.concat(Array<Buffer>(256).fill(frame(PING, 'x'.repeat(125))));
    for (let sent = 0; sent < PIECES && cuts === 0; sent += 1) {
      tcp.write(pings);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(cuts).toBe(1);
    tcp.destroy();
  });

  it('that answers what nobody asked is cut', async () => {
    const entered = new Promise((resolve) => sockets.on('connection', resolve));
    const tcp = await dial();
    tcp.resume();
    tcp.write(frame(TEXT, '40'));
    await entered;
    tcp.write(frame(TEXT, '430["x"]'));
    await once(tcp, 'close', { signal: AbortSignal.timeout(10_000) });
  });

  it('that does not answer the farewell is gone soon after', async () => {
    const tcp = await dial();
    tcp.resume();
    wires[0]!.close();
    await once(tcp, 'close', { signal: AbortSignal.timeout(10_000) });
  });

  it('that reads gets all of it', async () => {
    const tcp = await dial();
    let bytes = 0;
    tcp.on('data', (data) => (bytes += data.length));
    for (let each = 0; each < 5; each += 1) {
      expect(await flood(wires[0]!)).toBe(PIECES);
    }
    while (bytes < 5 * PIECES * PIECE.length) await once(tcp, 'data');
    expect(cuts).toBe(0);
    tcp.destroy();
  }, 30_000);
});

describe('a connection', () => {
  it('is answered, and opened, in one piece', async () => {
    await dial();
    // The answer to its request, and who it is.
    expect(held[0]).toBeGreaterThan('HTTP/1.1 101 Switching Protocols'.length + '{"sid"'.length);
  });

  it.each(['websocket', 'polling'] as const)(
    'by %s works on without its request',
    async (transport) => {
      const here = new Promise<Socket>((resolve) => {
        sockets.on('connection', (socket) => {
          socket.on('ask', (ack: (answer: string) => void) => ack('answered'));
          forgetRequest(socket);
          resolve(socket);
        });
      });
      const auth = { token: 'secret' };
      const client = io(url.href, { transports: [transport], forceNew: true, auth });
      expect(await client.timeout(10_000).emitWithAck('ask')).toBe('answered');
      const socket = await here;
      expect(JSON.stringify(socket.handshake)).not.toContain('secret');
      expect(socket.request).toBeUndefined();
      const gone = once(socket, 'disconnect', { signal: AbortSignal.timeout(10_000) });
      client.disconnect();
      await gone;
    },
  );
});
