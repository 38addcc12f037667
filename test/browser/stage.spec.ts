/**
 * The stage at its smallest and at its largest: what it says hides nothing of what it shows, and
 * what it says is heard, too.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { axeFaults, cutWords, outsideScreen } from '../kit/browser-layout.js';
import type { Staff } from '../kit/clients.js';
import { openPit } from '../kit/pit-client.js';
import { QUICK, SHUT, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const BET_MS = 40_000;
const ON_ITS_SIDE = { width: 844, height: 390 };
const SMALL_ON_ITS_SIDE = { width: 640, height: 360 };
const SIZES = [
  PHONE,
  { width: 390, height: 844 },
  SMALL_ON_ITS_SIDE,
  ON_ITS_SIDE,
  { width: 768, height: 1_024 },
  { width: 900, height: 700 },
  { width: 1_024, height: 768 },
  DESK,
  { width: 2_560, height: 1_440 },
];

const testbed = useTestbed({
  tables: {
    'pb-1': { ...QUICK, betMs: BET_MS },
    'pb-2': { ...QUICK, betMs: BET_MS },
    'pb-3': { ...QUICK, betMs: BET_MS },
    'pb-4': { ...QUICK, betMs: BET_MS },
    'pb-5': SHUT,
    'pb-6': { ...QUICK, betMs: 99_000 },
  },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const atTable = async (table: string): Promise<Staff> => {
  const dealer = await testbed.staff(studio, `Dora of ${table}`, { table });
  await dealer.makeReady();
  return dealer;
};

test('why a table waits is read whole, and hides no hand, on a phone in Italian', async () => {
  const dealer = await atTable('pb-1');
  const { seq } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  await dealer.deal('6h 9c');
  const player = await browser.player(studio, 'Ada', { size: PHONE, language: 'it-IT' });
  const { page } = player;
  await dealer.call('table:suspend', { table: 'pb-1', reason: 'A card is worn' });
  const why = page.locator('[data-part=phase] > span').first();
  await expect.poll(() => why.textContent()).toContain('A card is worn');
  for (const size of [PHONE, ON_ITS_SIDE, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    expect.soft(await cutWords(page), JSON.stringify(size)).toEqual([]);
    expect.soft(await outsideScreen(page), JSON.stringify(size)).toEqual([]);
  }
  await look(player, 'waits');
});

test('what is said is read whole, and what is recognised lies over no card, on a phone in Italian', async () => {
  const dealer = await atTable('pb-4');
  const player = await browser.player(studio, 'Eda', {
    ...{ table: 'pb-4', euros: 10_000, size: PHONE, language: 'it-IT' },
  });
  const { page } = player;
  const isRight = async (what: string): Promise<void> => {
    for (const size of [PHONE, SMALL_ON_ITS_SIDE, ON_ITS_SIDE, { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      expect.soft(await cutWords(page), `${what} ${JSON.stringify(size)}`).toEqual([]);
      expect.soft(await outsideScreen(page), `${what} ${JSON.stringify(size)}`).toEqual([]);
      await look(player, what);
    }
  };
  const { seq } = await dealer.openBetting();
  await page.locator('[data-part=chips] button').last().click();
  await player.places('perfect_pair');
  await page.locator('[data-refusal=stake_above_maximum]').waitFor();
  await isRight('refused');
  const mara = await openPit(testbed, studio, 'Mara');
  await mara.must('closing:call', { table: 'pb-4' });
  await page.locator('[data-happened=closing_called]').waitFor();
  await player.places('perfect_pair');
  await page.locator('[data-part=notices] > * + [data-happened]').waitFor();
  await page.evaluate(
    `for (const each of document.getAnimations()) if (each.effect.target.matches('[data-says]')) each.playbackRate = 0`,
  );
  for (const size of [PHONE, SMALL_ON_ITS_SIDE, { width: 768, height: 1_024 }, DESK]) {
    await page.setViewportSize(size);
    expect.soft(await axeFaults(page), `of two ${JSON.stringify(size)}`).toEqual([]);
    await look(player, 'two-notices');
  }
  await mara.must('closing:calloff', { table: 'pb-4' });
  await dealer.betsClosed(seq);
  await dealer.deal('Kh 4c 9s 4c');
  await page.locator('[data-recognised=perfect]').waitFor();
  await dealer.next('round_settled', { after: seq });
  await page.locator('[data-part=stage][data-outcome]').waitFor();
  await isRight('recognised');
});

test('the last hand and a lost line are read whole, and hide no hand, in Italian', async () => {
  const dealer = await atTable('pb-6');
  await dealer.playRound('9h 3c 9d 4s');
  expect(await dealer.scan('CUT')).toMatchObject({ ok: true });
  const { seq } = await dealer.openBetting();
  const options = { table: 'pb-6', size: PHONE, language: 'it-IT' };
  const player = await browser.player(studio, 'Eva', options);
  const { page } = player;
  const isWhole = async (words: string): Promise<void> => {
    await page.locator('[data-part=phase] > span', { hasText: words }).waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const where = `${words} at ${JSON.stringify(size)}`;
      expect.soft(await cutWords(page), where).toEqual([]);
      expect.soft(await outsideScreen(page), where).toEqual([]);
      await look(player, words);
    }
  };
  // These are the longest words that the last hand is beside.
  await expect.poll(() => player.phase.textContent()).toMatch(/VOSTRO GIOCO \d\d/);
  await isWhole('Ultimo colpo');
  await dealer.betsClosed(seq);
  await dealer.deal('6h 9c');
  let isLost = false;
  await page.routeWebSocket(/socket\.io/, (route) => {
    const far = route.connectToServer();
    far.onMessage((message) => {
      if (!isLost) route.send(message);
    });
  });
  await page.reload();
  await page.locator('[data-quality=good]').waitFor();
  isLost = true;
  await isWhole('Le puntate accettate restano in gioco.');
});

/** From now on every text of the element is noted, in their order. */
const listen = (page: Page, part: string): Promise<void> =>
  page.evaluate(`{
    const element = document.querySelector('[data-part=${part}]');
    const said = (window.said ??= {})['${part}'] = [];
    const note = () => {
      const text = element.textContent;
      if (text !== '' && text !== said.at(-1)) said.push(text);
    };
    new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true });
  }`);

const heard = (page: Page, part: string): Promise<readonly string[]> =>
  page.evaluate(`window.said['${part}']`);

describe('who cannot see', () => {
  test('hears each bet, each card with the totals, the result and what it brought', async () => {
    const dealer = await atTable('pb-2');
    const player = await browser.player(studio, 'Bea', { table: 'pb-2' });
    const { page } = player;
    for (const part of ['voice', 'voice-of-result', 'voice-of-bets']) {
      const live = page.locator(`[data-part=${part}]`);
      expect(await live.getAttribute('aria-live')).toBe('polite');
      await listen(page, part);
    }
    const { seq } = await dealer.openBetting();
    await player.places('punto', '25');
    await expect.poll(() => heard(page, 'voice-of-bets')).toEqual(['Punto: €25 on it']);
    await player.does('Undo');
    await expect.poll(() => heard(page, 'voice-of-bets')).toContain('Punto: no bet');
    await player.places('punto', '5');
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
    await dealer.betsClosed(seq);
    const cards = [
      ['9h', 'Punto: Nine of hearts. Punto 9, Banco 0.'],
      ['3c', 'Banco: Three of clubs. Punto 9, Banco 3.'],
      ['9d', 'Punto: Nine of diamonds. Punto 8, Banco 3.'],
    ] as const;
    for (const [card, words] of cards) {
      await dealer.deal(card);
      await expect.poll(() => heard(page, 'voice')).toContain(words);
    }
    await dealer.deal('4s');
    await dealer.next('round_settled', { after: seq });
    await player.won.waitFor();
    const won = 'You get €10.00 (+€5.00)';
    await expect.poll(() => heard(page, 'voice-of-result')).toEqual([won]);
    const said = (await heard(page, 'voice')).join(' | ');
    expect(said).toContain('PLACE YOUR BETS');
    expect(said, 'the result with its totals').toMatch(/Punto wins.*8.*7/);

    await dealer.openBetting();
    await player.places('punto', '5');
    await player.places('banco_pair', '5');
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
    await player.does('Clear');
    const off = 'Punto: no bet, Banco Pair: no bet';
    await expect.poll(() => heard(page, 'voice-of-bets')).toContain(off);
    await dealer.call('table:suspend', { table: 'pb-2', reason: 'A card is worn' });
    await expect
      .poll(async () => (await heard(page, 'voice')).at(-1))
      .toBe('PLEASE WAIT. The table waits for the shift manager (A card is worn).');
  });
});

/** What moves, in ms to its end. Neither what is said for a while counts, nor the countdown. */
const MOVING = `document.getAnimations()
  .filter(({ effect }) => !effect.target.matches('[data-says]'))
  .map(({ effect }) => effect.getComputedTiming().endTime)`;

test('a card comes within 0.4 s and a third one lies across; who wants no motion sees none', async () => {
  const dealer = await atTable('pb-3');
  const player = await browser.player(studio, 'Dia', { table: 'pb-3' });
  const { page } = player;
  const deals = async (cards: string, bets: () => Promise<unknown>): Promise<void> => {
    const { seq } = await dealer.openBetting();
    await bets();
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
    await dealer.betsClosed(seq);
    await dealer.deal(cards);
    await dealer.next('round_settled', { after: seq });
    await player.won.waitFor();
  };
  const ofCards = () =>
    page.evaluate<readonly number[]>(`[...document.querySelectorAll('[data-hand] [role=img]')]
      .flatMap((card) => getComputedStyle(card).animationDuration.split(', ').map(Number.parseFloat))`);
  const recognised = async (side: string) => {
    const all = page.locator(`[data-hand=${side}] [data-recognised]`);
    return Promise.all((await all.all()).map((each) => each.getAttribute('data-recognised')));
  };

  await deals('Kh 4c 9s 4c', () => player.places('punto', '25'));
  expect(Math.max(...(await ofCards())), 'in s').toBeLessThanOrEqual(0.4);
  expect(await recognised('punto')).toEqual(['natural']);
  expect(await recognised('banco')).toEqual(['natural', 'perfect']);
  expect(await page.locator('[data-part=joy]').isVisible()).toBe(true);
  const joy = await page.evaluate<readonly number[]>(
    `document.querySelector('[data-part=joy]').getAnimations({ subtree: true })
      .map(({ effect }) => effect.getComputedTiming().endTime)`,
  );
  expect(joy.length).toBeGreaterThan(0);
  expect(Math.max(...joy), 'not for long, in ms').toBeLessThanOrEqual(2_000);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await deals('2h 3c 2d 3d 6s Kh', () => player.places('banco', '25'));
  const third = await page.locator('[data-hand=punto] [role=img]').nth(2).boundingBox();
  expect(third!.width, 'across').toBeGreaterThan(third!.height);
  expect(await page.locator('[data-part=joy]').isVisible()).toBe(false);
  expect((await ofCards()).every((seconds) => seconds <= 0.001)).toBe(true);
  await expect.poll(() => page.evaluate<readonly number[]>(MOVING)).toEqual([]);
});

test('what happens at the table is said to those who want no motion, too, and can be read', async () => {
  const dora = await atTable('pb-5');
  const player = await browser.player(studio, 'Gio', { table: 'pb-5', size: PHONE });
  const { page } = player;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const isSaid = async (kind: string, words: string): Promise<void> => {
    const said = page.locator(`[data-part=notices] [data-happened=${kind}]`);
    await said.waitFor();
    expect(await said.textContent()).toContain(words);
    expect(await said.isVisible(), kind).toBe(true);
    const seconds = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-happened=${kind}]')).animationDuration`,
    );
    expect(Number.parseFloat(seconds), `${kind} is shown, in s`).toBeGreaterThan(4);
  };
  const otto = await testbed.staff(studio, 'Otto', { table: 'pb-5' });
  expect(await otto.call('table:relieve', { table: 'pb-5' })).toMatchObject({ ok: true });
  await isSaid('dealer_changed', 'Otto');
  otto.scanSeq = dora.scanSeq;
  const game = await otto.playRound('9h 3c 9d 4s');
  const [asker, second] = [
    await openPit(testbed, studio, 'Mara'),
    await openPit(testbed, studio, 'Nils'),
  ];
  const request = { kind: 'void', table: 'pb-5', game, reason: 'misdeal' } as const;
  const { approval } = await asker.must('approval:request', request);
  await second.must('approval:decide', { approval: approval.id, verdict: 'approved' });
  await isSaid('round_corrected', game);
  expect(await outsideScreen(page)).toEqual([]);
  await otto.next('correction_paid', { where: (each) => each.game === game });
});

test('the clock has seconds and is the player’s, and the whole screen is one button away', async () => {
  const { page } = await browser.player(studio, 'Cia', { euros: 0, size: DESK });
  const clock = page.locator('[data-part=top] time');
  const inMalta = new Intl.DateTimeFormat('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'Europe/Malta' },
  });
  const isNow = async (): Promise<boolean> => {
    const nowMs = await page.evaluate<number>('Date.now()');
    const shown = await clock.textContent();
    return [0, 1_000, 2_000].some((ms) => inMalta.format(nowMs - ms) === shown);
  };
  await expect.poll(isNow).toBe(true);

  const isWhole = () => page.evaluate<boolean>('document.fullscreenElement !== null');
  const button = page.locator('[data-part=stage]').getByRole('button', { name: 'Full screen' });
  await button.click();
  await expect.poll(isWhole).toBe(true);
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
  await button.click();
  await expect.poll(isWhole).toBe(false);
});
