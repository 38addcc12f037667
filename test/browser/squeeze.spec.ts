/**
 * A squeeze table: players see backs until the dealer opens the cards, and nothing that is sent to
 * them names a face before.
 */
import { beforeAll, expect, test } from 'vitest';
import { BrowserDealer, lookAt } from '../kit/browser-dealer.js';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { axeFaults, outsideScreen } from '../kit/browser-layout.js';
import type { BrowserPlayer } from '../kit/browser-player.js';
import type { Staff } from '../kit/clients.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const SQUEEZE = { ...QUICK, betMs: 20_000, squeezeMs: 900_000 };
const testbed = useTestbed({
  tables: { 'pb-1': SQUEEZE, 'pb-2': SQUEEZE },
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

test('the desk marks what lies face down, and which card is to be opened', async () => {
  const host = await testbed.staff(studio, 'Donna', { table: 'pb-2' });
  await host.makeReady();
  const token = await testbed.employ({ id: 'Donna', role: 'dealer' });
  for (const language of ['en-GB', 'it-IT']) {
    const options = { table: 'pb-2', language, size: DESK };
    const desk = await BrowserDealer.at(browser, studio, { id: 'Donna', token }, options);
    const { seq } = await host.openBetting();
    await host.betsClosed(seq);
    await host.deal('9h 3c 9d 4s');
    const down = desk.page.locator('[data-down]');
    await expect.poll(() => down.count()).toBe(4);
    await desk.isAsked('SHOW_CARD');
    const isNext = (name: RegExp) =>
      desk.page.locator('[data-down=next]').getByRole('img', { name }).count();
    expect(await isNext(/^(Nine of hearts|Nove di cuori)$/)).toBe(1);
    expect(await desk.totals(), 'of what lies open').toBe('– –');
    expect(await axeFaults(desk.page)).toEqual([]);
    const isCut = desk.page.evaluate<boolean>(
      `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2)(
         document.querySelector('[data-part=next]'))`,
    );
    expect(await isCut, 'what is to be done is cut off').toBe(false);
    await lookAt(desk, `squeeze-${language}`);

    await desk.presses('Space');
    await expect.poll(() => down.count()).toBe(3);
    expect(await isNext(/^(Three of clubs|Tre di fiori)$/)).toBe(1);
    expect(await desk.totals()).toBe('9 –');
    // Pressed twice at once, the key is not meant for the card that is next by then.
    await desk.passes(350);
    await desk.page.evaluate(
      '{ const [now, at] = [performance.now, performance.now()];' +
        ' performance.now = () => at; window.goesOn = () => void (performance.now = now); }',
    );
    await desk.page.keyboard.press('Space');
    await expect.poll(() => down.count()).toBe(2);
    await desk.page.keyboard.press('Space');
    await desk.page.evaluate('window.goesOn()');
    await desk.presses('Space');
    await expect.poll(() => down.count()).toBe(1);
    await host.must('card:show');
    await host.next('round_settled', { after: seq });
    await expect.poll(() => down.count()).toBe(0);
    expect(desk.unforgiven).toEqual([]);
  }
});
