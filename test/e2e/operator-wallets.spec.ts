/** Money in an operator's wallet: fetched for a session, and given back, whatever goes wrong. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { studioKey } from '../../src/wallet/studio-key.js';
import { type Fault, FAULTS, WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { reconcile, isInOrder, makeReport } from '../../src/reconcile/reconcile.js';
import { proveWalletMovements } from '../../src/reconcile/wallet-movements.js';
import { Player } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { JWT_KEY, SLOW, useTestbed } from '../kit/testbed.js';

const SIMULATOR = path.join(
  import.meta.dirname,
  '../../dist/operator-simulator/simulator-command.js',
);

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
let studio: Studio;
let other: Studio;
let acme: Operator;
let wallet: WalletServer;

/** Money comes from outside as in a studio that is no demo, and no test. */
const REAL =
  'create or replace function outside_is_made_up() returns boolean language sql stable as $$ select false $$';

beforeAll(async () => {
  await asSuperuser(testbed.database, (superuser) => superuser.query(REAL));
  studio = await testbed.start();
  other = await testbed.start();
  acme = await Operator.open(testbed, 'acme', {
    mode: 'session',
    callbackUrl: 'http://127.0.0.1:1/wallet',
  });
  wallet = await WalletServer.start({
    studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
    key: { kid: acme.kid, key: acme.key },
    nowMs: () => testbed.clock.nowMs(),
    lateMs: 2_500,
  });
  await asOwner(testbed, (_, pool) =>
    pool.query(`update operators set callback_url = $1 where id = 'acme'`, [wallet.url]),
  );
});

afterAll(async () => {
  await wallet.stop();
});

beforeEach(() => {
  wallet.isDead = false;
  wallet.faultOf = () => undefined;
  wallet.served.length = 0;
});

/** A player of the operator's with 100.00 in its wallet. */
const launched = async (ref: string, at = studio): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  const order = { player: ref, currency: 'EUR' };
  const { body } = await acme.post(at, '/operator/launch', order);
  const launch = new URL(String(body['url'])).hash.replace('#launch=', '');
  const response = await fetch(`${at.url}/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launch }),
  });
  const { token } = (await response.json()) as { token: string };
  return testbed.connect(new Player(at.url, token, String(body['playerId']), 'pb-1'));
};

const buyIn = (player: Player, amount: string, key: string = randomUUID()) =>
  player.call('session:buy-in', { key, amount });

const cashOut = (player: Player, key: string = randomUUID()) =>
  player.call('session:cash-out', { key });

const openMovements = async (): Promise<number> => {
  const { rows } = await testbed.pool.query<{ n: string }>(
    `select count(*) as n from wallet_movements where status in ('due', 'void')`,
  );
  return Number(rows[0]!.n);
};

const nothingIsOpen = () =>
  eventually('nothing is open', async () => {
    if ((await openMovements()) === 0) return true;
    await testbed.advance(1_000);
    return false;
  });

const proofs = async () => {
  const client = await testbed.pool.connect();
  try {
    return await reconcile(client);
  } finally {
    client.release();
  }
};

/** Time goes on once a movement is put off. */
const meanwhile = async <T>(answer: Promise<T>): Promise<T> => {
  let isHere = false;
  void answer.finally(() => (isHere = true));
  await eventually('it is answered, or put off', async () => {
    if (isHere) return true;
    const { rows } = await testbed.pool.query(
      `select from wallet_movements where status = 'due' and tries > 0`,
    );
    return rows.length > 0;
  });
  if (!isHere) await testbed.advance(1_000);
  return answer;
};

/** Of each verb the first tries have this fault. */
const failing = (fault: Fault, times = 2): void => {
  const left = new Map<string, number>();
  wallet.faultOf = (verb, movementId) => {
    const key = `${verb} ${movementId}`;
    const rest = left.get(key) ?? times;
    left.set(key, rest - 1);
    return verb !== 'balance' && rest > 0 ? fault : undefined;
  };
};

/** First: it lives in the world's time, which the others move on from. */
describe('the simulator', () => {
  it('shows its books, goes wrong as it is asked to, and brings a player to the tables', async () => {
    const callbackUrl = 'http://127.0.0.1:1/wallet';
    const sim = await Operator.open(testbed, 'sim', { mode: 'session', callbackUrl });
    const folder = mkdtempSync(path.join(tmpdir(), 'sabot-sim-'));
    const file = path.join(folder, 'sim.pem');
    writeFileSync(file, sim.key.export({ format: 'pem', type: 'pkcs8' }));
    const args = ['--kid', sim.kid, '--key', file, '--studio', studio.url, '--port', '0'];
    const program = spawn(process.execPath, [SIMULATOR, ...args], { stdio: 'pipe' });
    try {
      let said = '';
      program.stdout.on('data', (text: Buffer) => (said += text.toString()));
      const url = await eventually('it listens', () => Promise.resolve(/http:\S+/.exec(said)?.[0]));
      const press = (name: string, form: Record<string, string> = {}) =>
        fetch(new URL(name, url), {
          method: 'POST',
          body: new URLSearchParams(form),
          redirect: 'manual',
        });
      const shown = async () => (await fetch(url)).text();
      const played = await press('play', { player: 'zoe' });
      expect(played.headers.get('location')).toMatch(`${studio.url}/#launch=`);
      expect(await shown()).toContain('<td>zoe</td><td>100000</td>');
      await press('faults', { fault: 'lost_after', percent: '30' });
      await press('kill');
      expect(await shown()).toContain('The wallet is dead. lost_after in 30 of 100 requests.');
      await press('revive');
      expect(await shown()).toContain('The wallet answers.');
    } finally {
      program.kill();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a session', () => {
  it('fetches its credit from the wallet, and gives back what is left', async () => {
    const anna = await launched('anna');
    expect(await anna.call('session:read', {})).toMatchObject({
      ...{ open: false, balance: '0', gameAccount: '10000' },
    });
    expect(await buyIn(anna, '6000')).toEqual({ ok: true, balance: '6000' });
    expect(wallet.book.balance('anna')).toBe(4_000n);
    expect(await anna.call('session:read', {})).toMatchObject({
      ...{ open: true, balance: '6000', gameAccount: '4000' },
    });
    const withdrawal = { key: randomUUID(), amount: '1000' };
    expect(await anna.call('session:withdraw', withdrawal)).toEqual({ ok: true, balance: '5000' });
    expect(await cashOut(anna)).toEqual({ ok: true, amount: '5000' });
    await nothingIsOpen();
    expect(wallet.book.balance('anna')).toBe(10_000n);
    const found = await proofs();
    expect(isInOrder(found), makeReport(found)).toBe(true);
  });

  it('is fetched once, whatever is asked how often, at once and in whatever process', async () => {
    const bea = await launched('bea');
    const key = randomUUID();
    const asked = await Promise.all([buyIn(bea, '500', key), buyIn(bea, '500', key)]);
    expect(asked).toEqual([
      { ok: true, balance: '500' },
      { ok: true, balance: '500' },
    ]);
    expect(await buyIn(bea, '500', key)).toEqual({ ok: true, balance: '500' });
    expect(await buyIn(bea, '501', key)).toEqual({ ok: false, refusal: 'key_reused' });
    expect(wallet.book.balance('bea')).toBe(9_500n);
  });

  it('is refused as the wallet refuses it', async () => {
    const cid = await launched('cid', other);
    expect(await buyIn(cid, '10001')).toEqual({ ok: false, refusal: 'insufficient_funds' });
    wallet.book.barred.set('cid', 'excluded');
    const key = randomUUID();
    expect(await buyIn(cid, '1', key)).toEqual({ ok: false, refusal: 'wallet_refused' });
    wallet.book.barred.delete('cid');
    expect(await buyIn(cid, '1', key)).toEqual({ ok: false, refusal: 'wallet_refused' });
    expect(await buyIn(cid, '1')).toEqual({ ok: true, balance: '1' });
    const deposit = { movementId: 'd', player: 'cid', currency: 'EUR', exponent: 2, amount: '1' };
    expect(await acme.post(studio, '/operator/deposit', deposit)).toMatchObject({
      body: { error: 'wallet_has_the_money' },
    });
  });
});

describe('a fault of the wallet', () => {
  it.each(FAULTS)('%s: money moves once', async (fault) => {
    const ref = `dan-${fault}`;
    const dan = await launched(ref);
    failing(fault, 1);
    const asked = buyIn(dan, '700');
    expect(await meanwhile(asked)).toEqual({
      ok: true,
      balance: '700',
    });
    expect(wallet.book.balance(ref)).toBe(9_300n);
    if (fault === 'late') wallet.faultOf = () => undefined;
    expect(await cashOut(dan)).toEqual({ ok: true, amount: '700' });
    await nothingIsOpen();
    expect(wallet.book.balance(ref)).toBe(10_000n);
    const { rows } = await testbed.pool.query('select from wallet_movements where player_id = $1', [
      dan.id,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('that lasts too long takes nothing, and what was taken is given back', async () => {
    const eva = await launched('eva');
    failing('lost_after', 1_000);
    const key = randomUUID();
    const asked = buyIn(eva, '700', key);
    await eventually('it was booked', () => Promise.resolve(wallet.book.balance('eva') === 9_300n));
    await testbed.advance(6_000);
    expect(await asked).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    expect(await eva.call('session:read', {})).toMatchObject({ open: false, balance: '0' });
    wallet.faultOf = () => undefined;
    await nothingIsOpen();
    expect(wallet.book.balance('eva')).toBe(10_000n);
    expect(await buyIn(eva, '700', key)).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    expect(await buyIn(eva, '700')).toEqual({ ok: true, balance: '700' });
  });

  it('that keeps a debit from arriving does not keep it from being undone first', async () => {
    const fay = await launched('fay');
    wallet.isDead = true;
    const asked = buyIn(fay, '700');
    await eventually('it is in the journal', async () => (await openMovements()) === 1);
    expect(await buyIn(fay, '1')).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    await testbed.advance(6_000);
    expect(await asked).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    wallet.isDead = false;
    await nothingIsOpen();
    const { rows } = await testbed.pool.query<{ movement_id: string }>(
      `select movement_id from wallet_movements where player_id = $1 and status = 'cancelled'`,
      [fay.id],
    );
    const movementId = rows[0]!.movement_id;
    // The debit that was on its way all the time.
    const debit = { movementId, kind: 'debit', player: 'fay', total: 700n } as const;
    expect(wallet.book.book(debit)).toMatchObject({ status: 'refused' });
    expect(wallet.book.balance('fay')).toBe(10_000n);
  });

  it('costs a credit nothing but time, and every credit comes when the wallet is back', async () => {
    const players = await Promise.all(['gus', 'hal', 'ivy', 'joe'].map((ref) => launched(ref)));
    for (const player of players) await buyIn(player, '900');
    wallet.isDead = true;
    for (const player of players) {
      expect(await cashOut(player)).toEqual({ ok: true, amount: '900' });
    }
    await testbed.advance(60_000);
    expect(await openMovements()).toBe(4);
    wallet.isDead = false;
    await nothingIsOpen();
    for (const ref of ['gus', 'hal', 'ivy', 'joe']) expect(wallet.book.balance(ref)).toBe(10_000n);
  });
});

describe('the journal', () => {
  it('goes one way, and moves what it says, whoever writes it', async () => {
    const kim = await launched('kim');
    await buyIn(kim, '100');
    const change = (set: string) =>
      asOwner(testbed, (_, pool) =>
        pool.query(`update wallet_movements set ${set} where player_id = $1`, [kim.id]),
      );
    for (const set of [`status = 'due', ended_at = null`, 'amount = 7', `status = 'refused'`]) {
      await expect(change(set)).rejects.toMatchObject({ code: 'SB062' });
    }
    const made = (status: string, kind = 'debit') =>
      testbed.pool.query(
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, ended_at)
         values ('acme', 'made-up', $3, $1, 5, 'k', $2, case when $2 <> 'due' then now() end)`,
        [kim.id, status, kind],
      );
    await expect(made('done')).rejects.toMatchObject({ code: 'SB062' });
    await expect(made('due', 'credit')).rejects.toMatchObject({ code: 'SB062' });
    await expect(
      testbed.pool.query(
        `insert into entries (key, kind) values ('wallet:acme:made-up', 'deposit')`,
      ),
    ).rejects.toMatchObject({ code: 'SB037' });
  });

  it('has verdicts that the operator signed: one that is made up is named by the books', async () => {
    const lea = await launched('lea');
    await buyIn(lea, '100');
    const client = await testbed.pool.connect();
    try {
      await client.query('begin isolation level repeatable read');
      expect(isInOrder(await proveWalletMovements(client))).toBe(true);
      await client.query(
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, ended_at, kid, signed, signature, body)
         select operator_id, 'made-up', kind, player_id, amount, key, 'refused', ended_at, kid, signed, signature, body
           from wallet_movements where player_id = $1`,
        [lea.id],
      );
      expect(makeReport(await proveWalletMovements(client))).toContain(
        'movement made-up of acme is not refused by what its operator signed',
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
