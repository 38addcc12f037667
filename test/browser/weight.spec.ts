/**
 * What the page weighs: the script that the table needs, and the drawings of its cards. What memory
 * it needs is seen over a day (day.spec.ts).
 */
import type { Response } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PHONE, useBrowser } from '../kit/browser.js';
import type { Staff } from '../kit/clients.js';
import { QUICK, SHUT, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const SCRIPT_MAX = 110 * 1_024;
/** The libraries, what the staff's pages use as well, and the table. */
const SCRIPTS = 3;
/** The drawings of the cards, as the page unpacks them. */
const CARDS_MAX = 60 * 1_024;

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 200, lastBetsMs: 0 }, 'pb-2': SHUT },
});
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

test('the table needs three scripts of at most 110 KB on their way, which are kept for good', async () => {
  const sizes: Record<string, number> = {};
  const asked: Promise<unknown>[] = [];
  const player = await browser.player(studio, 'Ada', { size: PHONE });
  const { page } = player;
  page.on('response', (answer) => {
    if (answer.request().resourceType() !== 'script') return;
    const look = async (): Promise<void> => {
      const { 'content-encoding': encoding, 'cache-control': kept } = await answer.allHeaders();
      expect({ encoding, kept }, answer.url()).toEqual({
        encoding: 'br',
        kept: 'public, max-age=31536000, immutable',
      });
      sizes[answer.url()] = (await answer.request().sizes()).responseBodySize;
    };
    asked.push(look());
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  await page.reload({ waitUntil: 'networkidle' });
  await player.isAtTable();
  await Promise.all(asked);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(Object.keys(sizes)).toHaveLength(SCRIPTS);
  expect(total).toBeGreaterThan(20_000);
  expect(total, JSON.stringify(sizes)).toBeLessThan(SCRIPT_MAX);
});

test('the drawings of the cards are at most 60 KB, and come with the first card', async () => {
  const dino = await testbed.staff(studio, 'Dino', { table: 'pb-2' });
  await dino.makeReady();
  const player = await browser.player(studio, 'Cia', { size: PHONE, table: 'pb-2' });
  const { page } = player;
  await page.reload({ waitUntil: 'networkidle' });
  await player.isAtTable();
  const sent: Promise<[url: string, size: number]>[] = [];
  const weigh = (answer: Response): void => {
    const size = async () => (await answer.body()).byteLength;
    sent.push(size().then((bytes) => [new URL(answer.url()).pathname, bytes]));
  };
  page.on('response', weigh);
  await dino.playRound('9h 3c 9d 4s');
  await expect.poll(() => player.cards.count()).toBe(4);
  await expect.poll(() => player.cards.locator('svg').count()).toBe(4);
  await page.waitForLoadState('networkidle');
  // What is asked after that, such as the lobby's next look, is no part of the cards, and may be
  // under way when the page is closed.
  page.off('response', weigh);
  const sizes = await Promise.all(sent);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeGreaterThan(2_000);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(CARDS_MAX);
});
