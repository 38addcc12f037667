/** Players of two currencies at one table: each has the chips, limits and money of their own. */
import { beforeAll, expect, test } from 'vitest';
import type { TableSettings } from '../../src/round/settings.js';
import { useBrowser } from '../kit/browser.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { creditOf } from '../kit/browser-books.js';
import type { Staff } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { openPit } from '../kit/pit-client.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const TAKES_CHF = { ...SLOW, further: { CHF: FURTHER.CHF } };
const testbed = useTestbed({ tables: { 'pb-1': TAKES_CHF, 'pb-2': TAKES_CHF } });
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  await dealer.openBetting();
});

test('each reads the limits, has the chips, and bets, in the currency they came with', async () => {
  const anna = await browser.player(studio, 'Anna', { euros: 100 });
  const beat = await browser.player(studio, 'Beat', { euros: 100, currency: 'CHF' });
  await anna.page.locator('[data-part=top]').getByText('€1–€10,000').waitFor();
  await beat.page.locator('[data-part=top]').getByText('CHF 1–CHF 10,000').waitFor();
  expect(await anna.page.locator('[data-chip]').count()).toBe(6);
  expect(await beat.page.locator('[data-chip]').count()).toBe(FURTHER.CHF.chips.length);
  await anna.places('punto', '5');
  await beat.places('punto', '25');
  await expect.poll(() => creditOf(testbed.pool, anna.id)).toBe(9_500n);
  await expect.poll(() => creditOf(testbed.pool, beat.id)).toBe(7_500n);
  expect(await beat.page.locator('body').textContent()).toContain('CHF');
  expect(await beat.page.locator('body').textContent()).not.toContain('€');

  await beat.opens('lobby');
  await beat.page.locator('li[data-table=pb-1]').getByText('CHF 1–CHF 10,000').waitFor();
});

test('who sits there reads that their currency is taken no more, and keeps it', async () => {
  const { page } = await browser.player(studio, 'Berta', {
    ...{ euros: 100, currency: 'CHF', table: 'pb-2' },
  });
  await page.locator('[data-part=top]').getByText('CHF 1–CHF 10,000').waitFor();
  const pit = await openPit(testbed, studio, 'Mona');
  await pit.must('settings:change', { table: 'pb-2', settings: { further: { CHF: null } } });
  const its = await testbed.staff(studio, 'Dino', { table: 'pb-2' });
  await its.makeReady();
  await its.openBetting();
  await page.locator('[data-not-taken=CHF]').waitFor();
  await page.locator('[data-chip]').first().waitFor({ state: 'detached' });
  expect(await page.locator('[data-part=account]').textContent()).toMatch(/CHF\s100\.00/);
  expect(await page.locator('body').textContent()).not.toContain('€');
  expect(await page.locator('[data-not-taken]').textContent()).toContain('no bets in CHF');
});

test('the pit changes the further currencies of a running table, and sees what changes', async () => {
  const mara = await BrowserPit.open(testbed, browser, studio, 'Mara');
  await mara.goes('table', 'pb-1');
  await mara.find('[data-tab="limits"]').click();
  const form = mara.find('[data-part=further]');
  const francs = form.locator('[data-further=CHF]');
  await francs.locator('input[name=further-rate]').fill('1.1');
  await francs.locator('input[name=further-chips]').fill('1; 5; 25');
  await form.locator('[data-do=add-currency]').click();
  const added = form.locator('fieldset[data-further=""]');
  await added.locator('input[name=further-currency]').fill('JPY');
  await form.locator('[data-further=JPY] input[name=further-rate]').fill('0.0061');
  // Round numbers of about the worth of the table's own.
  const chips = form.locator('[data-further=JPY] input[name=further-chips]');
  await expect.poll(() => chips.inputValue()).toBe('200; 1000; 5000; 20000; 100000; 200000');
  const changes = form.locator('[data-part=further-changes]');
  expect(await changes.textContent()).toContain('1.06 → 1.1');
  expect(await changes.locator('[data-changed-currency=JPY]').count()).toBe(1);
  await mara.look('further');
  await form.locator('input[name=why]').fill('guests from Japan');
  await form.locator('[data-sure=further]').click();
  await form.locator('[data-further-set=done]').waitFor();
  const settings = await settingsOf('pb-1');
  expect(settings.further).toMatchObject({
    CHF: { rate: '1.1', chips: ['100', '500', '2500'], tipMax: '2000' },
    JPY: { rate: '0.0061', limits: { punto: { min: '200', max: '2000000' } } },
  });
  await mara.find('[data-part=timeline] [data-changed-currency=JPY]').waitFor();

  await form.locator('[data-further=CHF] [data-do=without]').click();
  await form.locator('input[name=why]').fill('no more francs');
  await form.locator('[data-sure=further]').click();
  await expect.poll(async () => Object.keys((await settingsOf('pb-1')).further!)).toEqual(['JPY']);
  mara.expectNoFaults();
});

const settingsOf = async (table: string): Promise<TableSettings> => {
  const { rows } = await testbed.pool.query<{ settings: TableSettings }>(
    'select settings from tables where id = $1',
    [table],
  );
  return rows[0]!.settings;
};
