/**
 * The rooms of the solo games on every screen, in both languages: nothing leaves the felt, is cut
 * off or lies over something else, and a screen reader finds all of it.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Card } from '../../src/cards/card.js';
import { valueOf } from '../../src/blackjack/total.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { look, useBrowser } from '../kit/browser.js';
import { axeFaults, crowded } from '../kit/browser-layout.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { SoloPlayer } from '../kit/solo.js';
import type { Studio } from '../kit/studio.js';
import { SHUT, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SHUT } });
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const SIZES = [
  [360, 640],
  [844, 390],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;

const enters = async ({ page }: BrowserPlayer, game: string): Promise<void> => {
  await page.locator('[data-panel=lobby]').click();
  await page.locator(`[data-solo=${game}]`).click();
  await page.locator(`[data-game=${game}] [data-hand-number]`).waitFor();
};

const speaks = async (page: Page, language: 'it' | 'en'): Promise<void> => {
  await page.locator('[data-panel=settings]').click();
  await page.locator('[data-setting=language]').selectOption(language);
  await page.locator(`html[lang=${language}]`).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Touches the table until one of these is there. */
const dealtOn = async (page: Page, selector: string): Promise<void> => {
  await expect
    .poll(async () => {
      const hasten = page.locator('[data-command=hasten]');
      await hasten.click({ timeout: 100 }).catch(() => undefined);
      return (await hasten.count()) === 0 && (await page.locator(selector).count()) > 0;
    })
    .toBe(true);
};

/** What is wrong, by the screen that it is wrong on. */
const looksOver = async (player: BrowserPlayer, name: string, withAxe = false): Promise<void> => {
  const { page } = player;
  const wrong: Record<string, readonly string[]> = {};
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const found = [...(await crowded(page))];
    if (withAxe && width < 2_000) found.push(...(await axeFaults(page)));
    if (found.length > 0) wrong[`${name} ${width}x${height}`] = found;
    await look(player, `rooms-${name}`);
  }
  expect.soft(wrong).toEqual({});
};

/** In Italian with axe, and in English. */
const inBothLanguages = async (player: BrowserPlayer, name: string): Promise<void> => {
  await looksOver(player, `${name}-it`, true);
  await speaks(player.page, 'en');
  await looksOver(player, `${name}-en`);
};

test('Punto e Banco lies well on every screen, with six cards and a full layout', async () => {
  const player = await browser.player(studio, 'Ada', { euros: 50_000, language: 'it' });
  const { page } = player;
  await enters(player, 'punto_e_banco');
  await page.locator('[role=radio][data-chip="4"]').click();
  await page.locator('[data-spot=banco]').click();
  await page.locator('[role=radio][data-chip="2"]').click();
  for (const spot of ['punto', 'banco', 'egalite', 'punto_pair', 'banco_pair']) {
    for (let chip = 0; chip < 3; chip += 1) await page.locator(`[data-spot=${spot}]`).click();
  }
  await looksOver(player, 'punto-e-banco-placed');
  await page.locator('[data-command=deal]').click();
  await dealtOn(page, '[data-ending]');
  const cards = page.locator('[data-part=hands] [role=img]');
  for (let coup = 0; coup < 12 && (await cards.count()) < 6; coup += 1) {
    await page.locator('[data-command=repeat]:enabled').click();
    await page.locator('[data-command=deal]:enabled').click();
    await dealtOn(page, '[data-ending]');
  }
  await inBothLanguages(player, 'punto-e-banco-over');
});

test('Sette e Mezzo lies well on every screen, with a bust of many cards', async () => {
  const player = await browser.player(studio, 'Bea', { euros: 50_000, language: 'it' });
  const { page } = player;
  await enters(player, 'sette_e_mezzo');
  await page.locator('[data-choose=french] svg path').first().waitFor({ state: 'attached' });
  await looksOver(player, 'sette-e-mezzo-bare');
  await page.locator('[role=radio][data-chip="2"]').click();
  for (let chip = 0; chip < 3; chip += 1) await page.locator('[data-spot=stake]').click();
  const mine = page.locator('[data-hand=player] [role=img]');
  const [drawn, over] = ['[data-command=card]:enabled', '[data-command=repeat]:enabled'];
  for (let hand = 0; ; hand += 1) {
    await page.locator('[data-command=deal]:enabled').click();
    for (;;) {
      await dealtOn(page, `${drawn}, ${over}`);
      if ((await page.locator(over).count()) > 0) break;
      if ((await mine.count()) === 3) await looksOver(player, 'sette-e-mezzo-choice');
      await page.locator(drawn).click();
    }
    if (hand >= 12 || (await mine.count()) >= 4) break;
    await page.locator(over).click();
  }
  await inBothLanguages(player, 'sette-e-mezzo-over');
});

/** Someone whose hand of Blackjack was played elsewhere, by another client, up to this. */
const comesBack = async (
  name: string,
  plays: (solo: SoloPlayer) => Promise<unknown>,
): Promise<BrowserPlayer> => {
  const visitor = await testbed.visitor(studio, name, { euros: 100_000 });
  await visitor.buyIn(90_000);
  const solo = await new SoloPlayer(visitor).connect();
  await plays(solo);
  solo.socket.disconnect();
  visitor.close();
  await changePlayerSettings(testbed.pool, visitor.id, { modeAsked: true });
  const login = { id: visitor.id, token: visitor.token as string };
  const player = await browser.again(studio, login, { language: 'it' });
  await enters(player, 'blackjack');
  return player;
};

test('the buttons of a pair of Blackjack lie well on every screen, all four of them', async () => {
  const player = await comesBack('Dea', dealsAPair);
  await dealtOn(player.page, '[data-command=split]:enabled');
  for (const choice of ['card', 'stand', 'double', 'split']) {
    await player.page.locator(`[data-command=${choice}]:enabled`).waitFor();
  }
  await inBothLanguages(player, 'blackjack-pair');
});

test('five boxes of Blackjack lie well on every screen, the rightmost of them split', async () => {
  const player = await comesBack('Cia', splitsTheFirst);
  const { page } = player;
  await page.locator('[data-box="0"] [data-hand="1"]').waitFor();
  await looksOver(player, 'blackjack-split');
  const over = '[data-command=newHand]:enabled';
  for (;;) {
    const stand = '[data-command=stand]:enabled';
    await dealtOn(page, `${stand}, ${over}`);
    if ((await page.locator(over).count()) > 0) break;
    await page.locator(stand).click();
  }
  await inBothLanguages(player, 'blackjack-over');
  await page.locator(over).click();
  await page.locator('[role=radio][data-chip="2"]').click();
  for (let box = 0; box < 5; box += 1) await page.locator(`[data-spot="${box}"]`).click();
  await looksOver(player, 'blackjack-placed');
  await page.locator('[data-command=boxes]').click();
  await page.locator('[data-boxes="3"]').waitFor();
  await looksOver(player, 'blackjack-choice');
});

/** Plays five boxes until a small pair in the first may be split. */
const dealsAPair = async (solo: SoloPlayer): Promise<{ hand: string; step: number }> => {
  for (;;) {
    const { hand } = await solo.open('blackjack');
    const stakes = Array.from({ length: 5 }, () => '6700');
    const played = await solo.must('blackjack:deal', { hand, step: 0, stakes, cut: 7 });
    if (played.next !== null || played.hand.game !== 'blackjack') continue;
    const { view } = played.hand;
    const [one, two] = view.boxes[0]!.hands[0]!.cards as [Card, Card];
    const isSmall = valueOf(one) === valueOf(two) && valueOf(one) > 1 && valueOf(one) < 7;
    if (view.inTurn?.box === 0 && isSmall) return { hand, step: view.step };
    await solo.playOut(played.hand);
  }
};

/** Splits a pair in the first box, and draws to it as far as it goes. */
const splitsTheFirst = async (solo: SoloPlayer): Promise<void> => {
  for (;;) {
    const { hand, step } = await dealsAPair(solo);
    let played = await solo.must('blackjack:split', { hand, step });
    while (played.hand.game === 'blackjack' && played.hand.view.inTurn?.box === 0) {
      if (played.hand.view.inTurn.hand === 1) return;
      played = await solo.must('blackjack:card', { hand, step: played.hand.view.step });
    }
    if (played.next === null) await solo.playOut(played.hand);
  }
};
