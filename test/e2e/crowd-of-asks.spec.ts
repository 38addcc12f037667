/**
 * So many ask at once that the database cannot answer them: they are the ones who wait, or are
 * refused. Bets, cards and payments go on.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import { BLOCKER } from '../kit/database.js';
import { Operator } from '../kit/operator.js';
import { type Studio, eventually } from '../kit/studio.js';
import { untilWaitingForLocks } from '../kit/superuser.js';
import { QUICK, sign, useTestbed } from '../kit/testbed.js';

const PLAYERS = 40;
const ASKS_EACH = 10;

const testbed = useTestbed({
  tables: { 'pb-1': QUICK },
  env: { DATABASE_POOL: '4', DATABASE_STUDIO_POOL: '2', DATABASE_WAITING: '20' },
});
let studio: Studio;
let dealer: Staff;
let honest: Player;
let crowd: readonly Player[];
let administrator: string;
let blocker: pg.Client;

beforeAll(async () => {
  studio = await testbed.restart();
  administrator = await testbed.employ({ id: 'Ada', role: 'administrator' });
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  honest = await testbed.player(studio, 'Honest', { euros: 100 });
  crowd = await testbed.players(studio, PLAYERS, 'Crowd', { euros: 100 });
});

/** What is asked for is locked, so that every answer takes until the lock is released. */
beforeEach(async () => {
  blocker = new pg.Client({
    connectionString: testbed.database.url,
    application_name: BLOCKER,
  });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table sessions in access exclusive mode');
});
afterEach(() => blocker.end());

const asks = () =>
  crowd.flatMap((player) =>
    Array.from({ length: ASKS_EACH }, () => player.call('session:read', {})),
  );

/** A round is bet on, dealt and paid. */
const expectRound = async (): Promise<void> => {
  const { game, seq } = await dealer.openBetting();
  await honest.bet(game, ['punto', 10]);
  await dealer.betsClosed(seq);
  await dealer.deal('9h Kd Ts Qs');
  expect((await honest.result(game)).paid).toBe('2000');
};

/** How often each answer came. */
const countAnswers = (replies: readonly ({ ok: true } | { ok: false; refusal: string })[]) => {
  const counts = new Map<string, number>();
  for (const reply of replies) {
    const what = reply.ok ? 'ok' : reply.refusal;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
};

describe('while forty players ask more than can be read', () => {
  it('a round is bet on, dealt and paid', async () => {
    const asking = Promise.all(asks());
    await expectRound();
    await blocker.query('commit');
    const answers = countAnswers(await asking);
    expect([...answers.keys()].sort()).toEqual(['ok', 'studio_is_busy']);
  });

  it('those who ask by HTTP are refused, and answered later', async () => {
    const asking = Promise.all(asks());
    const token = await sign({ id: honest.id, role: 'player' });
    const ask = () =>
      fetch(`${studio.url}/me/rounds`, { headers: { authorization: `Bearer ${token}` } });
    const refused = await eventually(
      'it is refused',
      async () => {
        const response = await ask();
        return response.status === 200 ? undefined : response;
      },
      { everyMs: 200 },
    );
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toEqual({ error: 'studio_is_busy' });
    await blocker.query('commit');
    await asking;
    await eventually('it is answered', async () => (await ask()).status === 200, { everyMs: 200 });
  });
});

describe('while players wait for what concerns them alone', () => {
  const askByHttp = (token: string, path: string, body?: object) =>
    fetch(studio.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const order = { kind: 'loss', period: 'day', limit: '10000' };
  const each = (ask: (player: Player) => Promise<unknown>) =>
    crowd.flatMap((player) => Array.from({ length: ASKS_EACH }, () => ask(player)));

  it.each([
    ['mutes', 'chat_mutes', (player: Player) => player.call('chat:read', { table: 'pb-1' })],
    ['limits', 'play_limits', ({ token }: Player) => askByHttp(String(token), '/me/limits')],
    [
      'new limits',
      'play_limits',
      ({ token }: Player) => askByHttp(String(token), '/me/limits', order),
    ],
    ['bars', 'play_bars', ({ token }: Player) => askByHttp(String(token), '/me/protection')],
  ])('of %s, the staff are answered', async (_, table, ask) => {
    await blocker.query('rollback');
    await blocker.query('begin');
    await blocker.query(`lock table ${table} in access exclusive mode`);
    const asking = Promise.all(each(ask));
    await untilWaitingForLocks(testbed.database, 2);
    expect((await askByHttp(administrator, '/staff')).status).toBe(200);
    await blocker.query('commit');
    await asking;
  });
});

describe('while strangers show launches that nobody has', () => {
  it('a round is bet on, dealt and paid', async () => {
    await blocker.query('rollback');
    await blocker.query('begin');
    await blocker.query('lock table launches in access exclusive mode');
    const show = () =>
      fetch(`${studio.url}/launch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ launch: randomBytes(32).toString('base64url') }),
      });
    const showing = Promise.all(Array.from({ length: 60 }, async () => (await show()).status));
    await untilWaitingForLocks(testbed.database, 3);
    await expectRound();
    await blocker.query('commit');
    expect(new Set(await showing)).toEqual(new Set([404, 503]));
  });
});

describe('while an operator bars many players', () => {
  it('the staff are answered', async () => {
    const acme = await Operator.open(testbed, 'acme');
    await blocker.query('rollback');
    await blocker.query('begin');
    await blocker.query('lock table play_bars in access exclusive mode');
    const bar = (player: string) =>
      acme.post(studio, '/operator/bars', {
        ...{ player, kind: 'self_exclusion', untilMs: null, reason: 'by the register' },
      });
    const barring = Promise.all(Array.from({ length: 10 }, (_, each) => bar(`p${each}`)));
    await untilWaitingForLocks(testbed.database, 2);
    const headers = { authorization: `Bearer ${administrator}` };
    expect((await fetch(`${studio.url}/staff`, { headers })).status).toBe(200);
    await blocker.query('commit');
    expect(new Set((await barring).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('while the staff wait for the database', () => {
  it('players still join', async () => {
    await blocker.query('rollback');
    await blocker.query('begin');
    await blocker.query('lock table staff in access exclusive mode');
    const headers = { authorization: `Bearer ${administrator}` };
    const staff = Promise.all([1, 2, 3].map(() => fetch(`${studio.url}/staff`, { headers })));
    await untilWaitingForLocks(testbed.database, 2);
    await testbed.visitor(studio, 'Late');
    await blocker.query('commit');
    await staff;
  });
});
