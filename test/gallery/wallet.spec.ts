/** The gallery’s scene of the bets for which operators’ wallets are asked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePlayerSettings } from '../../src/player/settings.js';
import { cutWords, outsideScreen } from '../kit/browser-layout.js';
import { useBrowser } from '../kit/browser.js';
import type { Staff } from '../kit/clients.js';
import { SlowWallet } from '../kit/slow-wallet.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { LANGUAGES, LOCALES, isWanted, takeShot, wantedSizes, writeGallery } from './shots.js';

const SCENE = '15-accepting-bets';
const BET_MS = 10_000;

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: BET_MS, name: 'Salone Rosso' } },
  env: { STALLED_CLOCK_MS: '60000', STALLED_DEAL_MS: '600000', STALLED_PAY_MS: '600000' },
});
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;
let slow: SlowWallet;

beforeAll(async () => {
  if (!isWanted(SCENE)) return;
  studio = await testbed.start();
  slow = await SlowWallet.open(testbed);
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});
afterAll(async () => {
  await slow?.wallet.stop();
  writeGallery();
});

test.skipIf(!isWanted(SCENE))(SCENE, { timeout: 600_000 }, async () => {
  const player = await slow.launches(studio, 'anna', 50);
  await player.join();
  const { game, seq } = await dealer.openBetting();
  await player.bet(game, { punto: 10, punto_pair: 5 });
  const goOn = slow.holds();
  await testbed.advance(BET_MS);
  await dealer.next('betting_closed', { after: seq });
  for (const language of LANGUAGES) {
    const sizes = wantedSizes(SCENE, language);
    if (sizes.length === 0) continue;
    await changePlayerSettings(testbed.pool, player.id, { modeAsked: true, language });
    const login = { id: player.id, token: player.token as string };
    const { page } = await browser.again(studio, login, { language: LOCALES[language] });
    const wrong: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      const name = await takeShot(page, { scene: SCENE, language, size });
      for (const fault of [...(await outsideScreen(page)), ...(await cutWords(page))]) {
        wrong.push(`${name}: ${fault}`);
      }
    }
    expect.soft(wrong, 'is on the screen, and whole').toEqual([]);
  }
  goOn();
  await testbed.passing(dealer.next('stakes_taken', { after: seq }));
  await dealer.deal('9h Kh Th Qh');
  await dealer.next('round_settled', { after: seq });
});
