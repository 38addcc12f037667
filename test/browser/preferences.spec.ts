/** What a player keeps of their way of playing is the same in every browser, and after a reload. */
import { beforeAll, describe, expect, test } from 'vitest';
import { changePreferences, readPreferences } from '../../src/player/preferences.js';
import type { Spot } from '../../src/punto-banco/spot.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { euros, expectMoney, placementsOf } from '../kit/browser-books.js';
import { axeFaults, outsideScreen } from '../kit/browser-layout.js';
import type { Studio } from '../kit/studio.js';
import { SLOW, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: {
    'pb-1': { ...SLOW, name: 'Salon Rouge' },
    'pb-2': { ...SLOW, name: 'Salon Bleu', chips: ['100', '1000', '5000'] },
  },
});
const browser = useBrowser(testbed);
let studio: Studio;
/** The round in hand: its bets stay open. */
let game: string;

beforeAll(async () => {
  studio = await testbed.start();
  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  ({ game } = await dealer.openBetting());
});

const watched = (player: BrowserPlayer) =>
  player.page.locator('[data-part=table] > ul [data-table]');
const chip = (player: BrowserPlayer) =>
  player.page.locator('[role=radio][aria-checked=true]').textContent();
const kept = (player: BrowserPlayer) => readPreferences(testbed.pool, player.id);

test('the chip in hand and the watched tables are kept for every browser', async () => {
  const first = await browser.player(studio, 'Wanda');
  await first.takes('25');
  const lobby = await first.opens('lobby');
  await lobby.getByRole('button', { name: 'Watch: Salon Bleu' }).click();
  await first.closesPanel();
  await expect.poll(() => watched(first).count()).toBe(1);
  await expect
    .poll(() => kept(first))
    .toEqual({ watched: ['pb-2'], chip: '2500', favourites: [], version: 2 });

  const second = await browser.again(studio, first);
  await expect.poll(() => watched(second).count()).toBe(1);
  await expect.poll(() => chip(second)).toBe('25');
  await second.page.reload();
  await second.isAtTable();
  await expect.poll(() => chip(second)).toBe('25');

  // The other table has no such chip. What is kept stays what was chosen.
  await watched(second).getByRole('button').first().click();
  await expect.poll(() => second.page.locator('h1').textContent()).toBe('Salon Bleu');
  await expect.poll(() => chip(second)).toBe('10');
  expect((await kept(second)).chip).toBe('2500');
});

test('the tables that are watched leave the stage its size, on every screen', async () => {
  const player = await browser.player(studio, 'Walt', { size: DESK });
  const { page } = player;
  const stages = async (): Promise<readonly (readonly [size: string, height: number])[]> => {
    const all: [string, number][] = [];
    for (const size of [PHONE, { width: 844, height: 390 }, DESK, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(size);
      const { height } = (await page.locator('[data-part=stage]').boundingBox())!;
      all.push([`${size.width} × ${size.height}`, Math.round(height)]);
      expect.soft(await outsideScreen(page), all.at(-1)![0]).toEqual([]);
    }
    return all;
  };
  const before = await stages();
  await page.setViewportSize(DESK);
  const lobby = await player.opens('lobby');
  await lobby.getByRole('button', { name: 'Watch: Salon Bleu' }).click();
  await player.closesPanel();
  await expect.poll(() => watched(player).count()).toBe(1);
  expect(await watched(player).isVisible()).toBe(true);
  expect(await stages()).toEqual(before);
});

/** By its key, once the page has the favourites and reaches the table. */
const placesByKey = async (player: BrowserPlayer, key: number): Promise<void> => {
  const sheet = await player.opens('bets');
  await sheet.locator('[data-favourite]').first().waitFor();
  await player.closesPanel();
  await expect.poll(() => player.spot('punto').getAttribute('aria-disabled')).toBe('false');
  await player.page.keyboard.press(`Shift+Digit${key}`);
};

describe('a favourite bet', () => {
  const SIZES = [PHONE, { width: 844, height: 390 }, DESK, { width: 2560, height: 1440 }];

  test.each(SIZES)('is kept, placed at once, renamed and deleted at %j', async (size) => {
    const first = await browser.player(studio, 'Fay', { size });
    const isWhole = await first.page.evaluate<boolean>(`(() => {
      const number = document.querySelector('[data-game]');
      const line = number.parentElement.getBoundingClientRect();
      return number.getBoundingClientRect().right <= line.right + 0.5;
    })()`);
    expect(isWhole, 'the signs leave the number of the round its place').toBe(true);
    await first.places('banco', '25');
    await first.places('super_6', '5');
    await first.places('egalite', '1');
    const lies = { banco: euros(25), super_6: euros(5), egalite: euros(1) };
    await expectMoney(testbed.pool, first, game, { credit: euros(969), stakes: lies });
    const sheet = await first.opens('bets');
    await sheet.getByLabel('Name').fill('Sunday’s');
    await sheet.getByLabel('Name').press('Enter');
    await sheet.locator('[data-favourite="Sunday’s"]').waitFor();
    await look(first, 'favourites');
    expect(await outsideScreen(first.page)).toEqual([]);
    expect(await axeFaults(first.page)).toEqual([]);
    await expect.poll(async () => (await kept(first)).favourites).toHaveLength(1);
    await first.closesPanel();

    // Another browser has it, and one Undo takes it back whole.
    const player = await browser.again(studio, first, { size, language: 'it' });
    await placesByKey(player, 1);
    const twice = { banco: euros(50), super_6: euros(10), egalite: euros(2) };
    await expectMoney(testbed.pool, player, game, { credit: euros(938), stakes: twice });
    expect(await placementsOf(testbed.pool, game, player.id)).toBe(4);
    await player.page.locator('[data-command=undo]').click();
    await expectMoney(testbed.pool, player, game, { credit: euros(969), stakes: lies });

    const list = await player.opens('bets');
    await list.getByRole('button', { name: 'Rinomina Sunday’s' }).click();
    await player.page.keyboard.press('ControlOrMeta+a');
    await player.page.keyboard.type('Domenica');
    await player.page.keyboard.press('Enter');
    await list.locator('[data-favourite="Domenica"]').waitFor();
    await list.getByRole('button', { name: /^Punta Domenica/ }).click();
    await expectMoney(testbed.pool, player, game, { credit: euros(938), stakes: twice });
    await look(player, 'favourites-it');
    await list.getByRole('button', { name: 'Elimina Domenica' }).click();
    await list.getByRole('button', { name: 'Ripristina' }).press('Enter');
    await list.locator('[data-favourite="Domenica"]').waitFor();
    await list.getByRole('button', { name: 'Elimina Domenica' }).click();
    await expect.poll(async () => (await kept(player)).favourites).toEqual([]);
    expect(await axeFaults(player.page)).toEqual([]);
  });

  test('is one of eight at most, and the eighth has a key as well', async () => {
    const player = await browser.player(studio, 'Otto', { size: PHONE });
    const favourites = Array.from({ length: 8 }, (_, index) => ({
      name: `Bet ${index + 1}`,
      stakes: { punto: `${index + 1}00` },
    }));
    await changePreferences(testbed.pool, player.id, { favourites });
    await player.page.reload();
    await player.isAtTable();
    await placesByKey(player, 8);
    const lies = { punto: euros(8) };
    await expectMoney(testbed.pool, player, game, { credit: euros(992), stakes: lies });
    const sheet = await player.opens('bets');
    const all = sheet.locator('[data-favourite]');
    await expect.poll(() => all.count()).toBe(8);
    await sheet.getByText('There are 8 already').waitFor();
    expect(await sheet.getByLabel('Name', { exact: true }).count(), 'no ninth').toBe(0);
    expect(await axeFaults(player.page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Delete Bet 3' }).click();
    await sheet.getByLabel('Name', { exact: true }).fill('Another');
    await sheet.getByLabel('Name', { exact: true }).press('Enter');
    await sheet.locator('[data-favourite="Another"]').waitFor();
    await expect.poll(() => all.count()).toBe(8);
    await expect
      .poll(async () => (await kept(player)).favourites.at(-1))
      .toEqual({ name: 'Another', stakes: { punto: '800' } });
  });

  test('is refused whole, with the number, by a limit or the balance', async () => {
    const player = await browser.player(studio, 'Rea', { euros: 100, size: PHONE });
    const keep = (stakes: Partial<Record<Spot, string>>) =>
      changePreferences(testbed.pool, player.id, { favourites: [{ name: 'Whole', stakes }] });
    await keep({ banco: '1000', egalite: '100100' });
    await player.page.reload();
    await player.isAtTable();
    const sheet = await player.opens('bets');
    await sheet.getByRole('button', { name: /^Place Whole/ }).click();
    await player.refusal.waitFor();
    expect(await player.refusal.textContent()).toContain('at most €1,000');
    expect(await sheet.getByText('at most €1,000').count()).toBe(1);
    await look(player, 'favourite-refused');
    await keep({ banco: '5000', egalite: '6000' });
    await player.page.reload();
    await player.isAtTable();
    await placesByKey(player, 1);
    await player.page.locator('[data-refusal=insufficient_funds]').waitFor();
    expect(await player.refusal.textContent()).toContain('€100');
    await expectMoney(testbed.pool, player, game, { credit: euros(100), stakes: {} });
  });
});
