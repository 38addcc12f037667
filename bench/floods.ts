/**
 * The doors: how long an honest player waits for the answer to a bet while strangers flood the
 * studio, against the same without them in the same run, in turns. `ratio` is the worst flood's, by
 * the median of the turns' 99th percentiles.
 */
import { randomUUID } from 'node:crypto';
import { type Socket as TcpSocket, connect } from 'node:net';
import { SignJWT } from 'jose';
import { Manager } from 'socket.io-client';
import { startRedis } from '../scripts/setup/services.js';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import { DealerClient } from '../src/client/dealer-client.js';
import { PlayerClient } from '../src/client/player-client.js';
import { openPlayer } from '../src/ledger/open-player.js';
import { amount } from '../src/money/amount.js';
import { inTransaction } from '../src/platform/transaction.js';
import { makeScanCode } from '../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../src/round/settings.js';
import { median, quantile, report, rounded } from './kit.js';
import { startDatabase } from './parts/database.js';
import { BenchStudio } from './parts/studio.js';

const GOAL = 2;
const TURNS = 5;
const TURN_MS = 2_000;
const BETS_EVERY_MS = 5;
const TABLE = 'bench';
const KEY = randomUUID() + randomUUID();

const database = await startDatabase();
const redis = await startRedis();
const env = {
  DATABASE_URL: database.url,
  SABOT_JWT_KEY: KEY,
  SABOT_ANCHOR_KEY: makeUpAnchorKey()
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
  MESSAGES_PER_SECOND: '400',
  MESSAGES_AT_ONCE: '1000',
  TRUSTED_PROXIES: '1',
  ...(redis === undefined ? { QUEUE_BACKEND: 'postgres' } : { REDIS_URL: redis.url }),
};
const settings = {
  ...DEFAULT_SETTINGS,
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
  placementsMax: 100_000,
};
await database.admin.query(`insert into tables (id, settings) values ($1, $2)`, [TABLE, settings]);
await database.admin.query(`insert into staff (id, role, name) values ('Dora', 'dealer', 'Dora')`);

const sign = (id: string, role: string): Promise<string> =>
  new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setIssuer('sabot')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(KEY));

const enlist = (name: string): Promise<string> =>
  inTransaction(database.pool, (tx) => openPlayer(tx, 'house', name, name, amount(100_000_000)));

const must = <Reply extends { readonly ok: boolean }>(reply: Reply): Reply => {
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply;
};

const studio = new BenchStudio(env);
await studio.runs(TABLE);
const { url } = studio;
const { hostname, port } = new URL(url);

const dealer = new DealerClient(url, await sign('Dora', 'dealer'));
const desk = dealer.watch(TABLE, {});
await desk.joined();
must(await dealer.send('table:open', { table: TABLE }));
must(await dealer.send('cards:bring', { table: TABLE, cards: 'bench' }));
must(await dealer.send('shoe:new', { table: TABLE }));
must(await dealer.send('shoe:burn', { table: TABLE, code: makeScanCode('3h'), scanSeq: 1 }));
must(await dealer.send('betting:open', { table: TABLE }));
while (typeof desk.copy?.round?.game !== 'string') {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
const { game } = desk.copy.round;

const honest = new PlayerClient(url, await sign(await enlist('Honest'), 'player'));
await honest.join(TABLE, {}).joined();
must(await honest.send('session:buy-in', { key: randomUUID(), amount: '10000000' }));

/** The 99th percentile of the answers to bets that are placed one after the other, in ms. */
const answersMs = async (): Promise<number> => {
  const waits: number[] = [];
  const untilMs = performance.now() + TURN_MS;
  for (let each = 0; performance.now() < untilMs; each += 1) {
    const sinceMs = performance.now();
    const bet = { table: TABLE, game, betId: randomUUID() };
    const sent =
      each % 2 === 0
        ? honest.send('bet:place', { ...bet, spot: 'egalite', amount: '100' })
        : honest.send('bet:undo', bet);
    must(await sent);
    waits.push(performance.now() - sinceMs);
    await new Promise((resolve) => setTimeout(resolve, BETS_EVERY_MS));
  }
  return quantile(waits, 0.99);
};

/** Goes on until `isOver` says so. */
type Flood = (isOver: () => boolean) => Promise<unknown>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const anyAddress = (): string =>
  Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');

/** Four strangers who ask to be let in again and again, each from one address. */
const refused: Flood = (isOver) =>
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

/** A hundred who guess badges, each time from another address. */
const signIns: Flood = (isOver) =>
  Promise.all(
    Array.from({ length: 100 }, async () => {
      while (!isOver()) {
        const answer = await fetch(`${url}/staff/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
          body: JSON.stringify({ badge: anyAddress(), pin: '000000' }),
        }).catch(() => undefined);
        await answer?.text();
        await pause(20);
      }
    }),
  );

const dial = (): Promise<TcpSocket> =>
  new Promise((resolve) => {
    const tcp = connect(Number(port), hostname);
    tcp.on('error', () => undefined);
    tcp.once('connect', () => resolve(tcp));
  });

/** Fifty players who join twenty times a second and read nothing. */
const deaf: Flood = async (isOver) => {
  const text = JSON.stringify(['table:join', { table: TABLE }]);
  const frame = (packet: string): Buffer => {
    const body = Buffer.from(packet);
    const length =
      body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), body]); // an empty mask
  };
  await Promise.all(
    deafTokens.map(async (token) => {
      const tcp = await dial();
      tcp.write(
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: studio\r\nConnection: Upgrade\r\n' +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
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
const slow: Flood = async (isOver) => {
  const held = await Promise.all(Array.from({ length: 1_000 }, dial));
  const drips = held.slice(0, 500);
  for (const tcp of drips) tcp.write('GET /tables HTTP/1.1\r\nX-Slow: ');
  while (!isOver()) {
    await pause(500);
    for (const tcp of drips) if (tcp.writable) tcp.write('a');
  }
  for (const tcp of held) tcp.destroy();
};

const deafTokens: string[] = [];
for (let each = 0; each < 50; each += 1) {
  deafTokens.push(await sign(await enlist(`Deaf ${each}`), 'player'));
}

await answersMs(); // warm
const ratios: Record<string, number> = {};
const p99s: Record<string, number> = {};
const quietMs: number[] = [];
for (const [name, flood] of Object.entries({ refused, signIns, deaf, slow })) {
  const pairs: number[] = [];
  const withMs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const without = await answersMs();
    let isOver = false;
    const flooding = flood(() => isOver);
    const under = await answersMs();
    isOver = true;
    await flooding;
    quietMs.push(without);
    withMs.push(under);
    pairs.push(under / without);
  }
  ratios[name] = rounded(median(pairs));
  p99s[name] = rounded(median(withMs));
}

const worst = Math.max(...Object.values(ratios));
report({
  goal: 'floods',
  ratio: worst,
  goalRatio: GOAL,
  met: worst <= GOAL,
  ratios,
  p99Ms: p99s,
  quietP99Ms: rounded(median(quietMs)),
  turns: TURNS,
  postgres: database.version,
});

honest.close();
dealer.close();
await studio.kill();
await redis?.stop();
await database.stop();
