/**
 * Bets on the page: every spot in both modes, undo, clear and double, what cannot be bet, and play
 * by keyboard alone.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Spot, SPOTS } from '../../src/punto-banco/spot.js';
import { useBrowser } from '../kit/browser.js';
import { euros, expectMoney, placementsOf } from '../kit/browser-books.js';
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

test('a player with a keyboard alone chooses a chip, bets, doubles and undoes', async () => {
  const player = await browser.player(studio, 'Ida');
  const { page } = player;
  const goTo = async (selector: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (
        await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)})`)
      )
        return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${selector}`);
  };
  await goTo('[data-chip="2"]');
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByRole('radio', { name: 'Chip 25' }).isChecked()).toBe(true);
  await goTo('[data-spot="banco"]');
  const outline = await page.evaluate<string>(
    'getComputedStyle(document.activeElement).outlineStyle',
  );
  expect(outline, 'the focus is seen').not.toBe('none');
  await page.keyboard.press('Enter');
  await shows(player, game, 975, { banco: 25 });
  await page.keyboard.press('Space');
  await shows(player, game, 950, { banco: 50 });
  await goTo('[data-part=commands] button:nth-child(4)');
  await page.keyboard.press('Enter');
  await shows(player, game, 900, { banco: 100 });
  await page.keyboard.press('Shift+Tab');
  await goTo('[data-part=commands] button:first-child');
  await page.keyboard.press('Enter');
  await shows(player, game, 950, { banco: 50 });
});
