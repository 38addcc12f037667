/** The movements of an operator, which it reads on and on to compare them with its own books. */
import { createPublicKey, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import {
  type MovementLine,
  type MovementsEnd,
  movementLine,
  movementsEnd,
} from '../../src/protocol/operator-feeds.js';
import { readSigned } from '../../src/wallet/signed-answer.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Player } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { takesRealMoney } from '../kit/operator-players.js';
import { type Studio, eventually } from '../kit/studio.js';
import { JWT_KEY, SLOW, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
/** An operator asks 200 times a second at most. Other transactions hold the feed back. */
const READING = { everyMs: 50, withinMs: 150_000 };
let studio: Studio;
let acme: Operator;
let brand: Operator;

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme');
  brand = await Operator.open(testbed, 'brand');
  for (const operator of [acme, brand]) {
    await operator.post(studio, '/operator/launch', { player: 'anna', currency: 'EUR' });
  }
});

const order = (movementId: string, amount: string) => ({
  ...{ movementId, player: 'anna', currency: 'EUR', exponent: 2, amount },
});
/** Until it is answered: a movement happens once. */
const deposit = (operator: Operator, movementId: string, amount = '100') =>
  eventually('the deposit is done', async () => {
    const { status } = await operator.post(studio, '/operator/deposit', order(movementId, amount));
    return status === 200;
  });

interface Page {
  readonly movements: readonly MovementLine[];
  readonly end: MovementsEnd;
}

/** Each page is proven by the studio's public key. */
const page = async (operator: Operator, after?: string | null): Promise<Page> => {
  const query = typeof after === 'string' ? `?after=${after}` : '';
  const response = await operator.fetch(studio, `/operator/movements${query}`);
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  expect(status, body.toString()).toBe(200);
  expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const { body: self } = await operator.get(studio, '/operator/self');
  const { kid, publicKey } = self['studioKey'] as { kid: string; publicKey: string };
  const answer = { status, headers: Object.fromEntries(headers), body };
  const signed = await readSigned(answer, testbed.clock.nowMs(), (by) =>
    Promise.resolve(by === kid ? createPublicKey(publicKey) : undefined),
  );
  expect(signed, 'the page is signed by the studio').toMatchObject({ evidence: { kid } });
  const lines = body
    .toString()
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const end = movementsEnd.parse(lines.at(-1));
  expect(end.after).toBe(after ?? null);
  return { movements: lines.slice(0, -1).map((line) => movementLine.parse(line)), end };
};

/** Other transactions of the machine's Postgres hold the feed back while they last. */
const pageOf = (operator: Operator, count: number, after?: string) =>
  eventually(
    `${count} movements are shown`,
    async () => {
      const shown = await page(operator, after);
      return shown.movements.length === count && shown;
    },
    READING,
  );

describe('the movements', () => {
  it('are those of the transfer API, done and refused, with what was said of them', async () => {
    await deposit(acme, 'd-1', '700');
    expect((await acme.post(studio, '/operator/withdraw', order('w-1', '900'))).body).toMatchObject(
      { error: 'insufficient_funds' },
    );
    await deposit(acme, 'd-1', '700'); // A repeat is no other movement.
    const { body } = await acme.post(studio, '/operator/withdraw', order('w-2', '200'));
    expect(body).toMatchObject({ available: '500' });
    const { movements, end } = await pageOf(acme, 3);
    const of = { player: 'anna', currency: 'EUR', exponent: 2, round: null, hand: null };
    expect(movements).toMatchObject([
      { movementId: 'd-1', kind: 'deposit', amount: '700', status: 'done', reason: null, ...of },
      {
        ...{ movementId: 'w-1', kind: 'withdrawal', amount: '900', status: 'refused', ...of },
        reason: 'insufficient_funds',
      },
      { movementId: 'w-2', kind: 'withdrawal', amount: '200', status: 'done', reason: null, ...of },
    ]);
    expect(end.more).toBe(false);
    expect((await page(acme, end.next)).movements).toEqual([]);
  });

  it('are shown to their own operator alone', async () => {
    expect((await page(brand)).movements).toEqual([]);
    await deposit(brand, 'd-1', '5');
    const { movements } = await pageOf(brand, 1);
    expect(movements).toMatchObject([{ movementId: 'd-1', amount: '5' }]);
  });

  it('are all read, each once, while others are committed all the time', async () => {
    let { next } = (await pageOf(acme, 3)).end;
    const ids = Array.from({ length: 240 }, (_, index) => `many-${index}`);
    const read: string[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let at = 0; at < ids.length; at += 4) {
        await Promise.all(ids.slice(at, at + 4).map((id) => deposit(acme, id, '1')));
      }
      isOver = true;
    })();
    await eventually(
      'all are read',
      async () => {
        const wasOver = isOver;
        const { movements, end } = await page(acme, next);
        read.push(...movements.map(({ movementId }) => movementId));
        ({ next } = end);
        return wasOver && read.length >= ids.length;
      },
      READING,
    );
    await writing;
    expect(read.toSorted()).toEqual(ids.toSorted());
    expect((await page(acme, next)).movements).toEqual([]);
  });

  it('are not skipped when what began first is committed last', async () => {
    const { end } = await pageOf(brand, 1);
    const INSERT = `insert into movement_lines (operator_id, journal, movement_id) values ('brand', 'transfer', $1)`;
    await deposit(brand, 'd-2', '6');
    const { end: before } = await pageOf(brand, 1, end.next);
    await asOwner(testbed, async (_, pool) => {
      const slow = await pool.connect();
      try {
        await slow.query('begin');
        await slow.query(INSERT, ['d-1']);
        await asOwner(testbed, (__, fast) => fast.query(INSERT, ['d-2']));
        const held = await page(brand, before.next);
        expect(held.movements, 'they wait for what began before them').toEqual([]);
        expect(held.end.next).toBe(before.next);
        await slow.query('commit');
      } finally {
        slow.release(true);
      }
    });
    const { movements } = await pageOf(brand, 2, before.next);
    expect(movements.map(({ movementId }) => movementId)).toEqual(['d-1', 'd-2']);
  });

  it('come in pages of 500', async () => {
    await asOwner(testbed, (_, pool) =>
      pool.query(
        `insert into movement_lines (operator_id, journal, movement_id) select 'brand', 'transfer', 'd-1' from generate_series(1, 600)`,
      ),
    );
    const { end } = await pageOf(brand, 500);
    expect(end.more).toBe(true);
    const rest = await pageOf(brand, 104, end.next);
    expect(rest.end.more).toBe(false);
  });
});

describe('the movements of a wallet', () => {
  let villa: Operator;
  let wallet: WalletServer;

  beforeAll(async () => {
    villa = await Operator.open(testbed, 'villa', {
      ...{ mode: 'session', callbackUrl: 'http://127.0.0.1:1/wallet' },
    });
    wallet = await WalletServer.start({
      studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
      key: { kid: villa.kid, key: villa.key },
      nowMs: () => testbed.clock.nowMs(),
      lateMs: 0,
    });
    await asOwner(testbed, (_, pool) =>
      pool.query(`update operators set callback_url = $1 where id = 'villa'`, [wallet.url]),
    );
  });
  afterAll(() => wallet.stop());

  it('are shown once they are decided, as the wallet’s own list has them', async () => {
    wallet.book.open('anna', 10_000n);
    const { body } = await villa.post(studio, '/operator/launch', {
      ...{ player: 'anna', currency: 'EUR' },
    });
    const launched = await fetch(`${studio.url}/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ launch: new URL(String(body['url'])).hash.replace('#launch=', '') }),
    });
    const { token } = (await launched.json()) as { token: string };
    const anna = await testbed.connect(
      new Player(studio.url, token, String(body['playerId']), 'pb-1'),
    );
    const buyIn = (amount: string) => anna.call('session:buy-in', { key: randomUUID(), amount });
    expect(await buyIn('20000')).toMatchObject({ refusal: 'insufficient_funds' });
    expect(await buyIn('6000')).toEqual({ ok: true, balance: '6000' });
    expect(await anna.call('session:cash-out', { key: randomUUID() })).toMatchObject({ ok: true });
    const { movements } = await pageOf(villa, 3);
    const of = { player: 'anna', currency: 'EUR', exponent: 2, round: null, hand: null };
    expect(movements).toMatchObject([
      { kind: 'debit', amount: '20000', status: 'refused', reason: 'funds', ...of },
      { kind: 'debit', amount: '6000', status: 'done', reason: null, ...of },
      { kind: 'credit', amount: '6000', status: 'done', reason: null, ...of },
    ]);
    expect(
      wallet.book.movements.map(({ movement, answer }) => [movement.movementId, answer.status]),
    ).toEqual(movements.map(({ movementId, status }) => [movementId, status]));
  });
});

describe('a cursor', () => {
  const path = (cursor: string) => `/operator/movements?after=${cursor}`;
  const refused = (status: number, error: string) => ({ status, body: { error } });

  it('is good for its operator and its feed alone, as the studio has made it', async () => {
    const { end } = await page(acme);
    expect(await brand.get(studio, path(end.next))).toEqual(refused(400, 'unknown_cursor'));
    expect(await acme.get(studio, path(`A${end.next}`))).toEqual(refused(400, 'unknown_cursor'));
    const { body } = await acme.get(studio, '/operator/results');
    expect(await acme.get(studio, path(String(body['next'])))).toEqual(
      refused(400, 'unknown_cursor'),
    );
    expect(await acme.get(studio, path('no%20cursor'))).toEqual({
      status: 400,
      body: { error: 'malformed_request', at: 'after' },
    });
  });

  it('of before a restore is out of date, and the feed begins anew', async () => {
    const { end } = await page(brand);
    const results = await brand.get(studio, '/operator/results');
    // As a hand-over of a restored database writes it.
    await asOwner(testbed, (_, pool) =>
      pool.query(`insert into timelines (number, system, postgres_timeline)
        select number + 1, system, postgres_timeline from timelines order by number desc limit 1`),
    );
    expect(await brand.get(studio, path(end.next))).toEqual(refused(410, 'cursor_out_of_date'));
    expect(
      await brand.get(studio, `/operator/results?after=${String(results.body['next'])}`),
    ).toEqual(refused(410, 'cursor_out_of_date'));
    const anew = await pageOf(brand, 500);
    expect(await page(brand, anew.end.next)).toMatchObject({ end: { more: false } });
  });
});
