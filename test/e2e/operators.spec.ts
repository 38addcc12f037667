/** Operators: their keys, the signatures of their requests, and which key opens which door. */
import { createPublicKey } from 'node:crypto';
import { SignJWT } from 'jose';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { tokenKey } from '../../src/access/tokens.js';
import { StudioTables } from '../../src/pit/floor/studio-tables.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { ROLES, type Role } from '../../src/protocol/command.js';
import type { MadeTable, TableModels } from '../../src/protocol/studio-tables.js';
import type { KeptOperators } from '../../src/protocol/operator-changes.js';
import { SPOTS } from '../../src/punto-banco/spot.js';
import type { SettingsChange } from '../../src/round/settings.js';
import { Client } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { Operator, type Spoilt, asOwner } from '../kit/operator.js';
import { JWT_KEY, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
let acme: Operator;
let other: Operator;
/** `acme` by a secret that both share. */
let shared: Operator;

beforeAll(async () => {
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme', { currencies: ['EUR', 'JPY'], tables: ['pb-1'] });
  other = await Operator.open(testbed, 'other');
  ({ operator: shared } = await acme.withSecret());
});

const nowS = (): number => Math.floor(testbed.clock.nowMs() / 1000);

describe('an operator', () => {
  it('reads how the studio knows it', async () => {
    const { status, body } = await acme.get(studio, '/operator/self');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'acme',
      mode: 'transfer',
      currencies: ['EUR', 'JPY'],
      tables: ['pb-1'],
      keys: [
        { kid: acme.kid, algorithm: 'ed25519' },
        { kid: shared.kid, algorithm: 'hmac-sha256' },
      ],
    });
  });

  it('rotates its keys: two hold at once, never a third, and none that was revoked', async () => {
    const next = await other.withNewKey();
    expect((await other.get(studio, '/operator/self')).status).toBe(200);
    expect((await next.get(studio, '/operator/self')).status).toBe(200);
    await expect(other.withNewKey()).rejects.toThrow('two_keys_hold');

    await asOwner(testbed, (operators) => operators.revoke('other', other.kid));
    expect(await other.get(studio, '/operator/self')).toMatchObject({
      status: 401,
      body: { error: 'unknown_key' },
    });
    const old = createPublicKey(other.key).export({ format: 'pem', type: 'spki' }).toString();
    expect(await asOwner(testbed, (operators) => operators.addKey('other', old))).toBe(
      'key_exists',
    );
    other = next;
    await other.withNewKey();
  });

  it('that is off is refused, until it is on again', async () => {
    await asOwner(testbed, (operators) => operators.turn('acme', 'off'));
    expect(await acme.get(studio, '/operator/self')).toEqual({
      status: 403,
      body: { error: 'operator_is_off' },
    });
    await asOwner(testbed, (operators) => operators.turn('acme', 'on'));
    expect((await acme.get(studio, '/operator/self')).status).toBe(200);
  });

  it('has every change of it in the log of the staff', async () => {
    const { rows } = await testbed.pool.query<{ operation: string }>(
      `select operation from staff_actions where subject = 'other' order by seq`,
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      ...['operator:add', 'operator:key', 'operator:key', 'operator:revoke', 'operator:key'],
    ]);
  });

  it('is made by the owner of the tables, or by two administrators: the studio itself cannot', async () => {
    const forged = [
      [`insert into operators (id) values ('forged')`, 'have not agreed'],
      [
        `insert into operator_keys (kid, operator_id, slot, public_key) values ('k', 'house', 1, '')`,
        'have not agreed',
      ],
      [`update operators set mode = 'session' where id = 'acme'`, 'permission denied'],
      [`update operators set tables = null where id = 'acme'`, 'have not agreed'],
      [`update operators set disabled_at = studio_now() where id = 'acme'`, 'log of the staff'],
      [`update operator_keys set revoked_at = null`, 'stays as it is'],
      [`update operator_keys set public_key = ''`, 'permission denied'],
    ] as const;
    for (const [sql, said] of forged) {
      await expect(testbed.pool.query(sql), sql).rejects.toThrow(said);
    }
  });
});

/** In their precedence: each request is wrong in its own way, and in all of those after it. */
const REFUSED: readonly (readonly [error: string, status: number, spoilt: () => Spoilt])[] = [
  ['signature_missing', 401, () => ({ headers: { signature: '' } })],
  ['signature_malformed', 401, () => ({ headers: { signature: 'sabot=:no signature:' } })],
  ['signature_malformed', 401, () => ({ nonce: 'short' })],
  [
    'signature_covers_too_little',
    401,
    () => ({
      headers: {
        'signature-input': `sabot=("@method" "@path");created=${nowS()};keyid="k";nonce="01234567"`,
      },
    }),
  ],
  ['signature_not_in_time', 401, () => ({ createdS: nowS() - 32, kid: 'k' })],
  ['signature_not_in_time', 401, () => ({ createdS: nowS() + 32, kid: 'k' })],
  ['unknown_key', 401, () => ({ kid: 'other-0123456789abcdef', key: other.key })],
  ['signature_wrong', 401, () => ({ key: other.key })],
  ['signature_wrong', 401, () => ({ path: '/operator/self?as=other' })],
];

describe('a request', () => {
  it.each(REFUSED)('is refused %s', async (error, status, spoilt) => {
    expect(await acme.get(studio, '/operator/self', spoilt())).toEqual({
      status,
      body: { error },
    });
  });

  it('is refused wrong_host where it was signed for another studio, if this one has a name', async () => {
    const OPERATOR_HOSTS = 'Studio.example, api.example:8443';
    const named = await testbed.start({ OPERATOR_HOSTS, SABOT_ROLES: 'edge' });
    try {
      const statusAt = async (host: string, at = named) =>
        (await acme.get(at, '/operator/self', { host })).status;
      expect(await statusAt('studio.example')).toBe(200);
      expect(await statusAt('API.example:8443')).toBe(200);
      for (const host of ['staging.example', 'studio.example:8443', 'api.example']) {
        // Whatever else is wrong with it behind that.
        const late = { host, createdS: nowS() - 32, kid: 'k' };
        expect(await acme.get(named, '/operator/self', late)).toEqual({
          status: 421,
          body: { error: 'wrong_host' },
        });
      }
      const unsigned = { host: 'staging.example', headers: { signature: '' } };
      expect(await acme.get(named, '/operator/self', unsigned)).toMatchObject({
        body: { error: 'signature_missing' },
      });
      expect(await statusAt('staging.example', studio)).toBe(200);
    } finally {
      await named.stop();
    }
  });

  it('counts once, however often it is sent', async () => {
    const again = { nonce: 'the same nonce'.replaceAll(' ', '-') };
    expect((await acme.get(studio, '/operator/self', again)).status).toBe(200);
    expect(await acme.get(studio, '/operator/self', again)).toEqual({
      status: 409,
      body: { error: 'request_repeated' },
    });
    // A nonce is one operator's.
    expect((await other.get(studio, '/operator/self', again)).status).toBe(200);
  });

  it('is not taken again when its nonce is forgotten: it is too old by then', async () => {
    const old = { nonce: 'kept-for-a-while', createdS: nowS() + 29 };
    expect((await acme.get(studio, '/operator/self', old)).status).toBe(200);
    await testbed.advance(91_000);
    expect((await acme.get(studio, '/operator/self')).status).toBe(200); // forgets it
    expect(await acme.get(studio, '/operator/self', old)).toMatchObject({
      body: { error: 'signature_not_in_time' },
    });
  });

  it('is answered too_many_messages after many that nobody signed, until they are fewer', async () => {
    const statuses = new Set<number>();
    for (let batch = 1; batch <= 20 && !statuses.has(429); batch += 1) {
      const asked = Array.from({ length: 100 }, () => fetch(`${studio.url}/operator/self`));
      for (const { status } of await Promise.all(asked)) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([401, 429]);
    await testbed.advance(60_000);
    expect((await acme.get(studio, '/operator/self')).status).toBe(200);
  });
});

/** Who opens a door, and how it refuses everybody else. */
interface Door {
  readonly name: string;
  readonly opensTo: readonly Role[];
  /** Undefined where it opened. */
  readonly refusalOf: (token: string) => Promise<string | undefined>;
}

const socket = (namespace: string, ...opensTo: Role[]): Door => ({
  name: namespace,
  opensTo,
  refusalOf: (token) =>
    testbed.connect(new Client(studio.url, namespace, token)).then(
      (client) => void client.close(),
      (error: Error) => error.message,
    ),
});

const http = (path: string, ...opensTo: Role[]): Door => ({
  name: path,
  opensTo,
  refusalOf: async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${studio.url}${path}`, { headers });
    return response.ok ? undefined : ((await response.json()) as { error: string }).error;
  },
});

const PIT = ['shift_manager', 'auditor', 'administrator'] as const;
const DOORS = [
  socket('/player', 'player'),
  socket('/dealer', 'dealer', ...PIT, 'device'),
  socket('/pit', ...PIT),
  http('/me', 'player'),
  http('/staff/me', 'dealer', ...PIT),
  http('/pit/rounds', ...PIT),
  http('/operator/self'),
];
const SIGNERS: readonly Role[] = ['player', 'dealer', 'device'];
const PARTIES: readonly (readonly Role[])[] = [['player'], ['dealer', ...PIT], ['device']];

/** Whose key opens what is below this path. Undefined where anybody may ask. */
const partyOf = (path: string): Role | 'operator' | undefined => {
  if (path === '/staff/sign-in') return undefined;
  if (path.startsWith('/me')) return 'player';
  if (path.startsWith('/staff') || path.startsWith('/pit')) return 'dealer';
  return path.startsWith('/operator') ? 'operator' : undefined;
};
const PUBLIC = [
  '/health',
  '/health/ready',
  '/launch',
  '/paytable',
  '/paytable/{version}',
  '/staff/sign-in',
  '/tables',
];

describe('a key of one party', () => {
  const ids = new Map<Role, string>();
  beforeAll(async () => {
    ids.set('player', (await testbed.enlist('Anna')).id);
    for (const role of ROLES.filter((each) => each !== 'player')) {
      ids.set(role, `the ${role}`);
      await testbed.employ({ id: `the ${role}`, role });
    }
  });

  /** A token that is right but for the key that signs it. */
  const forged = (role: Role, signer: Role): Promise<string> =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(ids.get(role)!)
      .setIssuer('sabot')
      .setExpirationTime('1h')
      .sign(tokenKey(new TextEncoder().encode(JWT_KEY), signer));

  const cells = DOORS.flatMap((door) =>
    SIGNERS.map((signer, party) => [door.name, signer, door, PARTIES[party]!] as const),
  );
  it.each(cells)('opens at %s only what is its own: the %s’s', async (_, signer, door, own) => {
    for (const role of ROLES) {
      const refusal = await door.refusalOf(await forged(role, signer));
      const isOwn = own.includes(role);
      const due = isOwn && door.opensTo.includes(role);
      expect(refusal === undefined, `${role} by the key of ${signer}: ${refusal}`).toBe(due);
      if (!isOwn && door.name !== '/operator/self') expect(refusal).toBe('not_signed_in');
    }
  });

  it('opens no route of another party, in whatever role: each key at each route', async () => {
    const described = await fetch(`${studio.operationsUrl}/docs-json`);
    const { paths } = (await described.json()) as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
    const guarded = routes.flatMap((route) => {
      const party = partyOf(route.path);
      return party === undefined ? [] : [{ ...route, party }];
    });
    // What anybody may ask is named, so that no route is public by mistake.
    const open = routes.filter(({ path }) => partyOf(path) === undefined).map(({ path }) => path);
    expect([...new Set(open)].sort()).toEqual(PUBLIC);
    const tokens = await Promise.all(
      ROLES.flatMap((role) =>
        SIGNERS.map(async (signer, party) => ({
          name: `${role} by the key of ${signer}`,
          party: PARTIES[party]!.includes(role) ? signer : 'nobody',
          token: await forged(role, signer),
        })),
      ),
    );
    let tried = 0;
    const wrong: string[] = [];
    for (const { path, method, party } of guarded) {
      const url = path.replaceAll(/\{\w+\}/g, '1');
      // A key that is nobody's here is not known; another party's is, and may not.
      const seen = async (
        name: string,
        ask: () => Promise<number>,
        refused: readonly number[] = [401],
      ): Promise<void> => {
        let status = await ask();
        // Too many that were refused: a moment later they are heard again.
        for (; status === 429; status = await ask()) await testbed.advance(1_000);
        tried += 1;
        if (!refused.includes(status)) wrong.push(`${method} ${path} opens to ${name}: ${status}`);
      };
      const plain = (token?: string) => async (): Promise<number> => {
        const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const headers = { 'content-type': 'application/json', ...authorization };
        const body = method === 'GET' ? {} : { body: '{}' };
        return (await fetch(`${studio.url}${url}`, { method, headers, ...body })).status;
      };
      await seen('nobody', plain());
      const others = tokens.filter((each) => each.party !== party);
      await Promise.all(
        others.map((each) =>
          seen(each.name, plain(each.token), each.party === 'nobody' ? [401] : [401, 403]),
        ),
      );
      if (party === 'operator') continue;
      for (const operator of [acme, shared]) {
        await seen(`the operator’s ${operator.kid}`, async () => {
          const asked =
            method === 'GET' ? operator.get(studio, url) : operator.send(studio, method, url, {});
          return (await asked).status;
        });
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(15 * guarded.length);
  }, 300_000);

  it('of an operator’s opens no other door, and no other operator’s', async () => {
    const paths = ['/me', '/staff/me', '/pit/rounds'];
    for (const path of paths) {
      for (const operator of [acme, shared]) {
        expect(await operator.get(studio, path), path).toMatchObject({
          status: 401,
          body: { error: 'not_signed_in' },
        });
      }
    }
    const cells = ROLES.flatMap((role) => [
      { role, alg: 'EdDSA', operator: acme },
      { role, alg: 'HS256', operator: shared },
    ]);
    for (const { role, alg, operator } of cells) {
      const token = await new SignJWT({ role })
        .setProtectedHeader({ alg, kid: operator.kid })
        .setSubject(ids.get(role)!)
        .setIssuer('sabot')
        .setExpirationTime('1h')
        .sign(operator.key);
      for (const door of DOORS) expect(await door.refusalOf(token), door.name).toBeDefined();
    }
    expect(await acme.get(studio, '/operator/self', { kid: other.kid })).toMatchObject({
      body: { error: 'signature_wrong' },
    });
  });

  it('is not the studio’s secret, which signs nothing itself', async () => {
    for (const role of ROLES) {
      const token = await new SignJWT({ role })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(ids.get(role)!)
        .setIssuer('sabot')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(JWT_KEY));
      for (const door of DOORS) expect(await door.refusalOf(token), door.name).toBeDefined();
    }
  });
});

describe('the tables of the studio', () => {
  const onTables = async <T>(work: (tables: StudioTables) => Promise<T>): Promise<T> => {
    const pool = new pg.Pool({ connectionString: testbed.database.url, max: 1 });
    try {
      return await work(new StudioTables(pool, 'a test'));
    } finally {
      await pool.end();
    }
  };
  const limits = { punto: { min: '500', max: '50000' } };

  it('are made with their settings, and run by the studio that is there', async () => {
    const given = { name: 'Salon Bleu', currency: 'CHF', limits };
    expect(await onTables((tables) => tables.make('pb-7', given))).toMatchObject(given);
    await testbed.isRunBy(studio, 'pb-7');
    const made = (await onTables((tables) => tables.list())).find(({ id }) => id === 'pb-7');
    expect(made).toMatchObject({ id: 'pb-7', isRun: true, settings: given });
    expect(await onTables((tables) => tables.alter('pb-7', { betMs: 20_000 }))).toBe(
      'table_is_run',
    );
  });

  it('are made in the pit by an administrator, like another, with a line in the log', async () => {
    const token = await testbed.employ({ id: 'Ada', role: 'administrator' });
    const make = async (making: object) => {
      const answer = await fetch(`${studio.url}/pit/tables`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ reason: 'a new room', ...making }),
      });
      return { status: answer.status, body: (await answer.json()) as object };
    };
    const settings = { name: 'Salon Vert' };
    const made = { id: 'pb-9', settings, like: 'pb-7' };
    expect(await make(made)).toEqual({ status: 200, body: { id: 'pb-9', changes: [] } });
    const kept = (await onTables((tables) => tables.list())).find(({ id }) => id === 'pb-9');
    expect(kept!.settings).toMatchObject({ name: 'Salon Vert', currency: 'CHF', limits });
    await testbed.isRunBy(studio, 'pb-9');
    const { rows } = await testbed.pool.query(
      `select staff_id, reason from staff_actions where operation = 'table:make' and table_id = 'pb-9'`,
    );
    expect(rows).toEqual([{ staff_id: 'Ada', reason: 'a new room' }]);

    const models = await fetch(`${studio.url}/pit/tables`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { tables: seen } = (await models.json()) as TableModels;
    const [was] = seen
      .filter(({ id }) => id === 'pb-7')
      .map(({ id: _id, name: _name, ...model }) => model);
    const refusals: readonly (readonly [number, string, object])[] = [
      [409, 'table_exists', made],
      [409, 'table_exists', { ...made, was }],
      [409, 'settings_moved_on', { ...made, id: 'pb-10', was: { ...was!, chips: ['1'] } }],
      [409, 'settings_moved_on', { id: 'pb-10', settings, was }],
      [404, 'unknown_table', { id: 'pb-10', settings, like: 'pb-99' }],
      [
        409,
        'table_settings_are_unsound',
        { id: 'pb-10', settings: { limits: { punto: { min: '9', max: '1' } } } },
      ],
      [
        409,
        'limits_too_high',
        { id: 'pb-10', settings: { further: { CHF: { ...FURTHER.CHF, rate: '999999999' } } } },
      ],
      [
        409,
        'limits_not_made_of_chips',
        {
          id: 'pb-10',
          settings: { chips: ['500'], limits: { punto: { min: '750', max: '5000' } } },
        },
      ],
      [
        409,
        'limits_not_made_of_chips',
        { id: 'pb-10', settings: { groupLimits: { vip: { banco: { min: '150', max: '900' } } } } },
      ],
      [400, 'unknown_currency', { id: 'pb-10', settings: { currency: 'DEM' } }],
      [400, 'unknown_currency', { id: 'pb-10', settings: { further: { ABC: FURTHER.CHF } } }],
      [404, 'unknown_operator', { id: 'pb-10', settings, operators: ['nobody'] }],
      [409, 'nothing_changes', { id: 'pb-10', settings, operators: ['acme', 'other'] }],
      [400, 'malformed_request', { id: 'pb 10', settings }],
      [400, 'malformed_request', { id: 'pb-10', settings: { tipMax: '1000000000000' } }],
    ];
    for (const [status, error, making] of refusals) {
      expect(await make(making)).toMatchObject({ status, body: { error } });
    }
    const ids = (await onTables((tables) => tables.list())).map(({ id }) => id);
    expect(ids).not.toContain('pb-10');
  });

  it('are made with chips and limits, and asked for of operators with tables of their own', async () => {
    const token = await testbed.employ({ id: 'Ada', role: 'administrator' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
      const sent =
        body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(`${studio.url}${path}`, sent);
      expect(answer.status, path).toBe(200);
      return answer.json();
    };
    const settings = {
      ...{ name: 'Salon Noir', currency: 'EUR', chips: ['500', '2500'] },
      limits: Object.fromEntries(SPOTS.map((spot) => [spot, { min: '1000', max: '20000' }])),
      groupLimits: { vip: { punto: { min: '2500', max: '90000' } } },
    };
    const made = await ask('POST', '/pit/tables', {
      ...{ id: 'pb-12', settings, operators: ['acme'], reason: 'a room for acme' },
    });
    const { changes } = made as MadeTable;
    expect(changes).toHaveLength(1);
    const models = (await ask('GET', '/pit/tables')) as TableModels;
    const { currency, chips, limits: its, groupLimits } = settings;
    expect(models.tables.find(({ id }) => id === 'pb-12')).toEqual({
      ...{ id: 'pb-12', name: 'Salon Noir', currency, chips, limits: its, groupLimits },
    });
    const operators = (await ask('GET', '/pit/operators')) as KeptOperators;
    const asked = operators.changes.find(({ id }) => id === changes[0]);
    expect(asked).toMatchObject({
      ...{ operator: 'acme', kind: 'alter', state: 'pending', requestedBy: 'Ada' },
      ...{ before: { tables: ['pb-1'] }, after: { tables: ['pb-1', 'pb-12'] } },
    });
    expect(operators.operators.find(({ id }) => id === 'acme')!.tables).toEqual(['pb-1']);
  });

  it('are not made like another in a currency that is in use no more', async () => {
    await expect(
      inTransaction(testbed.pool, async (tx) => {
        await tx.query(
          `insert into tables (id, settings) select 'pb-0', jsonb_set(settings, '{currency}', '"DEM"') from tables where id = 'pb-7'`,
        );
        const tables = new StudioTables(testbed.pool, 'a test');
        const like = (given: SettingsChange) => tables.makeIn(tx, 'pb-8', given, { like: 'pb-0' });
        expect(await like({})).toBe('unknown_currency');
        expect(await like({ currency: 'CHF' })).toMatchObject({ name: 'Salon Bleu', limits });
        throw new Error('put back');
      }),
    ).rejects.toThrow('put back');
  });

  it.each([
    ['table_exists', 'make', 'pb-1', {}],
    ['settings_are_unsound', 'make', 'pb-8', { betMs: 5_000, lastBetsMs: 6_000 }],
    ['settings_are_unsound', 'make', 'pb-8', { limits: { punto: { min: '9', max: '1' } } }],
    ['settings_are_unsound', 'make', 'pb-8', { paytable: 'another' }],
    ['unknown_currency', 'make', 'pb-8', { currency: 'DEM' }],
    ['unknown_table', 'alter', 'pb-8', { betMs: 20_000 }],
  ] as const)('are refused %s: %s %s %j', async (refusal, what, id, given) => {
    const before = await testbed.everything();
    expect(await onTables((tables) => tables[what](id, given))).toBe(refusal);
    expect(await testbed.everything()).toBe(before);
  });

  it('are altered while nobody runs them, and keep the currency that was played in', async () => {
    await studio.stop();
    const alter = (given: SettingsChange) => onTables((tables) => tables.alter('pb-7', given));
    expect(await alter({ betMs: 20_000, currency: 'JPY' })).toMatchObject({
      name: 'Salon Bleu',
      betMs: 20_000,
      currency: 'JPY',
      limits,
    });
    expect(await alter({ lastBetsMs: 30_000 })).toBe('settings_are_unsound');
    expect(await alter({ currency: 'DEM' })).toBe('unknown_currency');
    studio = await testbed.start();
    const dealer = await testbed.staff(studio, 'Dora', { table: 'pb-7' });
    await dealer.makeReady();
    await dealer.openBetting();
    await studio.stop();
    expect(await alter({ currency: 'EUR' })).toBe('currency_is_played');
    const { rows } = await testbed.pool.query<{ operation: string }>(
      `select operation from staff_actions where table_id = 'pb-7' and staff_id = 'studio' and operation in ('table:make', 'table:alter') order by id`,
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['table:make', 'table:alter']);
    studio = await testbed.start();
  });

  it('share a gaming day, by which limits of play count', async () => {
    const day = async (moment: string) =>
      (await testbed.pool.query<{ day: string }>('select gaming_day($1)::text as day', [moment]))
        .rows[0]!.day;
    expect(await day('2026-11-23T04:30:00Z')).toBe('2026-11-23');
    const rome = { timeZone: 'Europe/Rome', beginsAt: '06:00' };
    expect(await onTables((tables) => tables.setDay(rome))).toEqual(rome);
    expect(await onTables((tables) => tables.readDay())).toEqual(rome);
    expect(await day('2026-11-23T04:30:00Z')).toBe('2026-11-22');
    expect(await day('2026-11-23T05:00:00Z')).toBe('2026-11-23');
    expect(await day('2026-07-01T04:00:00Z'), 'in summer').toBe('2026-07-01');
    const wrong = { ...rome, timeZone: 'Europe/Atlantis' };
    expect(await onTables((tables) => tables.setDay(wrong))).toBe('unknown_time_zone');
    await onTables((tables) => tables.setDay({ timeZone: 'UTC', beginsAt: '00:00' }));
  });
});
