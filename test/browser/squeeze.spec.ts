/**
 * A squeeze table: players see backs until the dealer opens the cards, and nothing that is sent to
 * them names a face before.
 */
import { beforeAll, expect, test } from 'vitest';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { axeFaults, outsideScreen } from '../kit/browser-layout.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import type { Staff } from '../kit/clients.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 20_000, squeezeMs: 3_600_000 } },
});
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

const backs = ({ page }: BrowserPlayer) => page.locator('[data-part=card-back]').count();
const faces = ({ page }: BrowserPlayer) =>
  page
    .locator('[data-hand] [role=img]:not([data-part])')
    .all()
    .then((all) => Promise.all(all.map((each) => each.getAttribute('aria-label'))));

test('cards lie face down until the dealer opens them, one by one, and then the result comes', async () => {
  const phone = await browser.player(studio, 'Aldo', { euros: 100, size: PHONE });
  const desk = await browser.player(studio, 'Bice', { euros: 100, size: DESK });
  const { seq } = await dealer.openBetting();
  await phone.places('punto', '5');
  await dealer.betsClosed(seq);
  await dealer.deal('9h 3c 9d 4s');
  for (const player of [phone, desk]) {
    await expect.poll(() => backs(player)).toBe(4);
    expect(await faces(player)).toEqual([]);
    const phase = player.page.locator('[data-part=phase]');
    await expect.poll(() => phase.textContent()).toContain('THE DEALER IS OPENING');
    expect(await axeFaults(player.page)).toEqual([]);
    expect(await outsideScreen(player.page)).toEqual([]);
  }
  await look(phone, 'squeeze-phone');
  await look(desk, 'squeeze-desk');

  await dealer.must('card:show');
  await expect.poll(() => faces(phone)).toEqual(['Nine of hearts']);
  expect(await backs(phone)).toBe(3);
  // Whoever comes in now sees what the others see.
  const late = await browser.player(studio, 'Cleo', { euros: 100, size: PHONE });
  await expect.poll(() => faces(late)).toEqual(['Nine of hearts']);
  expect(await backs(late)).toBe(3);
  const sent = await testbed.player(studio, 'Dino');
  const joined = await sent.call('table:join', { table: 'pb-1' });
  const { round } = (joined.ok && joined.snapshot) || {};
  expect(round).toMatchObject({ cards: ['9h'], faceDown: { open: 1, cards: 3 } });
  expect(JSON.stringify(joined)).not.toMatch(/"(3c|9d|4s)"/);

  for (let card = 1; card < 4; card += 1) await dealer.must('card:show');
  await dealer.next('round_settled', { after: seq });
  await expect.poll(() => phone.page.locator('[data-outcome=punto]').count()).toBe(1);
  expect(await faces(phone)).toEqual([
    ...['Nine of hearts', 'Nine of diamonds'],
    ...['Three of clubs', 'Four of spades'],
  ]);
  expect(await backs(phone)).toBe(0);
  await look(phone, 'squeeze-over');
});
