/** Players of two currencies at one table: each has the chips, limits and money of their own. */
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../kit/browser.js';
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
