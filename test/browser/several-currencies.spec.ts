/** Players of two currencies at one table: each has the chips, limits and money of their own. */
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../kit/browser.js';
import { creditOf } from '../kit/browser-books.js';
import type { Staff } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': { ...SLOW, further: { CHF: FURTHER.CHF } } } });
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
