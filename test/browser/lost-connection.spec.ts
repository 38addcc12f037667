/**
 * A connection that is cut and regained: no bet is placed twice, none is lost silently, and no
 * message of the table is missed.
 */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DESK, PHONE, useBrowser } from '../kit/browser.js';
import { creditOf, euros, expectMoney, placementsOf, stakesOf } from '../kit/browser-books.js';
import { type BrowserPlayer, LOST_CONNECTION } from '../kit/browser-player.js';
import { Cable } from '../kit/cable.js';
import type { Staff } from '../kit/clients.js';
import { SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW, 'pb-2': SHUT } });
const browser = useBrowser(testbed);
let studio: Studio;
/** The round in hand at pb-1: its bets stay open. */
let game: string;
let quickDealer: Staff;
let cable: Cable;

beforeAll(async () => {
  studio = await testbed.start();
  cable = await Cable.to(studio.url);
  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  ({ game } = await dealer.openBetting());
  quickDealer = await testbed.staff(studio, 'Dirk', { table: 'pb-2' });
  await quickDealer.makeReady();
  return () => cable.close();
});
afterEach(() => cable.repair());

const comes = async (name: string, table = 'pb-1', size = DESK): Promise<BrowserPlayer> => {
  const url = cable.through(studio.url);
  const player = await browser.player(studio, name, { table, url, size });
  player.forgiven = LOST_CONNECTION;
  return player;
};

const seesLoss = ({ page }: BrowserPlayer) => page.locator('[data-line="lost"]').waitFor();
const isBack = ({ page }: BrowserPlayer) =>
  page.locator('[data-line]').waitFor({ state: 'detached' });

/**
 * What passes on the player's line from now on. The table goes on meanwhile, so that the line seems
 * to work.
 */
interface Passing {
  requests: boolean;
  answers: boolean;
}

const passingOf = async (player: BrowserPlayer): Promise<Passing> => {
  const passing = { requests: true, answers: true };
  await player.page.routeWebSocket(/socket\.io/, (route) => {
    const studio = route.connectToServer();
    route.onMessage((message) => {
      if (passing.requests || !message.toString().startsWith('42')) studio.send(message);
    });
    studio.onMessage((message) => {
      if (passing.answers || !message.toString().startsWith('43')) route.send(message);
    });
  });
  await player.page.reload();
  await player.isAtTable();
  return passing;
};

const isHeld = (player: BrowserPlayer, credit: bigint) =>
  eventually('the bet stands', async () => (await creditOf(testbed.pool, player.id)) === credit);

describe('a bet whose answer is lost', () => {
  test('stands once, and is drawn once when the connection is back', async () => {
    const player = await comes('Ada');
    const passing = await passingOf(player);
    await player.places('punto', '25');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(975),
      stakes: { punto: euros(25) },
    });
    passing.answers = false;
    await player.places('punto');
    await isHeld(player, euros(950));
    passing.requests = false;
    await player.places('egalite', '5'); // Waits for another connection.
    cable.cut();
    await seesLoss(player);
    expect(await player.spot('egalite').isDisabled(), 'no bet without a line').toBe(true);
    passing.answers = passing.requests = true;
    cable.repair();
    await isBack(player);
    await expectMoney(testbed.pool, player, game, {
      credit: euros(945),
      stakes: { punto: euros(50), egalite: euros(5) },
    });
    expect(await placementsOf(testbed.pool, game, player.id)).toBe(3);
    await player.does('Undo');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(950),
      stakes: { punto: euros(50) },
    });
  });

  test('is shown with its outcome on a page that was loaded again meanwhile', async () => {
    const player = await comes('Bea');
    const passing = await passingOf(player);
    passing.answers = false;
    await player.places('banco', '100');
    await isHeld(player, euros(900));
    passing.requests = false;
    await player.places('egalite', '5'); // never leaves the house
    cable.cut();
    await seesLoss(player);
    await player.page.goto('about:blank');
    passing.answers = passing.requests = true;
    cable.repair();
    await player.page.goto(cable.through(studio.url));
    await player.isAtTable();
    const notice = player.page.locator('[data-stood]');
    await notice.waitFor();
    await expect.poll(() => notice.getAttribute('data-stood')).toBe('1');
    await expect.poll(() => notice.getAttribute('data-missing')).toBe('1');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(900),
      stakes: { banco: euros(100) },
    });
    await player.page.locator('[data-panel="history"]').focus(); // The banner covers it.
    await player.page.keyboard.press('Enter');
    const history = player.page.locator('[data-part=panel]');
    expect(await history.locator('[data-outcome="stands"]').textContent()).toContain('€100.00');
    expect(await history.locator('[data-outcome="missing"]').textContent()).toContain('€5.00');
    expect(await history.locator(`article[data-game="${game}"]`).textContent()).toContain(
      '€100.00',
    );
    await player.closesPanel();
    await notice.getByRole('button').click();
    await notice.waitFor({ state: 'detached' });
    await player.page.reload();
    await player.isAtTable();
    expect(await notice.count(), 'it is shown once').toBe(0);
    expect(await placementsOf(testbed.pool, game, player.id)).toBe(1);
  });

  test('is shown when the connection was lost for longer than a page waits', async () => {
    const player = await comes('Cia');
    const passing = await passingOf(player);
    passing.answers = false;
    await player.places('punto', '5');
    await isHeld(player, euros(995));
    passing.requests = false;
    await player.places('punto', '100');
    cable.cut();
    await seesLoss(player);
    passing.answers = passing.requests = true;
    // Each is tried for 15 s, and the second was placed a moment after the first.
    await player.page.locator('[data-refusal="no_answer"]').first().waitFor();
    await expect.poll(() => player.stakes(), { timeout: 30_000 }).toEqual({});
    cable.repair();
    const notice = player.page.locator('[data-stood]');
    await notice.waitFor();
    await expect.poll(() => notice.getAttribute('data-stood')).toBe('1');
    await expect.poll(() => notice.getAttribute('data-missing')).toBe('1');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(995),
      stakes: { punto: euros(5) },
    });
  });
});

describe('a page that missed messages', () => {
  test('catches up with cards, results and roads', async () => {
    const player = await comes('Dia', 'pb-2');
    await quickDealer.playRound('9h 3c 9d 4s');
    await expect.poll(() => player.coups).toBe(1);
    cable.cut();
    await seesLoss(player);
    await quickDealer.playRound('4h 9d 5h Ts');
    await quickDealer.playRound('9h Kd Ts Qs');
    const { game, seq } = await quickDealer.openBetting();
    await quickDealer.betsClosed(seq);
    await quickDealer.deal('Kd 5s');
    cable.repair();
    await isBack(player);
    await expect.poll(() => player.coups).toBe(3);
    await expect.poll(() => player.page.locator('[data-part=top]').textContent()).toContain(game);
    await expect.poll(() => player.cards.count()).toBe(2);
    await quickDealer.deal('8c 4s');
    await expect.poll(() => player.coups).toBe(4);
    await expect.poll(() => player.cards.count()).toBe(4);
    expect(await stakesOf(testbed.pool, game, player.id)).toEqual({});
  });

  test('catches up when the connection only stood still', async () => {
    const player = await comes('Eva', 'pb-2');
    await player.page.locator('[data-quality="good"]').waitFor();
    const before = await player.coups;
    cable.freeze();
    await quickDealer.playRound('9h 3c 9d 4s');
    await quickDealer.playRound('4h 9d 5h Ts');
    expect(await player.coups).toBe(before);
    cable.repair();
    await expect.poll(() => player.coups).toBe(before + 2);
  });
});

test('a panel counts no seconds on a line that swallows everything, and says so', async () => {
  const player = await comes('Gina', 'pb-1', PHONE);
  const { page } = player;
  const sheet = await player.opens('lobby');
  const phases = sheet.locator('[data-phase]');
  const head = () => phases.first().textContent();
  // Of the table in the head, and of each in the list.
  await expect.poll(() => phases.count()).toBe(3);
  await expect.poll(head).toMatch(/\d$/);
  await page.locator('[data-quality="good"]').waitFor();
  cable.freeze();
  const said = Array.from({ length: 3 }, () => 'No connection');
  await expect.poll(() => phases.allTextContents()).toEqual(said);
  await seesLoss(player);
  cable.repair();
  await isBack(player);
  await expect.poll(head).toMatch(/\d$/);
});

/** A dead line is known within 3 s. */
const KNOWN_MS = 3_000;
/** Of the clock that says so. */
const STEP_MS = 50;

/**
 * Notes in the page when something last came over a socket, and when the line was first lost: by a
 * clock that stands still while a busy machine does not let the page run.
 */
const NOTES_LOSS = `{
  let ranMs = 0;
  setInterval(() => void (ranMs += ${STEP_MS}), ${STEP_MS});
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', () => void (window.heardAtMs = ranMs));
    }
  };
  const isLost = () => document.querySelector('[data-quality=lost]') !== null;
  new MutationObserver(() => isLost() && (window.lostAtMs ??= ranMs))
    .observe(document, { attributeFilter: ['data-quality'], childList: true, subtree: true });
}`;

test('a line that swallows everything is known for it, though nothing has closed it', async () => {
  const player = await comes('Fia');
  const { page } = player;
  let closed = 0;
  let beats = 0;
  page.on('websocket', (socket) => {
    socket.on('close', () => (closed += 1));
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('table:beat')) beats += 1;
    });
  });
  await page.addInitScript(NOTES_LOSS);
  await page.reload();
  await player.isAtTable();
  await page.locator('[data-quality="good"]').waitFor();
  await player.places('punto', '25');
  await expectMoney(testbed.pool, player, game, {
    credit: euros(975),
    stakes: { punto: euros(25) },
  });
  await expect.poll(() => player.phase.textContent()).toMatch(/PLACE YOUR BETS \d+$/);
  await expect.poll(() => beats, { timeout: 30_000 }).toBeGreaterThan(0);
  await page.evaluate('window.lostAtMs = undefined');
  cable.freeze();
  await page.locator('[data-quality="lost"]').waitFor();
  const afterMs = await page.evaluate<number>('window.lostAtMs - window.heardAtMs');
  expect(afterMs, 'ms after the last thing that came').toBeLessThan(KNOWN_MS);
  expect(afterMs, 'a beat of a second is awaited').toBeGreaterThan(1_000);
  expect(closed, 'the transport believes in it').toBe(0);
  await seesLoss(player);
  expect(await player.phase.textContent()).toMatch(/^NO CONNECTION\D+$/);
  expect(await page.locator('button[data-spot][aria-disabled=false]').count()).toBe(0);
  expect(await page.locator('[data-part=commands] button[aria-disabled=false]').count()).toBe(0);
  cable.repair();
  await isBack(player);
  await page.locator('[data-quality="good"]').waitFor();
  await expect.poll(() => player.phase.textContent()).toMatch(/PLACE YOUR BETS \d+$/);
  await player.places('egalite', '5');
  await expectMoney(testbed.pool, player, game, {
    credit: euros(970),
    stakes: { punto: euros(25), egalite: euros(5) },
  });
});
