/**
 * A page that is open for a day holds no more memory at its end. A shoe is played at a real table,
 * and what the page was sent of it is sent again, shoe by shoe, as quickly as the page takes it:
 * ten thousand rounds where properties are tried deeply, and fewer elsewhere.
 */
import { beforeAll, expect, test } from 'vitest';
import { PHONE, useBrowser } from '../kit/browser.js';
import { type Held, PageMemory } from '../kit/browser-memory.js';
import type { Staff } from '../kit/clients.js';
import { playRounds, shuffled } from '../kit/long-night.js';
import { runs } from '../kit/runs.js';
import { SentShoe } from '../kit/sent-shoe.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

/** The time passes when the player has bet. A login lasts for an hour of it. */
const BET_MS = 10_000;
const ROUNDS_A_SHOE = 50;
/** 200 shoes are ten thousand rounds. */
const SHOES = Math.max(2, runs(8));
/** The page has settled by then: the code is compiled, and every part was drawn. */
const SETTLED_AFTER = Math.ceil(SHOES / 5);
/** In bytes: what is compiled later, and what the browser notes of the last drawings. */
const NOISE = 400_000;

const testbed = useTestbed({ tables: { 'pb-1': { ...QUICK, betMs: BET_MS, lastBetsMs: 0 } } });
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;
let shiftManager: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  shiftManager = await testbed.staff(studio, 'Sven', { role: 'shift_manager' });
  await dealer.makeReady();
});

/** Bets in the page as soon as Punto is open, and resolves when the bet is answered. */
const BETS = `new Promise((done) => {
  let hasBet = false;
  const look = () => {
    const spot = document.querySelector('button[data-spot=punto]');
    const isWaiting = document.querySelector('[data-pending]') !== null;
    if (hasBet && spot.dataset.stake !== '0' && !isWaiting) return done();
    if (!hasBet && spot.ariaDisabled === 'false' && spot.dataset.stake === '0') {
      hasBet = true;
      spot.click();
    }
    setTimeout(look, 4);
  };
  look();
})`;

test('a day leaves no memory in use', { timeout: 7_200_000 }, async () => {
  const player = await browser.player(studio, 'Ada', { euros: 5_000, size: PHONE });
  const { page } = player;
  const shoe = await SentShoe.of(page);
  await player.isAtTable();
  await player.takes('5');
  shoe.keep();
  const cards = shuffled('day')[Symbol.iterator]();
  await playRounds(dealer, ROUNDS_A_SHOE, cards, async () => {
    await page.evaluate(BETS);
    await testbed.advance(BET_MS);
  });
  await expect.poll(() => player.coups).toBe(ROUNDS_A_SHOE);
  await shiftManager.must('shoe:change');
  await dealer.newShoe();
  await expect.poll(() => player.coups).toBe(0);
  shoe.kept();

  const memory = await PageMemory.of(page);
  const held: Held[] = [];
  for (let number = 1; number <= SHOES; number += 1) {
    await shoe.again(number, {
      bet: () => page.evaluate(BETS),
      ended: async () => {
        await expect.poll(() => player.coups).toBe(ROUNDS_A_SHOE);
        held.push(await memory.held());
      },
    });
  }
  expect(shoe.answered).toBe(SHOES * ROUNDS_A_SHOE);
  const settled = held[SETTLED_AFTER - 1]!;
  const end = held.at(-1)!;
  const measured = JSON.stringify({ settled, end, rounds: shoe.answered });
  console.log(measured);
  expect(end.nodes, measured).toBeLessThan(settled.nodes * 1.02 + 50);
  expect(end.listeners, measured).toBeLessThan(settled.listeners * 1.02 + 10);
  expect(end.heap, measured).toBeLessThan(settled.heap * 1.02 + NOISE);
});
