/** Operators that sign by a secret which both share, in both directions. */
import {
  type KeyObject,
  createHmac,
  createPublicKey,
  createSecretKey,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { WebhookReceiver } from '../../src/operator-simulator/webhook-receiver.js';
import { runCheck } from '../../src/operator-check/run-check.js';
import { TriedWallet } from '../../src/operator-check/tried-wallet.js';
import { parseSignatureInput, signatureBase } from '../../src/operator/message-signature.js';
import type { MadeSecrets } from '../../src/operator/operators.js';
import { derivedOperatorsKeys } from '../../src/operator/shared-secrets.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { readSigned } from '../../src/wallet/signed-answer.js';
import { Player } from '../kit/clients.js';
import { OPERATORS_KEYS, Operator, type Spoilt, asOwner } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { SLOW, useTestbed } from '../kit/testbed.js';

const COMMAND = path.join(import.meta.dirname, '../../dist/operator/operator-command.js');

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
let studio: Studio;
/** The same operator by its own key, and by a secret. */
let byKey: Operator;
let acme: Operator;
let secrets: MadeSecrets;
let wallet: WalletServer;
let receiver: WebhookReceiver;

const secretOf = (text: string): KeyObject => createSecretKey(Buffer.from(text, 'base64'));
const nowMs = () => testbed.clock.nowMs();
const nowS = () => Math.floor(nowMs() / 1000);

/** What comes from outside is money, as in a studio that is no demo. */
const REAL =
  'create or replace function outside_is_made_up() returns boolean language sql stable as $$ select false $$';

beforeAll(async () => {
  await asSuperuser(testbed.database, (superuser) => superuser.query(REAL));
  studio = await testbed.start();
  byKey = await Operator.open(testbed, 'acme', {
    ...{ mode: 'session', callbackUrl: 'http://127.0.0.1:1/wallet' },
  });
  ({ operator: acme, secrets } = await byKey.withSecret());
  await asOwner(testbed, (operators) => operators.revoke('acme', byKey.kid));
  const of = { studio: secrets.studio, nowMs };
  receiver = new WebhookReceiver(of);
  wallet = await WalletServer.start({ ...of, key: acme, lateMs: 2_500, currency: 'EUR' });
  wallet.desk = (request, response, body) => receiver.serve(request, response, body);
  await asOwner(testbed, async (operators) => {
    await operators.alter('acme', { callbackUrl: wallet.url });
    await operators.webhook('acme', { url: new URL('/webhook', wallet.url).href });
  });
});

afterAll(() => wallet.stop());

const self = async (of: Operator) => (await of.get(studio, '/operator/self')).body;

const launched = async (ref: string): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  return comesIn(acme, studio, ref);
};

const proofs = async (keys?: typeof OPERATORS_KEYS) => {
  const client = await testbed.pool.connect();
  try {
    return await reconcile(client, { operatorsKeys: keys });
  } finally {
    client.release();
  }
};

describe('an operator with a secret', () => {
  it('is known by it, and reads which key the studio signs by', async () => {
    expect(await self(acme)).toMatchObject({
      keys: [{ kid: acme.kid, algorithm: 'hmac-sha256' }],
      signedBy: acme.kid,
    });
  });

  it('has its wallet asked by the studio’s half, and answers by its own', async () => {
    const anna = await launched('anna');
    expect(await anna.call('session:buy-in', { key: randomUUID(), amount: '4000' })).toMatchObject({
      ok: true,
    });
    expect(wallet.book.balance('anna')).toBe(6_000n);
    expect(await anna.call('session:cash-out', { key: randomUUID() })).toMatchObject({ ok: true });
    await eventually('it is given back', async () => {
      await testbed.advance(1_000);
      return wallet.book.balance('anna') === 10_000n;
    });
  });

  it('reads movements that are signed by the studio’s half, and is pushed them so', async () => {
    await eventually('two movements are shown', async () => {
      const response = await acme.fetch(studio, '/operator/movements');
      const body = Buffer.from(await response.arrayBuffer());
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body,
      };
      const keyOf = (kid: string) =>
        Promise.resolve(kid === acme.kid ? secretOf(secrets.studio) : undefined);
      const signed = await readSigned(answer, nowMs(), keyOf);
      expect(signed).toMatchObject({ evidence: { kid: acme.kid } });
      return body.toString().trimEnd().split('\n').length === 3;
    });
    await eventually('they are pushed', async () => {
      await testbed.advance(1_000);
      return receiver.lines.filter(({ feed }) => feed === 'movements').length === 2;
    });
    expect(receiver.refused).toBe(0);
  });

  it('has its evidence proven by the studio’s keys alone', async () => {
    expect(makeReport(await proofs(OPERATORS_KEYS))).toContain('The books are in order.');
    const without = await proofs();
    expect(isInOrder(without)).toBe(true);
    expect(makeReport(without)).toContain('2 not tried: signed by a secret');
    const others = derivedOperatorsKeys(Buffer.alloc(32));
    const withOthers = await proofs(others);
    expect(isInOrder(withOthers)).toBe(false);
    expect(makeReport(withOthers)).toContain('which is not given');
  });

  it('is asked once for a launch that is shown again and again, and for eight at a time', async () => {
    const launchOf = async (ref: string): Promise<string> => {
      wallet.book.open(ref, 0n);
      wallet.book.sessions.set(ref, `s-${ref}`);
      const order = { player: ref, currency: 'EUR', session: `s-${ref}` };
      const { body } = await acme.post(studio, '/operator/launch', order);
      return new URL(String(body['url'])).hash.replace('#launch=', '');
    };
    const shows = async (launch: string): Promise<number> => {
      const response = await fetch(`${studio.url}/launch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ launch }),
      });
      return response.status;
    };
    const opens = () => wallet.served.filter(({ verb }) => verb === 'open').length;
    wallet.served.length = 0;
    wallet.faultOf = (verb) => (verb === 'open' ? 'late' : undefined);
    const one = await launchOf('one');
    expect(await Promise.all([one, one, one].map(shows))).toEqual([503, 503, 503]);
    expect(opens()).toBe(1);
    const others = await Promise.all(
      Array.from({ length: 11 }, (_, each) => launchOf(`of-${each}`)),
    );
    expect(new Set(await Promise.all(others.map(shows)))).toEqual(new Set([503]));
    expect(opens()).toBe(1 + 8);
    wallet.faultOf = () => undefined;
    expect(await shows(one)).toBe(200);
  });

  it('has a wallet that the conformance kit tries as any other', async () => {
    wallet.book.open('tried', 100_000n);
    wallet.book.open('eve', 1_000n);
    wallet.book.barred.set('eve', 'blocked');
    const tried = new TriedWallet({
      ...{ url: wallet.url, studio: { kid: acme.kid, key: secretOf(secrets.studio) }, nowMs },
      keys: [acme.key],
      tryMs: 20_000, // The machine of a test may be busy with others.
    });
    wallet.book.sessions.set('tried', 's-tried');
    wallet.book.sessions.set('eve', 's-eve');
    const tips = ['session', 'seamless'] as const;
    const sessions = { session: 's-tried', barredSession: 's-eve' };
    const people = { player: 'tried', barred: 'eve', ...sessions, tips };
    const of = { ...people, currency: 'EUR', exponent: 2, run: 'check' };
    const outcomes = await runCheck(tried, of);
    expect(outcomes.filter(({ result }) => result !== 'holds')).toEqual([]);
  });
});

describe('a secret', () => {
  let other: Operator;
  let pair: Operator;
  beforeAll(async () => {
    pair = await Operator.open(testbed, 'pair');
    ({ operator: other } = await pair.withSecret());
  });

  /** Right, but for the algorithm that it names. */
  const named = (algorithm: string): Spoilt => {
    const text = `("@method" "@authority" "@path" "@query");created=${nowS()};keyid="${acme.kid}";nonce="${randomUUID()}";alg="${algorithm}"`;
    const input = parseSignatureInput(`sabot=${text}`)!;
    const { host } = new URL(studio.url);
    const request = { method: 'GET', target: '/operator/self', headers: { host } };
    const code = createHmac('sha256', acme.key).update(signatureBase(request, input)!);
    const signature = `sabot=:${code.digest('base64')}:`;
    return { headers: { 'signature-input': `sabot=${text}`, signature } };
  };
  const wrong: readonly (readonly [string, () => Spoilt])[] = [
    ['another operator’s', () => ({ key: other.key })],
    ['the studio’s half', () => ({ key: secretOf(secrets.studio) })],
    ['a key of Ed25519 in its name', () => ({ key: pair.key })],
    ['made of its own name', () => ({ key: createSecretKey(Buffer.from(acme.kid)) })],
    ['with another algorithm named', () => named('ed25519')],
  ];
  it.each(wrong)('is not taken: %s', async (_, spoilt) => {
    expect(await acme.get(studio, '/operator/self', spoilt())).toEqual({
      status: 401,
      body: { error: 'signature_wrong' },
    });
  });

  it('may name its algorithm', async () => {
    expect((await acme.get(studio, '/operator/self', named('hmac-sha256'))).status).toBe(200);
  });

  it('does not sign in the name of a key of Ed25519, nor does that key’s public half', async () => {
    const der = createPublicKey(pair.key).export({ format: 'der', type: 'spki' });
    const pem = createPublicKey(pair.key).export({ format: 'pem', type: 'spki' });
    for (const key of [
      acme.key,
      other.key,
      createSecretKey(der),
      createSecretKey(Buffer.from(pem)),
    ]) {
      expect(await pair.get(studio, '/operator/self', { key })).toMatchObject({
        body: { error: 'signature_wrong' },
      });
    }
    expect((await pair.get(studio, '/operator/self')).status).toBe(200);
  });

  it('counts once for each nonce, and within 30 s', async () => {
    const again = { nonce: 'the-same-nonce' };
    expect((await acme.get(studio, '/operator/self', again)).status).toBe(200);
    expect(await acme.get(studio, '/operator/self', again)).toMatchObject({ status: 409 });
    const late = { createdS: nowS() - 32 };
    expect((await acme.get(studio, '/operator/self', late)).body).toEqual({
      error: 'signature_not_in_time',
    });
  });

  it('is kept nowhere: no row of the database has it', async () => {
    const { rows: tables } = await testbed.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const forms = Object.values(secrets).flatMap((text: string) => [
      text,
      Buffer.from(text, 'base64').toString('hex'),
    ]);
    const found: string[] = [];
    await asOwner(testbed, async (_, pool) => {
      for (const { name } of tables) {
        const { rows } = await pool.query<{ row: string }>(
          `select t::text as row from "${name}" t`,
        );
        const has = rows.some(({ row }) => forms.some((form) => row.includes(form)));
        if (has) found.push(name);
      }
    });
    expect(tables.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
  });

  it('is rotated: two hold, and the studio signs by the older until it is revoked', async () => {
    const { operator: next } = await pair.withSecret().catch(() => ({ operator: undefined }));
    expect(next, 'a third').toBeUndefined();
    expect((await self(other))['signedBy']).toMatch(/^studio-/);
    await asOwner(testbed, (operators) => operators.revoke('pair', pair.kid));
    expect((await self(other))['signedBy']).toBe(other.kid);
    const { operator: newer } = await other.withSecret();
    expect((await self(newer))['signedBy']).toBe(other.kid);
    expect((await self(other))['signedBy']).toBe(other.kid);
    await asOwner(testbed, (operators) => operators.revoke('pair', other.kid));
    expect((await other.get(studio, '/operator/self')).body).toEqual({ error: 'unknown_key' });
    expect((await self(newer))['signedBy']).toBe(newer.kid);
    const last = await newer.withNewKey();
    await asOwner(testbed, (operators) => operators.revoke('pair', newer.kid));
    expect((await self(last))['signedBy']).toMatch(/^studio-/);
  });

  it('holds no longer than the studio’s key that made it', async () => {
    const [anew, derived] = [Buffer.alloc(32, 7), OPERATORS_KEYS[0].secret].map((each) =>
      Buffer.from(each).toString('base64'),
    );
    const self = async (env: Record<string, string | undefined>) =>
      acme.get(await testbed.start(env as Record<string, string>), '/operator/self');
    // It was given before the studio had a key of its own for secrets.
    expect((await self({ SABOT_OPERATORS_KEY: anew })).status).toBe(200);
    const SABOT_JWT_KEY = randomBytes(32).toString('hex');
    expect((await self({ SABOT_JWT_KEY })).body).toEqual({ error: 'unknown_key' });
    const kept = { SABOT_JWT_KEY, SABOT_OPERATORS_KEY: `${anew},${derived}` };
    expect((await self(kept)).status).toBe(200);
  });

  it('of a missing key is passed over, while the operator has another key that holds', async () => {
    const twin = await Operator.open(testbed, 'twin');
    const { operator: bySecret } = await twin.withSecret();
    await asOwner(testbed, (operators) => operators.revoke('twin', twin.kid));
    const byPair = await bySecret.withNewKey();
    expect((await self(byPair))['signedBy']).toBe(bySecret.kid);
    const without = await testbed.start({ SABOT_JWT_KEY: randomBytes(32).toString('hex') });
    const { status, body } = await byPair.get(without, '/operator/self');
    expect({ status, by: body['signedBy'] }).toEqual({
      status: 200,
      by: (body['studioKey'] as { kid: string }).kid,
    });
    const feed = await byPair.fetch(without, '/operator/movements');
    expect(feed.status).toBe(200);
    expect(feed.headers.get('signature-input')).toContain(`keyid="${String(body['signedBy'])}"`);
  });

  it('has no public key: the console refuses one by name, and an algorithm that it does not know', async () => {
    const env = { ...process.env, ...testbed.env, DATABASE_URL: testbed.database.url };
    const key = async (...options: string[]): Promise<string> => {
      const args = [COMMAND, 'key', '--id', 'acme', ...options];
      const ran = promisify(execFile)(process.execPath, args, { env });
      return ran.then(
        () => 'taken',
        (error: { readonly stderr: string }) => error.stderr.split(':')[0]!,
      );
    };
    const file = ['--public-key', path.join(import.meta.dirname, 'operator-secrets.spec.ts')];
    expect(await key('--algorithm', 'hmac-sha256', ...file)).toBe('not_an_ed25519_key');
    expect(await key('--algorithm', 'ed25519', ...file)).toBe('not_an_ed25519_key');
    expect(await key('--algorithm', 'rsa-sha256')).toBe('unknown_algorithm');
  });

  it('is one kind of key: the database has a public half of it, or whose it is', async () => {
    const insert = `insert into operator_keys (kid, operator_id, slot, public_key, secret_by) values ('k', 'acme', 2,`;
    await asOwner(testbed, async (_, pool) => {
      for (const values of [`'', 'x')`, 'null, null)']) {
        await expect(pool.query(`${insert} ${values}`)).rejects.toThrow('are_of_one_kind');
      }
    });
    await expect(testbed.pool.query(`${insert} null, 'x')`)).rejects.toThrow('have not agreed');
  });
});
