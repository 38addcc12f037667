/**
 * Operators that administrators change in the pit: one asks, and another approves. Each refusal has
 * changed nothing, and everything that is done is in the log of the staff.
 */
import { createPrivateKey, createSecretKey, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeptOperators, OrderedChange } from '../../src/protocol/operator-changes.js';
import { DEFAULT_POLICY } from '../../src/protocol/operator-policy.js';
import { POLICY_RANGES } from '../../src/protocol/policy-ranges.js';
import { Operator, asOwner } from '../kit/operator.js';
import { useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': {}, 'pb-2': {} },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
let ada: string;
let alan: string;

beforeAll(async () => {
  studio = await testbed.start();
  ada = await testbed.employ({ id: 'Ada', role: 'administrator' });
  alan = await testbed.employ({ id: 'Alan', role: 'administrator' });
});

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

const ask = async <Body>(
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<Answer<Body>> => {
  const answer = await fetch(`${studio.url}/pit/operators${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
};

const read = async () => (await ask<KeptOperators>('GET', '', ada)).body;
const order = (change: object, token = ada) =>
  ask<OrderedChange>('POST', '/changes', token, { change, reason: 'the contract' });
const decide = (id: string, verdict: 'approve' | 'refuse' = 'approve', token = alan) =>
  ask<KeptOperators>('POST', `/changes/${id}/${verdict}`, token, { reason: 'I have read it' });

/** Asked for, and approved. Returns what was answered to who asked. */
const agreed = async (change: object): Promise<OrderedChange> => {
  const { status, body } = await order(change);
  expect(status, JSON.stringify(body)).toBe(200);
  const decided = await decide(body.changes[0]!.id);
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  return body;
};

const OPENING = { id: 'bella', name: 'Bella', currencies: ['EUR'] };
const bella = async () => (await read()).operators.find(({ id }) => id === 'bella');

/** All that a change could touch. */
const kept = async (): Promise<string> => {
  const of = ['operators', 'operator_keys', 'operator_changes', 'staff_actions'].map(
    async (table) =>
      (await testbed.pool.query<object>(`select * from ${table} order by 1, 2`)).rows,
  );
  return JSON.stringify(await Promise.all(of));
};

const refusedAs = (status: number, error: string) => ({ status, body: { error } });

describe('two administrators', () => {
  it('open an operator, give it a key, alter it, and let it in again', async () => {
    const { body } = await order({ kind: 'add', opening: OPENING });
    expect(body.changes[0]).toMatchObject({
      ...{ operator: 'bella', kind: 'add', state: 'pending', requestedBy: 'Ada', before: null },
      after: { name: 'Bella', mode: 'transfer', tables: null, isOff: false },
    });
    expect(await bella(), 'before it is approved').toBeUndefined();
    await decide(body.changes[0]!.id);
    expect(await bella()).toMatchObject({ name: 'Bella', currencies: ['EUR'], keys: [] });

    const { privateKey } = await agreed({ kind: 'key', id: 'bella' });
    const [key] = (await bella())!.keys;
    const its = Operator.known(testbed, 'bella', key!.kid, createPrivateKey(privateKey!));
    expect((await its.get(studio, '/operator/self')).body).toMatchObject({ tables: null });
    expect(await kept(), 'nor is it kept anywhere').not.toContain(privateKey!.split('\n')[1]);

    const alteration = { tables: ['pb-2'], currencies: ['EUR', 'CHF'], name: 'Bella Casino' };
    await agreed({ kind: 'alter', id: 'bella', alteration });
    expect((await its.get(studio, '/operator/self')).body).toMatchObject(alteration);
    const launch = { player: 'p', currency: 'CHF', table: 'pb-1' };
    expect(await its.post(studio, '/operator/launch', launch)).toMatchObject({
      body: { error: 'unknown_table' },
    });
    await agreed({ kind: 'alter', id: 'bella', alteration: { tables: null } });
    expect((await its.post(studio, '/operator/launch', launch)).status).toBe(200);

    // What only takes away is done at once.
    expect((await order({ kind: 'off', id: 'bella' })).status).toBe(200);
    expect((await its.get(studio, '/operator/self')).body).toEqual({ error: 'operator_is_off' });
    await agreed({ kind: 'on', id: 'bella' });
    expect((await its.get(studio, '/operator/self')).status).toBe(200);
    expect((await order({ kind: 'revoke', id: 'bella', kid: key!.kid })).status).toBe(200);
    expect((await its.get(studio, '/operator/self')).body).toEqual({ error: 'unknown_key' });
  });

  it('give an operator a secret, which is shown once and kept nowhere', async () => {
    await agreed({ kind: 'add', opening: { id: 'stella', name: 'Stella', currencies: ['EUR'] } });
    const { secrets, privateKey, changes } = await agreed({
      ...{ kind: 'key', id: 'stella', algorithm: 'hmac-sha256' },
    });
    expect(privateKey).toBeNull();
    expect(Object.keys(changes[0]!.after).sort()).toEqual(['kid', 'secretBy']);
    const stella = (await read()).operators.find(({ id }) => id === 'stella')!;
    const [key] = stella.keys;
    expect(key).toMatchObject({ algorithm: 'hmac-sha256', isRevoked: false });
    const secret = createSecretKey(Buffer.from(secrets!.operator, 'base64'));
    const its = Operator.known(testbed, 'stella', key!.kid, secret);
    expect((await its.get(studio, '/operator/self')).body).toMatchObject({ signedBy: key!.kid });
    for (const text of Object.values(secrets!)) expect(await kept()).not.toContain(text);
    const pem = ed25519();
    expect(
      await order({ kind: 'key', id: 'stella', algorithm: 'hmac-sha256', publicKey: pem }),
    ).toMatchObject(refusedAs(400, 'not_an_ed25519_key'));
  });

  it('change how long its wallet is waited for, each value by itself', async () => {
    const wallet = { mode: 'seamless', callbackUrl: 'https://wallet.example' } as const;
    const opening = { id: 'elsa', name: 'Elsa', currencies: ['EUR'], ...wallet };
    await agreed({ kind: 'add', opening: { ...opening, policy: { tryWithinMs: 700 } } });
    const elsa = async () => (await read()).operators.find(({ id }) => id === 'elsa')!.policy;
    const usual = { ...DEFAULT_POLICY, tryWithinMs: 700 };
    expect(await elsa()).toEqual(usual);
    const policy = { stakesWithinMs: 1_500, caseAfterMs: 3_600_000 };
    await agreed({ kind: 'alter', id: 'elsa', alteration: { policy } });
    expect(await elsa()).toEqual({ ...usual, ...policy });
    expect(await order({ kind: 'alter', id: 'elsa', alteration: { policy } })).toMatchObject(
      refusedAs(409, 'nothing_changes'),
    );
    const { rows } = await testbed.pool.query<object>(
      `select staff_id as by, before -> 'policy' as was, after -> 'policy' as became from staff_actions
        where subject = 'elsa' and operation = 'operator:alter'`,
    );
    expect(rows).toEqual([{ by: 'Alan', was: usual, became: { ...usual, ...policy } }]);
    // Alone nobody changes it, whatever the studio says.
    const alone = `update operators set policy = policy || '{"stakesWithinMs": 9000}' where id = 'elsa'`;
    await expect(testbed.pool.query(alone)).rejects.toMatchObject({ code: 'SB015' });
    await expect(
      asOwner(testbed, (_, pool) =>
        pool.query(`update operators set policy = policy - 'tryWithinMs' where id = 'elsa'`),
      ),
    ).rejects.toThrow('operators_have_a_whole_policy');
    const longer = `update operators set policy = policy || '{"tryWithinMs": 1501}' where id = 'elsa'`;
    await expect(asOwner(testbed, (_, pool) => pool.query(longer))).rejects.toMatchObject({
      code: 'SB064',
    });
  });

  it('set a webhook, which the studio pushes to from then on', async () => {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (text: Buffer) => (body += text.toString()));
      request.on('end', () => {
        calls.push((JSON.parse(body) as { feed: string }).feed);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await agreed({ kind: 'add', opening: { id: 'hook', name: 'Hook', currencies: ['EUR'] } });
    const hook = async () => (await read()).operators.find(({ id }) => id === 'hook')!.webhook;
    const alter = (webhook: object) => ({ kind: 'alter', id: 'hook', alteration: { webhook } });
    expect(await order(alter({ isOn: false }))).toMatchObject(refusedAs(409, 'no_webhook'));
    expect(await order(alter({ url: 'ftp://b' }))).toMatchObject(
      refusedAs(400, 'malformed_request'),
    );
    expect(await order(alter({ url, feeds: [] }))).toMatchObject(
      refusedAs(400, 'malformed_request'),
    );
    const settings = { url, feeds: ['lobby'], isOn: true };
    await agreed(alter({ url, feeds: ['lobby'] }));
    expect(await hook()).toEqual(settings);
    await testbed.passing(eventually('it is pushed', () => Promise.resolve(calls.length > 0)));
    expect(new Set(calls)).toEqual(new Set(['lobby']));
    await agreed(alter({ isOn: false }));
    expect(await hook()).toEqual({ ...settings, isOn: false });
    expect(await order(alter({ isOn: false }))).toMatchObject(refusedAs(409, 'nothing_changes'));
    const { rows } = await testbed.pool.query<object>(
      `select staff_id as by, before -> 'webhook' as was, after -> 'webhook' as became
         from staff_actions where subject = 'hook' and operation = 'operator:alter' order by seq`,
    );
    expect(rows).toEqual([
      { by: 'Alan', was: null, became: settings },
      { by: 'Alan', was: settings, became: { ...settings, isOn: false } },
    ]);
    // Alone nobody changes it, and no other feed is pushed, whatever the studio says.
    const alone = `update operators set webhook_on = true where id = 'hook'`;
    await expect(testbed.pool.query(alone)).rejects.toMatchObject({ code: 'SB015' });
    await expect(
      testbed.pool.query(
        `insert into webhook_places (operator_id, feed, place) values ('hook', 'movements', '')`,
      ),
    ).rejects.toMatchObject({ code: 'SB015' });
    server.close();
    server.closeAllConnections();
  });

  it('have every step of it in the log of the staff, by name', async () => {
    const { rows } = await testbed.pool.query<{ operation: string; staff_id: string }>(
      `select operation, staff_id from staff_actions where subject = 'bella' order by seq`,
    );
    const twice = (what: string) => [
      ['operator:ask', 'Ada'],
      [`operator:${what}`, 'Alan'],
    ];
    expect(rows.map(({ operation, staff_id }) => [operation, staff_id])).toEqual([
      ...['add', 'key', 'alter', 'alter'].flatMap(twice),
      ['operator:off', 'Ada'],
      ...twice('on'),
      ['operator:revoke', 'Ada'],
    ]);
  });

  it('rotate keys: two hold at once, never a third', async () => {
    await agreed({ kind: 'key', id: 'bella' });
    const two = await order({ kind: 'key', id: 'bella' });
    const three = await order({ kind: 'key', id: 'bella' });
    await decide(two.body.changes[0]!.id);
    expect(await decide(three.body.changes[0]!.id)).toEqual(refusedAs(409, 'two_keys_hold'));
    expect((await bella())!.keys.filter(({ isRevoked }) => !isRevoked)).toHaveLength(2);
    await decide(three.body.changes[0]!.id, 'refuse');
  });
});

const ed25519 = () =>
  generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString();
const rsa = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .publicKey.export({ format: 'pem', type: 'spki' })
    .toString();

describe('a change', () => {
  const held = ed25519();
  beforeAll(async () => {
    await Operator.open(testbed, 'carla', {
      ...{ mode: 'session', callbackUrl: 'http://127.0.0.1:1' },
    });
    await asOwner(testbed, (operators) => operators.addKey('carla', held));
  });

  const wallet = { id: 'dora', name: 'Dora', currencies: ['EUR'], mode: 'session' };
  const REFUSED: readonly (readonly [string, number, () => object])[] = [
    ['malformed_request', 400, () => ({ kind: 'add', opening: { ...OPENING, id: 'B' } })],
    ['malformed_request', 400, () => ({ kind: 'add', opening: wallet })],
    ['malformed_request', 400, () => ({ kind: 'alter', id: 'bella', alteration: { mode: 'x' } })],
    [
      'malformed_request',
      400,
      () => ({ kind: 'alter', id: 'bella', alteration: { currencies: [] } }),
    ],
    ...Object.entries(POLICY_RANGES).flatMap(([name, { min, max }]) =>
      [min - 1, max + 1, min + 0.5].map((ms) => {
        const alteration = { policy: { [name]: ms } };
        return [
          ...(['malformed_request', 400] as const),
          () => ({ kind: 'alter', id: 'bella', alteration }),
        ] as const;
      }),
    ),
    [
      'malformed_request',
      400,
      () => ({ kind: 'alter', id: 'bella', alteration: { policy: { takesTips: 1 } } }),
    ],
    ['unknown_operator', 404, () => ({ kind: 'on', id: 'nobody' })],
    ['operator_exists', 409, () => ({ kind: 'add', opening: OPENING })],
    ['unknown_table', 404, () => ({ kind: 'add', opening: { ...OPENING, tables: ['pb-9'] } })],
    [
      'unknown_table',
      404,
      () => ({ kind: 'alter', id: 'bella', alteration: { tables: ['pb-1', 'pb-9'] } }),
    ],
    [
      'callback_does_not_fit',
      409,
      () => ({ kind: 'alter', id: 'bella', alteration: { callbackUrl: 'https://b.example' } }),
    ],
    [
      'tries_outlast_stakes',
      409,
      () => ({ kind: 'alter', id: 'bella', alteration: { policy: { tryWithinMs: 3_001 } } }),
    ],
    [
      'tries_outlast_stakes',
      409,
      () => ({ kind: 'alter', id: 'bella', alteration: { policy: { stakesWithinMs: 1_999 } } }),
    ],
    [
      'tries_outlast_stakes',
      409,
      () => ({ kind: 'add', opening: { ...OPENING, id: 'dora', policy: { tryWithinMs: 4_000 } } }),
    ],
    [
      'unknown_currency',
      400,
      () => ({ kind: 'add', opening: { ...OPENING, id: 'dora', currencies: ['EUR', 'ABC'] } }),
    ],
    [
      'unknown_currency',
      400,
      () => ({ kind: 'alter', id: 'bella', alteration: { currencies: ['EUR', 'DEM'] } }),
    ],
    ['nothing_changes', 409, () => ({ kind: 'alter', id: 'bella', alteration: {} })],
    ['nothing_changes', 409, () => ({ kind: 'on', id: 'bella' })],
    ['not_an_ed25519_key', 400, () => ({ kind: 'key', id: 'bella', publicKey: rsa() })],
    ['key_exists', 409, () => ({ kind: 'key', id: 'carla', publicKey: held })],
    ['two_keys_hold', 409, () => ({ kind: 'key', id: 'carla', publicKey: ed25519() })],
    ['no_such_key', 404, () => ({ kind: 'revoke', id: 'bella', kid: 'bella-0' })],
  ];

  it.each(REFUSED)('is refused %s (%d), and nothing changes', async (error, status, change) => {
    const before = await kept();
    expect(await order(change())).toMatchObject(refusedAs(status, error));
    expect(await kept()).toEqual(before);
  });
});

describe('a currency that is not in use any more', () => {
  it('stays the operator’s that had it before', async () => {
    await asOwner(testbed, (_, pool) =>
      pool.query(`update operators set currencies = '{EUR,DEM}' where id = 'bella'`),
    );
    const alter = (...currencies: string[]) =>
      order({ kind: 'alter', id: 'bella', alteration: { currencies } });
    const kept = await alter('DEM', 'CHF');
    expect(kept.status).toBe(200);
    await decide(kept.body.changes[0]!.id, 'refuse');
    expect(await alter('DEM', 'ITL')).toMatchObject(refusedAs(400, 'unknown_currency'));
    expect((await bella())?.currencies).toEqual(['EUR', 'DEM']);
  });
});

describe('a decision', () => {
  let id: string;
  const alteration = { name: 'Bella Notte' };
  beforeEach(async () => {
    const { body } = await order({ kind: 'alter', id: 'bella', alteration });
    id = body.changes[0]!.id;
  });

  const expectRefused = async (token: string, error: string, status = 409) => {
    const before = await kept();
    expect(await decide(id, 'approve', token)).toEqual(refusedAs(status, error));
    expect(await kept()).toEqual(before);
    await decide(id, 'refuse');
  };

  it('is not of who asked', () => expectRefused(ada, 'same_person'));

  /** Ada orders it of an account, and signs in by the badge and the PIN that she is given. */
  const signInAs = async (path: string, order: object): Promise<string> => {
    const given = await fetch(`${studio.url}/staff${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ada}` },
      body: JSON.stringify({ ...order, reason: 'a friend' }),
    });
    const { badge, pin } = (await given.json()) as { badge: string; pin: string };
    const signedIn = await fetch(`${studio.url}/staff/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ badge, pin }),
    });
    return ((await signedIn.json()) as { token: string }).token;
  };
  const open = (name: string) => signInAs('', { role: 'administrator', name });

  it('is not of somebody whom the asker has made', async () => {
    await expectRefused(await open('Adam'), 'same_person');
  });

  it.each([
    ['opened', () => open('Eve')],
    [
      'given a PIN',
      async () => {
        await testbed.employ({ id: 'Anna', role: 'administrator' });
        return signInAs('/Anna/reset', {});
      },
    ],
  ])('is not of somebody by whom the asker was %s', async (_, made) => {
    await decide(id, 'refuse');
    const { status, body } = await order({ kind: 'alter', id: 'bella', alteration }, await made());
    expect(status).toBe(200);
    id = body.changes[0]!.id;
    await expectRefused(ada, 'same_person');
  });

  it('approves nothing of somebody who is no administrator any more', async () => {
    await decide(id, 'refuse');
    const token = await testbed.employ({ id: 'Abel', role: 'administrator' });
    const { body } = await order({ kind: 'alter', id: 'bella', alteration }, token);
    id = body.changes[0]!.id;
    await testbed.pool.query(`update staff set disabled_at = now() where id = 'Abel'`);
    await expectRefused(alan, 'not_approved', 403);
  });

  it('is shown before what is decided, and taken back by who asked', async () => {
    const { body } = await order({ kind: 'alter', id: 'bella', alteration: { name: 'B' } });
    const later = body.changes[0]!.id;
    const { changes } = (await decide(later, 'refuse', ada)).body;
    expect(changes[0]).toMatchObject({ id, state: 'pending' });
    expect(changes.find((change) => change.id === later)).toMatchObject({
      ...{ state: 'refused', decidedBy: 'Ada' },
    });
    await decide(id, 'refuse');
  });

  it('is in the log of the staff with its number, and with who asked', async () => {
    await decide(id);
    const { rows } = await testbed.pool.query<object>(
      `select operation, staff_id as by, after ->> 'requestedBy' as asker from staff_actions
        where after ->> 'change' = $1 order by seq`,
      [id],
    );
    expect(rows).toEqual([
      { operation: 'operator:ask', by: 'Ada', asker: null },
      { operation: 'operator:alter', by: 'Alan', asker: 'Ada' },
    ]);
    await agreed({ kind: 'alter', id: 'bella', alteration: { name: 'Bella Casino' } });
  });

  it('is about the operator as it was when it was asked for', async () => {
    await asOwner(testbed, (operators) => operators.alter('bella', { currencies: ['EUR'] }));
    await expectRefused(alan, 'moved_on');
  });

  it('comes within a day', async () => {
    const { rows } = await asOwner(testbed, (_, pool) =>
      pool.query<{ id: string }>(
        `insert into operator_changes (operator_id, kind, before, after, reason, requested_by, expires_at)
         select operator_id, kind, before, after, reason, requested_by, studio_clock() - interval '1 second'
           from operator_changes where id = $1 returning id`,
        [id],
      ),
    );
    const before = await kept();
    expect(await decide(rows[0]!.id)).toEqual(refusedAs(409, 'approval_expired'));
    expect(await kept()).toEqual(before);
    await decide(id, 'refuse');
  });

  it('is made once, and a refusal changes nothing', async () => {
    const before = await bella();
    expect((await decide(id, 'refuse')).body.changes[0]).toMatchObject({
      ...{ state: 'refused', decidedBy: 'Alan' },
    });
    expect(await decide(id)).toEqual(refusedAs(409, 'approval_used'));
    expect(await bella()).toEqual(before);
    expect(await decide('999999')).toEqual(refusedAs(404, 'not_found'));
  });

  it('is held by the database, whatever the studio says', async () => {
    const write = (by: string) =>
      testbed.pool.query(
        `update operator_changes set verdict = 'approved', decided_by = $2 where id = $1`,
        [id, by],
      );
    await expect(write('Ada')).rejects.toThrow('asked for change');
    await testbed.employ({ id: 'Mona', role: 'shift_manager' });
    await expect(write('Mona')).rejects.toThrow('decides no changes');
    await expect(write('Alan')).rejects.toThrow('log of the staff');
    await expect(
      testbed.pool.query(
        `insert into operator_changes (operator_id, kind, after, reason, requested_by)
         values ('evil', 'add', '{}', '', 'Mona')`,
      ),
    ).rejects.toThrow('may not ask');
    await decide(id, 'refuse');
  });
});
