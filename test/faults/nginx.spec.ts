/**
 * Two edges behind nginx, by the configuration that ships: websockets go to either, polling comes
 * back to the same one, and an edge that ends is made up for.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer, get } from 'node:http';
import { type ClientHttp2Session, type IncomingHttpHeaders, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../../scripts/setup/ports.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TableList } from '../../src/protocol/http.js';
import { Player, type Staff } from '../kit/clients.js';
import { Operator } from '../kit/operator.js';
import { Nginx, findNginx, hasOpenssl, selfSigned } from '../kit/nginx.js';
import { type Studio, type StudioProcess, eventually } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const program = findNginx();
const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
if (program === undefined) {
  console.log('There is no nginx here, and what ships for it is not tested: apt-get install nginx');
}

const PLAYERS = 8;

describe.runIf(program !== undefined && hasRedis)('two edges behind nginx', () => {
  const testbed = useTestbed({ tables: {}, env: { TRUSTED_PROXIES: '1' } });
  const table = 'pb-1';
  let edges: StudioProcess[];
  let owner: StudioProcess;
  let nginx: Nginx;
  let door: Studio;
  let dealer: Staff;

  beforeAll(async () => {
    await testbed.setTable(table, { ...BETTING, betMs: 10_000 });
    owner = await testbed.startProcess({ SABOT_ROLES: 'table,worker' });
    await testbed.isRunBy(owner, table);
    edges = await Promise.all([1, 2].map(() => testbed.startProcess({ SABOT_ROLES: 'edge' })));
    for (const { url } of edges) {
      await eventually('the table is followed', async () => {
        const tables = (await (await fetch(`${url}/tables`)).json()) as TableList;
        return tables.some((each) => each.table === table && each.phase !== null);
      });
    }
    nginx = await Nginx.start(program!, { edges: edges.map(({ url }) => url) });
    const [edge] = edges as [StudioProcess];
    door = {
      url: nginx.url,
      operationsUrl: edge.operationsUrl,
      log: '',
      isReady: () => edge.isReady(),
      stop: () => edge.stop(),
    };
    dealer = await testbed.staff(door, 'Dora', { table });
    await dealer.makeReady();
  });
  afterAll(async () => {
    nginx.stop();
    await Promise.all([owner, ...edges].map((studio) => studio.kill()));
  });

  const playsRound = async (players: readonly Player[]): Promise<void> => {
    const { game, seq } = await dealer.openBetting();
    await Promise.all(players.map((player) => player.bet(game, ['punto', 10])));
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    for (const player of players) expect((await player.result(game)).paid).toBe('2000');
    await dealer.next('round_settled', { after: seq });
    for (const player of players) expect(player.gaps).toEqual([]);
  };

  /** How many of the players each process has, by the database. */
  const spread = async (players: readonly Player[]): Promise<readonly number[]> => {
    const { rows } = await testbed.pool.query<{ count: number }>(
      `select count(*)::int as count from connections where player_id = any($1::bigint[]) group by process`,
      [players.map(({ id }) => id)],
    );
    return rows.map(({ count }) => count);
  };

  it.each([[['polling']], [['polling', 'websocket']]])(
    'carry a client that comes by %s',
    async (transports) => {
      const name = transports.join(' and ');
      const { id, token } = await testbed.enlist(`Poll ${name}`, 100);
      const player = new Player(nginx.url, token, id, table);
      Object.assign(player.socket.io.opts, { transports });
      await testbed.connect(player);
      await player.buyIn(100);
      await player.join();
      await eventually(
        'it is as it should be',
        () => player.socket.io.engine.transport.name === transports.at(-1),
      );
      await playsRound([player]);
      expect(player.socket.connected).toBe(true);
    },
  );

  it('share websockets that know nothing of it, which play on at the other when one ends', async () => {
    const players = await testbed.players(door, PLAYERS, 'Guest', { table, euros: 100 });
    expect(await spread(players)).toHaveLength(2);
    await playsRound(players);

    await edges[0]!.stop();
    await eventually('those who sat there are cut', () =>
      players.some(({ socket }) => !socket.connected),
    );
    const back = await Promise.all(
      players.map(async (player) => {
        if (player.socket.connected) return player;
        const again = await testbed.again(door, player);
        expect((await again.join(player.lastSeq.get(table))).snapshot).toBeNull();
        return again;
      }),
    );
    if (!dealer.socket.connected) dealer = await dealerAgain();
    await playsRound(back);
  });

  const dealerAgain = async (): Promise<Staff> => {
    const { scanSeq } = dealer;
    const again = await testbed.staff(door, 'Dora', { table });
    again.scanSeq = scanSeq;
    return again;
  };

  it('are asked by the name and the port that an operator has signed, and answer with them', async () => {
    const acme = await Operator.open(testbed, 'acme');
    expect(await acme.get(door, '/operator/self')).toMatchObject({ status: 200 });
    const launched = await acme.post(door, '/operator/launch', { player: 'anna', currency: 'EUR' });
    expect(launched.body['url']).toContain(`${nginx.url}/`);
  });

  it('load the page by HTTP/2 where there is a certificate, compressed and kept for good', async (ctx) => {
    if (!hasOpenssl()) return ctx.skip('there is no openssl here');
    const folder = mkdtempSync(path.join(tmpdir(), 'sabot-tls-'));
    const port = await freePort();
    const own = selfSigned(folder);
    const secure = await Nginx.start(program!, {
      edges: edges.map(({ url }) => url),
      tls: { ...own, port },
    });
    let line: ClientHttp2Session | undefined;
    try {
      line = await connected(`https://127.0.0.1:${port}`, readFileSync(own.certificate));
      const page = await asked(line, '/');
      const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(gunzipSync(page.body).toString())![1]!;
      const { headers } = await asked(line, script, 'br');
      expect(line.alpnProtocol).toBe('h2');
      expect(headers).toMatchObject({
        ':status': 200,
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    } finally {
      line?.destroy();
      secure.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

describe.runIf(program !== undefined)('what nginx says of a client to an edge', () => {
  const said = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-forwarded-proto': 'https' };
  let edge: Server;
  let edges: readonly string[];
  let nginx: Nginx;

  beforeAll(async () => {
    edge = createServer((request, response) => response.end(JSON.stringify(request.headers)));
    edges = await listening(edge);
  });
  afterEach(() => nginx.stop());
  afterAll(() => edge.close());

  const heard = async (at: string): Promise<unknown> =>
    (await fetch(nginx.url + at, { headers: said })).json();

  const PATHS = ['/', '/socket.io/', '/socket.io/?transport=websocket'];

  it.each(PATHS)(
    'at %s is where it comes from and what it asked for, whatever it says itself',
    async (at) => {
      nginx = await Nginx.start(program!, { edges });
      expect(await heard(at)).toMatchObject({
        host: new URL(nginx.url).host,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
      });
    },
  );

  it.each(PATHS)('at %s is what a proxy in front says last, where one is named', async (at) => {
    nginx = await Nginx.start(program!, { edges, isBehindProxy: true });
    expect(await heard(at)).toMatchObject({
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
    });
  });
});

describe.runIf(program !== undefined)('one process of nginx', () => {
  it('carries more clients than its own main file has room for', async () => {
    const CLIENTS = 700;
    const waiting: ServerResponse[] = [];
    const edge = createServer((request, response) => {
      if (request.url === '/health') response.end();
      else waiting.push(response);
    });
    const nginx = await Nginx.start(program!, { edges: await listening(edge) });
    const agent = new Agent({ keepAlive: false });
    try {
      const answers = Array.from({ length: CLIENTS }, async () => {
        const [answer] = (await once(get(nginx.url, { agent }), 'response')) as [IncomingMessage];
        answer.resume();
        return answer.statusCode;
      });
      const first = await Promise.race([
        Promise.all(answers),
        eventually('all are passed on', () => waiting.length === CLIENTS),
      ]);
      expect(first).toBe(true);
      for (const response of waiting) response.end();
      expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
    } finally {
      agent.destroy();
      nginx.stop();
      edge.closeAllConnections();
      edge.close();
    }
  });
});

/** The addresses of one edge, once it listens. */
const listening = async (edge: Server): Promise<readonly string[]> => {
  await once(edge.listen(0, '127.0.0.1'), 'listening');
  return [`http://127.0.0.1:${(edge.address() as AddressInfo).port}`];
};

const connected = (url: string, ca: Buffer): Promise<ClientHttp2Session> =>
  new Promise((resolve, reject) => {
    const line = connect(url, { ca });
    line.on('error', reject);
    line.once('connect', () => resolve(line));
  });

interface Answered {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const asked = (line: ClientHttp2Session, at: string, encoding = 'gzip'): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const request = line.request({ ':path': at, 'accept-encoding': encoding });
    const parts: Buffer[] = [];
    let headers: IncomingHttpHeaders = {};
    request.on('response', (given) => (headers = given));
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', reject);
    request.on('end', () => resolve({ headers, body: Buffer.concat(parts) }));
  });
