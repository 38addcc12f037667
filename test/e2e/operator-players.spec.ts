/** Players whom an operator sends: how they come in, once, and as nobody else. */
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Player } from '../kit/clients.js';
import { post } from '../../src/ledger/post.js';
import { amount } from '../../src/money/amount.js';
import { gameAccount } from '../../src/money/chart-of-accounts.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { refusedRequest } from '../../src/protocol/http.js';
import { proveMovements } from '../../src/reconcile/movements.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { Operator, asOwner } from '../kit/operator.js';
import { openPit } from '../kit/pit-client.js';
import { asSuperuser } from '../kit/superuser.js';
import { SoloPlayer } from '../kit/solo.js';
import { QUICK, SLOW, sign, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const YEN = { ...SLOW, currency: 'JPY' };
const testbed = useTestbed({
  tables: { 'pb-1': QUICK, 'pb-2': QUICK, 'yen-1': YEN, 'euro-1': SLOW },
});
let studio: Studio;
let other: Studio;
let acme: Operator;

/** Money comes from outside as in a studio that is no demo, and no test. */
const REAL =
  'create or replace function outside_is_made_up() returns boolean language sql stable as $$ select false $$';

beforeAll(async () => {
  await asSuperuser(testbed.database, (superuser) => superuser.query(REAL));
  studio = await testbed.start();
  other = await testbed.start();
  acme = await Operator.open(testbed, 'acme', {
    currencies: ['EUR', 'JPY'],
    tables: ['pb-1', 'yen-1', 'euro-1'],
  });
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
    ['a null in the name for others', { name: 'A\u0000' }, 400, 'malformed_request'],
    ['a turn of direction in it', { name: 'A\u202Ea' }, 400, 'malformed_request'],
    ['a page that is none', { returnUrl: 'javascript:alert(1)' }, 400, 'malformed_request'],
    ['a limit group that is no name', { group: 'The VIPs' }, 400, 'malformed_request'],
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

describe('a player’s token', () => {
  const tokenOf = async (): Promise<string> => {
    const { body } = await use(await launchOf());
    return String(body['token']);
  };
  const ask = async (token: string, path = '/me', method = 'GET', at = studio): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(at.url + path, { headers, method })).status;
  };
  const connect = (token: string, at = studio) =>
    testbed.connect(new Player(at.url, token, '', 'pb-1'));

  it('is ended by the next launch that is used: it lets nobody in, and throws nobody out', async () => {
    const former = await tokenOf();
    const before = await connect(former);
    const waiting = await launchOf();
    expect(await ask(former), 'a launch that nobody uses ends nothing').toBe(200);
    const token = String((await use(waiting)).body['token']);
    const player = await connect(token, other);
    await before.disconnected();
    expect(await before.received('session:closed')).toEqual({ reason: 'second_login' });
    for (const at of [studio, other]) {
      await expect(connect(former, at)).rejects.toThrow('not_signed_in');
      expect(await ask(former, '/me', 'GET', at)).toBe(401);
      expect(await ask(former, '/me/sign-out', 'POST', at)).toBe(401);
    }
    expect(player.socket.connected).toBe(true);
    expect(await ask(token)).toBe(200);
    // A second window of the same launch is the same sign-in.
    await connect(token);
    await player.disconnected();
    expect(await player.received('session:closed')).toEqual({ reason: 'second_login' });
  });

  it('is ended by leaving, in every process, until the next launch', async () => {
    const token = await tokenOf();
    expect(await ask(token, '/me/sign-out', 'POST')).toBe(204);
    for (const at of [studio, other]) {
      await expect(connect(token, at)).rejects.toThrow('not_signed_in');
      expect(await ask(token, '/me', 'GET', at)).toBe(401);
    }
    expect(await ask(await tokenOf())).toBe(200);
  });

  it('of a process of the version before lets in whoever has launched here, too', async () => {
    const id = decodeJwt(await tokenOf()).sub!;
    const before = await sign({ id, role: 'player' });
    for (const at of [studio, other]) {
      expect(await ask(before, '/me', 'GET', at)).toBe(200);
      const player = await connect(before, at);
      expect((await player.join()).seat.player).toBe(id);
    }
  });
});

/** A person with a player here, and the orders of their money. */
const person = async (player: string, currency = 'EUR') => {
  const { body } = await acme.post(studio, '/operator/launch', { player, currency });
  const exponent = currency === 'JPY' ? 0 : 2;
  const order = (movementId: string, amount: string) => ({
    ...{ movementId, player, currency, exponent, amount },
  });
  return {
    id: String(body['playerId']),
    order,
    deposit: (movementId: string, amount: string, at = studio) =>
      acme.post(at, '/operator/deposit', order(movementId, amount)),
    withdraw: (movementId: string, amount: string, at = studio) =>
      acme.post(at, '/operator/withdraw', order(movementId, amount)),
    balance: async () =>
      (await acme.get(studio, `/operator/balance?player=${player}&currency=${currency}`)).body,
  };
};

const proofs = async () => {
  const client = await testbed.pool.connect();
  try {
    return await reconcile(client);
  } finally {
    client.release();
  }
};

const done = (movementId: string, amount: string, available: string, replay = false) => ({
  status: 200,
  body: { movementId, replay, amount, available },
});

describe('a limit group', () => {
  const seated = async (player: string, group?: string) => {
    const order = { player, currency: 'EUR', ...(group !== undefined && { group }) };
    const { body } = await acme.post(studio, '/operator/launch', order);
    const launch = new URL(String(body['url'])).hash.replace('#launch=', '');
    const { token } = (await use(launch)).body;
    const came = new Player(studio.url, token, String(body['playerId']), 'euro-1');
    return testbed.connect(came);
  };

  it('comes with the launch, and its limits hold from the next round on', async () => {
    const pit = await openPit(testbed, studio, 'Gina');
    const limits = (vip: { min: string; max: string } | null) =>
      pit.must('settings:change', {
        table: 'euro-1',
        settings: { groupLimits: { vip: vip && { punto: vip } } },
      });
    const dealer = await testbed.staff(studio, 'Greta', { table: 'euro-1' });
    await dealer.makeReady();
    const gil = await person('gil');
    await gil.deposit('gil-1', '100000');
    const vip = await seated('gil', 'vip');
    await vip.buyIn(500);
    const hugh = await person('hugh');
    await hugh.deposit('hugh-1', '100000');
    const plain = await seated('hugh');
    await plain.buyIn(500);
    expect((await plain.join()).seat.group).toBeNull();

    await limits({ min: '500', max: '1000' });
    const { game } = await dealer.openBetting();
    const { seat, snapshot } = await vip.join();
    expect(seat.group).toBe('vip');
    expect(snapshot?.settings.groupLimits).toEqual({ vip: { punto: { min: '500', max: '1000' } } });
    const wager = (player: Player, euros: number) => player.wager(game, ['punto', euros]);
    expect(await wager(vip, 2)).toMatchObject({ refusal: 'stake_below_minimum' });
    expect(await wager(vip, 11)).toMatchObject({ refusal: 'stake_above_maximum' });
    expect(await wager(vip, 10)).toMatchObject({ ok: true });
    // On another spot, and to another player, the table's own hold.
    expect(await vip.wager(game, ['egalite', 2])).toMatchObject({ ok: true });
    expect(await wager(plain, 2)).toMatchObject({ ok: true });
    expect(await wager(plain, 11)).toMatchObject({ ok: true });
    // What is set now holds in the next round.
    await limits(null);
    expect(await wager(vip, 1)).toMatchObject({ refusal: 'stake_above_maximum' });

    // Another launch is without the group: from the next time that the player sits down.
    const again = await seated('gil');
    expect((await again.join()).seat.group).toBeNull();
    expect(await wager(again, 1)).toMatchObject({ ok: true });
    const { rows } = await testbed.pool.query<object>(
      `select before -> 'settings' as was, after -> 'settings' as became from staff_actions
        where table_id = 'euro-1' and operation = 'settings:change' order by seq`,
    );
    const vips = { vip: { punto: { min: '500', max: '1000' } } };
    expect(rows).toEqual([
      { was: { groupLimits: {} }, became: { groupLimits: vips } },
      { was: { groupLimits: vips }, became: { groupLimits: {} } },
    ]);
  });

  it.each([
    ['no name', { 'The VIPs': { punto: { min: '500', max: '1000' } } }, 'malformed_message'],
    ['no spot', { vip: {} }, 'malformed_message'],
    ['a least above its most', { vip: { punto: { min: '500', max: '400' } } }, undefined],
  ])('with %s is refused, and nothing changes', async (_, groupLimits, refusal) => {
    const pit = await openPit(testbed, studio, `Gail of ${_}`);
    const before = await testbed.everything();
    const answer = await pit.raw('settings:change', {
      ...{ table: 'euro-1', settings: { groupLimits }, reason: 'x' },
    });
    expect(answer).toMatchObject({ ok: false, refusal: refusal ?? 'settings_are_unsound' });
    expect(await testbed.everything()).toBe(before);
  });
});

describe('money', () => {
  it('comes, is played with, and goes again', async () => {
    const bea = await person('bea');
    expect(await bea.deposit('bea-1', '10000')).toEqual(done('bea-1', '10000', '10000'));
    const used = await use(await launchOf({ player: 'bea', currency: 'EUR' }));
    const player = await testbed.connect(
      new Player(studio.url, used.body['token'], bea.id, 'pb-1'),
    );
    await player.buyIn(60);
    expect(await bea.balance()).toEqual({
      ...{ currency: 'EUR', exponent: 2, available: '4000', atTables: '6000' },
    });
    expect(await bea.withdraw('bea-2', '4001')).toEqual(refusal(409, 'insufficient_funds'));
    expect(await bea.withdraw('bea-3', '4000')).toEqual(done('bea-3', '4000', '0'));
    const cashOut = { key: randomUUID() };
    expect(await player.call('session:cash-out', cashOut)).toMatchObject({ ok: true });
    expect(await bea.withdraw('bea-4', '6000')).toEqual(done('bea-4', '6000', '0'));
  });

  it('moves once, whatever is asked how often, at once and in whatever process', async () => {
    const cid = await person('cid');
    const asked = Array.from({ length: 12 }, (_, each) =>
      cid.deposit('cid-1', '500', each % 2 ? studio : other),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ body }) => body['replay'] === false)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['replay'] === true)).toHaveLength(11);
    await cid.deposit('cid-2', '250');
    // As it was answered first.
    expect(await cid.deposit('cid-1', '500')).toEqual(done('cid-1', '500', '500', true));
    expect(await cid.balance()).toMatchObject({ available: '750' });
  });

  it('that was refused stays refused under its id, and moves under another', async () => {
    const dan = await person('dan');
    expect(await dan.withdraw('dan-1', '100')).toEqual(refusal(409, 'insufficient_funds'));
    await dan.deposit('dan-2', '100');
    const again = await dan.withdraw('dan-1', '100');
    expect(again).toEqual({ status: 409, body: { error: 'insufficient_funds', replay: true } });
    expect(refusedRequest.safeParse(again.body).error).toBeUndefined();
    expect(await dan.withdraw('dan-3', '100')).toEqual(done('dan-3', '100', '0'));
  });

  it('under an id of other content is refused, and is an alarm', async () => {
    const [eva, fay] = [await person('eva'), await person('fay')];
    await eva.deposit('eva-1', '100');
    const before = await testbed.everything();
    const reused = refusal(409, 'movement_id_reused');
    expect(await eva.deposit('eva-1', '101')).toEqual(reused);
    expect(await eva.withdraw('eva-1', '100')).toEqual(reused);
    expect(await fay.deposit('eva-1', '100')).toEqual(reused);
    expect(await testbed.everything()).toBe(before);
    const metrics = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
    expect(metrics).toContain('sabot_operator_alarms_total{cause="movement_id_reused"} 3');
    // Another operator's ids are its own.
    const brand = await Operator.open(testbed, 'brand');
    await brand.post(studio, '/operator/launch', { player: 'eva', currency: 'EUR' });
    expect(await brand.post(studio, '/operator/deposit', eva.order('eva-1', '7'))).toEqual(
      done('eva-1', '7', '7'),
    );
  });

  it.each([
    ['in a unit that is not the studio’s', { exponent: 3 }, 409, 'exponent_differs'],
    ['of a player who never came', { player: 'nobody' }, 404, 'unknown_player'],
    [
      'in a currency that the player never came with',
      { currency: 'JPY', exponent: 0 },
      404,
      'unknown_player',
    ],
    ['of nothing', { amount: '0' }, 400, 'malformed_request'],
    ['below zero', { amount: '-5' }, 400, 'malformed_request'],
    ['in a fraction', { amount: '1.5' }, 400, 'malformed_request'],
    ['as a number', { amount: 5 }, 400, 'malformed_request'],
    ['without bounds', { amount: '9'.repeat(19) }, 400, 'malformed_request'],
  ])('%s is refused', async (_, change, status, error) => {
    const gus = await person('gus');
    const order = { ...gus.order('gus-1', '100'), ...change };
    const before = await testbed.everything();
    expect(await acme.post(studio, '/operator/deposit', order)).toMatchObject({
      ...{ status, body: { error } },
    });
    expect(await testbed.everything()).toBe(before);
  });

  it('beyond what an account holds is refused', async () => {
    const hal = await person('hal', 'JPY');
    await hal.deposit('hal-1', '9'.repeat(18));
    expect(await hal.deposit('hal-2', '2')).toEqual(refusal(409, 'balance_too_large'));
    expect(await hal.deposit('hal-3', '1')).toEqual(done('hal-3', '1', '1000000000000000000'));
  });

  it('that no operator signed is made up by nobody: the database, or the books, say so', async () => {
    const ivy = await person('ivy');
    await ivy.deposit('ivy-1', '100');
    expect(isInOrder(await proofs())).toBe(true);
    const forged = testbed.pool.query(
      `with movement as (
         insert into operator_movements (operator_id, movement_id, kind, player_id, amount, available, kid, signed, signature, body)
         select operator_id, 'ivy-2', kind, player_id, amount, available, kid, signed, signature, body
           from operator_movements where movement_id = 'ivy-1' returning 1)
       insert into entries (key, kind) select 'movement:acme:ivy-9', 'deposit' from movement`,
    );
    await expect(forged).rejects.toMatchObject({ code: 'SB037' });
    const alone = testbed.pool.query(
      `insert into operator_movements (operator_id, movement_id, kind, player_id, amount, available, kid, signed, signature, body)
       select operator_id, 'ivy-2', kind, player_id, amount, available, kid, signed, signature, body
         from operator_movements where movement_id = 'ivy-1'`,
    );
    await expect(alone).rejects.toMatchObject({ code: 'SB060' });

    // With an entry it passes the database. The books know that nobody signed it.
    const client = await testbed.pool.connect();
    try {
      await client.query('begin isolation level repeatable read');
      await client.query(
        `insert into operator_movements (operator_id, movement_id, kind, player_id, amount, refusal, available, kid, signed, signature, body)
         select operator_id, 'ivy-2', kind, player_id, amount, 'insufficient_funds', available, kid, signed, signature, body
           from operator_movements where movement_id = 'ivy-1'`,
      );
      const found = await proveMovements(client);
      expect(makeReport(found)).toContain('movement ivy-2 of acme is not what its operator signed');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('the end of a session', () => {
  const end = (endId: string, at = studio, rest: object = {}) =>
    acme.post(at, '/operator/session/end', {
      ...{ endId, player: 'iris', currency: 'EUR', because: 'limit', reason: 'affordability' },
      ...rest,
    });

  it('by the operator pays out once, in whatever process it is asked for, and disconnects', async () => {
    const iris = await person('iris');
    await iris.deposit('iris-1', '10000');
    expect(await end('e-0')).toEqual(refusal(409, 'no_open_session'));
    const used = await use(await launchOf({ player: 'iris', currency: 'EUR' }));
    const player = new Player(studio.url, used.body['token'], iris.id, 'pb-1');
    await testbed.connect(player);
    await player.buyIn(60);
    const solo = await new SoloPlayer(player).connect();
    const { hand } = await solo.dealSetteEMezzo();
    // What is in play is played first.
    expect(await end('e-1')).toEqual(refusal(409, 'round_in_hand'));
    await solo.playOut(hand);
    const left = `${await player.balance()}`;
    const gone = new Promise((resolve) => player.socket.once('disconnect', resolve));
    const ended = { endId: 'e-1', replay: false, amount: left, exponent: 2 };
    expect(await end('e-1', other)).toEqual({ status: 200, body: ended });
    await gone;
    expect(await end('e-1')).toEqual({ status: 200, body: { ...ended, replay: true } });
    await expect(testbed.again(studio, player), 'the token has ended').rejects.toThrow(
      'not_signed_in',
    );
    expect(await end('e-2')).toEqual(refusal(409, 'no_open_session'));
    expect(await iris.balance()).toMatchObject({
      available: `${4_000n + BigInt(left)}`,
      atTables: '0',
    });
    const { rows } = await testbed.pool.query(
      `select reason, after from staff_actions where operation = 'players:end-session' and subject = 'acme/iris'`,
    );
    expect(rows).toEqual([
      {
        reason: 'affordability',
        after: { by: acme.kid, because: 'limit', currency: 'EUR', amount: left },
      },
    ]);
  });

  it('of long ago leaves a session alone that was opened since, and no connection without one', async () => {
    const jana = await person('jana');
    await jana.deposit('jana-1', '10000');
    const endJana = (endId: string) => end(endId, studio, { player: 'jana' });
    const comesIn = async () => {
      const used = await use(await launchOf({ player: 'jana', currency: 'EUR' }));
      return testbed.connect(new Player(studio.url, used.body['token'], jana.id, 'pb-1'));
    };
    const player = await comesIn();
    await player.buyIn(60);
    const ended = { endId: 'j-1', replay: false, amount: '6000', exponent: 2 };
    expect(await endJana('j-1')).toEqual({ status: 200, body: ended });
    await player.disconnected();
    const again = await comesIn();
    await again.buyIn(50);
    expect(await endJana('j-1')).toEqual({ status: 200, body: { ...ended, replay: true } });
    expect(await again.balance()).toBe(5_000n);
    expect(again.socket.connected).toBe(true);
    expect(await again.call('session:cash-out', { key: randomUUID() })).toMatchObject({ ok: true });
    expect(await endJana('j-2')).toEqual(refusal(409, 'no_open_session'));
    await again.disconnected();
    await expect(testbed.again(studio, again)).rejects.toThrow('not_signed_in');
  });

  it('is of the operator’s own players alone', async () => {
    expect(await end('e-3', studio, { player: 'nobody' })).toEqual(refusal(404, 'unknown_player'));
  });
});

it('the studio says that it is there, and by which clock', async () => {
  const beforeMs = testbed.clock.nowMs();
  const { status, body } = await acme.get(studio, '/operator/health');
  expect([status, body['status']]).toEqual([200, 'ok']);
  expect(body['nowMs']).toBeGreaterThanOrEqual(beforeMs);
  expect(body['nowMs']).toBeLessThanOrEqual(testbed.clock.nowMs());
});

describe('currencies', () => {
  /** A player of the operator's with credit, who sits at the table. */
  const seated = async (ref: string, currency: string, table: string) => {
    const own = await person(ref, currency);
    await own.deposit(`${ref}-${currency}`, '20000');
    const used = await use(await launchOf({ player: ref, currency }));
    const player = await testbed.connect(new Player(studio.url, used.body['token'], own.id, table));
    const buyIn = { key: randomUUID(), amount: '20000' };
    expect(await player.call('session:buy-in', buyIn)).toMatchObject({ ok: true });
    await player.join();
    return player;
  };

  it('do not mix: a bet in another currency than the table’s is refused by name', async () => {
    await testbed.isRunBy(studio, 'yen-1');
    const dealer = await testbed.staff(studio, 'Yuki', { table: 'yen-1' });
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const euro = await seated('kim', 'EUR', 'yen-1');
    const yen = await seated('kim', 'JPY', 'yen-1');
    const before = await testbed.everything();
    const refused = { ok: false, refusal: 'currency_not_taken' };
    expect(await euro.wager(game, ['punto', 100])).toEqual(refused);
    expect(await testbed.everything()).toBe(before);
    expect(await euro.balance()).toBe(20_000n);
    await yen.bet(game, ['punto', 100]);
    expect(await yen.balance()).toBe(10_000n);
    const { rows } = await testbed.pool.query(
      'select name, currency from accounts where name = $1',
      [`round:${game}:stakes`],
    );
    expect(rows).toEqual([{ name: `round:${game}:stakes`, currency: 'JPY' }]);
  });

  it('do not mix in the database either, whoever posts', async () => {
    const [eur, jpy] = [await person('leo'), await person('leo', 'JPY')];
    await eur.deposit('leo-eur', '500');
    const postings = [
      { source: gameAccount(eur.id), destination: gameAccount(jpy.id), amount: amount(500) },
    ];
    const mixed = inTransaction(testbed.pool, (tx) =>
      post(tx, { key: 'mixed', kind: 'buy_in', postings }),
    );
    await expect(mixed).rejects.toMatchObject({ code: 'SB061' });
    expect(await eur.balance()).toMatchObject({ available: '500' });
    const changes = ['accounts', 'players'].map((table) =>
      testbed.pool.query(`update ${table} set currency = 'JPY'`),
    );
    for (const change of changes) await expect(change).rejects.toThrow('permission denied');
  });

  it('are each a history of its own', async () => {
    const used = await use(await launchOf({ player: 'leo', currency: 'JPY' }));
    const headers = { authorization: `Bearer ${String(used.body['token'])}` };
    const me = await (await fetch(`${studio.url}/me`, { headers })).json();
    expect(me).toMatchObject({ currency: 'JPY' });
  });
});

describe('a table that the operator’s players may not see', () => {
  it('lets none of them sit down', async () => {
    const max = await person('max');
    const used = await use(await launchOf({ player: 'max', currency: 'EUR' }));
    const player = await testbed.connect(
      new Player(studio.url, used.body['token'], max.id, 'pb-2'),
    );
    await testbed.isRunBy(studio, 'pb-2');
    const refused = { ok: false, refusal: 'not_allowed' };
    expect(await player.call('table:join', { table: 'pb-2' })).toEqual(refused);
  });
});
