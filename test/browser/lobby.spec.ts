/** The lobby marks the tables whose road is a good one, and shows those alone when it is asked. */
import { beforeAll, expect, test } from 'vitest';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { axeFaults, outsideScreen } from '../kit/browser-layout.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, name: 'Salon Rouge' }, 'pb-2': { ...QUICK, name: 'Salon Bleu' } },
});
const browser = useBrowser(testbed);
let studio: Studio;

/** Wins of Punto that make a long run. */
const RUN = 4;

beforeAll(async () => {
  studio = await testbed.start();
  const dealer = await testbed.staff(studio, 'Dirk', { table: 'pb-2' });
  await dealer.makeReady();
  for (let coup = 0; coup < RUN; coup += 1) {
    const { seq } = await dealer.openBetting();
    await dealer.betsClosed(seq);
    await dealer.deal('9h 3c 9d 4s');
    await dealer.next('round_settled', { after: seq });
  }
});

test.each([
  [PHONE, 'en-GB', 'Long run Punto 4'],
  [DESK, 'it-IT', 'Serie lunga Punto 4'],
])('a good road is marked, and filtered by the keyboard, at %j in %s', async (...asked) => {
  const [size, language, mark] = asked;
  const visitor = await browser.player(studio, 'Gia', { size });
  const player = await browser.again(studio, visitor, { size, language });
  const sheet = await player.opens('lobby');
  const tables = sheet.locator('li[data-table]');
  await expect.poll(() => tables.count()).toBe(2);
  await expect
    .poll(() => sheet.locator('[data-table=pb-2] [data-good-road=dragon]').textContent())
    .toBe(mark);
  const filter = (name: string) => sheet.locator(`[data-filter=${name}]`);
  await expect.poll(() => filter('any').textContent()).toMatch(/ 1$/);
  await filter('dragon').press('Enter');
  await expect.poll(() => tables.count()).toBe(1);
  expect(await tables.getAttribute('data-table')).toBe('pb-2');
  expect(await filter('dragon').getAttribute('aria-pressed')).toBe('true');
  await look(player, 'lobby-filter');
  expect(await axeFaults(player.page)).toEqual([]);
  expect(await outsideScreen(player.page)).toEqual([]);
  await filter('chop').press('Enter');
  await expect.poll(() => tables.count()).toBe(0);
  await filter('open').press('Enter');
  await expect.poll(() => tables.count()).toBe(1);
  await filter('all').press('Enter');
  await expect.poll(() => tables.count()).toBe(2);
  expect(await tables.first().getAttribute('data-table'), 'the open one').toBe('pb-2');
});

test.each([
  [{ width: 1280, height: 800 }, 'en-GB', 'Long run Punto 4'],
  [{ width: 1920, height: 1080 }, 'it-IT', 'Serie lunga Punto 4'],
])('a table that is watched says its good road where one plays, at %j', async (...asked) => {
  const [size, language, mark] = asked;
  const player = await browser.player(studio, 'Lea', { size, language });
  const sheet = await player.opens('lobby');
  await sheet.locator('[data-table=pb-2] button[aria-pressed]').click();
  await player.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const said = player.page.locator('[data-part=watched] [data-table=pb-2] [role=status]');
  await expect.poll(() => said.textContent()).toBe(mark);
  await look(player, 'watched-good-road');
  expect(await axeFaults(player.page)).toEqual([]);
  expect(await outsideScreen(player.page)).toEqual([]);
});

test('the road of the table itself says it, too', async () => {
  const player = await browser.player(studio, 'Mia', { size: DESK, table: 'pb-2' });
  const mark = player.page.locator('[data-part=roads] [data-good-road=dragon]');
  await expect.poll(() => mark.textContent()).toBe('Long run Punto 4');
  await look(player, 'own-good-road');
  expect(await axeFaults(player.page)).toEqual([]);
});

test('a table that has opened since the page was loaded can be played at', async () => {
  const player = await browser.player(studio, 'Nora', { size: PHONE, table: 'pb-2' });
  const table = await testbed.addTable(studio, { ...QUICK, name: 'Salon Vert' });
  const sheet = await player.opens('lobby');
  await sheet.locator(`li[data-table="${table}"] footer button`).first().click();
  await sheet.waitFor({ state: 'detached' });
  await player.page.getByText('Salon Vert').first().waitFor();
  expect(await player.page.evaluate('localStorage.getItem("sabot.table")')).toBe(table);
  expect(player.unforgiven).toEqual([]);
});
