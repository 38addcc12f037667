/**
 * A session that ends by itself: the player is warned, a bet goes on with it, and what is left goes
 * back to the cent.
 */
import type { WebSocketRoute } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../kit/browser.js';
import { creditOf, euros, expectMoney } from '../kit/browser-books.js';
import { type BrowserPlayer, LOST_CONNECTION } from '../kit/browser-player.js';
import { Cable } from '../kit/cable.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

/** The test lets it pass. Whoever is warned has time to do something on a busy machine. */
const IDLE_MS = 30_000;
const WARN_MS = 20_000;
/** So much at a time that no lease of a table runs out meanwhile. */
const MOVED_MS = 10_000;
const ENV = {
  SESSION_IDLE_MS: `${IDLE_MS}`,
  SESSION_WARN_MS: `${WARN_MS}`,
  SESSION_SWEEP_MS: '100',
};

const testbed = useTestbed({ tables: { 'pb-1': SLOW }, env: ENV });
const browser = useBrowser(testbed);
let studio: Studio;
let game: string;

beforeAll(async () => {
  studio = await testbed.start();
  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  ({ game } = await dealer.openBetting());
});

const passes = async (ms: number): Promise<void> => {
  for (let leftMs = ms; leftMs > 0; leftMs -= MOVED_MS) await browser.advance(MOVED_MS);
};

const gameAccountOf = async (id: string): Promise<bigint> => {
  const { rows } = await testbed.pool.query<{ balance: string }>(
    `select balance from accounts where player_id = $1 and kind = 'game'`,
    [id],
  );
  return BigInt(rows[0]!.balance);
};

/** From the game account, which holds what the page says of it. */
const deposits = async ({ page }: BrowserPlayer, amount: string, of: RegExp): Promise<void> => {
  await page.getByLabel(of).fill(amount);
  await page.getByRole('button', { name: /take|deposit/i }).click();
};

/** Resolves when the warning goes, though another may follow it soon. */
const warningGoes = ({ page }: BrowserPlayer): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-session-ends]') === null) resolve();
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
  })`);

/**
 * The page's next connection, tapped: what the studio says to it can be said for it, and what it
 * asks is received.
 */
const tap = async ({ page }: BrowserPlayer) => {
  const asked: string[] = [];
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket(/socket\.io/, (route) => {
    const studio = route.connectToServer();
    line = route;
    route.onMessage((message) => {
      asked.push(message.toString());
      studio.send(message);
    });
  });
  return { asked, say: (message: string) => line!.send(message) };
};

test('a player who does nothing is warned, stays by any bet, and is paid out when none follows', async () => {
  const player = await browser.player(studio, 'Ada', { euros: 0 });
  const { page } = player;
  await deposits(player, '50.25', /1,000\.00/);
  await expectMoney(testbed.pool, player, game, { credit: euros(50.25), stakes: {} });
  const warning = page.locator('[data-session-ends]');
  await passes(IDLE_MS - WARN_MS);
  await warning.waitFor();
  await expect.poll(() => warning.textContent()).toMatch(/session ends in 0:([01]\d|20)/);
  await player.places('super_6', '1');
  // A phone has room for two lines.
  await page.locator('[data-part=notices] > :first-child[data-refusal]').waitFor();
  const gone = warningGoes(player);
  await player.places('punto', '5');
  await player.does('Undo');
  await gone;
  await expectMoney(testbed.pool, player, game, { credit: euros(50.25), stakes: {} });

  const ended = page.locator('[data-session-ended="idle"]');
  await passes(IDLE_MS);
  await ended.waitFor();
  expect(await ended.textContent()).toContain('€50.25');
  await expectMoney(testbed.pool, player, game, { credit: 0n, stakes: {} });
  expect(await gameAccountOf(player.id)).toBe(euros(1_000));
  expect(await page.getByRole('radio').count(), 'no chips without credit').toBe(0);
  const line = await tap(player);
  await page.reload();
  await player.isAtTable();
  await ended.waitFor();
  await ended.getByRole('button').click();

  await deposits(player, '20.50', /1,000\.00/);
  await expectMoney(testbed.pool, player, game, { credit: euros(20.5), stakes: {} });
  expect(await gameAccountOf(player.id)).toBe(euros(979.5));

  // Sent again, as late as it may come to a page that was loaded anew, the end is of the session
  // before.
  line.asked.length = 0;
  line.say('42/player,["session:ended",{"reason":"idle","amount":"5025","gameAccount":"100000"}]');
  await expect.poll(() => line.asked.join()).toContain('session:read');
  await expectMoney(testbed.pool, player, game, { credit: euros(20.5), stakes: {} });
  await player.places('banco', '1');
  await expectMoney(testbed.pool, player, game, {
    credit: euros(19.5),
    stakes: { banco: euros(1) },
  });

  // A round of before is voided: what lies in this one is still said to whoever wants to leave.
  const before = { table: 'pb-1', game: `${BigInt(game) - 1n}`, outcome: 'refunded', bets: [] };
  const refunded = { ...before, stakes: '100', paid: '100', balance: `${euros(19.5)}` };
  line.say(`42/player,${JSON.stringify(['player:result', refunded])}`);
  await page.locator('[data-part=stage] [data-paid="100"]').waitFor();
  const cashier = await player.opens('cashier');
  await cashier.locator('[data-lies="100"]').waitFor();
});

test('a session that ended while the connection was lost is shown when it is back', async () => {
  const cable = await Cable.to(studio.url);
  onTestFinished(() => cable.close());
  const url = cable.through(studio.url);
  const player = await browser.player(studio, 'Bea', { euros: 10.01, url });
  player.forgiven = LOST_CONNECTION;
  cable.cut();
  await passes(IDLE_MS);
  const isOver = async () => (await creditOf(testbed.pool, player.id)) === 0n;
  await eventually('the session is over', isOver);
  cable.repair();
  const ended = player.page.locator('[data-session-ended="idle"]');
  await ended.waitFor();
  expect(await ended.textContent()).toContain('€10.01');
  await expectMoney(testbed.pool, player, game, { credit: 0n, stakes: {} });
  expect(await gameAccountOf(player.id)).toBe(euros(1_010.01));
});
