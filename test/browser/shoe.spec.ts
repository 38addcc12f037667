/**
 * A shoe that grows old: spots close after rounds 44 and 60, and the roads are the rules' own,
 * asked and drawn.
 */
import { beforeAll, expect, test } from 'vitest';
import { BONUS_SPOTS, MAIN_SPOTS, PAIR_SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import { PHONE, look, useBrowser } from '../kit/browser.js';
import { euros, expectMoney } from '../kit/browser-books.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { cutWords } from '../kit/browser-layout.js';
import { beadsOf, drawnRoads, roadsGained, roadsOf } from '../kit/browser-roads.js';
import { SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { playRounds, shuffled } from '../kit/long-night.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': SHUT, 'pb-2': SHUT } });
const browser = useBrowser(testbed);
let studio: Studio;
/** The rounds in hand: number 45 at pb-1, number 61 at pb-2. */
let games: Readonly<Record<'pb-1' | 'pb-2', string>>;

beforeAll(async () => {
  const young = await testbed.start();
  const play = async (table: string, rounds: number) => {
    const dealer = await testbed.staff(young, 'Dora', { table });
    await dealer.makeReady();
    await playRounds(dealer, rounds, shuffled(table)[Symbol.iterator]());
  };
  await Promise.all([play('pb-1', 44), play('pb-2', 60)]);
  // Another studio takes the tables, with bets that stay open.
  await young.stop();
  for (const table of ['pb-1', 'pb-2']) await testbed.setTable(table, SLOW);
  studio = await testbed.restart();
  await testbed.isRunBy(studio, 'pb-2');
  const open = async (table: string) => {
    const dealer = await testbed.staff(studio, 'Dora', { table });
    return (await dealer.openBetting()).game;
  };
  const [first, second] = await Promise.all([open('pb-1'), open('pb-2')]);
  games = { 'pb-1': first, 'pb-2': second };
}, 300_000);

const closed = async (player: BrowserPlayer, spots: readonly Spot[]) => {
  const notice: Partial<Record<Spot, string>> = {};
  for (const spot of spots) {
    const isDisabled = await player.spot(spot).isDisabled();
    const text = (await player.spot(spot).textContent())!;
    if (isDisabled) notice[spot] = /round \d+/.exec(text)?.[0] ?? `no reason in ${text}`;
  }
  return notice;
};

const LATE: readonly Spot[] = [...BONUS_SPOTS, 'super_6'];

test('after 44 rounds the Bonus bets and Super 6 are greyed, with the reason', async () => {
  const player = await browser.player(studio, 'Ada', { table: 'pb-1', size: PHONE });
  await look(player, '7-round-45');
  await expect.poll(() => closed(player, [...MAIN_SPOTS, ...PAIR_SPOTS])).toEqual({});
  expect(await closed(player, LATE)).toEqual({
    punto_bonus: 'round 44',
    banco_bonus: 'round 44',
    super_6: 'round 44',
  });
  expect(await cutWords(player.page)).toEqual([]);
  await player.spot('super_6').click({ force: true });
  await player.places('either_pair', '5');
  await expectMoney(testbed.pool, player, games['pb-1'], {
    credit: euros(995),
    stakes: { either_pair: euros(5) },
  });
});

test('after 60 rounds the Pairs are, too', async () => {
  const player = await browser.player(studio, 'Bea', { table: 'pb-2', size: PHONE });
  await look(player, '8-round-61');
  await expect.poll(() => closed(player, MAIN_SPOTS)).toEqual({});
  expect(await closed(player, PAIR_SPOTS)).toEqual({
    punto_pair: 'round 60',
    banco_pair: 'round 60',
    either_pair: 'round 60',
    perfect_pair: 'round 60',
  });
  expect(Object.keys(await closed(player, LATE))).toHaveLength(3);
  expect(await cutWords(player.page)).toEqual([]);
  await player.places('egalite', '1');
  await expectMoney(testbed.pool, player, games['pb-2'], {
    credit: euros(999),
    stakes: { egalite: euros(1) },
  });
  const options = { table: 'pb-2', size: PHONE, language: 'it-IT' };
  const inItalian = await browser.again(studio, player, options);
  await inItalian.page.getByText('colpo 60').first().waitFor();
  await look(inItalian, '8-round-61-it');
  expect(await cutWords(inItalian.page)).toEqual([]);
});

test('the roads are those of the rules, and show what each side would bring when asked', async () => {
  const player = await browser.player(studio, 'Cia', { table: 'pb-2' });
  await look(player, '8-round-61');
  const beads = await beadsOf(testbed.pool, 'pb-2');
  expect(beads).toHaveLength(60);
  expect(await player.coups).toBe(60);
  const now = roadsOf(beads);
  expect(await drawnRoads(player.page)).toEqual(now);
  expect(
    Object.values(now).every((road) => road.length > 5),
    'there is something to see',
  ).toBe(true);
  for (const outcome of ['punto', 'banco'] as const) {
    const plain = { total: 6, natural: false, puntoPair: false, bancoPair: false };
    const next = roadsGained(now, roadsOf([...beads, { outcome, ...plain }]));
    const letter = (cells: readonly string[]) => cells.map((cell) => cell.replace(/\d$/, ''));
    // It is shown for some seconds: where they have passed already it is asked again.
    const ask = async () => {
      await player.page
        .locator(`[data-part=roads] > [role=group] > [data-ask="${outcome}"]`)
        .click();
      const asked = await drawnRoads(player.page, 'asked');
      return { ...asked, beadPlate: letter(asked.beadPlate) };
    };
    await expect.poll(ask, { message: outcome }).toEqual(next);
    await look(player, `9-ask-${outcome}`);
  }
  const asked = async () => Object.values(await drawnRoads(player.page, 'asked')).flat();
  await expect.poll(asked, { message: 'what was asked goes again' }).toEqual([]);
});

test('a road enlarges when it is touched', async () => {
  const player = await browser.player(studio, 'Dia', { table: 'pb-2', size: PHONE });
  await player.page.locator('[data-part=roads] [data-road="bigRoad"] button').click();
  const sheet = player.page.getByRole('dialog');
  await sheet.waitFor();
  await look(player, '9-enlarged');
  const height = async () =>
    (await sheet.locator('[data-road="bigRoad"]').boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThan(150);
  await player.closesPanel();
});

test('on a tablet the roads are larger than on a phone, and as high as their place', async () => {
  const player = await browser.player(studio, 'Eva', { table: 'pb-2', size: PHONE });
  const { page } = player;
  const roads = page.locator('[data-part=roads]');
  const heightOf = async (road: string): Promise<number> =>
    (await roads.locator(`[data-road=${road}] svg`).first().boundingBox())!.height;
  const onPhone = await heightOf('bigRoad');
  await page.setViewportSize({ width: 768, height: 1_024 });
  const place = (await roads.boundingBox())!.height;
  for (const [sheet, road, least] of [
    ['bigRoad', 'bigRoad', 0.95],
    ['beadPlate', 'beadPlate', 0.95],
    ['derived', 'bigEyeBoy', 0.8], // It has its name above it.
  ] as const) {
    await roads.locator(`[data-page-of=${sheet}]`).click();
    await expect
      .poll(() => roads.locator(`[data-road=${road}] svg`).first().isVisible())
      .toBe(true);
    const height = await heightOf(road);
    expect(height / place, `${road}: ${height} of ${place}`).toBeGreaterThan(least);
    expect(height, road).toBeLessThanOrEqual(place);
    if (road === 'bigRoad') expect(height).toBeGreaterThan(onPhone * 1.3);
    await look(player, `9-tablet-${road}`);
  }
});
