/** A tip, from the player's page to the dealer's. */
import { beforeAll, expect, test } from 'vitest';
import { type Size, look, useBrowser } from '../kit/browser.js';
import { creditOf } from '../kit/browser-books.js';
import { BrowserDealer } from '../kit/browser-dealer.js';
import type { Studio } from '../kit/studio.js';
import { SLOW, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...SLOW, tipMax: '5000' }, 'pb-2': SLOW },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.restart();
  await testbed.isRunBy(studio, 'pb-2');
  for (const [table, id] of [
    ['pb-1', 'Dora'],
    ['pb-2', 'Dino'],
  ] as const) {
    const dealer = await testbed.staff(studio, id, { table });
    await dealer.makeReady();
    await dealer.openBetting();
  }
});

const SIZES: readonly (readonly [string, Size, string])[] = [
  ['a phone', { width: 360, height: 740 }, 'it-IT'],
  ['a phone on its side', { width: 844, height: 390 }, 'en-GB'],
  ['a desk', { width: 1280, height: 800 }, 'en-GB'],
  ['a large desk', { width: 1920, height: 1080 }, 'it-IT'],
];

test.each(SIZES)(
  'on %s it is given in the cashier, and the dealer reads it',
  async (name, size, language) => {
    const player = await browser.player(studio, `Anna of ${name}`, { euros: 100, size, language });
    const { page } = player;
    const token = await testbed.employ({ id: 'Dora', role: 'dealer' });
    const login = { id: 'Dora', token };
    const desk = await BrowserDealer.at(browser, studio, login, { table: 'pb-1' });
    const line = desk.page.locator('[data-part=tip]');
    await line.waitFor();
    const place = await line.boundingBox();
    await look(player, `tip-${size.width}`);
    if (size.width < 600) await player.opens('cashier');
    else await page.locator('[data-tip]').click();
    const form = page.locator('form[data-part=tip]');
    await form.locator('input').fill('51');
    await form.locator('[type=submit]').click();
    await expect.poll(() => form.getByRole('alert').textContent()).toContain('50');
    await form.locator('input').fill('20');
    await form.locator('[type=submit]').click();
    await expect.poll(() => page.locator('[data-credit]').getAttribute('data-credit')).toBe('8000');
    await look(player, `tip-given-${size.width}`);
    expect(await creditOf(testbed.pool, player.id)).toBe(8_000n);
    await expect
      .poll(() => page.locator('b[data-balance]').getAttribute('data-balance'))
      .toBe('8000');
    await expect.poll(() => line.textContent()).toContain(`Anna of ${name} gives €20`);
    expect(await line.boundingBox(), 'nothing moves').toEqual(place);
    await desk.page.reload();
    await expect.poll(() => line.textContent()).toContain(`Anna of ${name} gives €20`);
  },
);

test('where the table takes none, nothing asks for one', async () => {
  const player = await browser.player(studio, 'Bert', { euros: 100, table: 'pb-2' });
  expect(await player.page.locator('[data-tip]').count()).toBe(0);
  const panel = await player.opens('cashier');
  await panel.locator('[data-credit]').waitFor();
  expect(await panel.locator('form[data-part=tip]').count()).toBe(0);
});
