import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket as TcpSocket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Server } from 'socket.io';
import { type Wire, boundUnread, endForGood } from './wire.js';

const BYTES_MAX = 256 * 1024;
const PIECE = 'x'.repeat(32 * 1024);
/** More than the system keeps for a client that does not read. */
const PIECES = 1_000;

let url: URL;
let sockets: Server;
let cuts: number;
/** The server's side of every connection, in the order in which they came. */
let wires: (Wire & { readonly readyState: string; send(data: string): void })[];

beforeEach(async () => {
  cuts = 0;
  wires = [];
  const http = createServer();
  sockets = new Server(http);
  sockets.engine.on('connection', (wire: (typeof wires)[number]) => {
    boundUnread(wire, BYTES_MAX, () => (cuts += 1));
    endForGood(wire);
    wires.push(wire);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
});
afterEach(() => sockets.close());

/** A websocket by hand, which reads only when it is asked to. */
const dial = async (): Promise<TcpSocket> => {
  const tcp = connect(Number(url.port), url.hostname);
  await once(tcp, 'connect');
  tcp.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: studio\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
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
