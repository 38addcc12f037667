/**
 * The gallery’s scenes of a table that is filmed: the picture on the stage, a result over it, the
 * classic view with its small frame, and the last hand of a shoe. Where there is no ffmpeg, or no
 * canvas, there are none.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whatPictureLacks } from '../../scripts/setup/studio.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { cutWords, outsideScreen } from '../kit/browser-layout.js';
import { PATIENCE_MS, useBrowser } from '../kit/browser.js';
import type { Player, Staff } from '../kit/clients.js';
import { Camera, showsChip, showsFirstCard } from '../kit/filmed-table.js';
import { type Studio, eventually } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { LANGUAGES, LOCALES, isWanted, takeShot, wantedSizes, writeGallery } from './shots.js';

/** In the world’s time: all pictures of the bets are taken meanwhile. */
const BET_MS = 60_000;
const BETS = '16-video-bets';
const AFTER = ['17-video-result', '18-video-classic', '28-video-last-hand'] as const;
const canBe = whatPictureLacks() === undefined;
const isSeen = canBe && [BETS, ...AFTER].some((scene) => isWanted(scene));

const camera = new Camera();
const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: BET_MS, name: 'Salone Rosso' } },
  env: {
    ...{ SABOT_DEMO: '1', DEMO_PICTURE: camera.folder },
    ...{ STALLED_CLOCK_MS: '60000', STALLED_DEAL_MS: '600000', STALLED_PAY_MS: '600000' },
  },
});
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;
let player: Player;

beforeAll(async () => {
  if (!isSeen) return;
  studio = await testbed.startProcess();
  await testbed.isRunBy(studio);
  camera.film(studio.url);
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  player = await testbed.player(studio, 'Ada');
  const isThere = async () => (await fetch(`${studio.url}/picture/pb-1/index.m3u8`)).ok;
  await eventually('the film is served', isThere, { withinMs: PATIENCE_MS });
}, 600_000);
afterAll(async () => {
  await camera.stop();
  writeGallery();
});

/** What has lost was taken, and what has won is there. */
const showsResult = async (page: Page): Promise<boolean> =>
  (await showsFirstCard(page, '[data-part=stage] video')) &&
  (await showsChip(page, 'super_6')) &&
  !(await showsChip(page, 'punto'));

interface Filmed {
  readonly scene: string;
  /** Of the stage as it is to be. */
  readonly stage: string;
  /** What the picture shows then. */
  readonly isFilmed: (page: Page) => Promise<boolean>;
  readonly settings?: object;
}

/** Takes the scene in every size, once the picture shows it. */
const take = async ({ scene, stage, isFilmed, settings = {} }: Filmed): Promise<void> => {
  const wrong: string[] = [];
  for (const language of LANGUAGES) {
    const sizes = wantedSizes(scene, language);
    if (sizes.length === 0) continue;
    const wishes = { modeAsked: true, betStatistics: true, language, ...settings };
    await changePlayerSettings(testbed.pool, player.id, wishes);
    const login = { id: player.id, token: player.token as string };
    const shownPage = await browser.again(studio, login, { language: LOCALES[language] });
    shownPage.forgiven = /status of 404/; // a segment that went before the page asked for it
    const { page } = shownPage;
    await page.locator(`[data-part=stage]${stage}`).waitFor({ timeout: 2 * PATIENCE_MS });
    await eventually('the film shows it', () => isFilmed(page), { withinMs: PATIENCE_MS });
    for (const size of sizes) {
      await page.setViewportSize(size);
      const name = await takeShot(page, { scene, language, size });
      for (const fault of [...(await outsideScreen(page)), ...(await cutWords(page))]) {
        wrong.push(`${name}: ${fault}`);
      }
    }
    await page.context().close();
  }
  expect.soft(wrong, 'is on the screen, and whole').toEqual([]);
};

test.skipIf(!isSeen)('a table that is filmed', { timeout: 1_200_000 }, async () => {
  const bettor = await testbed.player(studio, 'Bea');
  const { game, seq } = await dealer.openBetting();
  await player.bet(game, { banco: 1_286, egalite: 25, banco_pair: 30, perfect_pair: 5 });
  await player.bet(game, { punto_bonus: 11, super_6: 100 });
  await bettor.bet(game, { punto: 500, egalite: 10, punto_pair: 25, either_pair: 100 });
  await take({ scene: BETS, stage: '[data-seen]', isFilmed: (page) => showsChip(page, 'banco') });
  await dealer.betsClosed(seq);
  await dealer.deal('2h 3c 2d 3d 6s Kh');
  await dealer.next('round_settled', { after: seq });
  const [result, classic, lastHand] = AFTER;
  const isFilmed = showsResult;
  await take({ scene: result, stage: '[data-seen][data-outcome]', isFilmed });
  const stage = '[data-view=classic][data-seen][data-outcome]';
  await take({ scene: classic, stage, isFilmed, settings: { classicView: true } });
  await dealer.scan('CUT');
  const { game: last } = await dealer.openBetting();
  await bettor.bet(last, { banco: 25 });
  await take({
    scene: lastHand,
    stage: '[data-seen]:has([data-last])',
    isFilmed: async (page) =>
      (await showsChip(page, 'banco')) && !(await showsChip(page, 'super_6')),
    settings: { classicView: false },
  });
});
