/** The roads on a small phone: its newest cell is in sight, and no column that is seen is cut. */
import { beforeAll, expect, test } from 'vitest';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { DERIVED_ROADS } from '../../src/roads/derived-road.js';
import type { Staff } from '../kit/clients.js';
import { SHUT, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': SHUT } });
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;
let coups = 0;

/** Naturals, each of a suit of its own: there are eight of every card in a shoe. */
const win = async (side: 'punto' | 'banco'): Promise<void> => {
  const suit = 'hdcs'[coups++ % 4]!;
  const [punto, banco] = side === 'punto' ? [9, 7] : [7, 9];
  const { seq } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  await dealer.deal(`K${suit} Q${suit} ${punto}${suit} ${banco}${suit}`);
  await dealer.next('round_settled', { after: seq });
};

/** Both sides in turn make every derived road one long run, whose tail goes far to the right. */
const ALTERNATIONS = 20;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  for (let coup = 0; coup < ALTERNATIONS; coup += 1) await win(coup % 2 === 0 ? 'punto' : 'banco');
});

/** The roads whose newest cell, or that of an Ask, lies within what is seen of the sheet. */
const inSight = ({ page }: BrowserPlayer, cell: string): Promise<readonly string[]> =>
  page.evaluate<string[]>(`${JSON.stringify(DERIVED_ROADS)}.filter((road) => {
    const sheet = document.querySelector('[data-part=roads] [data-road=' + road + ']');
    const cells = [...sheet.querySelectorAll('svg > g${cell}')];
    const [seen, last] = [sheet, cells.at(-1)].map((each) => each.getBoundingClientRect());
    return last.width > 0 && last.left >= seen.left && last.right <= seen.right;
  })`);

const SIZES = [PHONE, { width: 390, height: 844 }, DESK, { width: 1_920, height: 1_080 }];

/** The roads of which a column is cut at either side of the sheet. */
const cut = ({ page }: BrowserPlayer, within = '[data-part=roads]'): Promise<readonly string[]> =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('${within} [data-road]')].filter((sheet) => {
    const [seen, all] = [sheet, sheet.querySelector('svg')].map((each) => each.getBoundingClientRect());
    const cell = all.height / 6;
    const isWhole = (width) => Math.abs(width / cell - Math.round(width / cell)) * cell < 1;
    return cell > 0 && !(isWhole(seen.left - all.left) && isWhole(seen.width));
  }).map((sheet) => sheet.dataset.road)`);

test('no column of a road is cut where it is scrolled to its newest coup, on any screen', async () => {
  const player = await browser.player(studio, 'Bea', { size: PHONE });
  const { page } = player;
  await page.locator('[data-page-of=derived]').click();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(() => cut(player), { message: JSON.stringify(size) }).toEqual([]);
    expect(await inSight(player, ':not([data-ghost])'), JSON.stringify(size)).toEqual(
      DERIVED_ROADS,
    );
    await look(player, 'roads-whole');
  }
  await page.locator('[data-part=roads] [data-road=smallRoad] button').click();
  await expect.poll(() => cut(player, 'dialog'), { message: 'enlarged' }).toEqual([]);
});

test('a break after a long run is seen on every derived road, and so is its Ask', async () => {
  const player = await browser.player(studio, 'Ada', { size: PHONE });
  await player.page.locator('[data-page-of=derived]').click();
  await expect.poll(() => inSight(player, ':not([data-ghost])')).toEqual(DERIVED_ROADS);
  // The run is scrolled to its end. What would break it begins a column near the beginning.
  await player.page.locator('[data-part=roads] [data-ask=banco]').first().click();
  await expect.poll(() => inSight(player, '[data-ghost]')).toEqual(DERIVED_ROADS);
  await look(player, 'roads-ask-break');
  await win('banco');
  await expect.poll(() => player.coups).toBe(ALTERNATIONS + 1);
  await expect.poll(() => inSight(player, ':not([data-ghost])')).toEqual(DERIVED_ROADS);
  await look(player, 'roads-break');
});
