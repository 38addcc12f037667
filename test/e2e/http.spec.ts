/** What the studio says over HTTP, in demo mode and out of it. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../src/protocol/command.js';
import { type DemoToken, tableList } from '../../src/protocol/http.js';
import { LineReport } from '../../src/simulator/line-report.js';
import { Schedule } from '../../src/simulator/schedule.js';
import { readSettings } from '../../src/simulator/settings.js';
import { staffTable } from '../../src/simulator/staff.js';
import { RobotTally } from '../../src/simulator/tally.js';
import { Player, Staff } from '../kit/clients.js';
import { openPit } from '../kit/pit-client.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { newFolder } from '../kit/new-folder.js';

const testbed = useTestbed({
  tables: { 'high-1': { ...QUICK, name: 'High', currency: 'CHF' } },
  env: { TABLE_LEASE_MS: '60000' }, // a table stays with the studio that took it first
});
const demoBed = useTestbed({
  tables: { 'high-1': { ...QUICK, name: 'High', currency: 'CHF' } },
  env: { TABLE_LEASE_MS: '60000', SABOT_DEMO: '1', DEMO_FAST: '1', DEMO_TABLES: '1' },
});
let studio: Studio;
let demo: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});
beforeAll(async () => {
  await demoBed.start();
  await demoBed.pool.query(
    `update tables set settings = settings || '{"betMs": 21000}' where id = 'pb-1'`,
  );
  demo = await demoBed.start({ DEMO_TABLES: '2', DEMO_FURTHER: '1' });
});

const get = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const json = async (url: string): Promise<unknown> => JSON.parse((await get(url)).text);

describe('a studio', () => {
  it('says that it is alive, and that it can serve', async () => {
    expect(await json(`${studio.url}/health`)).toEqual({ status: 'ok' });
    expect(await json(`${studio.url}/health/ready`)).toEqual({ status: 'ok' });
  });

  it('lists its tables', async () => {
    const tables = tableList.parse(await json(`${studio.url}/tables`));
    expect(tables.find(({ table }) => table === 'high-1')).toEqual({
      table: 'high-1',
      name: 'High',
      phase: 'closed',
      dealer: null,
      currency: 'CHF',
      min: '100',
      max: '1000000',
      videoUrl: null,
      players: 0,
    });
  });

  it('serves what the operator needs on the operator’s own port alone', async () => {
    for (const path of ['metrics', 'docs', 'docs-json', 'health/state']) {
      const [here, there] = [studio.url, studio.operationsUrl].map((url) => get(`${url}/${path}`));
      expect((await here!).status, path).toBe(404);
      expect((await there!).status, path).toBe(200);
    }
    expect((await get(`${studio.operationsUrl}/tables`)).status).toBe(404);
  });

  it('describes itself as OpenAPI 3.1', async () => {
    const described = (await json(`${studio.operationsUrl}/docs-json`)) as Record<string, unknown>;
    const { valid, errors } = await new Validator({ strict: false }).validate(described);
    expect(errors ?? []).toEqual([]);
    expect([valid, described['openapi']]).toEqual([true, '3.1.0']);
  });

  it('describes its sockets as AsyncAPI 3, and shows both without scripts of other hosts', async () => {
    const docs = `${studio.operationsUrl}/docs`;
    const { asyncapi, channels } = (await json(`${docs}/asyncapi.json`)) as {
      asyncapi: string;
      channels: object;
    };
    expect([asyncapi, Object.keys(channels)]).toEqual([
      '3.0.0',
      ['player', 'solo', 'dealer', 'pit'],
    ]);
    for (const [page, text] of [
      [docs, 'swagger-ui'],
      [`${docs}/sockets`, 'bet:place'],
    ] as const) {
      const answer = await get(page);
      expect(answer.status, page).toBe(200);
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
      expect(answer.text).toContain(text);
      expect(answer.text).not.toMatch(/(src|link[^>]*href)=["'](https?:)?\/\//);
    }
  });

  it('describes every path that it serves', async () => {
    const { paths } = (await json(`${studio.operationsUrl}/docs-json`)) as { paths: object };
    const isStaffs = (path: string) => /^\/(staff|pit)\b/.test(path); // see operations.spec.ts
    expect(
      Object.keys(paths)
        .filter((path) => !isStaffs(path))
        .sort(),
    ).toEqual([
      '/health',
      '/health/ready',
      '/launch',
      '/me',
      '/me/hands',
      '/me/hands.csv',
      '/me/hands/{hand}',
      '/me/limits',
      '/me/limits/history',
      '/me/limits/reality-check',
      '/me/notices',
      '/me/preferences',
      '/me/protection',
      '/me/returned-stakes',
      '/me/rounds',
      '/me/rounds.csv',
      '/me/rounds/{game}',
      '/me/settings',
      '/me/sign-out',
      '/me/statement',
      '/me/statement.csv',
      '/operator/balance',
      '/operator/bars',
      '/operator/bars/lift',
      '/operator/deposit',
      '/operator/health',
      '/operator/launch',
      '/operator/limits',
      '/operator/lobby',
      '/operator/movements',
      '/operator/results',
      '/operator/rounds/{game}',
      '/operator/rounds/{game}/page',
      '/operator/self',
      '/operator/session/end',
      '/operator/totals',
      '/operator/totals.csv',
      '/operator/withdraw',
      '/paytable',
      '/paytable/{version}',
      '/tables',
    ]);
    expect((await get(`${studio.operationsUrl}/docs`)).text).toContain('swagger-ui');
  });

  it('counts its commands by name and answer, and names neither player nor card', async () => {
    const dealer = await testbed.staff(studio, 'Dora', { table: 'high-1' });
    await dealer.must('table:open');
    await dealer.newShoe('9C');
    await dealer.scan('JC');
    const { text } = await get(`${studio.operationsUrl}/metrics`);
    expect(text).toMatch(/sabot_command_seconds_count{command="shoe:burn",answer="ok"} 1/);
    expect(text).toMatch(
      /sabot_command_seconds_count{command="card:scan",answer="card_not_due"} 1/,
    );
    expect(text).toMatch(/sabot_tables_owned [1-3]/); // the demo’s may be run here too
    expect(text).not.toMatch(/9C|JC|Dora/i);
  });

  it('answers 404 where there is nothing', async () => {
    expect((await get(`${studio.url}/nothing`)).status).toBe(404);
    expect((await get(`${studio.url}/tables/high-1`)).status).toBe(404);
  });

  it.each(['..%2f..', '..%2f..%2findex.html', '..%5c..%5cindex.html', '%2e%2e%2f%2e%2e'])(
    'answers no page where a path leads back up: %s',
    async (up) => {
      const answer = await fetch(`${studio.url}/pit/rounds/${up}`, { redirect: 'manual' });
      expect({ status: answer.status, said: await answer.json() }).toEqual({
        status: 401,
        said: { error: 'not_signed_in' },
      });
    },
  );

  it('gives no demo login outside of the demo', async () => {
    const answer = await login(studio, { role: 'administrator', name: 'Eve' });
    expect(answer.status).toBe(404);
  });
});

describe('the demo', () => {
  it('leaves a table the times that were set in the pit, when it starts again', async () => {
    const { rows } = await demoBed.pool.query<{ id: string; ms: number }>(
      `select id, (settings->>'betMs')::int as ms from tables where id like 'pb-%' order by id`,
    );
    expect(rows).toEqual([
      { id: 'pb-1', ms: 21_000 },
      { id: 'pb-2', ms: 2_500 },
    ]);
  });

  it('has tables of its own, and lists those that another studio runs', async () => {
    const tables = tableList.parse(await json(`${demo.url}/tables`));
    expect(tables.map(({ table }) => table)).toEqual(['high-1', 'pb-1', 'pb-2']);
    // Where the demo has operators, players of two currencies sit at its first table.
    expect(tables.map(({ further }) => further)).toEqual([
      undefined,
      { CHF: { min: '100', max: '1000000' } },
      undefined,
    ]);
    // The two studios share a database: whoever is faster runs a table, and the other one follows
    // it a moment later.
    for (const { phase } of tables) expect([null, 'closed']).toContain(phase);
  });

  it('describes its login, too', async () => {
    const { paths } = (await json(`${demo.operationsUrl}/docs-json`)) as { paths: object };
    expect(Object.keys(paths)).toContain('/demo/login');
  });

  it('logs in whoever asks, in whatever role', async () => {
    for (const role of ROLES.filter((each) => each !== 'device')) {
      const { status, body } = await login(demo, { role, name: `the ${role}` });
      expect(status, role).toBe(200);
      const { token, id } = body as DemoToken;
      const client =
        role === 'player'
          ? new Player(demo.url, token, id, 'pb-1')
          : new Staff(demo.url, token, id, 'pb-1');
      await demoBed.connect(client);
      expect(client.socket.connected, role).toBe(true);
    }
  });

  it('has no login for a device, which signs in by its badge', async () => {
    const { status } = await login(demo, { role: 'device', name: 'the scanner' });
    expect(status).toBe(400);
  });

  it('refuses somebody of the staff who works in another role, or no longer', async () => {
    const dealer = { role: 'dealer', name: 'Dino' };
    expect((await login(demo, dealer)).status).toBe(200);
    expect((await login(demo, dealer)).status).toBe(200);
    const { status, body } = await login(demo, { ...dealer, role: 'administrator' });
    expect([status, body]).toEqual([409, { error: 'other_role' }]);
    const studioItself = await login(demo, { role: 'administrator', name: 'studio' });
    expect([studioItself.status, studioItself.body]).toEqual([403, { error: 'disabled' }]);
  });

  it('opens an account for a player once, with money', async () => {
    const first = (await login(demo, { role: 'player', name: 'Änna B.' })).body as DemoToken;
    const second = (await login(demo, { role: 'player', name: 'Änna B.' })).body as DemoToken;
    expect(second.id).toBe(first.id);
    const player = await demoBed.connect(new Player(demo.url, second.token, second.id, 'pb-1'));
    expect(await player.call('session:read', {})).toEqual({
      ok: true,
      open: false,
      balance: '0',
      gameAccount: '1000000',
      idleEndsAtMs: null,
      warned: false,
      lastEnd: null,
    });
  });

  it('opens an account for a player once though many ask at the same time', async () => {
    const logins = await Promise.all(
      Array.from({ length: 20 }, () => login(demo, { role: 'player', name: 'Twin' })),
    );
    expect(new Set(logins.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(logins.map(({ body }) => (body as DemoToken).id)).size).toBe(1);
  });

  it.each([
    ['no body', undefined],
    ['a list', []],
    ['no name', { role: 'player' }],
    ['no role', { name: 'Anna' }],
    ['a role that does not exist', { role: 'owner', name: 'Anna' }],
    ['an empty name', { role: 'player', name: '' }],
    ['a long name', { role: 'player', name: 'a'.repeat(33) }],
    ['a name of markup', { role: 'player', name: '<b>' }],
    ['an invalid name', { role: 'player', name: { $ne: '' } }],
    ['more than was asked', { role: 'player', name: 'Anna', money: '1000000' }],
  ])('refuses a login with %s', async (_name, body) => {
    expect((await login(demo, body)).status).toBe(400);
  });

  it('opens no player of a currency that is not in use, and lets those in who are there', async () => {
    const old = { role: 'player', name: 'Anna', currency: 'DEM' };
    expect(await login(demo, old)).toEqual({ status: 400, body: { error: 'unknown_currency' } });
    await demoBed.pool.query(
      `insert into players (id, operator_id, ref, name, currency) values (990099, 'house', 'Otto', 'Otto', 'DEM')`,
    );
    expect(await login(demo, { ...old, name: 'Otto' })).toMatchObject({ status: 200 });
  });

  it('refuses what is not JSON', async () => {
    const answer = await fetch(`${demo.url}/demo/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"role":',
    });
    expect(answer.status).toBe(400);
  });

  it('leaves its tables to people when it is started without dealers, however often', async () => {
    const pit = await openPit(demoBed, demo, 'Petra', 'administrator');
    const { table, betMs } = { table: 'pb-1', betMs: 22_000 };
    const shown = async () => {
      const { tables } = await pit.watch();
      const { phase, dealer } = tables.find((each) => each.table === table)!;
      return { phase, dealer };
    };
    let leave = await staffWithoutDealers(table);
    await demoBed.advance(LONG_MS);
    expect(await shown(), 'nobody deals').toEqual({ phase: 'closed', dealer: null });

    const dora = await demoBed.staff(demo, 'Dora', { table });
    await dora.must('table:open');
    await pit.must('settings:change', { table, settings: { betMs } });
    leave();
    demo = await demoBed.start({ DEMO_TABLES: '2', DEMO_FURTHER: '1' });
    leave = await staffWithoutDealers(table);
    await demoBed.advance(LONG_MS);
    expect(await shown(), 'the table stays with her').toMatchObject({ dealer: 'Dora' });
    const { rows } = await demoBed.pool.query<{ ms: number }>(
      `select (settings->>'betMs')::int as ms from tables where id = $1`,
      [table],
    );
    expect(rows, 'the time stays as the pit has set it').toEqual([{ ms: betMs }]);
    leave();
  });
});

/** Longer than a robot dealer ever thinks. */
const LONG_MS = 2_500;

/** As `npm start -- --no-dealer` does it. Returns how they leave. */
const staffWithoutDealers = async (table: string): Promise<() => void> => {
  const { fast, hasDealers, coups } = readSettings({ NO_DEALER: '1', FAST: '1' }, []);
  const schedule = new Schedule(demoBed.clock);
  const { signal } = new AbortController();
  const clients = await staffTable({
    context: { url: demo.url, schedule, signal, note: () => undefined },
    report: new LineReport(() => undefined, new RobotTally()),
    dataFolder: newFolder(),
    seed: 'seed',
    fast,
    hasDealer: hasDealers,
    number: Number(table.replace('pb-', '')),
    coups,
  });
  return () => {
    schedule.stop();
    for (const client of clients) client.close();
  };
};

const login = async (at: Studio, body: unknown): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(`${at.url}/demo/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
};
