/** Operators: their keys, the signatures of their requests, and which key opens which door. */
import { createPublicKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { tokenKey } from '../../src/access/tokens.js';
import { ROLES, type Role } from '../../src/protocol/command.js';
import { Client } from '../kit/clients.js';
import { Operator, type Spoilt, asOwner } from '../kit/operator.js';
import { JWT_KEY, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
let acme: Operator;
let other: Operator;

beforeAll(async () => {
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme', { currencies: ['EUR', 'JPY'], tables: ['pb-1'] });
  other = await Operator.open(testbed, 'other');
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
      keys: [{ kid: acme.kid }],
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

  it('is made by the owner of the tables alone: the studio itself cannot', async () => {
    const forged = [
      `insert into operators (id) values ('forged')`,
      `insert into operator_keys (kid, operator_id, slot, public_key) values ('k', 'house', 1, '')`,
      `update operators set disabled_at = null`,
      `update operator_keys set revoked_at = null`,
    ];
    for (const sql of forged) {
      await expect(testbed.pool.query(sql), sql).rejects.toThrow('permission denied');
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

  it('of an operator’s opens no other door, and no other operator’s', async () => {
    const paths = ['/me', '/staff/me', '/pit/rounds'];
    for (const path of paths) {
      expect(await acme.get(studio, path), path).toMatchObject({
        status: 401,
        body: { error: 'not_signed_in' },
      });
    }
    for (const role of ROLES) {
      const token = await new SignJWT({ role })
        .setProtectedHeader({ alg: 'EdDSA', kid: acme.kid })
        .setSubject(ids.get(role)!)
        .setIssuer('sabot')
        .setExpirationTime('1h')
        .sign(acme.key);
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
