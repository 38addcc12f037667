/**
 * `npm run shots`: the player’s table in every scene, size and language, as pictures and as one
 * page that shows them all. SABOT_SHOTS names the folder. SABOT_SHOTS_ONLY holds words, of which
 * each must be in the name of a picture that is taken; of words with commas between, one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePlayerSettings } from '../../src/player/settings.js';
import { type Size, useBrowser } from '../kit/browser.js';
import type { Player, Staff } from '../kit/clients.js';
import { cutWords, outsideScreen } from '../kit/browser-layout.js';
import { shuffled } from '../kit/long-night.js';
import { ROOT } from '../kit/source-file.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { galleryPage } from './page.js';
import { BET_MS, LAST_BETS_MS, SCENES, type Scene } from './scenes.js';

const SIZES: readonly Size[] = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
  { width: 2_560, height: 1_440 },
];
const LANGUAGES = ['en', 'it'] as const;

/** Coups of the shoe before the scene, so that every road has something on it. */
const ROUNDS_BEFORE = 24;

const folder = path.resolve(ROOT, process.env['SABOT_SHOTS'] ?? '.data/shots/gallery');
const wanted = (process.env['SABOT_SHOTS_ONLY'] ?? '').split(/\s+/).filter(Boolean);
const isWanted = (name: string): boolean =>
  wanted.every((words) => words.split(',').some((word) => name.includes(word)));
const shotName = (scene: Scene, language: string, { width, height }: Size): string =>
  `${scene.name}.${language}.${width}x${height}.png`;

const scenes = SCENES.filter((scene) =>
  LANGUAGES.some((language) => SIZES.some((size) => isWanted(shotName(scene, language, size)))),
);
const testbed = useTestbed({
  tables: Object.fromEntries(
    scenes.map(({ settings }, index) => [
      `pb-${index + 1}`,
      {
        ...QUICK,
        ...settings,
        betMs: BET_MS,
        lastBetsMs: LAST_BETS_MS,
        name: `Salone ${['Rosso', 'Verde', 'Blu', 'Oro'][index % 4]!} ${index + 1}`,
      },
    ]),
  ),
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;
const dealers: Staff[] = [];
const taken: string[] = [];

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  studio = await testbed.start();
  for (const index of scenes.keys()) {
    const dealer = await testbed.staff(studio, `Dora ${index + 1}`, { table: `pb-${index + 1}` });
    await dealer.makeReady();
    dealers.push(dealer);
  }
  const playing = dealers.filter((_, index) => scenes[index]!.isPlayed);
  const shoes = playing.map(() => shuffled('gallery')[Symbol.iterator]());
  for (let round = 1; round <= ROUNDS_BEFORE; round += 1) {
    const opened = await Promise.all(playing.map((dealer) => dealer.openBetting()));
    await testbed.advance(BET_MS - LAST_BETS_MS);
    await testbed.advance(LAST_BETS_MS);
    await Promise.all(
      playing.map(async (dealer, index) => {
        const { seq } = opened[index]!;
        await dealer.next('betting_closed', { after: seq });
        await dealer.dealFrom(shoes[index]!);
        await dealer.next('round_settled', { after: seq });
      }),
    );
  }
}, 600_000);

afterAll(() => writeFileSync(path.join(folder, 'index.html'), galleryPage(taken)));

test.each(scenes.map((scene, index) => [scene.name, scene, index] as const))(
  '%s',
  { timeout: 600_000 },
  async (_name, scene, index) => {
    const dealer = dealers[index]!;
    const table = dealer.table;
    const joined = async (name: string): Promise<Player> => {
      const player = await testbed.player(studio, name, { table });
      await changePlayerSettings(testbed.pool, player.id, { modeAsked: true, betStatistics: true });
      return player;
    };
    const player = await joined('Ada');
    const others = [await joined('Bea')];
    const actors = { dealer, player, others, pass: (ms: number) => testbed.advance(ms) };
    await scene.prepare(actors);
    player.close();
    for (const language of LANGUAGES) {
      const sizes = SIZES.filter((size) => isWanted(shotName(scene, language, size)));
      if (sizes.length === 0) continue;
      await changePlayerSettings(testbed.pool, player.id, { language });
      const login = { id: player.id, token: player.token as string };
      const shown = await browser.again(studio, login, {
        table,
        size: sizes[0]!,
        language: language === 'it' ? 'it-IT' : 'en-GB',
      });
      const { page } = shown;
      await page.waitForLoadState('networkidle');
      await scene.act?.(page, actors);
      const wrong: string[] = [];
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.evaluate(`Promise.allSettled(document.getAnimations()
          .filter(({ effect }) => effect.getComputedTiming().endTime < 3_000)
          .map(({ finished }) => finished)).then(() => undefined)`);
        const name = shotName(scene, language, size);
        await page.screenshot({ path: path.join(folder, name) });
        taken.push(name);
        const faults = [...(await outsideScreen(page)), ...(await cutWords(page))];
        if (faults.length > 0) wrong.push(`${name}: ${faults.join('; ')}`);
      }
      await page.context().close();
      expect.soft(wrong, 'is on the screen, and whole').toEqual([]);
    }
  },
);
