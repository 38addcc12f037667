/**
 * What a stranger may do to the doors: each flood is ended, refused or bounded before it costs the
 * studio much.
 */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { Manager } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client, Staff } from '../kit/clients.js';
import { useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

/** Other studios come and go, and none of them is to have the table. */
const testbed = useTestbed({ env: { TABLE_LEASE_MS: '60000', STAFF_CONNECTIONS: '30' } });
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

/** What is used of engine.io's side of a connection. */
interface Wire {
  write(packet: string): unknown;
  on(event: 'packet', listener: (packet: { data?: string }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** A connection that has entered no namespace yet. */
class Line {
  /** What came, packet by packet, as the wire has it. */
  readonly packets: string[] = [];
  isOpen = true;

  private constructor(private readonly wire: Wire) {
    wire.on('packet', ({ data }) => void (data !== undefined && this.packets.push(data)));
    wire.on('close', () => (this.isOpen = false));
  }

  static open(url: string): Promise<Line> {
    const options = { transports: ['websocket'], reconnection: false, autoConnect: false };
    const manager = new Manager(url, options);
    return new Promise((resolve, reject) => {
      manager.open((error) => {
        if (error === undefined) resolve(new Line(manager.engine));
        else reject(error);
      });
    });
  }

  enter(namespace: string, token: string): void {
    this.wire.write(`0${namespace},${JSON.stringify({ token })}`);
  }

  /** Gives a command many times at once. */
  ask(namespace: string, command: string, request: object, times: number): void {
    for (let id = 1; id <= times; id += 1) {
      this.wire.write(`2${namespace},${id}${JSON.stringify([command, request])}`);
    }
  }

  /** How many packets came of a type of socket.io: 0 is an entry, 4 a refused one. */
  count(type: 0 | 4): number {
    return this.packets.filter((packet) => packet.startsWith(`${type}/`)).length;
  }

  ended(): Promise<true> {
    return eventually('the connection is ended', () => !this.isOpen);
  }
}

describe('a connection', { timeout: 40_000 }, () => {
  it.each(['/player', '/dealer', '/pit', '/nowhere'])(
    'that is refused at %s is ended with its answer, however often it asks',
    async (namespace) => {
      const line = await Line.open(studio.url);
      for (let each = 0; each < 300; each += 1) line.enter(namespace, 'nonsense');
      await line.ended();
      expect(line.count(4)).toBeLessThanOrEqual(1);
      const once = await Line.open(studio.url);
      once.enter(namespace, 'nonsense');
      await once.ended();
      expect(once.count(4)).toBe(1);
    },
  );

  it('enters one namespace, once', async () => {
    const token = await testbed.employ({ id: 'Mona', role: 'shift_manager' });
    const line = await Line.open(studio.url);
    for (let each = 0; each < 300; each += 1) line.enter('/dealer', token);
    await line.ended();
    expect(line.count(0)).toBe(0);

    const twofold = await Line.open(studio.url);
    twofold.enter('/dealer', token);
    await eventually('it is in', () => twofold.count(0) === 1);
    twofold.enter('/pit', token);
    await twofold.ended();
    expect(twofold.count(0)).toBe(1);
  });

  it('is refused beyond thirty of the same person', async () => {
    const token = await testbed.employ({ id: 'Many', role: 'shift_manager' });
    const clients = Array.from(
      { length: 300 },
      (_, each) => new Staff(studio.url, token, 'Many', each % 2 === 0 ? 'pb-1' : 'pb-2'),
    );
    const entered = await Promise.allSettled(clients.map((client) => testbed.connect(client)));
    const refused = entered.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason)] : [],
    );
    expect(entered.length - refused.length).toBe(30);
    expect(new Set(refused)).toEqual(new Set(['Error: too_many_connections']));
    for (const client of clients) client.close();
    await eventually('there is room again', async () => {
      const again = new Staff(studio.url, token, 'Many', 'pb-1');
      return testbed.connect(again).then(
        () => true,
        () => false,
      );
    });
  });
});

describe('an address', () => {
  it('may open only so many connections that do not sign in; those that do are not counted', async () => {
    const own = await testbed.start({ ARRIVALS_PER_SECOND: '1', ARRIVALS_AT_ONCE: '20' });
    const token = await testbed.employ({ id: 'Frequent', role: 'dealer' });
    for (let each = 0; each < 50; each += 1) {
      const client = await testbed.connect(new Staff(own.url, token, 'Frequent', 'pb-1'));
      client.close();
    }
    const beganAt = performance.now();
    const strangers = await Promise.allSettled(
      Array.from({ length: 60 }, () => Line.open(own.url)),
    );
    const oneASecond = Math.ceil((performance.now() - beganAt) / 1_000);
    const letIn = strangers.filter(({ status }) => status === 'fulfilled').length;
    expect(letIn).toBeGreaterThanOrEqual(15);
    expect(letIn).toBeLessThanOrEqual(20 + oneASecond);
    const dealers = Array.from({ length: 10 }, () => new Client(own.url, '/dealer', token));
    const later = await Promise.allSettled(dealers.map((client) => testbed.connect(client)));
    expect(later.map(({ status }) => status)).toContain('rejected');
    await own.stop();
  });
});

describe('sign-ins', () => {
  it('over many addresses are checked one by one, and no more than thirty of strangers wait', async () => {
    const own = await testbed.start({ TRUSTED_PROXIES: '1' });
    const tried = await Promise.all(
      Array.from({ length: 200 }, async (_, each) => {
        const answer = await fetch(`${own.url}/staff/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${each}` },
          body: JSON.stringify({ badge: `nobody-has-${each}`, pin: '000000' }),
        });
        await answer.body?.cancel();
        return answer.status;
      }),
    );
    const count = (status: number) => tried.filter((each) => each === status).length;
    expect(count(401) + count(429)).toBe(200);
    // And those that came when one of these was done.
    expect(count(401)).toBeGreaterThanOrEqual(30);
    expect(count(429)).toBeGreaterThan(0);
    await own.stop();
  });
});

describe('an HTTP connection', { timeout: 60_000 }, () => {
  /** How long until the studio ended it by itself, in ms. */
  const heldFor = async (url: string, say: (tcp: Socket) => void): Promise<number> => {
    const { hostname, port } = new URL(url);
    const tcp = connect(Number(port), hostname);
    tcp.on('error', () => undefined);
    await once(tcp, 'connect');
    const sinceMs = performance.now();
    tcp.resume();
    say(tcp);
    await once(tcp, 'close', { signal: AbortSignal.timeout(30_000) });
    return performance.now() - sinceMs;
  };

  it('is closed where it sends nothing, sends slowly, or never sends all of its request', async () => {
    const drips = (tcp: Socket): void => {
      const timer = setInterval(() => tcp.write('a'), 100);
      tcp.once('close', () => clearInterval(timer));
    };
    const post =
      'POST /staff/sign-in HTTP/1.1\r\nHost: studio\r\nContent-Type: application/json\r\n';
    const own = await testbed.start({ SAID_WITHIN_MS: '500' });
    const held = await Promise.all([
      heldFor(own.url, () => undefined),
      heldFor(own.url, (tcp) => {
        tcp.write('GET /tables HTTP/1.1\r\nX-Slow: ');
        drips(tcp);
      }),
      heldFor(own.url, (tcp) => {
        tcp.write(`${post}Content-Length: 1000\r\n\r\n{`);
        drips(tcp);
      }),
      heldFor(
        own.url,
        (tcp) =>
          void tcp.write(
            'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: studio\r\nConnection: Upgrade\r\n' +
              'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
          ),
      ),
    ]);
    for (const ms of held) expect(ms).toBeGreaterThan(400);
    await own.stop();
  });

  it('is held for whoever polls, and has nothing to be sent yet', async () => {
    const own = await testbed.start({ SAID_WITHIN_MS: '500' });
    const token = await testbed.employ({ id: 'Polly', role: 'dealer' });
    const dealer = new Staff(own.url, token, 'Polly', 'pb-1');
    Object.assign(dealer.socket.io.opts, { transports: ['polling'] });
    await testbed.connect(dealer);
    // Three that are silent, one after the other, are ended meanwhile.
    for (let ended = 0; ended < 3; ended += 1) await heldFor(own.url, () => undefined);
    expect(dealer.socket.connected).toBe(true);
    await own.stop();
  });
});

describe('a client that does not read', () => {
  it('is disconnected, and counted', async () => {
    const own = await testbed.start({ UNREAD_BYTES_MAX: '1024' });
    const token = await testbed.employ({ id: 'Deaf', role: 'dealer' });
    const line = await Line.open(own.url);
    line.enter('/dealer', token);
    await eventually('it is in', () => line.count(0) === 1);
    line.ask('/dealer', 'table:watch', { table: 'pb-1' }, 500);
    await line.ended();
    const metrics = await (await fetch(`${own.operationsUrl}/metrics`)).text();
    expect(metrics).toMatch(/sabot_connections_cut_total 1/);
    expect(own.log).toContain('a client that does not read is cut');
    await own.stop();
  });
});
