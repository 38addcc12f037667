/**
 * The page of the rota, in the studio’s zone and not the browser’s: stints are entered and
 * cancelled, and whoever is not at the table stands out.
 */
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { StudioTables } from '../../src/pit/floor/studio-tables.js';
import type { Rota } from '../../src/protocol/rota.js';
import { dayAfter, dayText } from '../../web/src/pit/rota/day.js';
import english from '../../web/src/i18n/en/pit.json' with { type: 'json' };
import { BrowserDealer, lookAt } from '../kit/browser-dealer.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import { useBrowser } from '../kit/browser.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK, 'pb-2': { ...QUICK, name: 'Salon Rouge' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);

let studio: Studio;

beforeAll(async () => {
  studio = await testbed.restart();
});

/** Browsers of tests are in Malta. */
const ZONE = 'Asia/Tokyo';
const clockIn = (minutes: number): string =>
  new Date(testbed.clock.nowMs() + minutes * 60_000).toLocaleTimeString('en-GB', {
    ...{ timeZone: ZONE, hour: '2-digit', minute: '2-digit' },
  });

const dayBegins = async (beginsAt: string): Promise<void> => {
  const owner = new pg.Pool({ connectionString: testbed.database.url, max: 1 });
  await new StudioTables(owner, 'a test').setDay({ timeZone: ZONE, beginsAt });
  await owner.end();
};

test('a shift manager enters stints, and sees who is late and who deals', async () => {
  // The gaming day began, and ends, hours from now.
  await dayBegins(`${clockIn(12 * 60).slice(0, 2)}:00`);
  for (const id of ['Dora', 'Dino']) await testbed.employ({ id, role: 'dealer' });
  const pit = await BrowserPit.open(testbed, browser, studio, 'Mona');
  await pit.goes('rota');
  const form = pit.find('[data-part=stint-form]');
  const enter = async (dealer: string, table: string, from: string, to: string) => {
    await form.locator('select[name=dealer]').selectOption(dealer);
    await form.locator('select[name=table]').selectOption(table);
    await form.locator('input[name=from]').fill(from);
    await form.locator('input[name=to]').fill(to);
    await form.locator('[data-do=enter-stint]').click();
  };
  const [from, to] = [clockIn(-1), clockIn(59)];
  await enter('Dora', 'pb-1', from, to);
  const dora = pit.find('[data-dealer=Dora]').first();
  await dora.waitFor();
  expect(await dora.locator('th').textContent(), 'as it was typed').toBe(`${from}–${to}`);
  expect(await dora.getAttribute('data-state')).toBe('late');
  await pit.find('[data-missed="1"]').waitFor();
  pit.forgiven = /409/;
  await enter('Dora', 'pb-2', clockIn(30), clockIn(90));
  await pit.find(`text=${english.refusal.on_the_rota_then}`).waitFor();
  await enter('Dino', 'pb-2', clockIn(30), clockIn(90));
  const dino = pit.find('[data-dealer=Dino][data-state=due]');
  await dino.waitFor();
  expect(await axeFaults(pit.page), 'axe, the rota').toEqual([]);
  await pit.look('rota');

  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  await pit.find('[data-dealer=Dora][data-state=dealing]').waitFor();

  const later = clockIn(95);
  await enter('Dora', 'pb-2', later, clockIn(120));
  const login = { id: 'Dora', token: await testbed.employ({ id: 'Dora', role: 'dealer' }) };
  const desk = await BrowserDealer.at(browser, studio, login, { table: 'pb-1' });
  const line = desk.page.locator('[data-part=rota]');
  await expect.poll(() => line.textContent()).toBe(`Here until ${to} · Next: pb-2 at ${later}`);
  await lookAt(desk, 'desk-rota');

  await dino.locator('[data-do=cancel-stint]').click();
  await dino.locator('[data-ready=ill]').click();
  expect(await axeFaults(pit.page), 'axe, a cancelled stint').toEqual([]);
  await pit.look('rota-cancel');
  await dino.locator('[data-sure=cancel-stint]').click();
  await dino.waitFor({ state: 'detached' });

  const day = () => pit.find('[data-day]').getAttribute('data-day');
  const today = await day();
  await pit.press('day-after');
  await expect.poll(day).not.toBe(today);
  expect(await pit.find('[data-stint]').count()).toBe(0);
  await pit.press('today');
  await dora.waitFor();
  expect(await day()).toBe(today);

  // The stint of the night before still lasts, and that of the night to come reads like it.
  await dayBegins(clockIn(0));
  const alike = pit.page.locator('[data-dealer=Dora]', { hasText: `${from}–${to}` });
  await expect.poll(() => alike.locator('th').textContent()).not.toBe(`${from}–${to}`);
  const before = dayText(dayAfter((await day())!, -1), 'en-GB');
  await enter('Dora', 'pb-1', from, to);
  await expect.poll(() => alike.count()).toBe(2);
  expect(await alike.locator('th').allTextContents()).toEqual([
    `${from}–${to} (${before})`,
    `${from}–${to}`,
  ]);
  await alike.nth(0).locator('[data-do=cancel-stint]').click();
  await alike.nth(1).locator('[data-do=cancel-stint]').click();
  const [running, toCome] = await alike.locator('[data-part=why] p').allTextContents();
  expect(running).toContain(`(${before})`);
  expect(toCome).toContain(`(${dayText((await day())!, 'en-GB')})`);
  await pit.look('rota-alike');
  pit.expectNoFaults();
});

test('an auditor on a tablet reads it, and changes nothing', async () => {
  const size = { width: 1024, height: 768 };
  const pit = await BrowserPit.open(testbed, browser, studio, 'Otto', {
    ...{ role: 'auditor', size, language: 'it-IT' },
  });
  await pit.goes('rota');
  await pit.find('[data-dealer=Dora]').first().waitFor();
  expect(await pit.find('[data-part=stint-form], [data-do=cancel-stint]').count()).toBe(0);
  await pit.look('rota-auditor');
  pit.expectNoFaults();
});

test('where a process of the version before answers, a stint is of the day that is shown', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Olga');
  await pit.page.route('**/pit/rota', async (route) => {
    const answer = await route.fetch();
    const rota = (await answer.json()) as Rota;
    const stints = rota.stints.map(({ day: _, ...stint }) => stint);
    await route.fulfill({ response: answer, json: { ...rota, stints } });
  });
  await pit.goes('rota');
  const cancel = pit.find('[data-do=cancel-stint]').first();
  await cancel.waitFor();
  const dora = pit.find('[data-stint]').first();
  expect(await dora.locator('th').textContent()).toMatch(/^\d\d:\d\d–\d\d:\d\d$/);
  await cancel.click();
  const shown = (await pit.find('[data-day]').textContent())!;
  expect(await dora.locator('[data-part=why] p').first().textContent()).toContain(`(${shown})`);
  await pit.look('rota-version-before');
  pit.expectNoFaults();
});
