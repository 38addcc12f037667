/** The process of the strangers, so that their work is not on the honest player's event loop. */
import { type Socket as TcpSocket, connect } from 'node:net';
import { Manager } from 'socket.io-client';
import { frame, upgrade } from './bare-client.js';
import type { FLOODS, StrangersOrder } from './strangers.js';

/** Goes on until `isOver` says so. */
type Flood = (isOver: () => boolean, at: Doors) => Promise<unknown>;
type Doors = Exclude<StrangersOrder, 'end'>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const anyAddress = (): string =>
  Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');

/** Four strangers who ask to be let in again and again, each from one address. */
const refused: Flood = (isOver, { url }) =>
  Promise.all(
    Array.from({ length: 4 }, async (_, stranger) => {
      while (!isOver()) {
        const manager = new Manager(url, {
          transports: ['websocket'],
          reconnection: false,
          autoConnect: false,
          extraHeaders: { 'x-forwarded-for': `10.9.9.${stranger}` },
        });
        await new Promise<void>((resolve) => {
          manager.once('close', () => resolve());
          manager.open((error) => {
            if (error !== undefined) return void setTimeout(resolve, 1);
            for (let each = 0; each < 200; each += 1) {
              (manager.engine as { write(text: string): void }).write('0/player,{"token":"x"}');
            }
          });
        });
      }
    }),
  );

/** A hundred who guess badges ten times a second, each time from another address. */
const signIns: Flood = async (isOver, { url }) => {
  const lines = await Promise.all(Array.from({ length: 100 }, () => dial(url)));
  // What is answered does not matter to them.
  for (const tcp of lines) tcp.resume();
  for (let turn = 0; !isOver(); turn = (turn + 1) % 10) {
    for (const tcp of lines.slice(turn * 10, turn * 10 + 10)) {
      const body = JSON.stringify({ badge: anyAddress(), pin: '000000' });
      tcp.write(
        'POST /staff/sign-in HTTP/1.1\r\nHost: studio\r\nContent-Type: application/json\r\n' +
          `X-Forwarded-For: ${anyAddress()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    }
    await pause(10);
  }
  for (const tcp of lines) tcp.destroy();
};

const dial = (url: string): Promise<TcpSocket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const tcp = connect(Number(port), hostname);
    tcp.on('error', () => undefined);
    tcp.once('connect', () => resolve(tcp));
  });

/** Fifty players who join twenty times a second and read nothing. */
const deaf: Flood = async (isOver, { url, table, tokens }) => {
  const text = JSON.stringify(['table:join', { table }]);
  await Promise.all(
    tokens.map(async (token) => {
      const tcp = await dial(url);
      tcp.write(upgrade('10.8.8.8'));
      await new Promise((resolve) => tcp.once('data', resolve));
      tcp.pause();
      tcp.write(frame(`40/player,${JSON.stringify({ token })}`));
      while (!isOver()) {
        await pause(50);
        tcp.write(frame(`42/player,1${text}`));
      }
      tcp.destroy();
    }),
  );
};

/** Five hundred connections that say nothing, and as many requests that never end. */
const slow: Flood = async (isOver, { url }) => {
  const held = await Promise.all(Array.from({ length: 1_000 }, () => dial(url)));
  const drips = held.slice(0, 500);
  for (const tcp of drips) tcp.write('GET /tables HTTP/1.1\r\nX-Slow: ');
  while (!isOver()) {
    await pause(500);
    for (const tcp of drips) if (tcp.writable) tcp.write('a');
  }
  for (const tcp of held) tcp.destroy();
};

const floods: Readonly<Record<(typeof FLOODS)[number], Flood>> = { refused, signIns, deaf, slow };
let isOver = true;
let flooding: Promise<unknown> = Promise.resolve();

process.on('message', (order: StrangersOrder) => {
  isOver = order === 'end';
  if (order !== 'end') flooding = floods[order.begin](() => isOver, order);
  void (isOver ? flooding : Promise.resolve()).then(() => process.send?.('done'));
});
