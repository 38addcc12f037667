/** Players whom an operator sends: how they come in, once, and as nobody else. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Player } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': QUICK, 'pb-2': QUICK } });
let studio: Studio;
let other: Studio;
let acme: Operator;

beforeAll(async () => {
  studio = await testbed.start();
  other = await testbed.start();
  acme = await Operator.open(testbed, 'acme', { currencies: ['EUR', 'JPY'], tables: ['pb-1'] });
});

const ANNA = { player: 'anna-7', name: 'Anna', currency: 'EUR' };

/** The token in the URL of a launch. */
const launchOf = async (order: object = ANNA, operator = acme): Promise<string> => {
  const { status, body } = await operator.post(studio, '/operator/launch', order);
  expect(status, JSON.stringify(body)).toBe(200);
  return new URL(String(body['url'])).hash.replace('#launch=', '');
};

const use = async (launch: string, at = studio) => {
  const response = await fetch(`${at.url}/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launch }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const refusal = (status: number, error: string) => ({ status, body: { error } });

describe('a launch', () => {
  it('opens the operator’s player, and brings them to their table', async () => {
    const { body } = await acme.post(studio, '/operator/launch', {
      ...ANNA,
      language: 'it',
      table: 'pb-1',
      returnUrl: 'https://acme.example/lobby',
      cashierUrl: 'https://acme.example/cashier',
    });
    expect(String(body['url'])).toMatch(`${studio.url}/#launch=`);
    const launch = new URL(String(body['url'])).hash.replace('#launch=', '');
    const used = await use(launch);
    expect(used).toMatchObject({
      status: 200,
      body: {
        currency: 'EUR',
        language: 'it',
        table: 'pb-1',
        returnUrl: 'https://acme.example/lobby',
        cashierUrl: 'https://acme.example/cashier',
      },
    });
    const id = String(body['playerId']);
    const player = await testbed.connect(new Player(studio.url, used.body['token'], id, 'pb-1'));
    expect((await player.join()).seat).toMatchObject({ player: id, balance: '0' });
  });

  it('is of one player for each person and currency, under the name that came last', async () => {
    const idOf = async (order: object) =>
      (await acme.post(studio, '/operator/launch', order)).body['playerId'];
    const id = await idOf(ANNA);
    expect(await idOf({ ...ANNA, name: 'Annie' })).toBe(id);
    expect(await idOf({ ...ANNA, currency: 'JPY' })).not.toBe(id);
    const { rows } = await testbed.pool.query(
      `select operator_id, ref, currency, name from players where ref = 'anna-7' order by currency`,
    );
    expect(rows).toEqual([
      { operator_id: 'acme', ref: 'anna-7', currency: 'EUR', name: 'Annie' },
      { operator_id: 'acme', ref: 'anna-7', currency: 'JPY', name: 'Anna' },
    ]);
  });

  it('lets in one of many who show it at once, in whatever process', async () => {
    const launch = await launchOf();
    const shown = Array.from({ length: 10 }, (_, each) => use(launch, each % 2 ? studio : other));
    const answers = await Promise.all(shown);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200)).toEqual(
      Array.from({ length: 9 }, () => refusal(410, 'launch_used')),
    );
  });

  it('is good for a minute', async () => {
    const [soon, late] = [await launchOf(), await launchOf()];
    await testbed.advance(30_000);
    expect((await use(soon)).status).toBe(200);
    await testbed.advance(31_000);
    expect(await use(late)).toEqual(refusal(410, 'launch_expired'));
  });

  it('is not found in the database, which knows its hash alone', async () => {
    const launch = await launchOf();
    const { rows } = await testbed.pool.query('select row_to_json(l)::text as row from launches l');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(launch);
    expect(await use(`${launch.slice(1)}x`)).toEqual(refusal(404, 'unknown_launch'));
  });

  it('lets nobody in while the operator is off', async () => {
    const launch = await launchOf();
    await asOwner(testbed, (operators) => operators.turn('acme', 'off'));
    expect(await use(launch)).toEqual(refusal(403, 'operator_is_off'));
    await asOwner(testbed, (operators) => operators.turn('acme', 'on'));
    expect((await use(launch)).status).toBe(200);
  });

  it('with made-up money brings some, once', async () => {
    const demo = { player: 'guest', currency: 'XXX' };
    await launchOf(demo);
    const { body } = await use(await launchOf(demo));
    const { rows } = await testbed.pool.query<{ balance: string }>(
      `select balance from accounts a join players p on p.id = a.player_id
        where p.ref = 'guest' and a.kind = 'game'`,
    );
    expect([body['currency'], rows]).toEqual(['XXX', [{ balance: '1000000' }]]);
  });

  it.each([
    [
      'a currency that the operator does not play in',
      { currency: 'CHF' },
      409,
      'currency_not_played',
    ],
    ['a table that its players may not see', { table: 'pb-2' }, 404, 'unknown_table'],
    ['a table that is not there', { table: 'pb-9' }, 404, 'unknown_table'],
    ['no name of the player', { player: '' }, 400, 'malformed_request'],
    ['a page that is none', { returnUrl: 'javascript:alert(1)' }, 400, 'malformed_request'],
    ['a field that is not known', { role: 'dealer' }, 400, 'malformed_request'],
  ])('for %s is refused', async (_, change, status, error) => {
    const before = await testbed.everything();
    const answer = await acme.post(studio, '/operator/launch', { ...ANNA, ...change });
    expect(answer).toMatchObject({ status, body: { error } });
    expect(await testbed.everything()).toBe(before);
  });

  it('that was changed on its way is refused', async () => {
    const body = JSON.stringify({ ...ANNA, player: 'eve' });
    expect(await acme.post(studio, '/operator/launch', ANNA, { body })).toEqual(
      refusal(401, 'digest_wrong'),
    );
    const headers = { 'content-digest': '' };
    expect(await acme.post(studio, '/operator/launch', ANNA, { headers })).toEqual(
      refusal(401, 'signature_wrong'),
    );
  });
});
