/** Players of two currencies at one table: each has the chips, limits and money of their own. */
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TableSettings } from '../../src/round/settings.js';
import { PHONE, useBrowser } from '../kit/browser.js';
import { axeFaults, outsideScreen } from '../kit/browser-layout.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { creditOf } from '../kit/browser-books.js';
import type { Staff } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { openPit } from '../kit/pit-client.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const TAKES_CHF = { ...SLOW, further: { CHF: FURTHER.CHF } };
const TAKES_BTC = { ...SLOW, further: { BTC: FURTHER.BTC } };
const testbed = useTestbed({
  tables: { 'pb-1': TAKES_CHF, 'pb-2': TAKES_CHF, 'pb-3': TAKES_CHF, 'pb-4': TAKES_BTC },
});
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

test('amounts of eight decimals are whole on a phone', async () => {
  const { page } = await browser.player(studio, 'Bit', {
    ...{ euros: 100_000, currency: 'BTC', table: 'pb-4', size: PHONE },
  });
  expect(await page.locator('[data-balance]').textContent()).toMatch(/BTC\s0\.10000000/);
  expect(await outsideScreen(page)).toEqual([]);
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

test('the lobby offers no seat at a table that takes no money of theirs', async () => {
  const bea = await browser.player(studio, 'Bea', { euros: 100, currency: 'CHF' });
  const { page } = bea;
  await bea.opens('lobby');
  const tile = page.locator('li[data-table=pb-2]');
  await tile.locator('[data-taken=EUR]').waitFor();
  expect(await tile.getByRole('button', { name: 'Play here' }).isDisabled()).toBe(true);
  const taken = page.locator('li[data-table=pb-3]').getByRole('button', { name: 'Play here' });
  expect(await taken.isEnabled()).toBe(true);
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

test('the pit edits the limits of groups in a further currency, and reads what is wrong', async () => {
  const mara = await BrowserPit.open(testbed, browser, studio, 'Mira');
  await mara.goes('table', 'pb-3');
  await mara.find('[data-tab="limits"]').click();
  const form = mara.find('[data-part=further]');
  const francs = form.locator('[data-further=CHF]');
  const group = francs.locator('input[name=further-group]');
  const most = francs.locator('input[name=punto-max]');
  await group.fill('vip');
  expect(await most.inputValue(), 'as the table').toBe('10000.00');
  await most.fill('99999999999');
  const fault = francs.locator('[data-fault=limits_too_high]');
  expect(await fault.textContent()).toContain('more than 12 digits');
  expect(await form.locator('[data-sure=further]').count()).toBe(0);
  await most.fill('20000');
  await fault.waitFor({ state: 'detached' });
  const send = async () => {
    await form.locator('input[name=why]').fill('guests of the club');
    await form.locator('[data-sure=further]').click();
  };
  await send();
  const groups = async () => (await settingsOf('pb-3')).further?.['CHF']?.groupLimits;
  await expect.poll(groups).toEqual({ vip: { punto: { min: '100', max: '2000000' } } });

  // Somebody else adds the same currency meanwhile.
  await form.locator('[data-do=add-currency]').click();
  await form.locator('[data-further=""] input[name=further-currency]').fill('JPY');
  await form.locator('[data-further=JPY] input[name=further-rate]').fill('0.007');
  await form.locator('[data-sure=further]').waitFor();
  const pit = await openPit(testbed, studio, 'Milo');
  const further = { JPY: { ...FURTHER.JPY, chips: [...FURTHER.JPY.chips], groupLimits: {} } };
  await pit.must('settings:change', { table: 'pb-3', settings: { further } });
  const twice = form.locator('[data-fault=twice]');
  expect(await twice.textContent()).toContain('JPY already');
  expect(await form.locator('[data-sure=further]').count()).toBe(0);
  expect(await axeFaults(mara.page), 'axe, the further currencies').toEqual([]);
  const added = form
    .locator('[data-further=JPY]')
    .filter({ has: mara.page.locator('[data-fault=twice]') });
  await added.locator('[data-do=without]').click();
  await twice.waitFor({ state: 'detached' });

  await group.fill('vip');
  await francs.locator('[data-do=drop-group]').click();
  await send();
  await expect.poll(groups).toEqual({});
  mara.expectNoFaults();
});

test('a table that is made begins its further currencies anew with another currency or model', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Agnes', { role: 'administrator' });
  await pit.press('make-table');
  const part = pit.find('[data-part=make-table]');
  await part.locator('select[name=like]').selectOption('pb-3');
  const rate = part.locator('[data-further=CHF] input[name=further-rate]');
  await rate.fill('1.2');
  await part.locator('input[name=currency]').fill('eur');
  expect(await rate.inputValue(), 'it is the same currency').toBe('1.2');
  await part.locator('input[name=currency]').fill('gbp');
  await part.locator('[data-further]').first().waitFor({ state: 'detached' });
  await part.locator('input[name=currency]').fill('eur');
  expect(await rate.inputValue(), 'what was typed is gone').toBe('1.06');
  await rate.fill('1.3');
  await part.locator('select[name=like]').selectOption('');
  await part.locator('[data-further]').first().waitFor({ state: 'detached' });
  await part.locator('select[name=like]').selectOption('pb-3');
  expect(await rate.inputValue(), 'nor with another model').toBe('1.06');
  pit.expectNoFaults();
});

test('an amount of too many digits is said alike at each field, which names its own line', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Alba', { role: 'administrator' });
  const said = new Set<string | null>();
  const isSaidOf = async (field: Locator) => {
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const line = await field.getAttribute('aria-describedby');
    const lines = pit.page.locator(`[id="${line}"] [role=alert], [role=alert][id="${line}"]`);
    said.add(await lines.textContent());
  };
  await pit.press('make-table');
  const part = pit.find('[data-part=make-table]');
  await part.locator('[data-do=add-currency]').click();
  await part.locator('[data-further=""] input[name=further-currency]').fill('CHF');
  await part.locator('[data-further=CHF] input[name=further-rate]').fill('1.06');
  const of = {
    own: part.locator('input[name=punto-max]').first(),
    chips: part.locator('input[name=chips]'),
  };
  const francs = {
    max: part.locator('[data-further=CHF] input[name=punto-max]'),
    tip: part.locator('[data-further=CHF] input[name=further-tip]'),
    chips: part.locator('[data-further=CHF] input[name=further-chips]'),
  };
  for (const field of [of.own, francs.max, francs.tip]) await field.fill('99999999999');
  for (const field of [of.own, francs.max, francs.tip]) await isSaidOf(field);
  expect(await repeatedIds(pit)).toEqual([]);
  for (const field of [of.chips, francs.chips]) await field.fill('1; 99999999999');
  for (const field of [of.chips, francs.chips]) await isSaidOf(field);
  expect(await repeatedIds(pit)).toEqual([]);
  expect(await axeFaults(pit.page), 'axe, too many digits').toEqual([]);

  await pit.goes('table', 'pb-2');
  await pit.find('[data-tab=settings]').click();
  const tip = pit.find('[data-setting=tipMax] input');
  await tip.fill('99999999999');
  await isSaidOf(tip);
  expect([...said]).toEqual([expect.stringContaining('more than 12 digits')]);
  pit.expectNoFaults();
});

const repeatedIds = ({ page }: BrowserPit): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  })()`);

const settingsOf = async (table: string): Promise<TableSettings> => {
  const { rows } = await testbed.pool.query<{ settings: TableSettings }>(
    'select settings from tables where id = $1',
    [table],
  );
  return rows[0]!.settings;
};
