/**
 * Whole rounds at a phone and at a desk: seen card by card, paid to the cent, with nothing moving
 * or hidden meanwhile.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { changePlayerSettings } from '../../src/player/settings.js';
import { SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { euros, expectMoney, stakesOf } from '../kit/browser-books.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import {
  axeFaults,
  outsideScreen,
  overOrSmall,
  shifts,
  watchShifts,
} from '../kit/browser-layout.js';
import type { MessageOf, Staff } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

/** The test lets the time pass when it has bet by hand, and read what the page shows. */
const BET_MS = 40_000;
const LAST_BETS_MS = 20_000;
const UNHURRIED = { ...QUICK, betMs: BET_MS, lastBetsMs: LAST_BETS_MS };

const testbed = useTestbed({
  tables: {
    'pb-1': UNHURRIED,
    'pb-2': UNHURRIED,
    'pb-3': UNHURRIED,
    'pb-4': UNHURRIED,
    'pb-5': UNHURRIED,
    'pb-6': UNHURRIED,
    'pb-7': UNHURRIED,
  },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const atTable = async (table: string): Promise<Staff> => {
  const dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  return dealer;
};

const shows = (player: BrowserPlayer, game: string, credit: number, stakes: Stakes) =>
  expectMoney(testbed.pool, player, game, { credit: euros(credit), stakes: inCents(stakes) });

type Stakes = Partial<Record<Spot, number>>;
const inCents = (stakes: Stakes) =>
  Object.fromEntries(Object.entries(stakes).map(([spot, stake]) => [spot, euros(stake)]));

/** Six cards, a colour and a mixed pair: Banco wins with six, by six. */
const CARDS = ['2h', '3c', '2d', '3d', '6s', 'Kh'];
const TOTALS = ['2 ', '2 3', '4 3', '4 6', '0 6', '0 6'];
const PLACED: Stakes = {
  banco: 100,
  super_6: 5,
  either_pair: 5,
  perfect_pair: 1,
  punto_bonus: 1,
  banco_bonus: 1,
  egalite: 1,
};
/** Banco with six pays half; 15:1, 5:1; Banco Bonus by six 4:1. */
const PAID = 150 + 80 + 30 + 5;

const totals = async ({ page }: BrowserPlayer): Promise<string> =>
  (await page.locator('[data-hand] output').allTextContents()).join(' ');

/** A sum that gains a digit moves by that digit, and nothing else at all. */
const expectStill = async ({ page }: BrowserPlayer): Promise<void> => {
  const seen = await shifts(page);
  const moved = seen.reduce((sum, { value }) => sum + value, 0);
  expect(moved, JSON.stringify(seen)).toBeLessThan(0.001);
};

describe.each([
  ['a phone', PHONE, 'pb-1'],
  ['a desk', DESK, 'pb-2'],
] as const)('a round at %s', (_name, size, table) => {
  test('is seen whole, from the first chip to the last cent', async () => {
    const dealer = await atTable(table);
    const player = await browser.player(studio, 'Ada', { table, size });
    const { page } = player;
    const all = async (phase: string) => {
      await look(player, phase);
      expect(await outsideScreen(page), phase).toEqual([]);
    };
    await all('0-waiting');

    const { game, seq } = await dealer.openBetting();
    await expect.poll(() => player.phase.textContent()).toMatch(/PLACE YOUR BETS ([23]\d|40)$/);
    await all('1-betting');
    for (const spot of ['egalite', 'perfect_pair', 'punto_bonus', 'banco_bonus'] as const) {
      await player.places(spot, '1');
    }
    await player.places('banco', '100');
    await player.places('super_6', '5');
    await player.places('either_pair');
    await shows(player, game, 886, PLACED);
    await all('2-placed');
    await browser.advance(BET_MS - LAST_BETS_MS);
    await dealer.next('last_bets_called', { after: seq });
    await expect.poll(() => player.phase.textContent()).toMatch(/LAST BETS (1?\d|20)$/);
    expect(await player.spot('banco').isDisabled(), 'bets go on to the end').toBe(false);
    await all('3-last-bets');
    await browser.advance(LAST_BETS_MS);
    await expect.poll(() => player.phase.textContent()).toContain('BETS ACCEPTED');
    expect(await player.spot('banco').isDisabled()).toBe(true);
    expect(
      await page.evaluate('document.activeElement?.dataset.spot'),
      'the focus stays where it was',
    ).toBe('either_pair');
    await all('4-accepted');

    await watchShifts(page);
    for (const [index, card] of CARDS.entries()) {
      await dealer.deal(card);
      await expect.poll(() => player.cards.count()).toBe(index + 1);
      await expect.poll(() => totals(player)).toBe(TOTALS[index]);
      await all(`5-card-${index + 1}`);
    }
    await player.won.waitFor();
    expect(await player.won.getAttribute('data-paid')).toBe(`${euros(PAID)}`);
    expect(await player.won.textContent()).toContain('€265.00');
    expect(await page.locator('[data-part=stage]').getAttribute('data-outcome')).toBe('banco');
    expect([...(await player.lit())].sort()).toEqual(
      ['banco', 'banco_bonus', 'banco_pair', 'either_pair', 'punto_pair', 'super_6'].sort(),
    );
    await shows(player, game, 886 + PAID, PLACED);
    await all('6-result');
    await expectStill(player);
    expect(await player.coups).toBe(1);
    if (size === PHONE) expect(await axeFaults(page), 'axe, result').toEqual([]);

    await settledAt(dealer, seq);
    const next = await dealer.openBetting();
    await player.does('Repeat');
    await shows(player, next.game, 886 + PAID - 114, PLACED);
    await player.does('Double');
    const doubled = Object.fromEntries(
      Object.entries(PLACED).map(([spot, stake]) => [spot, 2 * stake]),
    );
    await shows(player, next.game, 886 + PAID - 228, doubled);
    await player.does('Undo');
    if (size === DESK) expect(await axeFaults(page), 'axe, betting').toEqual([]);
    await shows(player, next.game, 886 + PAID - 114, PLACED);
  });
});

test('a page that is loaded again in mid-round has the bets, the cards and the credit', async () => {
  const dealer = await atTable('pb-3');
  const player = await browser.player(studio, 'Bea', { table: 'pb-3' });
  const { page } = player;
  const reload = async () => {
    await page.reload();
    await player.isAtTable();
  };
  const { game, seq } = await dealer.openBetting();
  await player.places('punto', '25');
  await player.places('punto_pair', '5');
  await player.places('punto', '1');
  await shows(player, game, 969, { punto: 26, punto_pair: 5 });
  await reload();
  await shows(player, game, 969, { punto: 26, punto_pair: 5 });
  await player.does('Undo');
  await shows(player, game, 970, { punto: 25, punto_pair: 5 });
  await browser.advance(BET_MS - LAST_BETS_MS);
  await browser.advance(LAST_BETS_MS);
  await dealer.next('betting_closed', { after: seq });
  await dealer.deal('9h 3c 9d');
  await reload();
  await expect.poll(() => player.cards.count()).toBe(3);
  expect(await totals(player)).toBe('8 3');
  await shows(player, game, 970, { punto: 25, punto_pair: 5 });
  await dealer.deal('4s');
  await shows(player, game, 970 + 50 + 60, { punto: 25, punto_pair: 5 });
  await settledAt(dealer, seq);
  await reload();
  await shows(player, game, 1_080, { punto: 25, punto_pair: 5 });
  expect(await stakesOf(testbed.pool, game, player.id)).toEqual(
    inCents({ punto: 25, punto_pair: 5 }),
  );
});

/** What became of each bet, as the spots show it. */
const ends = (player: BrowserPlayer): Promise<Record<string, string>> =>
  player.page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('button[data-end]')]
      .map(({ dataset }) => [dataset.spot, dataset.end]))`,
  );

test('the end of a round tells what was won, returned and lost, and a closed spot never wins', async () => {
  const dealer = await atTable('pb-4');
  const player = await browser.player(studio, 'Cia', { table: 'pb-4' });
  const { page } = player;
  const plays = async (cards: string) => {
    const { seq } = await dealer.openBetting();
    await expect.poll(() => player.spot('punto').isEnabled()).toBe(true);
    return {
      ends: async () => {
        await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
        await browser.advance(BET_MS - LAST_BETS_MS);
        await browser.advance(LAST_BETS_MS);
        await dealer.next('betting_closed', { after: seq });
        await dealer.deal(cards);
        await settledAt(dealer, seq);
        await player.won.waitFor();
      },
    };
  };
  const tie = await plays('9h 9s Kd Qs');
  await player.places('punto', '25');
  await player.places('punto_bonus', '5');
  await player.places('either_pair');
  await tie.ends();
  expect(await ends(player)).toEqual({
    punto: 'returned',
    punto_bonus: 'returned',
    either_pair: 'lost',
  });
  expect(await player.lit(), 'a push is not a win').toEqual(['egalite']);
  expect(await player.won.getAttribute('data-net')).toBe(`${euros(-5)}`);
  expect(await player.won.textContent()).toBe('You get €30.00 (-€5.00)');
  expect(await player.spot('either_pair').textContent()).toContain('-€5');
  expect(await player.spot('punto').textContent()).toContain('returned');
  await look(player, '7-push');

  const six = await plays(CARDS.join(' '));
  await player.mode.click();
  await player.places('banco', '100');
  await six.ends();
  expect(await ends(player)).toEqual({ banco: 'won' });
  expect(await player.won.getAttribute('data-net')).toBe(`${euros(95)}`);
  expect(await player.lit(), 'Super 6 is closed to this player').not.toContain('super_6');

  const lost = await plays(CARDS.join(' '));
  await player.places('punto', '5');
  await lost.ends();
  expect(await player.won.textContent()).toBe('Lost: -€5.00');
  expect(await player.won.getAttribute('data-end')).toBe('lost');
});

const SIZES = [
  PHONE,
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1_024 },
  DESK,
  { width: 1_920, height: 1_080 },
];

test('who has bet on a spot stays to be read beside what one’s own bet brought, on any screen', async () => {
  const dealer = await atTable('pb-7');
  const visitor = await browser.player(studio, 'Dan', { table: 'pb-7', euros: 20_000 });
  await changePlayerSettings(testbed.pool, visitor.id, { modeAsked: true, betStatistics: true });
  const player = await browser.again(studio, visitor, { table: 'pb-7' });
  const { page } = player;
  const { seq, game } = await dealer.openBetting();
  const other = await testbed.player(studio, 'Eli', { table: 'pb-7' });
  // Nobody bets on Punto and on Banco.
  const spots = SPOTS.filter((spot) => spot !== 'punto');
  for (const spot of spots) await other.bet(game, [spot, 1]);
  await expect.poll(() => player.spot('punto').isEnabled()).toBe(true);
  await page.locator('[data-part=chips] button').nth(3).click();
  for (const spot of spots) await player.places(spot);
  await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
  const shares = () => page.locator('[data-spot] [class*=share]').allTextContents();
  await browser.advance(BET_MS - LAST_BETS_MS);
  await browser.advance(LAST_BETS_MS);
  await dealer.next('betting_closed', { after: seq });
  const all = new Array(spots.length).fill(expect.stringMatching(/% · 2$/));
  await expect.poll(shares).toEqual(all);
  await dealer.deal(CARDS.join(' '));
  await settledAt(dealer, seq);
  await player.won.waitFor();
  expect(Object.keys(await ends(player)).sort()).toEqual([...spots].sort());
  expect(await shares()).toEqual(all);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // There a result leaves no room beside it.
    const isNarrow = size.width < 600 || size.height < 500;
    const rows = isNarrow ? '[data-row]:not([data-row=pairs])' : '[data-row]';
    const hidden = await page.evaluate<string[]>(
      `[...document.querySelectorAll('${rows} [data-end] [class*=share]')]
        .filter((share) => !share.checkVisibility({ visibilityProperty: true }))
        .map((share) => share.closest('[data-spot]').dataset.spot)`,
    );
    expect.soft(hidden, JSON.stringify(size)).toEqual([]);
    expect.soft(await overOrSmall(page), JSON.stringify(size)).toEqual([]);
    expect.soft(await axeFaults(page), JSON.stringify(size)).toEqual([]);
    await look(player, '8-shares');
  }
});

test('a table with a stake is left after a question, and its result comes to where the player is', async () => {
  const dealer = await atTable('pb-5');
  const player = await browser.player(studio, 'Dia', { table: 'pb-5' });
  const { page } = player;
  const { game, seq } = await dealer.openBetting();
  await player.places('punto', '25');
  await shows(player, game, 975, { punto: 25 });
  const asked = page.locator('[data-part="ask-leave"]');
  const goes = async (answer: RegExp) => {
    const sheet = await player.opens('lobby');
    await sheet
      .locator('[data-table="pb-1"]')
      .getByRole('button', { name: /Play here/ })
      .click();
    await asked.waitFor();
    expect(await asked.textContent()).toContain('€25.00');
    await asked.getByRole('button', { name: answer }).click();
    await asked.waitFor({ state: 'detached' });
  };
  await goes(/Stay/);
  await shows(player, game, 975, { punto: 25 });
  await goes(/Go/);
  await expect.poll(() => player.stakes()).toEqual({});
  await browser.advance(BET_MS - LAST_BETS_MS);
  await browser.advance(LAST_BETS_MS);
  await dealer.next('betting_closed', { after: seq });
  await dealer.deal('9h 3c 9d 4s');
  await settledAt(dealer, seq);
  const away = page.locator('[data-part=notices] [data-away="pb-5"]');
  await away.waitFor();
  expect(await away.getAttribute('data-paid')).toBe(`${euros(50)}`);
  expect(await away.textContent()).toContain(game);
  expect(await away.textContent()).toContain('You get €50.00 (+€25.00)');
  await expect.poll(() => player.balance()).toBe(euros(1_025));
  await look(player, '8-away');
  await away.getByRole('button').click();
  await away.waitFor({ state: 'detached' });
});

test('a result that came while the page was away is shown when it is back, once', async () => {
  const dealer = await atTable('pb-6');
  const player = await browser.player(studio, 'Eva', { table: 'pb-6' });
  const { page } = player;
  const { game, seq } = await dealer.openBetting();
  await player.places('punto', '25');
  await shows(player, game, 975, { punto: 25 });
  await page.goto('about:blank');
  await browser.advance(BET_MS - LAST_BETS_MS);
  await browser.advance(LAST_BETS_MS);
  await dealer.next('betting_closed', { after: seq });
  await dealer.deal('9h 3c 9d 4s');
  await settledAt(dealer, seq);
  await dealer.openBetting();
  await page.goto(studio.url);
  await player.isAtTable();
  const away = page.locator('[data-away="pb-6"]');
  await away.waitFor();
  expect(await away.textContent()).toContain('You get €50.00 (+€25.00)');
  expect(await away.textContent()).toContain(game);
  await page.reload();
  await player.isAtTable();
  await page.locator('[data-quality="good"]').waitFor();
  expect(await away.count()).toBe(0);
});

const settledAt = (dealer: Staff, after: number): Promise<MessageOf<'round_settled'>> =>
  dealer.next('round_settled', { after });
