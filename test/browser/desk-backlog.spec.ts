/**
 * What the desk keeps while its link is down: scans, of which one that is not taken ends the
 * others; and what was pressed on a sheet.
 */
import { beforeAll, expect, test } from 'vitest';
import english from '../../web/src/i18n/en/desk.json' with { type: 'json' };
import { BrowserDealer, SCREEN, lookAt } from '../kit/browser-dealer.js';
import { LOST_CONNECTION } from '../kit/browser-player.js';
import { axeFaults } from '../kit/browser-layout.js';
import { useBrowser } from '../kit/browser.js';
import { Cable } from '../kit/cable.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { malfunctionCap } from '../../web/src/desk/key-caps.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  tables: {
    ...{ 'pb-1': QUICK, 'pb-2': QUICK, 'pb-3': QUICK, 'pb-4': QUICK, 'pb-5': QUICK },
    ...{ 'pb-6': QUICK, 'pb-7': QUICK },
  },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

test('a late scan that is refused is thrown away with those behind it, and live ones count again', async () => {
  const table = 'pb-1';
  const staff = await testbed.staff(studio, 'Dana', { table });
  const manager = await testbed.staff(studio, 'Sven', { table, role: 'shift_manager' });
  await staff.makeReady();
  const cable = await Cable.to(studio.url);
  const options = { table, size: SCREEN, url: cable.through(studio.url) };
  const token = await testbed.employ({ id: 'Dana', role: 'dealer' });
  const dealer = await BrowserDealer.at(browser, studio, { id: 'Dana', token }, options);
  dealer.forgiven = LOST_CONNECTION;
  const { page } = dealer;
  const { seq } = await staff.openBetting();
  await staff.betsClosed(seq);
  await dealer.deals('1-2H');

  cable.cut();
  await page.locator('[data-link="lost"]').waitFor();
  for (const code of ['1-XX', '1-2D', '1-3D']) await dealer.scans(code);
  cable.repair();
  const { reason } = await staff.next('table_suspended', { after: seq });
  expect(reason).toBe('scanner_dead');
  await expect.poll(() => dealer.notice.getAttribute('data-notice')).toBe('dropped');
  const said = english.notice.dropped.replace('{{codes}}', '1-XX 1-2D 1-3D');
  expect(await dealer.notice.textContent()).toContain(said);
  await lookAt(dealer, 'late-scans');
  expect(await axeFaults(page), 'axe, late scans').toEqual([]);
  expect(await dealer.cards()).toBe(1);
  const { rows } = await testbed.pool.query<{ detail: string }>(
    `select detail from incidents where table_id = 'pb-1' and kind = 'scanner_dead'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.detail).toContain('2 codes behind it are dropped: 1-2D 1-3D');

  await manager.must('table:resume');
  await dealer.deals('1-3C 1-2D 1-3D');
  expect(dealer.unforgiven).toEqual([]);
  cable.close();
});

test('a scan that the browser has no room for is sent all the same, and the dealer is warned', async () => {
  const table = 'pb-3';
  const staff = await testbed.staff(studio, 'Dina', { table });
  await staff.makeReady();
  const cable = await Cable.to(studio.url);
  const options = { table, size: SCREEN, url: cable.through(studio.url) };
  const token = await testbed.employ({ id: 'Dina', role: 'dealer' });
  const dealer = await BrowserDealer.at(browser, studio, { id: 'Dina', token }, options);
  dealer.forgiven = LOST_CONNECTION;
  const { page } = dealer;
  const { seq } = await staff.openBetting();
  await staff.betsClosed(seq);
  await dealer.deals('1-2H');

  await page.evaluate(`
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };`);
  cable.cut();
  await page.locator('[data-link="lost"]').waitFor();
  for (const code of ['1-2D', '1-3C']) await dealer.scans(code);
  await expect.poll(() => dealer.notice.getAttribute('data-notice')).toBe('notKept');
  expect(await dealer.notice.textContent()).toContain(english.notice.notKept);
  await lookAt(dealer, 'no-room');
  expect(await axeFaults(page), 'axe, no room').toEqual([]);
  cable.repair();
  await expect.poll(() => dealer.cards()).toBe(3);
  await dealer.deals('1-3D');
  expect(dealer.unforgiven).toEqual([]);
  cable.close();
});

test('a malfunction that could not be reported stays on its sheet until it is', async () => {
  const table = 'pb-2';
  const staff = await testbed.staff(studio, 'Dido', { table });
  await staff.makeReady();
  const cable = await Cable.to(studio.url);
  const options = { table, size: SCREEN, url: cable.through(studio.url) };
  const token = await testbed.employ({ id: 'Dido', role: 'dealer' });
  const dealer = await BrowserDealer.at(browser, studio, { id: 'Dido', token }, options);
  dealer.forgiven = LOST_CONNECTION;
  const { page } = dealer;
  await dealer.isAsked('BURN');
  await dealer.presses('m');
  await dealer.presses(malfunctionCap('card_before_close'));
  const sheet = dealer.sheet('report');
  await sheet.waitFor();
  cable.cut();
  await page.locator('[data-link="lost"]').waitFor({ state: 'attached' });
  await dealer.presses('Enter');
  await sheet.locator('[role=alert]').waitFor();
  expect(await sheet.textContent()).toContain(english.unanswered);
  await lookAt(dealer, 'unanswered');
  expect(await axeFaults(page), 'axe, unanswered').toEqual([]);
  cable.repair();
  await expect.poll(() => page.locator('[data-link]').count()).toBe(0);
  await dealer.presses('Enter');
  const { reason } = await staff.next('table_suspended');
  expect(reason).toBe('card_before_close');
  await expect.poll(() => sheet.count()).toBe(0);
  expect(dealer.unforgiven).toEqual([]);
  cable.close();
});

test('the table as it was is not shown as it is while it has not been joined again', async () => {
  const table = 'pb-4';
  const staff = await testbed.staff(studio, 'Dema', { table });
  await staff.makeReady();
  const cable = await Cable.to(studio.url);
  const options = { table, size: SCREEN, url: cable.through(studio.url) };
  const token = await testbed.employ({ id: 'Dema', role: 'dealer' });
  const dealer = await BrowserDealer.at(browser, studio, { id: 'Dema', token }, options);
  dealer.forgiven = LOST_CONNECTION;
  const { page } = dealer;
  const { seq } = await staff.openBetting();
  await staff.betsClosed(seq);
  await dealer.isAsked('DEAL_PUNTO_1');

  cable.cut();
  await dealer.isAsked('WAIT_FOR_LINK');
  await page.evaluate(`{
    const { send } = WebSocket.prototype;
    window.isHeld = true;
    WebSocket.prototype.send = function (packet) {
      const isWatch = String(packet).includes('"table:watch"');
      if (!window.isHeld || !isWatch) send.call(this, packet);
    };
  }`);
  await staff.deal('9h'); // by another scanner
  cable.repair();
  await page.locator('[data-link="connected"]').waitFor();
  await dealer.isAsked('WAIT_FOR_LINK');
  await page.evaluate('window.isHeld = false');
  await dealer.isAsked('DEAL_BANCO_1');
  expect(dealer.unforgiven).toEqual([]);
  cable.close();
});

test('a box of new cards that is scanned without a link is no card, and is scanned again', async () => {
  const table = 'pb-5';
  const cable = await Cable.to(studio.url);
  const options = { table, size: SCREEN, url: cable.through(studio.url) };
  const token = await testbed.employ({ id: 'Delia', role: 'dealer' });
  const dealer = await BrowserDealer.at(browser, studio, { id: 'Delia', token }, options);
  dealer.forgiven = LOST_CONNECTION;
  await dealer.isAsked('OPEN_TABLE');
  await dealer.presses('Enter');
  await dealer.isAsked('BRING_CARDS');

  cable.cut();
  await dealer.isAsked('WAIT_FOR_LINK');
  await dealer.scans('box-5');
  await expect.poll(() => dealer.notice.textContent()).toContain(english.refusal.no_answer);
  cable.repair();
  await dealer.isAsked('BRING_CARDS');
  await dealer.scans('box-5');
  await dealer.isAsked('SHUFFLE');
  const { rows } = await testbed.pool.query('select from incidents where table_id = $1', [table]);
  expect(rows).toEqual([]);
  expect(dealer.unforgiven).toEqual([]);
  cable.close();
});

test('scans that wait are not sent by who does not deal, but once they have taken over', async () => {
  const table = 'pb-6';
  const staff = await testbed.staff(studio, 'Doro', { table });
  await staff.makeReady();
  const cable = await Cable.to(studio.url);
  const options = { table, size: SCREEN, url: cable.through(studio.url) };
  const token = await testbed.employ({ id: 'Doro', role: 'dealer' });
  const dealer = await BrowserDealer.at(browser, studio, { id: 'Doro', token }, options);
  dealer.forgiven = LOST_CONNECTION;
  const { page } = dealer;
  const { seq } = await staff.openBetting();
  await staff.betsClosed(seq);
  await dealer.isAsked('DEAL_PUNTO_1');

  cable.cut();
  await dealer.isAsked('WAIT_FOR_LINK');
  for (const code of ['1-2H', '1-2D']) await dealer.scans(code);
  await page.evaluate('WebSocket.prototype.send = () => undefined'); // until the next page
  cable.repair();
  const next = await testbed.employ({ id: 'Dirk', role: 'dealer' });
  const member = { id: 'Dirk', name: 'Dirk', role: 'dealer', token: next };
  await page.addInitScript(`{
    const kept = JSON.parse(sessionStorage.getItem('sabot.staff'));
    sessionStorage.setItem('sabot.staff', JSON.stringify({ ...kept, ...${JSON.stringify(member)} }));
  }`);
  await page.reload();
  await dealer.isAsked('TAKE_OVER');
  expect(await dealer.cards()).toBe(0);
  const manager = await testbed.staff(studio, 'Sven', { table, role: 'shift_manager' });
  await manager.call('relief:allow', { table, dealer: 'Dirk' });
  await dealer.presses('Enter');
  await expect.poll(() => dealer.cards()).toBe(2);
  await dealer.deals('1-3C 1-3D');
  expect(dealer.unforgiven).toEqual([]);
  cable.close();
});

test('a reason to go on that was written for one stop is not given for another', async () => {
  const table = 'pb-7';
  const manager = await testbed.staff(studio, 'Sven', { table, role: 'shift_manager' });
  await manager.makeReady();
  const stop = (reason: string) => manager.call('table:suspend', { table, reason });
  await stop('the light is out');
  const token = await testbed.employ({ id: 'Susi', role: 'shift_manager' });
  const login = { id: 'Susi', token, role: 'shift_manager' } as const;
  const dealer = await BrowserDealer.at(browser, studio, login, { table, size: SCREEN });
  await dealer.isAsked('WAIT_FOR_MANAGER');
  await dealer.presses('m');
  await dealer.presses('r');
  await dealer.sheet('resume').waitFor();
  await dealer.types('it is on again');
  await manager.must('table:resume');
  await stop('a card fell');
  await dealer.page.getByText('a card fell').first().waitFor();
  await dealer.presses('Enter');
  await expect.poll(() => dealer.notice.getAttribute('data-refusal')).toBe('other_suspension');
  expect((await manager.watch())?.suspended?.reason).toBe('a card fell');

  await dealer.presses('m');
  await dealer.presses('r');
  await dealer.types('it is counted');
  await dealer.presses('Enter');
  await expect.poll(async () => (await manager.watch())?.suspended).toBeNull();
  expect(dealer.unforgiven).toEqual([]);
});
