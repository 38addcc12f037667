/**
 * The room of Sette e Mezzo, played to the last button by mouse and by keyboard, with the money as
 * the studio has it.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { MATTA } from '../../src/sette-e-mezzo/points.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { creditOf, euros } from '../kit/browser-books.js';
import { axeFaults, placeOfKeys } from '../kit/browser-layout.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import type { Studio } from '../kit/studio.js';
import { SoloPlayer } from '../kit/solo.js';
import { SHUT, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SHUT } });
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const enters = async ({ page }: BrowserPlayer): Promise<void> => {
  await page.locator('[data-panel=lobby]').click();
  await page.locator('[data-solo=sette_e_mezzo]').click();
  await page.locator('[data-game=sette_e_mezzo] [data-hand-number]').waitFor();
};

/** The buttons that are shown. Each of them can be pressed. */
const shown = async (page: Page): Promise<readonly string[]> => {
  const buttons = page.locator('[data-part=commands] button');
  expect(await buttons.and(page.locator(':disabled')).count()).toBe(0);
  return buttons.evaluateAll((all) =>
    all.map((each) => (each as { dataset?: { command?: string } }).dataset?.command ?? ''),
  );
};

/** Touches the table until the player has a choice, or the hand is over. */
const dealtOn = async (page: Page): Promise<readonly string[]> => {
  await expect
    .poll(async () => {
      await page
        .locator('[data-command=hasten]')
        .click({ timeout: 100 })
        .catch(() => undefined);
      return (await page.locator('[data-command=hasten]').count()) === 0
        ? page.locator('[data-part=commands] button').count()
        : 0;
    })
    .toBeGreaterThan(0);
  return shown(page);
};

const press = (page: Page, command: string, key: boolean) => {
  const button = page.locator(`[data-command=${command}]:enabled`);
  return key ? button.press('Enter') : button.click();
};

/** Presses it, and sees that the hand goes on. */
const choose = async (page: Page, command: string, key: boolean): Promise<void> => {
  const lines = page.locator('[data-part=voice-of-hand] p');
  const before = await lines.count();
  const hasGoneOn = async () =>
    (await lines.count()) > before || (await page.locator('[data-result]').count()) > 0;
  await press(page, command, key);
  await expect.poll(hasGoneOn, { message: `${command} was pressed` }).toBe(true);
};

/** Plays the hand on, drawing or standing wherever that may be chosen. Answers how it ended. */
const playsOut = async (page: Page, by: 'card' | 'stand', key: boolean): Promise<string> => {
  for (;;) {
    const can = await dealtOn(page);
    const [result] = await page
      .locator('[data-result]')
      .evaluateAll((notes) =>
        notes.map((note) => (note as { dataset?: { result?: string } }).dataset?.result ?? ''),
      );
    if (result !== undefined) return result;
    const said = await page.locator('[data-part=stage] [role=status]').textContent();
    if (can.includes('stand')) {
      expect(can).toEqual(['stand', 'card']);
      await choose(page, by, key);
    } else {
      expect(can).toEqual(['card']);
      expect(said).toMatch(/must draw|devi prendere/);
      await choose(page, 'card', key);
    }
  }
};

test.each([
  ['a phone, in Italian, with the keyboard', PHONE, 'it', 'Ada', true],
  ['a desktop screen, in English', DESK, 'en-GB', 'Bea', false],
] as const)('is played to the last button on %s', async (_, size, language, name, key) => {
  const player = await browser.player(studio, name, { size, language });
  const { page } = player;
  await enters(player);
  await page.locator('[data-choose=piacentine]').click();
  await expect
    .poll(() => page.locator('[data-choose=piacentine]').getAttribute('aria-pressed'))
    .toBe('true');
  await page.locator('[data-choose=french] svg path').first().waitFor({ state: 'attached' });
  await look(player, 'sette-e-mezzo-bare');
  expect(await axeFaults(page)).toEqual([]);
  await page.locator('[role=radio][data-chip="2"]').click(); // 25
  await page.locator('[data-spot=stake]:enabled').click();
  await page.locator('[data-spot=stake]:enabled').press('Enter');
  expect(await shown(page)).toEqual(['undo', 'deal']);
  await press(page, 'undo', key);
  expect(await player.stakes()).toEqual({ stake: euros(25) });
  await press(page, 'deal', key);
  await dealtOn(page);
  expect(await page.locator('[data-hand] [data-deck=piacentine]').count()).toBeGreaterThan(1);
  await look(player, 'sette-e-mezzo-dealt');
  expect(await axeFaults(page)).toEqual([]);
  const results = new Set<string>();
  results.add(await playsOut(page, 'stand', key));
  // Whoever always draws busts sooner or later.
  for (let hand = 0; hand < 30 && !results.has('bust'); hand += 1) {
    await press(page, 'repeat', key);
    await press(page, 'deal', key);
    results.add(await playsOut(page, 'card', key));
  }
  expect(results).toContain('bust');
  expect(await page.locator('[data-hand=player] [data-points]').textContent()).toMatch(
    /^\d+½? (points|punti)$/,
  );
  const said = await page.locator('[data-part=voice-of-hand] p').allTextContents();
  expect(said).toHaveLength(await page.locator('[data-hand] [data-card]').count());
  for (const line of said) {
    expect(line).toMatch(/^(Tu|Banco|You|Bank): .+ (di|of) .+\. \d*½? (punti|points)\./);
  }
  expect(await page.locator('[data-part=voice-of-chips]').textContent()).toMatch(
    /^(Puntata|Stake):/,
  );
  await look(player, 'sette-e-mezzo-bust');
  expect(await axeFaults(page)).toEqual([]);
  const credit = await creditOf(testbed.pool, player.id);
  await expect.poll(() => player.balance()).toBe(credit);
  // The history draws it with the deck that it was played with, and names its cards.
  const sheet = await player.opens('history');
  await sheet.locator('[data-course]').first().click();
  const drawn = sheet.locator('[data-part=hand-replay] [data-deck=piacentine]');
  await drawn.first().locator('path').first().waitFor({ state: 'attached' });
  expect(await drawn.first().getAttribute('aria-label')).toMatch(/ (of|di) /);
  expect(await sheet.locator('[data-part=hand-replay] [data-deck=french]').count()).toBe(0);
  await look(player, 'sette-e-mezzo-history');
  expect(await axeFaults(page)).toEqual([]);
  await player.closesPanel();
  const help = await player.opens('help');
  await help.locator('[data-returns=sette_e_mezzo]').waitFor();
  await help.locator('[data-chapter=best-play] summary').click();
  await help.locator('[data-best-play=sette_e_mezzo]').waitFor();
  await look(player, 'sette-e-mezzo-help');
  expect(await axeFaults(page)).toEqual([]);
  await player.closesPanel();
  await page.reload();
  await page.locator('[data-game=sette_e_mezzo] [data-hand-number]').waitFor();
  await expect
    .poll(() => page.locator('[data-choose=piacentine]').getAttribute('aria-pressed'))
    .toBe('true');
});

test('whoever holds the matta alone hears in words that they must draw, and sees what it is worth then', async () => {
  const visitor = await testbed.visitor(studio, 'Cia', { euros: 50_000 });
  await visitor.buyIn(40_000);
  await changePlayerSettings(testbed.pool, visitor.id, { modeAsked: true });
  const solo = await new SoloPlayer(visitor).connect();
  for (;;) {
    const { hand } = await solo.dealSetteEMezzo();
    if (hand.game === 'sette_e_mezzo' && hand.view.player.cards[0] === MATTA) break;
    await solo.playOut(hand);
  }
  solo.socket.disconnect();
  visitor.close();
  const login = { id: visitor.id, token: visitor.token as string };
  const player = await browser.again(studio, login, { size: PHONE });
  const { page } = player;
  await page.locator('[data-panel=lobby]').click();
  await page.locator('[data-solo=sette_e_mezzo]').click();
  await page.locator('[data-command=card]:enabled').waitFor();
  expect(await shown(page)).toEqual(['card']);
  const voice = page.locator('[data-part=stage] [role=status]');
  expect(await voice.textContent()).toBe('You hold the matta alone: you must draw a card.');
  const worth = page.locator('[data-hand=player] [data-matta]');
  expect(await worth.getAttribute('data-matta')).toBe('1');
  await press(page, 'card', true);
  const mine = page.locator('[data-hand=player]');
  await expect.poll(() => mine.locator('[data-card]').count()).toBe(2);
  // With a figure it is 7, with any card of 1 to 7 what fills the hand up to 7 or 7½.
  const [half, total] = await Promise.all([
    worth.getAttribute('data-matta').then(Number),
    mine.locator('[data-points]').getAttribute('data-points').then(Number),
  ]);
  expect(half).toBeGreaterThanOrEqual(1);
  expect(total).toBeGreaterThanOrEqual(14);
  expect(await worth.textContent()).toMatch(/^matta = (½|[1-7])$/);
  await look(player, 'sette-e-mezzo-matta');
  expect(await axeFaults(page)).toEqual([]);
  const result = page.locator('[data-result]');
  while ((await result.count()) === 0) {
    const next = page.locator('[data-command=hasten], [data-command=stand]:enabled, [data-result]');
    await next
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined);
  }
  const credit = await creditOf(testbed.pool, player.id);
  await expect.poll(() => player.balance()).toBe(credit);
});

test('whoever plays with the keyboard keeps their place among the buttons, and a key that is held presses once', async () => {
  const player = await browser.player(studio, 'Kim', { size: DESK });
  const { page } = player;
  await enters(player);
  const isAt = (where: string) => expect.poll(() => placeOfKeys(page)).toBe(where);
  const isOver = async () => (await page.locator('[data-result]').count()) > 0;

  const spot = page.locator('[data-spot=stake]:enabled');
  for (let chip = 0; chip < 3; chip += 1) await spot.press('Enter');
  const staked = () => player.total();
  const before = await staked();
  const undo = page.locator('[data-command=undo]:enabled');
  await undo.focus();
  for (let time = 0; time < 5; time += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await staked()).toBe((before / 3n) * 2n);
  await isAt('undo');

  let timesBack = 0;
  for (let hand = 0; hand < 20 && timesBack === 0; hand += 1) {
    await page.locator('[data-command=deal]:enabled').press('Enter');
    await isAt('commands');
    const first = page.locator('[data-part=commands] button').first();
    await first.waitFor({ timeout: 60_000 });
    if (await isOver()) {
      await page.locator('[data-command=repeat]:enabled').press('Enter');
      continue;
    }
    await page.keyboard.press('Tab');
    await isAt((await first.getAttribute('data-command')) ?? '');
    if ((await placeOfKeys(page)) === 'stand') await page.keyboard.press('Tab');
    await isAt('card');
    const cards = page.locator('[data-hand=player] [data-card]');
    for (let drawn = await cards.count(); !(await isOver()); drawn += 1) {
      await page.keyboard.press('Enter');
      await expect.poll(() => cards.count()).toBe(drawn + 1);
      await first.waitFor({ timeout: 60_000 });
      if (await isOver()) break;
      await isAt('card');
      timesBack += 1;
    }
    await isAt('commands');
    await page.locator('[data-command=repeat]:enabled').press('Enter');
  }
  expect(timesBack, 'a second card was drawn').toBeGreaterThan(0);
  expect(await axeFaults(page)).toEqual([]);
});
