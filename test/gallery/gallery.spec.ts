/**
 * `npm run shots`: the player’s table in every scene, size and language, as pictures and as one
 * page that shows them all.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePlayerSettings } from '../../src/player/settings.js';
import { useBrowser } from '../kit/browser.js';
import type { Player, Staff } from '../kit/clients.js';
import { cutWords, outsideScreen } from '../kit/browser-layout.js';
import { shuffled } from '../kit/long-night.js';
import { openPit } from '../kit/pit-client.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { BET_MS, LAST_BETS_MS, SCENES } from './scenes.js';
import { LANGUAGES, LOCALES, isWanted, takeShot, wantedSizes, writeGallery } from './shots.js';

/** Coups of the shoe before the scene, so that every road has something on it. */
const ROUNDS_BEFORE = 24;

const scenes = SCENES.filter(({ name }) => isWanted(name));
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

beforeAll(async () => {
  if (scenes.length === 0) return;
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

afterAll(writeGallery);

test.skipIf(scenes.length === 0)('every scene has a table', () => {
  expect(dealers).toHaveLength(scenes.length);
});

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
    const voids = async (game: string): Promise<void> => {
      const [asker, second] = [
        await openPit(testbed, studio, `asks at ${table}`),
        await openPit(testbed, studio, `approves at ${table}`),
      ];
      const request = { kind: 'void', table, game, reason: 'misdeal' } as const;
      const { approval } = await asker.must('approval:request', request);
      await second.must('approval:decide', { approval: approval.id, verdict: 'approved' });
    };
    const actors = { dealer, player, others, voids, pass: (ms: number) => testbed.advance(ms) };
    await scene.prepare(actors);
    player.close();
    for (const language of LANGUAGES) {
      const sizes = wantedSizes(scene.name, language);
      if (sizes.length === 0) continue;
      await changePlayerSettings(testbed.pool, player.id, { language });
      const login = { id: player.id, token: player.token as string };
      const shown = await browser.again(studio, login, {
        table,
        size: sizes[0]!,
        language: LOCALES[language],
      });
      const { page } = shown;
      await page.waitForLoadState('networkidle');
      await scene.act?.(page, actors);
      const wrong: string[] = [];
      for (const size of sizes) {
        await page.setViewportSize(size);
        const name = await takeShot(page, { scene: scene.name, language, size });
        const faults = [...(await outsideScreen(page)), ...(await cutWords(page))];
        if (faults.length > 0) wrong.push(`${name}: ${faults.join('; ')}`);
      }
      await page.context().close();
      expect.soft(wrong, 'is on the screen, and whole').toEqual([]);
    }
  },
);
