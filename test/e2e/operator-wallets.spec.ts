/** Money in an operator's wallet: fetched for a session, and given back, whatever goes wrong. */
import { spawn } from 'node:child_process';
import { type KeyObject, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Metrics } from '../../src/platform/metrics.js';
import { claimStatement } from '../../src/wallet/statement-rows.js';
import { WalletCalls } from '../../src/wallet/wallet-calls.service.js';
import { compareStatement } from '../../src/wallet/wallet-statements.js';
import { type StudioKey, studioKey, studioKeyOf } from '../../src/wallet/studio-key.js';
import { ownOperator } from '../../src/protocol/operator.js';
import {
  type WalletFault,
  FAULTS,
  WalletServer,
} from '../../src/operator-simulator/wallet-server.js';
import { reconcile, isInOrder, makeReport } from '../../src/reconcile/reconcile.js';
import { proveWalletMovements } from '../../src/reconcile/wallet-movements.js';
import { Player } from '../kit/clients.js';
import { OPERATORS_KEYS, Operator, asOwner } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import { type Studio, eventually } from '../kit/studio.js';
import { Pit } from '../kit/pit-client.js';
import { asSuperuser } from '../kit/superuser.js';
import { JWT_KEY, SLOW, useTestbed } from '../kit/testbed.js';

const SIMULATOR = path.join(
  import.meta.dirname,
  '../../dist/operator-simulator/simulator-command.js',
);

const CHECK = path.join(import.meta.dirname, '../../dist/operator-check/check-command.js');

const RECONCILE = path.join(import.meta.dirname, '../../dist/reconcile/reconcile-command.js');

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
  wallet.refuses = () => undefined;
  wallet.served.length = 0;
});

/** A player of the operator's with 100.00 in its wallet. */
const launched = async (ref: string, at = studio): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  return comesIn(acme, at, ref);
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
const failing = (fault: WalletFault, times = 2): void => {
  const left = new Map<string, number>();
  wallet.faultOf = (verb, movementId) => {
    const key = `${verb} ${movementId}`;
    const rest = left.get(key) ?? times;
    left.set(key, rest - 1);
    return verb !== 'balance' && rest > 0 ? fault : undefined;
  };
};

/** A program to its end. */
const ran = async (...args: string[]): Promise<{ code: number | null; said: string }> => {
  const env = { ...process.env, ...testbed.env };
  const program = spawn(process.execPath, args, { stdio: 'pipe', env });
  let said = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString()));
  }
  const code = await new Promise<number | null>((resolve) => program.once('close', resolve));
  return { code, said };
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
      await asOwner(testbed, (_, pool) =>
        pool.query(`update operators set callback_url = $1 where id = 'sim'`, [
          new URL('wallet', url).href,
        ]),
      );
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
      const studioPem = studioKey(new TextEncoder().encode(JWT_KEY)).key;
      const pem = (key: KeyObject, type: 'pkcs8' | 'spki') =>
        key.export({ format: 'pem', type }).toString();
      writeFileSync(path.join(folder, 'studio.pem'), pem(studioPem, 'pkcs8'));
      writeFileSync(path.join(folder, 'sim.pub'), pem(createPublicKey(sim.key), 'spki'));
      const outcomes = path.join(folder, 'outcomes.json');
      const compare = () => ran(RECONCILE, '--operator', 'sim');
      expect(await compare()).toEqual({
        ...{ code: 0, said: '0 movements of sim compared, 0 differ.\n' },
      });
      const tried = await ran(
        ...[CHECK, new URL('wallet', url).href, '--player', 'zoe', '--json', outcomes],
        ...['--key', path.join(folder, 'studio.pem')],
        ...['--public-key', path.join(folder, 'sim.pub')],
        ...['--tips', 'session', '--tips', 'seamless'],
        ...['--group', 'session', '--group', 'money'],
      );
      expect(tried, tried.said).toMatchObject({ code: 0 });
      const { outcomes: all } = JSON.parse(readFileSync(outcomes, 'utf8')) as {
        readonly outcomes: readonly { readonly result: string }[];
      };
      expect(all.length).toBeGreaterThan(10);
      expect(tried.said).toContain(`${all.length} cases: ${all.length} hold, 0 fail, 0 skipped`);
      // What the kit has booked there is in no journal of ours.
      const differing = await compare();
      expect(differing.said).toMatch(/missing_here +check-.* debit \d+ EUR zoe\n/);
      expect(differing).toMatchObject({ code: 1 });
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

  it('that ends in a crowd at the database is no word that nothing was taken', async () => {
    const leo = await launched('leo');
    let goOn = (): void => undefined;
    const gone = new Promise<void>((resolve) => (goOn = resolve));
    const isBooked = new Promise<void>((resolve) => {
      wallet.beforeAnswer = () => (resolve(), gone);
    });
    const asked = buyIn(leo, '700');
    await isBooked;
    const crowd = vi.spyOn(pg.Pool.prototype, 'waitingCount', 'get').mockReturnValue(10_000);
    try {
      expect(await buyIn(leo, '1')).toEqual({ ok: false, refusal: 'studio_is_busy' });
      goOn();
      expect(await asked).toEqual({ ok: true, balance: '700' });
    } finally {
      crowd.mockRestore();
      wallet.beforeAnswer = () => Promise.resolve();
    }
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

describe('a verdict that the database refuses', () => {
  const REFUSAL = `
create function no_verdict() returns trigger language plpgsql as $$
begin raise exception 'no verdict' using errcode = 'SB062'; end $$;
create trigger no_verdict before update of status on wallet_movements for each row
  when (new.status = 'done' and new.kind = 'credit') execute function no_verdict()`;

  it('is asked for again ever less often, and moves the money once', async () => {
    const zoe = await launched('zoe');
    await buyIn(zoe, '700');
    try {
      await asOwner(testbed, (_, pool) => pool.query(REFUSAL));
      wallet.served.length = 0;
      expect(await cashOut(zoe)).toEqual({ ok: true, amount: '700' });
      await testbed.advance(20_000);
      expect(wallet.served.length).toBeGreaterThan(1);
      expect(wallet.served.length).toBeLessThan(12);
    } finally {
      await asOwner(testbed, (_, pool) => pool.query('drop function no_verdict cascade'));
    }
    await nothingIsOpen();
    expect(wallet.book.balance('zoe')).toBe(10_000n);
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
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key)
         select operator_id, 'made-up', kind, player_id, amount, key from wallet_movements where player_id = $1`,
        [lea.id],
      );
      await client.query(
        `update wallet_movements m
            set status = 'refused', ended_at = its.ended_at, kid = its.kid, signed = its.signed, signature = its.signature, body = its.body
           from wallet_movements its where its.player_id = $1 and its.kid is not null and m.movement_id = 'made-up'`,
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

interface CaseList {
  readonly open: number;
  readonly cases: readonly {
    readonly id: string;
    readonly movementId: string;
    readonly kind: string;
    readonly detail: string;
    readonly endedAs: string | null;
    readonly movement: { readonly player: string; readonly status: string } | null;
  }[];
}

describe('a case about a wallet', () => {
  /** Time goes on, so the staff sign in anew for each. */
  const employ = (id: string, role = 'shift_manager') => testbed.employ({ id, role });
  const inPit = async (id: string) => testbed.connect(new Pit(studio.url, await employ(id), id));
  const ask = async (path: string, body?: object, by = 'wally'): Promise<Response> =>
    fetch(`${studio.url}/pit/wallets${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${await employ(by)}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const casesOf = async (player: Player) => {
    const { cases } = (await (await ask('')).json()) as CaseList;
    return cases.filter(({ movement }) => movement?.player === player.id);
  };
  const caseOf = (player: Player, endedAs: string | null = null) =>
    eventually('there is a case', async () => {
      await testbed.advance(10_000);
      return (await casesOf(player)).find((each) => each.endedAs === endedAs);
    });

  /** As though it had been asked for so much earlier. Nothing else has to wait for a day. */
  const ago = (player: Player, interval: string) =>
    asSuperuser(testbed.database, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `update wallet_movements set asked_at = asked_at - $2::interval
          where player_id = $1 and status = 'due'`,
        [player.id, interval],
      );
    });

  it('names what a wallet refuses and may not, and ends when it is taken after all', async () => {
    const moe = await launched('moe');
    await buyIn(moe, '900');
    wallet.refuses = (verb) => (verb === 'credit' ? 'session' : undefined);
    await cashOut(moe);
    const found = await caseOf(moe);
    expect(found).toMatchObject({
      kind: 'refused',
      detail: 'session',
      movement: { status: 'due' },
    });
    expect((await ask(`/${found.id}/retry`, {})).status).toBe(400);
    expect((await ask('/999999/retry', { reason: 'r' })).status).toBe(404);
    expect((await ask('')).status).toBe(200);
    const again = await ask(`/${found.id}/retry`, { reason: 'they opened the account' });
    expect(again.status).toBe(200);
    wallet.refuses = () => undefined;
    const { rows } = await testbed.pool.query(
      `select from staff_actions where operation = 'wallets:retry' and subject = $1 and staff_id = 'wally'`,
      [found.id],
    );
    expect(rows).toHaveLength(1);
    expect((await caseOf(moe, 'answered')).id).toBe(found.id);
    expect(wallet.book.balance('moe')).toBe(10_000n);
    const late = await ask(`/${found.id}/retry`, { reason: 'once more' });
    expect([late.status, await late.json()]).toEqual([409, { error: 'nothing_to_send' }]);
  });

  it('is settled by hand by two persons, once, and nothing of it is sent any more', async () => {
    const ned = await launched('ned');
    await buyIn(ned, '900');
    wallet.refuses = (verb) => (verb === 'credit' ? 'blocked' : undefined);
    await cashOut(ned);
    const { id } = await caseOf(ned);
    const [asks, second] = [await inPit('wanda'), await inPit('willa')];
    const subject = { kind: 'settle_case', case: id } as const;
    expect(await asks.call('approval:preview', { ...subject, case: '999999' })).toMatchObject({
      refusal: 'unknown_case',
    });
    expect(await asks.must('approval:preview', subject)).toMatchObject({ preview: null });
    const request = { ...subject, reason: 'payment_fault', note: 'paid by bank' } as const;
    const { approval } = await asks.must('approval:request', request);
    expect(approval).toMatchObject({ table: null, hand: null, case: id, state: 'pending' });
    const verdict = { approval: approval.id, verdict: 'approved' } as const;
    expect(await asks.call('approval:decide', verdict)).toMatchObject({ refusal: 'same_person' });
    const byHand = (set: string) =>
      testbed.pool.query(`update wallet_cases set ${set}, closed_at = now() where id = $1`, [id]);
    await expect(byHand(`ended_as = 'answered'`)).rejects.toMatchObject({ code: 'SB063' });
    await expect(
      byHand(`ended_as = 'by_hand', approval_id = ${approval.id}`),
    ).rejects.toMatchObject({ code: 'SB015' });
    await expect(
      testbed.pool.query(
        `update wallet_movements set status = 'by_hand', ended_at = now() where player_id = $1 and status = 'due'`,
        [ned.id],
      ),
    ).rejects.toMatchObject({ code: 'SB062' });
    expect(await second.must('approval:decide', verdict)).toMatchObject({
      obstacle: null,
      approval: { state: 'done', doneSeq: Number(id) },
    });
    expect(await casesOf(ned)).toMatchObject([
      { endedAs: 'by_hand', movement: { status: 'by_hand' } },
    ]);
    expect(await asks.call('approval:request', request)).toMatchObject({
      refusal: 'nothing_to_correct',
    });
    wallet.refuses = () => undefined;
    wallet.served.length = 0;
    await testbed.advance(60_000);
    expect(wallet.served.filter(({ verb }) => verb === 'credit')).toEqual([]);
    expect(wallet.book.balance('ned')).toBe(9_100n);
    const day = new Date(testbed.clock.nowMs()).toISOString().slice(0, 10);
    const { body } = await acme.get(studio, `/operator/totals?day=${day}`);
    expect(body['totals']).toMatchObject([{ currency: 'EUR', byHand: '900' }]);
    const books = await proofs();
    expect(isInOrder(books), makeReport(books)).toBe(true);
    await asSuperuser(testbed.database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      await client.query('delete from approval_uses where approval_id = $1', [approval.id]);
      expect(makeReport(await proveWalletMovements(client))).toContain(
        'was settled by hand, and nobody agreed to it',
      );
      await client.query('rollback');
    });
  });

  it('names what no wallet has taken for a day, and not before', async () => {
    const ole = await launched('ole');
    await buyIn(ole, '900');
    wallet.isDead = true;
    await cashOut(ole);
    await ago(ole, '23 hours 58 minutes');
    await testbed.advance(20_000);
    expect(await casesOf(ole)).toEqual([]);
    await ago(ole, '2 minutes');
    expect(await caseOf(ole)).toMatchObject({ kind: 'unanswered', detail: '' });
    wallet.isDead = false;
    await caseOf(ole, 'answered');
    expect(wallet.book.balance('ole')).toBe(10_000n);
  });

  it('names it as early as the operator’s policy says', async () => {
    const policy = (caseAfterMs: number) =>
      asOwner(testbed, (operators) => operators.alter('acme', { policy: { caseAfterMs } }));
    const pam = await launched('pam');
    await buyIn(pam, '900');
    wallet.isDead = true;
    await cashOut(pam);
    await ago(pam, '2 minutes');
    await testbed.advance(20_000);
    expect(await casesOf(pam)).toEqual([]);
    await policy(60_000);
    expect(await caseOf(pam)).toMatchObject({ kind: 'unanswered' });
    await policy(86_400_000);
    wallet.isDead = false;
    await caseOf(pam, 'answered');
  });
});

/** Requests of a studio that has this key. */
const callsBy = (key: StudioKey) => {
  const clock = { nowMs: () => testbed.clock.nowMs() };
  return new WalletCalls(
    { studioKey: key, operatorsKeys: OPERATORS_KEYS },
    testbed.pool,
    clock,
    new Metrics(),
  );
};

describe('the studio’s own key', () => {
  it('is followed by the next one, which operators read before it is used', async () => {
    const [own, next, stranger] = [0, 1, 2].map(() => generateKeyPairSync('ed25519').privateKey);
    const text = (key: KeyObject): string =>
      key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const before = await testbed.start({
      ...{ SABOT_STUDIO_KEY: text(own!), SABOT_STUDIO_KEY_NEXT: text(next!) },
    });
    const said = ownOperator.parse((await acme.get(before, '/operator/self')).body);
    const after = await testbed.start({ SABOT_STUDIO_KEY: text(next!) });
    const now = ownOperator.parse((await acme.get(after, '/operator/self')).body);
    expect([now.studioKey, now.nextStudioKey]).toEqual([said.nextStudioKey, null]);

    const both = await WalletServer.start({
      studio: said.studioKey.publicKey + now.studioKey.publicKey,
      key: { kid: acme.kid, key: acme.key },
      nowMs: () => testbed.clock.nowMs(),
      lateMs: 0,
    });
    both.book.open('kate', 700n);
    const asked = (key: KeyObject) =>
      callsBy(studioKeyOf(key)).ask(
        { operator: 'acme', callbackUrl: both.url },
        'balance',
        { player: 'kate', currency: 'EUR', exponent: 2 },
        10_000,
      );
    expect(await asked(own!)).toMatchObject({ status: 'done', balance: '700' });
    expect(await asked(next!)).toMatchObject({ status: 'done', balance: '700' });
    expect(await asked(stranger!)).toMatchObject({ status: 'unknown' });
    await both.stop();
    await Promise.all([before.stop(), after.stop()]);
  });
});

describe('the list of a wallet', () => {
  const compare = async (isAll = true) => {
    const calls = callsBy(studioKey(new TextEncoder().encode(JWT_KEY)));
    const to = await claimStatement(testbed.pool, 'acme');
    return compareStatement(testbed.pool, calls, to!, isAll);
  };
  const openKinds = async () => {
    const { rows } = await testbed.pool.query<{ kind: string; movement_id: string }>(
      `select kind, movement_id from wallet_cases where operator_id = 'acme' and closed_at is null`,
    );
    return new Map(rows.map(({ kind, movement_id }) => [movement_id, kind]));
  };
  const beyondGuards = (...statements: readonly string[]) =>
    asSuperuser(testbed.database, async (client) => {
      await client.query('set session_replication_role = replica');
      for (const sql of statements) await client.query(sql);
    });

  it('is what our journal says, after everything that went wrong above', async () => {
    await testbed.advance(61_000);
    const compared = await compare();
    expect(compared).toMatchObject({ differences: [] });
    expect(typeof compared === 'string' ? 0 : compared.looked).toBeGreaterThan(30);
  });

  it('differs in a thousand movements of four thousand, and each is named, and no other', async () => {
    const pat = await launched('pat');
    wallet.book.open('pat', 10n ** 12n);
    const [each, differing] = [4_000, 250];
    const ids = Array.from({ length: each }, (_, at) => `seed.${at}`);
    const kindOf = (at: number) =>
      ['missing_there', 'missing_here', 'amount_differs', 'outcome_differs'][
        Math.floor(at / differing)
      ];
    const seeded = new Map<string, string>();
    for (const [at, movementId] of ids.entries()) {
      const kind = kindOf(at);
      if (kind !== undefined) seeded.set(movementId, kind);
      if (kind === 'missing_there') continue;
      const total = kind === 'amount_differs' ? 701n : 700n;
      wallet.book.book({ movementId, kind: at % 2 ? 'debit' : 'credit', player: 'pat', total });
    }
    const ours = ids.filter((id) => seeded.get(id) !== 'missing_here');
    await asSuperuser(testbed.database, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, asked_at, ended_at)
         select 'acme', id, case when at % 2 = 1 then 'debit' else 'credit' end, $1, 700, id,
                case when id = any($3) then 'refused' else 'done' end, studio_clock() - interval '1 hour', studio_clock() - interval '1 hour'
           from unnest($2::text[]) as id, lateral (select split_part(id, '.', 2)::int as at) as number`,
        [pat.id, ours, ids.filter((id) => seeded.get(id) === 'outcome_differs')],
      );
    });
    const compared = await compare();
    if (typeof compared === 'string') throw new Error(compared);
    const named = new Map(compared.differences.map(({ movementId, kind }) => [movementId, kind]));
    expect(named.size).toBe(1_000);
    expect(named).toEqual(seeded);
    expect(await openKinds()).toEqual(seeded);
    // Once more, and nothing is named twice.
    await compare();
    expect((await openKinds()).size).toBe(1_000);
    await beyondGuards(
      `delete from wallet_movements where movement_id like 'seed.%'`,
      `delete from wallet_lines where movement_id like 'seed.%'`,
      `delete from wallet_cases where movement_id like 'seed.%'`,
    );
  });

  it('is read every ten minutes, and a difference is a case until both books agree', async () => {
    await launched('rex');
    const age = () =>
      beyondGuards(`update wallet_statements set started_at = started_at - interval '10 minutes'`);
    const movementId = 'theirs.alone';
    wallet.book.book({ movementId, kind: 'debit', player: 'rex', total: 5n });
    await age();
    await eventually('it is a case', async () => {
      await testbed.advance(30_000);
      return (await openKinds()).get(movementId) === 'missing_here';
    });
    const undo = { movementId: `${movementId}.cancel`, refers: movementId, total: 5n } as const;
    wallet.book.book({ ...undo, kind: 'cancel', player: 'rex' });
    await age();
    await eventually('it is none', async () => {
      await testbed.advance(30_000);
      return !(await openKinds()).has(movementId);
    });
    const { rows } = await testbed.pool.query(
      'select ended_as from wallet_cases where movement_id = $1',
      [movementId],
    );
    expect(rows).toEqual([{ ended_as: 'agrees' }]);
  });

  it('that cannot be read says nothing of any movement', async () => {
    wallet.isDead = true;
    expect(await compare()).toMatch(/SocketError/);
    expect((await openKinds()).size).toBe(0);
  });
});
