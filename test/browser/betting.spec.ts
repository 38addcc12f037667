/**
 * Bets on the page: every spot in both modes, undo, clear and double, what cannot be bet, and play
 * by keyboard alone.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { changePlayerSettings } from '../../src/player/settings.js';
import { type Spot, SPOTS } from '../../src/punto-banco/spot.js';
import { PHONE, look, useBrowser } from '../kit/browser.js';
import { euros, expectMoney, placementsOf } from '../kit/browser-books.js';
import { axeFaults, cutWords, outsideScreen, overOrSmall } from '../kit/browser-layout.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import type { Staff } from '../kit/clients.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': SLOW, 'pb-2': { ...SLOW, oppositeBets: 'allow' } },
});
const browser = useBrowser(testbed);
let studio: Studio;
/** The rounds in hand: their bets stay open. */
let game: string;
let game2: string;

beforeAll(async () => {
  studio = await testbed.start();
  const opened = async (table: string): Promise<string> => {
    const dealer: Staff = await testbed.staff(studio, 'Dora', { table });
    await dealer.makeReady();
    return (await dealer.openBetting()).game;
  };
  [game, game2] = await Promise.all([opened('pb-1'), opened('pb-2')]);
});

const shows = (
  player: BrowserPlayer,
  round: string,
  credit: number,
  stakes: Partial<Record<Spot, number>>,
) =>
  expectMoney(testbed.pool, player, round, {
    credit: euros(credit),
    stakes: Object.fromEntries(Object.entries(stakes).map(([spot, stake]) => [spot, euros(stake)])),
  });

describe('every spot', () => {
  test('can be bet on with No Comm., Super 6 within the main bets', async () => {
    const player = await browser.player(studio, 'Ada', { table: 'pb-2' });
    const stakes: Partial<Record<Spot, number>> = {};
    for (const spot of SPOTS) {
      await player.places(spot, '5');
      stakes[spot] = 5;
    }
    await shows(player, game2, 950, stakes);
    expect(await placementsOf(testbed.pool, game2, player.id)).toBe(SPOTS.length);
    const { rows } = await testbed.pool.query<{ mode: string }>(
      'select distinct mode from bets where player_id = $1',
      [player.id],
    );
    expect(rows).toEqual([{ mode: 'zero_commission' }]);
  });

  test('but Super 6 can be bet on in normal mode', async () => {
    const player = await browser.player(studio, 'Bea', { table: 'pb-2' });
    await player.mode.click();
    await expect.poll(() => player.spot('super_6').isDisabled()).toBe(true);
    expect(await player.spot('super_6').textContent()).toContain('No Comm. only');
    expect(await player.spot('banco').textContent()).toContain('0.95:1');
    const stakes: Partial<Record<Spot, number>> = {};
    for (const spot of SPOTS.filter((each) => each !== 'super_6')) {
      await player.places(spot, '25');
      stakes[spot] = 25;
    }
    await shows(player, game2, 1_000 - 9 * 25, stakes);
    const { rows } = await testbed.pool.query<{ mode: string }>(
      'select distinct mode from bets where player_id = $1',
      [player.id],
    );
    expect(rows).toEqual([{ mode: 'normal' }]);
  });
});

describe('a stake', () => {
  test('is undone, newest first, cleared and doubled', async () => {
    const player = await browser.player(studio, 'Cia', { euros: 500 });
    expect(await player.command('Undo').isDisabled()).toBe(true);
    expect(await player.command('Double').isDisabled()).toBe(true);
    await player.places('banco', '25');
    await player.places('super_6', '5');
    await player.places('banco', '1');
    await shows(player, game, 469, { banco: 26, super_6: 5 });
    await player.does('Undo');
    await shows(player, game, 470, { banco: 25, super_6: 5 });
    await player.does('Double');
    await shows(player, game, 440, { banco: 50, super_6: 10 });
    await player.does('Undo');
    await shows(player, game, 470, { banco: 25, super_6: 5 });
    await player.does('Double');
    await player.does('Double');
    await shows(player, game, 380, { banco: 100, super_6: 20 });
    await player.does('Clear');
    await shows(player, game, 500, {});
    expect(await player.command('Clear').isDisabled()).toBe(true);
  });

  test('is placed once for each click, however fast they come', async () => {
    const player = await browser.player(studio, 'Dia', { euros: 100 });
    await player.takes('1');
    await player.page.evaluate(
      `for (let click = 0; click < 30; click += 1) document.querySelector('[data-spot=punto]').click()`,
    );
    await shows(player, game, 70, { punto: 30 });
    expect(await placementsOf(testbed.pool, game, player.id)).toBe(30);
  });
});

describe('No Comm.', () => {
  test('cannot be switched off while a stake is on Super 6, and can once that is undone', async () => {
    const player = await browser.player(studio, 'Eva');
    await player.places('banco', '5');
    await player.places('super_6', '5');
    await expect.poll(() => player.mode.isDisabled()).toBe(true);
    expect(await player.mode.isChecked()).toBe(true);
    await player.does('Undo');
    await expect.poll(() => player.mode.isDisabled()).toBe(false);
    await player.mode.click();
    await expect.poll(() => player.mode.isChecked()).toBe(false);
    await expect.poll(() => modeOf(player)).toBe('normal');
    await player.mode.click();
    await expect.poll(() => modeOf(player)).toBe('zero_commission');
    await shows(player, game, 995, { banco: 5 });
  });

  test('is asked about at the first visit, and never again', async () => {
    const player = await browser.player(studio, 'Fia', { isNew: true });
    const asked = player.page.getByRole('dialog');
    await asked.waitFor();
    await asked
      .getByRole('button', { name: /0\.95|commission/i })
      .last()
      .click();
    await asked.waitFor({ state: 'detached' });
    await expect.poll(() => modeOf(player)).toBe('normal');
    await expect.poll(() => wasAsked(player)).toBe(true);
    const settings = player.page.waitForResponse(
      (answer) => answer.url().endsWith('/me/settings') && answer.request().method() === 'GET',
    );
    await player.page.reload();
    await player.isAtTable();
    await (await settings).finished();
    await expect.poll(() => player.mode.isChecked()).toBe(false);
    expect(await player.page.getByRole('dialog').count()).toBe(0);
  });

  test('is asked about once, also where the answer cannot be kept', async () => {
    const player = await browser.player(studio, 'Gil', { isNew: true });
    player.forgiven = /status of 503/;
    const { page } = player;
    await page.route('**/me/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { error: 'studio_is_busy' } })
        : route.continue(),
    );
    const refused = page.waitForResponse((answer) => answer.status() === 503);
    await page.getByRole('dialog').getByRole('button').last().click();
    await (await refused).finished();
    await expect.poll(() => modeOf(player)).toBe('normal');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

const modeOf = async (player: BrowserPlayer): Promise<string | undefined> => {
  const { rows } = await testbed.pool.query<{ mode: string }>(
    'select mode from players where id = $1',
    [player.id],
  );
  return rows[0]?.mode;
};

const wasAsked = async (player: BrowserPlayer): Promise<boolean> => {
  const { rows } = await testbed.pool.query<{ asked: string | null }>(
    `select settings ->> 'modeAsked' as asked from players where id = $1`,
    [player.id],
  );
  return rows[0]?.asked === 'true';
};

describe('a bet that is not possible', () => {
  test('is refused in words, and nothing of it stays drawn', async () => {
    const player = await browser.player(studio, 'Gia');
    await player.places('banco', '5');
    await player.places('punto', '5');
    await player.page.locator('[data-refusal="opposite_bets"]').waitFor();
    expect(await player.refusal.textContent()).toContain('cannot both be covered');
    await shows(player, game, 995, { banco: 5 });
    await player.places('super_6', '25');
    await player.page.locator('[data-refusal="super_6_above_main_bets"]').waitFor();
    await shows(player, game, 995, { banco: 5 });
  });

  test('is one with a chip that the credit does not cover, and that chip is dimmed', async () => {
    const player = await browser.player(studio, 'Hia', { euros: 31 });
    const dimmed = () => player.dimmed();
    expect(await dimmed()).toEqual(['100', '500', '1K']);
    await player.places('punto', '25');
    await expect.poll(dimmed).toEqual(['25', '100', '500', '1K']);
    await shows(player, game, 6, { punto: 25 });
    await player.places('punto'); // the chip of 25 is in the hand still
    await player.page.locator('[data-refusal="insufficient_funds"]').waitFor();
    await shows(player, game, 6, { punto: 25 });
    await player.places('egalite', '5');
    await player.places('egalite', '1');
    await shows(player, game, 0, { punto: 25, egalite: 6 });
    expect(await dimmed()).toHaveLength(6);
    await player.does('Clear');
    await expect.poll(dimmed).toEqual(['100', '500', '1K']);
  });
});

describe('what is said of a bet', () => {
  test('names the spot, the amount and the number that decides, each in its place', async () => {
    const player = await browser.player(studio, 'Jia', { euros: 10_000, size: PHONE });
    const { page } = player;
    await player.places('egalite', '1K');
    await shows(player, game, 9_000, { egalite: 1_000 });
    const where = () =>
      page.evaluate(`[...document.querySelectorAll('[data-part]')]
        .filter((part) => part.dataset.part !== 'notices')
        .map((part) => [part.dataset.part, JSON.stringify(part.getBoundingClientRect())])`);
    const before = await where();
    await player.takes('500');
    await page.evaluate(
      `for (const spot of ['egalite', 'punto_pair']) {
        document.querySelector('[data-spot=' + spot + ']').click();
      }`,
    );
    await player.places('egalite');
    const said = page.locator('[data-refusal="stake_above_maximum"]');
    await said.first().waitFor();
    expect(await said.first().textContent()).toBe('Egalité €500: at most €1,000 on this spot');
    await shows(player, game, 8_500, { egalite: 1_000, punto_pair: 500 });
    await player.does('Double');
    await page.locator('[data-refusal="nothing_to_double"]').waitFor();
    expect(await page.locator('[data-refusal="nothing_to_double"]').textContent()).toBe(
      'Double: all is at its maximum: Egalité €1,000, Punto Pair €500',
    );
    await look(player, 'said');
    await player.does('Undo');
    await shows(player, game, 9_000, { egalite: 1_000 });
    expect(await where(), 'nothing has moved').toEqual(before);
    const covered = await page.evaluate<readonly string[]>(`(() => {
      const place = document.querySelector('[data-part=notices]').getBoundingClientRect();
      const seen = ['phase', 'roads', 'grid'].map((part) => '[data-part=' + part + ']');
      return [...seen, 'time', '[data-quality]', '[data-part=top] [data-game]', 'nav'].filter((selector) => {
        const box = document.querySelector(selector).getBoundingClientRect();
        return box.top < place.bottom && place.top < box.bottom;
      });
    })()`);
    expect(covered, 'over the names alone').toEqual([]);
    await page.evaluate(`document.getAnimations()
      .filter(({ effect }) => effect.target.matches('[data-part=notices] *')).forEach((each) => each.finish())`);
    await page.locator('[data-part=notices] [data-says]').first().waitFor({ state: 'detached' });
    expect(await outsideScreen(page)).toEqual([]);
    await page.locator('[data-part=top] button').first().click();
    await page.locator('[data-chapter="limits"][open]').waitFor();
    expect(await page.locator('[data-limits="egalite"]').textContent()).toContain('€1,000');
  });

  test('is for those who want no movement, too', async () => {
    const player = await browser.player(studio, 'Kia');
    await player.page.emulateMedia({ reducedMotion: 'reduce' });
    await player.takes('500');
    await player.page.evaluate(
      `for (let bet = 0; bet < 3; bet += 1) document.querySelector('[data-spot=egalite]').click()`,
    );
    const said = player.page.locator('[data-part=notices] [data-says]').first();
    await said.waitFor();
    const seconds = await player.page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-part=notices] [data-says]')).animationDuration`,
    );
    expect(Number.parseFloat(seconds)).toBeGreaterThan(4);
  });

  test('is that it has no answer yet, and the chips look like it', async () => {
    const player = await browser.player(studio, 'Lia');
    const { page } = player;
    let isAnswered = false;
    const held: (() => void)[] = [];
    await page.routeWebSocket(/socket\.io/, (route) => {
      const far = route.connectToServer();
      far.onMessage((message) => {
        const isAnswer =
          message.toString().startsWith('43') && message.toString().includes('change');
        if (isAnswer && !isAnswered) held.push(() => route.send(message));
        else route.send(message);
      });
    });
    await page.reload();
    await player.isAtTable();
    await player.places('punto', '25');
    await page.locator('[data-spot="punto"][data-pending]').waitFor();
    await page.locator('[data-spot="punto"][data-pending="late"]').waitFor();
    expect(await page.locator('[data-late]').textContent()).toBe('Punto €25: not answered yet');
    await look(player, 'late');
    isAnswered = true;
    for (const answer of held) answer();
    await page.locator('[data-pending]').waitFor({ state: 'detached' });
    await page.locator('[data-late]').waitFor({ state: 'detached' });
    await shows(player, game, 975, { punto: 25 });
  });
});

test('a player with a keyboard alone chooses a chip, bets, doubles and undoes', async () => {
  const player = await browser.player(studio, 'Ida');
  const { page } = player;
  const isAt = (selector: string): Promise<boolean> =>
    page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)})`);
  const goTo = async (selector: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await isAt(selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${selector}`);
  };
  await goTo('[data-spot="punto"]');
  await page.keyboard.press('Tab');
  expect(await isAt('[data-chip="0"]'), 'the grid is one stop').toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('radio', { name: 'Chip 25' }).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  expect(await isAt('[data-command="undo"]'), 'and so are the chips').toBe(true);
  await goTo('[data-spot="punto"]');
  await page.keyboard.press('ArrowRight');
  expect(await isAt('[data-spot="banco"]')).toBe(true);
  const outline = await page.evaluate<string>(
    'getComputedStyle(document.activeElement).outlineStyle',
  );
  expect(outline, 'the focus is seen').not.toBe('none');
  await page.keyboard.press('Enter');
  await shows(player, game, 975, { banco: 25 });
  await page.keyboard.press('Space');
  await shows(player, game, 950, { banco: 50 });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await isAt('[data-spot="banco_bonus"]')).toBe(true);
  await goTo('[data-command="double"]');
  await page.keyboard.press('Enter');
  await shows(player, game, 900, { banco: 100 });
  await page.keyboard.press('Shift+Tab');
  await goTo('[data-command="undo"]');
  await page.keyboard.press('Enter');
  await shows(player, game, 950, { banco: 50 });
});

test('keys press chips, spots and commands, are shown when asked for, and can be turned off', async () => {
  const player = await browser.player(studio, 'Kim');
  const { page } = player;
  await page.keyboard.press('2');
  await page.keyboard.press('s');
  await shows(player, game, 995, { banco: 5 });
  await page.keyboard.press('m');
  await shows(player, game, 990, { banco: 10 });
  await page.keyboard.press('Backspace');
  await shows(player, game, 995, { banco: 5 });
  await page.keyboard.press('?');
  const keys = page.locator('[data-part=keys]');
  await keys.getByText('Banco Bonus').waitFor();
  await page.keyboard.press('q');
  await keys.getByRole('checkbox').click();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('q');
  await page.keyboard.press('d');
  await player.opens('chat');
  await player.closesPanel();
  await shows(player, game, 995, { banco: 5 });
});

const SIZES: readonly (readonly [width: number, height: number])[] = [
  [360, 640],
  [390, 844],
  [640, 360],
  [844, 390],
  [932, 430],
  [768, 1_024],
  [1_280, 800],
  [1_920, 1_080],
  [2_560, 1_440],
];

test.each(['en-GB', 'it-IT'])(
  'everything of a round is on a screen of every size, large enough, and nothing over another (%s)',
  async (language) => {
    const bettor = await testbed.player(studio, `Yann ${language}`, { table: 'pb-2' });
    for (const spot of SPOTS) await bettor.bet(game2, [spot, 5]);
    const visitor = await browser.player(studio, 'Zoe', { table: 'pb-2' });
    const wishes = { modeAsked: true, betStatistics: true };
    await changePlayerSettings(testbed.pool, visitor.id, wishes);
    const player = await browser.again(studio, visitor, { table: 'pb-2', language });
    const { page } = player;
    await page.locator('[role=radio][data-chip="2"]').click();
    for (const spot of ['banco', 'egalite', 'banco_pair'] as const) await player.places(spot);
    await shows(player, game2, 925, { banco: 25, egalite: 25, banco_pair: 25 });
    await bettor.bet(game2, ['punto', 5]);
    await testbed.advance(1_000);
    const figures = page.locator('[data-spot] [class*=share]');
    // Who bets on each spot.
    await expect.poll(() => figures.count()).toBe(SPOTS.length);
    for (const [width, height] of SIZES) {
      const size = `${width} × ${height}`;
      await page.setViewportSize({ width, height });
      expect.soft(await outsideScreen(page), size).toEqual([]);
      expect.soft(await cutWords(page), size).toEqual([]);
      expect.soft(await overOrSmall(page), size).toEqual([]);
      for (const figure of await figures.all()) {
        expect.soft(await figure.isVisible(), `a figure at ${size}`).toBe(true);
      }
      if (height !== 844 && width !== 640 && width !== 932 && width !== 2_560) {
        expect.soft(await axeFaults(page), size).toEqual([]);
      }
    }
  },
);
