/**
 * Autoplay: the page places the player’s own bets again, round by round, until a stop, a refusal or
 * the player ends it.
 */
import { beforeAll, expect, test } from 'vitest';
import type { BrowserPlayer } from '../kit/browser-player.js';
import { PHONE, look, useBrowser } from '../kit/browser.js';
import { euros, expectMoney, placementsOf } from '../kit/browser-books.js';
import { axeFaults, outsideScreen } from '../kit/browser-layout.js';
import type { Staff } from '../kit/clients.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': { ...QUICK, betMs: 30_000 } } });
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;

const BANCO_WINS = '2h 3c 2d 3d 6s Kh';
const PUNTO_WINS = '9h 3c 9d 4s';
const PUNTO_BY_8 = '8c 2s Kc 5d';

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

const SUITS = 'cdhs';
let rounds = 0;
/** In each round the cards have other suits, so that no card comes too often of a shoe. */
const inOtherSuits = (cards: string): string =>
  cards.replaceAll(/[cdhs]/g, (suit) => SUITS[(SUITS.indexOf(suit) + rounds) % 4]!);

/** A round in which `bets` is waited for before the bets are closed. */
const round = async (cards: string, bets: (game: string) => Promise<unknown>): Promise<string> => {
  const { game, seq } = await dealer.openBetting();
  await bets(game);
  await dealer.betsClosed(seq);
  await dealer.deal(inOtherSuits(cards));
  rounds += 1;
  await dealer.next('round_settled', { after: seq });
  return game;
};

const betsOn = (player: BrowserPlayer, credit: number, stake: number) => (game: string) =>
  expectMoney(testbed.pool, player, game, {
    credit: euros(credit),
    stakes: stake === 0 ? {} : { punto: euros(stake) },
  });

const bar = (player: BrowserPlayer) =>
  player.page.locator('[data-part=notices] [data-autoplay]').getAttribute('data-autoplay');

/** Places `chip` on Punto by hand, and starts autoplay with it. */
const starts = async (player: BrowserPlayer, chip: string, stops: Record<string, string> = {}) => {
  await player.places('punto', chip);
  const sheet = await player.opens('bets');
  await sheet.getByText(`These bets again: Punto €${chip}`).waitFor();
  for (const [stop, value] of Object.entries(stops)) {
    await sheet.locator(`input[name=${stop}]`).fill(value);
  }
  await sheet.getByRole('button', { name: 'Start' }).press('Enter');
  await expect.poll(() => bar(player)).toBe('on');
};

test('bets round by round until the next stake could pass the loss that was set', async () => {
  const player = await browser.player(studio, 'Aldo', { euros: 100, size: PHONE });
  await round(PUNTO_WINS, async (game) => {
    await starts(player, '5', { lossMax: '8' });
    await look(player, 'autoplay-panel');
    expect(await axeFaults(player.page)).toEqual([]);
    await player.closesPanel();
    await look(player, 'autoplay-bar');
    expect(await axeFaults(player.page)).toEqual([]);
    expect(await outsideScreen(player.page)).toEqual([]);
    await betsOn(player, 95, 5)(game);
  });
  await expect.poll(() => player.balance()).toBe(euros(105));
  await round(BANCO_WINS, betsOn(player, 100, 5));
  const last = await round(PUNTO_WINS, async () => {
    await expect.poll(() => bar(player)).toBe('loss');
  });
  await look(player, 'autoplay-ended');
  expect(await placementsOf(testbed.pool, last, player.id)).toBe(0);
  expect(await player.balance()).toBe(euros(100));
});

test('stops once its own rounds have won what was set, and those alone', async () => {
  const player = await browser.player(studio, 'Fina', { euros: 100 });
  await round(PUNTO_WINS, async () => {
    await starts(player, '5', { winMax: '5' });
    await player.closesPanel();
  });
  // The bet by hand has won as much, and does not count.
  await round(PUNTO_WINS, betsOn(player, 100, 5));
  await expect.poll(() => bar(player)).toBe('win');
  const next = await round(PUNTO_WINS, betsOn(player, 110, 0));
  expect(await placementsOf(testbed.pool, next, player.id)).toBe(0);
});

test('never lets the balance fall below the one that was set', async () => {
  const player = await browser.player(studio, 'Gigi', { euros: 100 });
  await round(BANCO_WINS, async () => {
    await starts(player, '5', { creditMin: '90' });
    await player.closesPanel();
  });
  await expect.poll(() => player.balance()).toBe(euros(95));
  await round(BANCO_WINS, betsOn(player, 90, 5));
  const next = await round(PUNTO_WINS, async (game) => {
    await expect.poll(() => bar(player)).toBe('credit');
    await betsOn(player, 90, 0)(game);
  });
  expect(await placementsOf(testbed.pool, next, player.id)).toBe(0);
});

test('ends by a refusal, and bets no more', async () => {
  const player = await browser.player(studio, 'Bice', { euros: 40 });
  await round(BANCO_WINS, async () => starts(player, '25'));
  await expect.poll(() => player.balance()).toBe(euros(15));
  const last = await round(PUNTO_WINS, async () => {
    await expect.poll(() => bar(player)).toBe('refused');
    await player.page.locator('[data-refusal=insufficient_funds]').waitFor();
  });
  expect(await placementsOf(testbed.pool, last, player.id)).toBe(0);
});

test('is stopped by its button', async () => {
  const player = await browser.player(studio, 'Cleo', { euros: 100 });
  await round(PUNTO_WINS, async () => {
    await starts(player, '5');
    await player.closesPanel();
    await player.page.getByRole('button', { name: 'Stop autoplay' }).press('Enter');
    await expect.poll(() => bar(player)).toBe('stopped');
  });
  const next = await round(PUNTO_WINS, betsOn(player, 105, 0));
  expect(await placementsOf(testbed.pool, next, player.id)).toBe(0);
});

test('ends where the player changes its bets by hand within its own round', async () => {
  const player = await browser.player(studio, 'Elio', { euros: 100 });
  await round(PUNTO_BY_8, async () => {
    await starts(player, '5');
    await player.closesPanel();
  });
  await round(PUNTO_BY_8, async (game) => {
    await betsOn(player, 100, 5)(game);
    await player.places('punto', '5');
    await expect.poll(() => bar(player)).toBe('own_bets');
    await betsOn(player, 95, 10)(game);
  });
  const next = await round(PUNTO_BY_8, betsOn(player, 115, 0));
  expect(await placementsOf(testbed.pool, next, player.id)).toBe(0);
});

test('a page that is gone bets nothing', async () => {
  const player = await browser.player(studio, 'Dino', { euros: 100 });
  await round(PUNTO_WINS, async () => starts(player, '5'));
  await expect.poll(() => player.balance()).toBe(euros(105));
  const played = await round(PUNTO_WINS, betsOn(player, 100, 5));
  expect(await placementsOf(testbed.pool, played, player.id)).toBe(1);
  await expect.poll(() => player.balance()).toBe(euros(110));
  await player.page.reload();
  await player.isAtTable();
  const gone = await round(PUNTO_WINS, betsOn(player, 110, 0));
  expect(await placementsOf(testbed.pool, gone, player.id)).toBe(0);
});
