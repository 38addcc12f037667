/** A studio is killed between two steps of a movement, and another ends it: the sum is right. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { studioKey } from '../../src/wallet/studio-key.js';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { Player } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import { type StudioProcess, eventually } from '../kit/studio.js';
import { JWT_KEY, SLOW, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
let acme: Operator;
let wallet: WalletServer;

beforeAll(async () => {
  const callbackUrl = 'http://127.0.0.1:1/wallet';
  acme = await Operator.open(testbed, 'acme', { mode: 'session', callbackUrl });
  wallet = await WalletServer.start({
    studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
    key: { kid: acme.kid, key: acme.key },
    nowMs: () => Date.now(),
    lateMs: 0,
  });
  wallet.book.open('anna', 10_000n);
  await asOwner(testbed, (_, pool) =>
    pool.query(`update operators set callback_url = $1 where id = 'acme'`, [wallet.url]),
  );
});

afterAll(() => wallet.stop());

const launched = async (studio: StudioProcess): Promise<Player> => {
  return comesIn(acme, studio, 'anna');
};

/** Resolves when the wallet has a request of this verb; what it does then waits for `go`. */
const held = (step: 'beforeBooking' | 'beforeAnswer', verb: string) => {
  let go = (): void => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  const has = new Promise<void>((resolve) => {
    wallet[step] = (each) => {
      if (each !== verb) return Promise.resolve();
      resolve();
      return gone;
    };
  });
  const release = (): void => {
    wallet[step] = () => Promise.resolve();
    go();
  };
  return { has, release };
};

const statuses = async (): Promise<readonly string[]> => {
  const { rows } = await testbed.pool.query<{ status: string }>(
    'select status from wallet_movements order by id',
  );
  return rows.map(({ status }) => status);
};

it('before and after each of the wallet’s steps, and the money is where the journal says', async () => {
  let studio = await testbed.startProcess();
  const ended: string[] = [];
  for (const step of ['beforeBooking', 'beforeAnswer'] as const) {
    const key = randomUUID();
    const fetched = held(step, 'debit');
    const first = await launched(studio);
    const asked = first.call('session:buy-in', { key, amount: '700' }).catch(() => undefined);
    await fetched.has;
    await studio.kill();
    await asked;
    fetched.release();
    studio = await testbed.startProcess();
    const next = await launched(studio);
    const reply = await next.call('session:buy-in', { key, amount: '700' });
    // Whether the other was there within the 5 s of a debit is the machine's affair.
    ended.push(reply.ok ? 'done' : 'cancelled');
    if (!reply.ok) expect(reply.refusal).toBe('wallet_unavailable');

    const back = held(step, 'credit');
    const session = await next.call('session:cash-out', { key: randomUUID() });
    expect(session.ok).toBe(reply.ok);
    if (reply.ok) {
      ended.push('done');
      await back.has;
      await studio.kill();
      studio = await testbed.startProcess();
    }
    back.release();
  }
  await eventually('all is decided', async () => (await statuses()).join() === ended.join());
  expect(wallet.book.balance('anna')).toBe(10_000n);
  expect(wallet.book.alarms).toBe(0);
});
