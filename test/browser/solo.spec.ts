/**
 * The rooms of the solo games: hands played to the last button, by mouse, by keyboard and by touch,
 * with the money as the studio has it.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { valueOf } from '../../src/blackjack/total.js';
import { checkProof } from '../../src/chance/check-proof.js';
import type { DealtHand } from '../../src/protocol/solo.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { DESK, PHONE, downloaded, look, useBrowser } from '../kit/browser.js';
import { creditOf, euros } from '../kit/browser-books.js';
import { axeFaults, placeOfKeys } from '../kit/browser-layout.js';
import { type BrowserPlayer, LOST_CONNECTION } from '../kit/browser-player.js';
import { Cable } from '../kit/cable.js';
import { SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { SHUT, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SHUT } });
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

type Game = 'punto_e_banco' | 'blackjack';
type BlackjackView = Extract<DealtHand, { readonly game: 'blackjack' }>['view'];

/** Goes to a room as a player does: by the lobby. */
const enters = async ({ page }: BrowserPlayer, game: Game): Promise<void> => {
  await page.locator('[data-panel=lobby]').click();
  await page.locator(`[data-solo=${game}]`).click();
  await page.locator(`[data-part=room][data-game=${game}] [data-hand-number]`).waitFor();
};

const press = (page: Page, command: string) =>
  page.locator(`[data-command=${command}]:enabled`).click();

/** Touches the table until every card is shown. */
const dealtOut = async (page: Page, done: string): Promise<void> => {
  await expect
    .poll(async () => {
      await page
        .locator('[data-command=hasten]')
        .click({ timeout: 200 })
        .catch(() => undefined);
      return page.locator(done).count();
    })
    .toBeGreaterThan(0);
};

/** The money on the page is that of the studio, and the studio's hand is over. */
const agrees = async (player: BrowserPlayer): Promise<void> => {
  const credit = await creditOf(testbed.pool, player.id);
  await expect.poll(() => player.balance()).toBe(credit);
};

const checksTheDeal = async (page: Page): Promise<void> => {
  await page.locator('[data-command=fairness]').click();
  await page.locator('[data-command=check]').click();
  await page.locator('[data-check]').waitFor();
  expect(await page.locator('[data-check]').getAttribute('data-check')).toBe('fits');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/**
 * The hand whose commitment is in view now. Whatever stakes next must stake on it.
 */
const committedHand = async (page: Page): Promise<{ hand: string | null; to: string | null }> => {
  const strip = page.locator('[data-commitment]');
  const to = await strip.getAttribute('data-commitment');
  expect(to).toMatch(/^[0-9a-f]{64}$/);
  return { hand: await strip.getAttribute('data-committed-hand'), to };
};

/** What the player gave with the stakes of each hand that was begun, and what it was held to. */
const givenIn = async ({ id }: BrowserPlayer) => {
  const { rows } = await testbed.pool.query<{ hand: string; given: string; commitment: string }>(
    `select hand_number as hand, coalesce(player_seed, cut::text) as given, encode(commitment, 'hex') as commitment
       from solo_hands where player_id = $1 and status = 'over' order by hand_number`,
    [id],
  );
  return rows;
};

/** The Tab key, and what has the focus then. */
const byKeyboard = (page: Page) => {
  const goesTo = async (selector: string): Promise<void> => {
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`))
        return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not lead to ${selector}`);
  };
  /** Of what has the focus, if it has it still: the end of a hand moves it on. */
  const presses = async (selector: string, key = 'Enter'): Promise<void> => {
    await goesTo(selector);
    const focused = page.locator(':focus').and(page.locator(selector));
    await focused.press(key, { timeout: 5_000 });
  };
  return { goesTo, presses };
};

/** What the hand has said so far to those who listen, line by line. */
const heard = (page: Page): Promise<readonly string[]> =>
  page.locator('[data-part=voice-of-hand] p').allTextContents();

/** What a screen reader says that is on the page, and not only drawn. */
const named = (page: Page, selector: string): Promise<readonly string[]> =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all.map((each) => (each as { ariaLabel?: string | null }).ariaLabel ?? ''),
    );

describe('Punto e Banco', () => {
  test.each([
    ['a phone', PHONE, 'Ada'],
    ['a desktop screen', DESK, 'Bea'],
  ])('is played to the last button on %s', async (_, size, name) => {
    const player = await browser.player(studio, name, { size });
    const { page } = player;
    await enters(player, 'punto_e_banco');
    const first = await committedHand(page);
    await player.places('banco', '25');
    await player.places('punto_pair', '5');
    await player.places('egalite');
    await press(page, 'undo');
    expect(await player.stakes()).toEqual({ banco: euros(25), punto_pair: euros(5) });
    expect(await player.total()).toBe(euros(30));
    expect(await player.balance()).toBe(euros(970));
    await page.locator('[data-spot=punto_pair]').click({ button: 'right' });
    await page.locator('[data-spot=banco]').press('Delete');
    expect(await player.stakes()).toEqual({ banco: euros(20) });
    expect(await axeFaults(page)).toEqual([]);
    await look(player, 'solo-punto-e-banco-placed');
    await press(page, 'deal');
    await dealtOut(page, '[data-ending]');
    await look(player, 'solo-punto-e-banco-over');
    await agrees(player);
    expect(await axeFaults(page)).toEqual([]);
    await checksTheDeal(page);
    const before = await page.locator('[data-hand-number]').getAttribute('data-hand-number');
    await press(page, 'repeat');
    expect(await player.stakes()).toEqual({ banco: euros(20) });
    const after = await page.locator('[data-hand-number]').getAttribute('data-hand-number');
    expect(after).not.toBe(before);
    const second = await committedHand(page);
    await press(page, 'deal');
    await dealtOut(page, '[data-ending]');
    await agrees(player);
    const given = await givenIn(player);
    const held = given.map(({ hand, commitment }) => ({ hand, to: commitment }));
    expect(held).toEqual([first, second]);
    expect(given[1]!.given).not.toBe(given[0]!.given);
    await press(page, 'tables');
    await player.isAtTable();
  });

  test('is played by the keyboard alone, and each card is said', async () => {
    const player = await browser.player(studio, 'Ivo');
    const { page } = player;
    const { presses } = byKeyboard(page);
    await presses('[data-panel=lobby]');
    await page.locator('[data-solo=punto_e_banco]').waitFor();
    await presses('[data-solo=punto_e_banco]');
    await page.locator('[data-game=punto_e_banco] [data-hand-number]').waitFor();
    await page.getByRole('radio', { name: 'Chip 1', checked: true, exact: true }).waitFor();
    const chip = euros(1);
    await presses('[data-spot=punto]');
    await page.keyboard.press('Space');
    await presses('[data-command=undo]');
    const chips = page.locator('[data-part=voice-of-chips]');
    await expect.poll(() => chips.textContent()).toBe('Punto: €1 on it');
    await presses('[data-spot=banco_pair]');
    expect(await player.stakes()).toEqual({ punto: chip, banco_pair: chip });
    await presses('[data-spot=banco_pair]', 'Delete');
    expect(await player.stakes()).toEqual({ punto: chip });
    await expect.poll(() => chips.textContent()).toBe('Banco Pair: no bet');
    await presses('[data-command=deal]');
    await expect
      .poll(() => placeOfKeys(page), { message: 'its buttons are disabled' })
      .toBe('commands');
    const over = page.locator('[data-ending]');
    while ((await over.count()) === 0) {
      await presses('[data-command=hasten]').catch(() => undefined);
    }
    await expect
      .poll(() => placeOfKeys(page), { message: 'what was pressed is gone' })
      .toBe('commands');
    const cards = await named(page, '[data-part=hands] [role=img]');
    expect(cards.length).toBeGreaterThanOrEqual(4);
    for (const card of cards) expect(card).toMatch(/^\S+ of \S+$/);
    const lines = await heard(page);
    expect(lines).toHaveLength(cards.length);
    for (const line of lines) {
      expect(line).toMatch(/^(Punto|Banco): \S+ of \S+\. Punto \d, Banco \d\.$/);
    }
    expect(await chips.textContent(), 'the chip is in the hand').toBe('Banco Pair: no bet');
    const totals = await page.locator('[data-part=hands] output').allTextContents();
    expect(lines.at(-1)).toContain(`Punto ${totals[0]}, Banco ${totals[1]}.`);
    const result = page.locator('[data-part=stage] [role=status]');
    expect(await result.textContent()).toMatch(/(wins|Egalité).*€/);
    await agrees(player);
    expect(await axeFaults(page)).toEqual([]);
    await presses('[data-command=repeat]');
    expect(await player.stakes()).toEqual({ punto: chip });
    await presses('[data-command=tables]');
    await player.isAtTable();
  });
});

/** The history has the hands with their course, and a proof that checks here and as a file. */
const findsTheHands = async (player: BrowserPlayer, hands: number): Promise<void> => {
  const { page } = player;
  const sheet = await player.opens('history');
  const played = sheet.locator('[data-hand-played]');
  await expect.poll(() => played.count()).toBe(hands);
  await played.first().locator('[data-course]').click();
  await played.first().locator('[data-event=hand_ended]').waitFor();
  await played.first().locator('[data-command=check]').click();
  await played.first().locator('[data-check=fits]').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await look(player, 'solo-history');
  const file = await downloaded(page, () => played.first().locator('[data-proof]').click());
  const checked = checkProof(JSON.parse(file.text));
  expect(checked).toMatchObject({ ok: true, game: 'blackjack' });
  await player.closesPanel();
};

/** What a player sees of the table, all at one moment. */
interface Seen {
  readonly isDealing: boolean;
  /** The commands that can be pressed. */
  readonly can: readonly string[];
  /** The total of the hand in turn. 0 where none is. */
  readonly best: number;
}

const seen = (page: Page): Promise<Seen> =>
  page.evaluate<Seen>(`({
    isDealing: document.querySelector('[data-command=hasten], [data-part=room][data-asked]') !== null,
    can: [...document.querySelectorAll('[data-part=commands] button:enabled')]
      .map((button) => button.dataset.command),
    best: Number(document.querySelector('[data-turn]')?.dataset.best ?? 0),
  })`);

/** Touches the table until the player has a choice, or the hand is over. */
const choiceAt = async (page: Page): Promise<Seen> => {
  for (const endsAt = performance.now() + 30_000; performance.now() < endsAt;) {
    const now = await seen(page);
    if (!now.isDealing && now.can.length > 0) return now;
    await page
      .locator('[data-command=hasten]')
      .click({ timeout: 100 })
      .catch(() => undefined);
  }
  throw new Error('the player has no choice, and the hand is not over');
};

/** Presses what can be pressed until the hand is over: splits, then doubles, then up to 17. */
const playsOut = async (page: Page): Promise<readonly string[]> => {
  const pressed: string[] = [];
  for (;;) {
    const { can, best } = await choiceAt(page);
    if (can.includes('newHand')) return pressed;
    let command = best < 17 ? 'card' : 'stand';
    if (can.includes('decline')) {
      await page.locator('[data-insure="0"]').click();
      command = 'insure';
    } else if (can.includes('split')) command = 'split';
    else if (can.includes('double') && !pressed.includes('double')) command = 'double';
    pressed.push(command);
    await press(page, command);
    await page.locator(`[data-part=room][data-asked]`).waitFor({ state: 'detached' });
  }
};

describe('Blackjack', () => {
  test.each([
    ['five boxes on a phone', PHONE, 'Cia', 5],
    ['three boxes on a desktop screen', DESK, 'Dea', 3],
  ])('is played to the last button with %s', async (_, size, name, boxes) => {
    const player = await browser.player(studio, name, { size });
    const { page } = player;
    await enters(player, 'blackjack');
    await page.locator(`[data-boxes="${boxes}"]`).click();
    await player.takes('25');
    await page.locator('[data-spot="0"]').click();
    await page.locator('[data-spot="0"]').click({ button: 'right' });
    expect(await player.stakes()).toEqual({});
    await page.locator('[data-spot="0"]').click();
    await press(page, 'dealOut');
    await expect.poll(() => player.refusal.getAttribute('data-refusal')).toBe('boxes_are_bare');
    expect(await player.refusal.textContent()).toContain('€1');
    await press(page, 'clear');
    for (let box = 0; box < boxes; box += 1) await page.locator(`[data-spot="${box}"]`).click();
    expect(await player.total()).toBe(euros(25 * boxes));
    expect(await axeFaults(page)).toEqual([]);
    await look(player, 'solo-blackjack-placed');
    await press(page, 'dealOut');
    await playsOut(page);
    await look(player, 'solo-blackjack-over');
    await agrees(player);
    expect(await axeFaults(page)).toEqual([]);
    await checksTheDeal(page);
    const next = await committedHand(page);
    await press(page, 'repeat');
    await playsOut(page);
    await agrees(player);
    const [, second] = await givenIn(player);
    expect({ hand: second!.hand, to: second!.commitment }).toEqual(next);
    await findsTheHands(player, 2);
    await press(page, 'newHand');
    expect(await player.stakes()).toEqual({});
    await press(page, 'boxes');
    await page.locator('[data-boxes="1"]').waitFor();
  });

  test('is played by the keyboard alone, and each card is said', async () => {
    const player = await browser.player(studio, 'Eva');
    const { page } = player;
    const { presses } = byKeyboard(page);
    await presses('[data-panel=lobby]');
    await page.locator('[data-solo=blackjack]').waitFor();
    await presses('[data-solo=blackjack]');
    await page.locator('[data-boxes="1"]').waitFor();
    await presses('[data-boxes="1"]');
    await presses('[data-spot="0"]', 'Space');
    await presses('[data-command=dealOut]');
    const over = page.locator('[data-command=newHand]:enabled');
    while ((await over.count()) === 0) {
      const command = page.locator(
        '[data-command=hasten], [data-command=stand]:enabled, [data-command=decline]:enabled, [data-command=newHand]:enabled',
      );
      await command.first().waitFor();
      if ((await over.count()) > 0) break;
      await presses('[data-command=hasten], [data-command=stand], [data-command=decline]').catch(
        () => undefined,
      );
    }
    await agrees(player);
    const lines = await heard(page);
    expect(lines[0]).toMatch(/^Box 1: \S+ of \S+\. Total (\d+|1 or 11)\.$/);
    expect(lines[1]).toMatch(/^Bank: \S+ of \S+\. Total (\d+|1 or 11)\.$/);
    expect(lines[2]).toMatch(/^Box 1: \S+ of \S+\. (Total .*|Blackjack)\.$/);
    expect(lines).toContain('A card face down for the bank');
    expect(lines.at(-1)).toMatch(/^Box 1: (won, €|returned, €|lost$)/);
    expect(await page.locator('[data-part=stage] [role=status]').textContent()).toMatch(/€/);
    expect(await axeFaults(page)).toEqual([]);
  });

  test.each([
    ['taken on the boxes that were chosen', 'Isa', 'insure'],
    ['declined', 'Iva', 'decline'],
  ] as const)('offers an insurance against an ace, which is %s', async (_, name, command) => {
    const player = await comesBackTo(name, ({ phase }) => phase === 'insurance');
    const { page } = player;
    await page.locator('[data-insure="0"]:enabled').waitFor();
    expect(await page.locator('[data-part=stage] [role=status]').textContent()).toContain('An ace');
    const [tall, screen] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollHeight, innerHeight]',
    );
    expect(tall, 'all of it is in view').toBeLessThanOrEqual(screen);
    expect((await seen(page)).can, 'no box is chosen').toEqual(['decline']);
    const sum = () => stakedOn(page);
    expect(await sum()).toBe('6000');
    const paid: Record<string, string> = {};
    if (command === 'insure') {
      await page.locator('[data-insure="0"]').click();
      await page.locator('[data-insure="2"]').click();
      await page.locator('[data-insure="1"]').click();
      await page.locator('[data-insure="1"]').click();
      Object.assign(paid, { 0: '500', 2: '1500' });
    }
    await look(player, `solo-blackjack-${command}`);
    expect(await axeFaults(page)).toEqual([]);
    await press(page, command);
    await choiceAt(page);
    for (const box of ['0', '1', '2']) {
      const note = page.locator(`[data-box="${box}"] [data-insured]`);
      const stake =
        (await note.count()) === 0 ? undefined : await note.getAttribute('data-insured');
      expect(stake ?? undefined).toBe(paid[box]);
    }
    expect(await sum()).toBe(command === 'insure' ? '8000' : '6000');
    expect(
      (await heard(page)).some((line) => line.startsWith('Insurance: Box 1 €5, Box 3 €15')),
    ).toBe(command === 'insure');
    await playsOut(page);
    await agrees(player);
  });

  test('has a pair split and one of its hands doubled, each by its button, once', async () => {
    const player = await comesBackTo('Ike', isPairToDouble);
    const { page } = player;
    expect((await choiceAt(page)).can).toEqual(
      expect.arrayContaining(['card', 'stand', 'double', 'split']),
    );
    expect(await stakedOn(page)).toBe('6000');
    await press(page, 'split');
    await page.locator('[data-box="0"] [data-hand="1"]').waitFor();
    const first = await choiceAt(page);
    expect(first.can).toContain('double');
    expect(first.can, 'once a box').not.toContain('split');
    expect(await stakedOn(page), 'the stake of the second hand').toBe('7000');
    await press(page, 'double');
    await page.locator('[data-box="0"][data-turn="1"]').waitFor();
    expect((await choiceAt(page)).can).not.toContain('split');
    expect(await stakedOn(page), 'the stake of the first hand once more').toBe('8000');
    await playsOut(page);
    await agrees(player);
  }, 900_000);
});

/** Someone who has played hands elsewhere comes back to one that stands so, on a phone. */
const comesBackTo = async (
  name: string,
  isWanted: (view: BlackjackView) => boolean,
): Promise<BrowserPlayer> => {
  const visitor = await testbed.visitor(studio, name, { euros: 50_000 });
  await visitor.buyIn(40_000);
  await changePlayerSettings(testbed.pool, visitor.id, { modeAsked: true });
  const solo = await new SoloPlayer(visitor).connect();
  await playsUntil(solo, isWanted);
  solo.socket.disconnect();
  visitor.close();
  const login = { id: visitor.id, token: visitor.token as string };
  const player = await browser.again(studio, login, { size: PHONE });
  await player.page.locator('[data-panel=lobby]').click();
  await player.page.locator('[data-solo=blackjack]').click();
  return player;
};

/** What the page says is staked, in minor units. */
const stakedOn = (page: Page): Promise<string | null> =>
  page.locator('[data-part=account] [data-total]').getAttribute('data-total');

/** Plays three boxes until the hand is as wanted, and leaves it so. */
const playsUntil = async (
  solo: SoloPlayer,
  isWanted: (view: BlackjackView) => boolean,
): Promise<void> => {
  for (;;) {
    const { hand } = await solo.open('blackjack');
    const stakes = ['1000', '2000', '3000'];
    const played = await solo.must('blackjack:deal', { hand, step: 0, stakes, cut: 7 });
    if (played.hand.game === 'blackjack' && isWanted(played.hand.view)) return;
    if (played.next === null) await solo.playOut(played.hand);
  }
};

/**
 * Two cards of a value in the rightmost box, whose turn it is. Once split, no second card makes
 * them 21, so that each hand may be doubled: neither tens nor aces.
 */
const isPairToDouble = ({ inTurn, boxes }: BlackjackView): boolean => {
  const [one, two] = boxes[0]!.hands[0]!.cards.map((card) => valueOf(card));
  return inTurn?.box === 0 && one === two && one! > 1 && one! < 10;
};

describe('a finger on the glass', () => {
  test('places a chip by a touch, and takes it back by a long one', async () => {
    const player = await browser.player(studio, 'Gil', { size: PHONE });
    const { page } = player;
    const glass = await page.context().newCDPSession(page);
    await glass.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await enters(player, 'punto_e_banco');
    await player.takes('25');
    const box = (await player.spot('banco').boundingBox())!;
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    const touches = () =>
      glass.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const lifts = () =>
      glass.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const banco = async (): Promise<bigint | undefined> => (await player.stakes()).banco;
    for (const euro of [25, 50]) {
      await Promise.all([touches(), lifts()]);
      await expect.poll(banco).toBe(euros(euro));
    }
    await touches();
    await expect.poll(banco, { message: 'while the finger is still down' }).toBe(euros(25));
    await lifts();
    await player.takes('100');
    await touches();
    await expect.poll(() => player.stakes(), { message: 'the whole of it' }).toEqual({});
    await lifts();
    expect(await player.total()).toBe(0n);
  });
});

test('who wants less motion sees no card fly, and the hand is dealt all the same', async () => {
  const player = await browser.player(studio, 'Hal');
  const { page } = player;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enters(player, 'punto_e_banco');
  await player.places('punto', '25');
  await press(page, 'deal');
  await page
    .locator('[data-command=hasten]')
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  const card = page.locator('[data-part=stage] [role=img]').first();
  await card.locator('svg[data-drawn]').waitFor();
  const duration = () =>
    page.evaluate(
      `getComputedStyle(document.querySelector('[data-part=stage] [role=img]')).animationDuration`,
    );
  expect(await duration()).toBe('0.001s');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await duration()).toBe('0.38s');
  await dealtOut(page, '[data-ending]');
  await agrees(player);
});

describe('a line that is lost', () => {
  test('brings the hand back where it was, after a reload too', async () => {
    const cable = await Cable.to(studio.url);
    try {
      const player = await browser.player(studio, 'Fay', { url: cable.through(studio.url) });
      player.forgiven = LOST_CONNECTION;
      const { page } = player;
      await enters(player, 'punto_e_banco');
      await player.places('punto', '25');
      cable.mute();
      await press(page, 'deal');
      await page.locator('[data-part=room][data-asked]').waitFor();
      expect(await player.balance(), 'the stake is asked for').toBe(euros(975));
      const handsOver = async (): Promise<number> => {
        const { rows } = await testbed.pool.query<{ hands: number }>(
          "select count(*)::int as hands from solo_hands where player_id = $1 and status = 'over'",
          [player.id],
        );
        return rows[0]!.hands;
      };
      await eventually('the hand is played', async () => (await handsOver()) > 0);
      cable.cut();
      await page.locator('[data-line="lost"]').waitFor();
      cable.repair();
      await page.reload();
      await page.locator('[data-part=room][data-game=punto_e_banco]').waitFor();
      await dealtOut(page, '[data-ending]');
      await agrees(player);
      expect(await player.stakes()).toEqual({ punto: euros(25) });
      expect(await handsOver()).toBe(1);
    } finally {
      cable.close();
    }
  });
});
