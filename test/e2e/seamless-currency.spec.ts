/**
 * A wallet in a further currency of the table: it is asked for the stakes, and given what they win,
 * in its own currency and to its minor unit, whatever the others at the table play in.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import type { Staff } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { Operator, asOwner } from '../kit/operator.js';
import { comesIn, takesRealMoney } from '../kit/operator-players.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { JWT_KEY, QUICK, useTestbed } from '../kit/testbed.js';

const { CHF, JPY } = FURTHER;
const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 10_000, further: { CHF, JPY } } },
});
let studio: Studio;
let nippon: Operator;
let wallet: WalletServer;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  nippon = await Operator.open(testbed, 'nippon', {
    ...{ mode: 'seamless', currencies: ['JPY'], callbackUrl: 'http://127.0.0.1:1/wallet' },
  });
  wallet = await WalletServer.start({
    studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
    key: { kid: nippon.kid, key: nippon.key },
    nowMs: () => testbed.clock.nowMs(),
    lateMs: 2_500,
    // It refuses any other, and any other number of decimals.
    currency: 'JPY',
  });
  await asOwner(testbed, (operators) => operators.alter('nippon', { callbackUrl: wallet.url }));
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});
afterAll(() => wallet.stop());

const asked = (): readonly string[] =>
  wallet.served.flatMap(({ verb }) => (verb === 'debit' || verb === 'credit' ? [verb] : []));

it('is debited and credited in its own currency, exactly', async () => {
  const anna = await testbed.player(studio, 'Anna', { euros: 100 });
  const beat = await testbed.player(studio, 'Beat', { euros: 100, currency: 'CHF' });
  await takesRealMoney(testbed);
  wallet.book.open('yuki', 10_000n);
  const yuki = await comesIn(nippon, studio, 'yuki', 'JPY');
  await yuki.buyIn(50);
  await yuki.join();
  expect(await yuki.balance()).toBe(5_000n);

  const opened = await dealer.openBetting();
  await anna.bet(opened.game, ['punto', 25]);
  await beat.bet(opened.game, ['banco', 15]);
  await yuki.bet(opened.game, ['punto', 23]); // 2,300 yen
  await dealer.betsClosed(opened.seq);
  await testbed.passing(dealer.next('stakes_taken', { after: opened.seq }));
  expect(asked()).toEqual(['debit']);
  expect(wallet.book.balance('yuki')).toBe(7_700n);
  await dealer.deal('9h 2c Kd 3s'); // Punto wins.
  expect(await yuki.result(opened.game)).toMatchObject({ paid: '4600', balance: '7300' });
  await testbed.passing(
    eventually('the wallet has its credit', () => Promise.resolve(asked().includes('credit'))),
  );
  expect(asked()).toEqual(['debit', 'credit']);
  expect(wallet.book.balance('yuki')).toBe(12_300n);
  expect(await anna.balance()).toBe(12_500n);
  expect(await beat.balance()).toBe(8_500n);

  const { rows } = await testbed.pool.query(
    `select m.kind, m.amount::text, p.currency from wallet_movements m join players p on p.id = m.player_id order by m.id`,
  );
  expect(rows).toEqual([
    { kind: 'debit', amount: '2300', currency: 'JPY' },
    { kind: 'credit', amount: '4600', currency: 'JPY' },
  ]);
  await asSuperuser(testbed.database, async (client) => {
    const found = await reconcile(client);
    expect(isInOrder(found), makeReport(found)).toBe(true);
  });
});
