/**
 * A round that cannot be paid, in the pit’s page: why it failed and for whom, and what one person
 * asks for and another approves so that the table goes on.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DESK, useBrowser } from '../kit/browser.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { Operator, asOwner } from '../kit/operator.js';
import { Player } from '../kit/clients.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import { asSuperuser } from '../kit/superuser.js';
import { JWT_KEY, QUICK, useTestbed } from '../kit/testbed.js';
import english from '../../web/src/i18n/en/pit/amend.json' with { type: 'json' };

const testbed = useTestbed({
  tables: { 'pb-1': QUICK },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000', SETTLEMENT_SWEEP_MS: '400' },
});
const browser = useBrowser(testbed);

test('what cannot be paid is paid again in vain, and then by hand', async () => {
  const studio = await testbed.start();
  const table = await testbed.addTable(studio, { ...QUICK, betMs: 4_000, name: 'Salon Bleu' });
  const dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
  const open = (name: string) => BrowserPit.open(testbed, browser, studio, name, { size: DESK });
  const [asker, second] = [await open('Mila'), await open('Otto')];
  const { game, seq } = await dealer.openBetting();
  await anna.bet(game, ['punto', 10]);
  await asSuperuser(testbed.database, (client) =>
    client.query(`
      create function is_damaged() returns trigger language plpgsql as
        $$ begin raise exception 'the account is closed' using errcode = '23514'; end $$;
      create trigger is_damaged before update on accounts for each row
        when (new.name = 'player:${anna.id}:session') execute function is_damaged()`),
  );
  await dealer.betsClosed(seq);
  await dealer.deal('9h Kd Ts Qs');

  await asker.goes('incidents');
  await asker.find('[data-part=queue] [data-kind="payment_failed"]').waitFor();
  await asker.opensCase('payment_failed');
  await asker.press('take');
  await asker.orders('pay_again');
  const said = asker.find('[data-not-paid]');
  await said.waitFor();
  expect(await said.textContent()).toContain('23514: the account is closed');
  expect(await said.textContent()).toContain(`player ${anna.id}`);
  await asker.find('[data-action="hand_pay"]').click();
  await asker.find('[data-part=amend-form]').getByText(english.amend.said.hand_pay).waitFor();
  await expect.poll(() => asker.find('select[name=player]').inputValue()).toBe(anna.id);
  const effect = asker.find('[data-effect="hand_pay"]');
  await effect.waitFor();
  expect(await effect.getAttribute('data-given')).toBe('2000');
  await asker.look('hand-pay');
  expect(await axeFaults(asker.page)).toEqual([]);
  await asker.find('select[name=reason]').selectOption('payment_fault');
  await asker.press('ask');
  const approval = await asker.attribute('[data-asked]', 'data-asked');

  await second.goes('approvals');
  const request = second.find(`[data-request="${approval}"]`);
  await request.locator('[data-effect="hand_pay"]').getByText('€20.00').waitFor();
  await request.getByText(anna.id, { exact: true }).waitFor();
  await second.look('approval-hand-pay');
  expect(await axeFaults(second.page)).toEqual([]);
  await request.locator('[data-do="approve"]').click();
  await request.locator('[data-sure="approve"]').click();
  await second.find(`[data-request="${approval}"][data-state="done"]`).waitFor();
  await dealer.next('round_settled', { where: (settled) => settled.game === game });
  await asker.find('[data-case][data-state="closed"]').waitFor();
  for (const pit of [asker, second]) pit.expectNoFaults();
});

/** An operator whose wallet refuses to be given money back. */
const refusingWallet = async () => {
  const callbackUrl = 'http://127.0.0.1:1/wallet';
  const acme = await Operator.open(testbed, 'acme', { mode: 'session', callbackUrl });
  const wallet = await WalletServer.start({
    studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
    key: { kid: acme.kid, key: acme.key },
    nowMs: () => testbed.clock.nowMs(),
    lateMs: 2_500,
  });
  await asOwner(testbed, (_, pool) =>
    pool.query(`update operators set callback_url = $1 where id = 'acme'`, [wallet.url]),
  );
  wallet.refuses = (verb) => (verb === 'credit' ? 'blocked' : undefined);
  return { acme, wallet };
};

test('what a wallet refuses is a case, sent again in vain, and settled by two persons', async () => {
  const studio = await testbed.start();
  const { acme, wallet } = await refusingWallet();
  try {
    wallet.book.open('zoe', 10_000n);
    const order = { player: 'zoe', name: 'Zoe', currency: 'EUR' };
    const { body } = await acme.post(studio, '/operator/launch', order);
    const launched = await fetch(`${studio.url}/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ launch: String(body['url']).split('#launch=')[1] }),
    });
    const { token } = (await launched.json()) as { token: string };
    const zoe = await testbed.connect(
      new Player(studio.url, token, String(body['playerId']), 'pb-1'),
    );
    expect(await zoe.call('session:buy-in', { key: randomUUID(), amount: '900' })).toMatchObject({
      ok: true,
    });
    await zoe.call('session:cash-out', { key: randomUUID() });
    const asker = await BrowserPit.open(testbed, browser, studio, 'Nina', { size: DESK });
    const second = await BrowserPit.open(testbed, browser, studio, 'Olaf', {
      ...{ size: { width: 820, height: 1180 }, language: 'it-IT' },
    });
    await asker.goes('wallets');
    const one = asker.find('[data-wallet-case][data-kind=refused]');
    await expect
      .poll(
        async () => {
          await testbed.advance(10_000);
          return one.count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    expect(await one.textContent()).toContain('€9.00');
    expect(await one.textContent()).toContain('blocked');
    const tried = wallet.served.filter(({ verb }) => verb === 'credit').length;
    await asker.orders('send-again');
    await expect
      .poll(async () => {
        await testbed.advance(1_000);
        return wallet.served.filter(({ verb }) => verb === 'credit').length;
      })
      .toBeGreaterThan(tried);
    await asker.look('wallet-case');
    await asker.press('settle');
    await asker.find('select[name=reason]').selectOption('payment_fault');
    expect(await axeFaults(asker.page)).toEqual([]);
    await asker.press('ask');
    const approval = await asker.attribute('[data-asked]', 'data-asked');
    await second.goes('approvals');
    const request = second.find(`[data-request="${approval}"]`);
    await request.waitFor();
    await second.look('wallet-case-request');
    expect(await axeFaults(second.page)).toEqual([]);
    await request.locator('[data-do=approve]').click();
    await asker.find('[data-wallet-case][data-ended=by_hand]').waitFor();
    expect(wallet.book.balance('zoe')).toBe(9_100n);
    asker.expectNoFaults();
    second.expectNoFaults();
  } finally {
    await wallet.stop();
  }
});
