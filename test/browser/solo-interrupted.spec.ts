/**
 * A solo hand that is interrupted: the page is loaded again, somebody else signs in, the game is
 * closed, the house voids it or plays it. The player hears of each, wherever they are.
 */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Played } from '../../src/protocol/solo.js';
import { DEFAULT_STAKES, makeStakes } from '../../src/protocol/stakes.js';
import type { SoloGame } from '../../src/solo/game.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { PHONE, look, useBrowser } from '../kit/browser.js';
import { creditOf, euros } from '../kit/browser-books.js';
import { axeFaults, outsideScreen, overOrSmall } from '../kit/browser-layout.js';
import { type BrowserPlayer, LOST_CONNECTION } from '../kit/browser-player.js';
import { Cable } from '../kit/cable.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { SHUT, useTestbed } from '../kit/testbed.js';

/** Ten minutes in place of a week. */
const testbed = useTestbed({ tables: { 'pb-1': SHUT }, env: { HAND_KEPT_MS: '600000' } });
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const LOBBY = '[data-panel=lobby]';
const room = (game: string) => `[data-part=room][data-game=${game}]`;

const enters = async ({ page }: BrowserPlayer, game: string): Promise<void> => {
  await page.locator(LOBBY).click();
  await page.locator(`[data-solo=${game}]`).click();
};

/** A player at the page, with a hand of Sette e Mezzo of twenty euros in which they may choose. */
const withHand = async (
  name: string,
  options: { readonly url?: string } = {},
): Promise<{ readonly player: BrowserPlayer; readonly hand: Played['hand'] }> => {
  const visitor = await testbed.visitor(studio, name, { euros: 200 });
  await visitor.buyIn(200);
  await changePlayerSettings(testbed.pool, visitor.id, { modeAsked: true });
  const solo = await new SoloPlayer(visitor).connect();
  const { hand } = await solo.dealSetteEMezzo('2000');
  solo.socket.disconnect();
  visitor.close();
  const known = { id: visitor.id, token: visitor.token as string };
  return { player: await browser.again(studio, known, options), hand };
};

/** The cards on the table, as a screen reader names them. */
const cards = (page: Page): Promise<readonly string[]> =>
  page
    .locator('[data-part=hands] [role=img]')
    .evaluateAll((all) =>
      all.map((card) => (card as { ariaLabel?: string | null }).ariaLabel ?? ''),
    );

/** Where the player has a choice. Below the bank it is a card only. */
const CHOICE = '[data-command=card]:enabled';

/** Stands as soon as that may be done. */
const playsOut = async (page: Page): Promise<void> => {
  const result = page.locator('[data-part=stage] [data-result]');
  await expect
    .poll(async () => {
      for (const command of ['hasten', 'stand', 'card']) {
        const button = page.locator(`[data-command=${command}]:enabled`);
        if ((await button.count()) === 0) continue;
        await button.click({ timeout: 500 }).catch(() => undefined);
        break;
      }
      return result.count();
    })
    .toBe(1);
};

const agrees = async (player: BrowserPlayer): Promise<void> => {
  const credit = await creditOf(testbed.pool, player.id);
  await expect.poll(() => player.balance()).toBe(credit);
};

test('who goes back to the tables while the cards are dealt has the credit of the whole coup', async () => {
  const player = await browser.player(studio, 'Amo');
  const { page } = player;
  await enters(player, 'punto_e_banco');
  for (const spot of ['punto', 'banco', 'egalite'] as const) await player.places(spot, '25');
  await page.locator('[data-command=deal]:enabled').click();
  await player.cards.first().waitFor();
  await page.locator('[data-command=tables]').click();
  await player.isAtTable();
  await agrees(player);
});

test('a reload in mid-hand shows the same cards, and the hand goes on', async () => {
  const { player } = await withHand('Ada');
  const { page } = player;
  await enters(player, 'sette_e_mezzo');
  await page.locator(CHOICE).waitFor();
  const before = await cards(page);
  expect(before.length).toBeGreaterThanOrEqual(2);
  expect(before.every((name) => name !== '')).toBe(true);
  await page.reload();
  await page.locator(CHOICE).waitFor();
  expect(await cards(page)).toEqual(before);
  expect(await player.total()).toBe(euros(20));
  await playsOut(page);
  await agrees(player);
});

test('a second sign-in closes the first room, and the hand goes on in the second', async () => {
  const { player: first, hand } = await withHand('Bea');
  first.forgiven = LOST_CONNECTION;
  await enters(first, 'sette_e_mezzo');
  await first.page.locator(CHOICE).waitFor();
  const second = await browser.again(studio, first);
  await first.page.locator('[data-reason=second_login]').waitFor();
  expect(await first.page.locator('[data-part=commands] button:enabled').count()).toBe(0);
  await enters(second, 'sette_e_mezzo');
  await second.page.locator(`[data-hand-number="${hand.hand}"]`).waitFor();
  await playsOut(second.page);
  await agrees(second);
});

describe('a hand that the pit voids', () => {
  let mona: Pit;
  let mila: Pit;
  beforeAll(async () => {
    mona = await openPit(testbed, studio, 'Mona');
    mila = await openPit(testbed, studio, 'Mila', 'administrator');
  });
  afterAll(() => {
    mona.close();
    mila.close();
  });

  const voids = async (hand: string): Promise<void> => {
    const asked = { kind: 'void_hand', hand, reason: 'equipment_fault', note: '' } as const;
    const { approval } = await mona.must('approval:request', asked);
    await mila.must('approval:decide', { approval: approval.id, verdict: 'approved' });
  };

  /** What is said over the page, until the player has seen it. */
  const hears = async (player: BrowserPlayer, hand: string): Promise<void> => {
    const { page } = player;
    const notice = page.locator(`[data-hand-notice=voided][data-hand="${hand}"]`);
    await notice.waitFor();
    expect(await notice.getAttribute('role')).toBe('alert');
    expect(await notice.textContent()).toMatch(`No. ${hand} was voided`);
    expect(await notice.textContent()).toContain('€20.00');
    expect(await axeFaults(page)).toEqual([]);
    await agrees(player);
    await notice.locator('[data-command=seen]').click();
    await notice.waitFor({ state: 'detached' });
  };

  /** The history checks its cards, and says of no payment that it was by the rules. */
  const findsItVoid = async (player: BrowserPlayer): Promise<void> => {
    const sheet = await player.opens('history');
    const played = sheet.locator('[data-hand-played]').first();
    await played.locator('[data-course]').click();
    await played.locator('[data-command=check]').click();
    const found = played.locator('[data-check]');
    await found.waitFor();
    expect(await found.getAttribute('data-check')).toBe('fitsVoid');
    expect(await found.textContent()).toContain('The hand is void: what you had staked was given');
    expect(await found.textContent()).not.toContain('paid by the rules');
    await player.closesPanel();
  };

  test.each([
    ['in the room of its game', 'Cia', 'sette_e_mezzo'],
    ['in the room of another game', 'Dea', 'blackjack'],
    ['at a live table, having entered no room', 'Eva', undefined],
  ] as const)('is announced to its player %s', async (_, name, game) => {
    const { player, hand } = await withHand(name);
    const { page } = player;
    if (game !== undefined) {
      await enters(player, game);
      await page.locator(`${room(game)} [data-hand-number]`).waitFor();
    }
    await voids(hand.hand);
    await hears(player, hand.hand);
    if (game !== undefined) await findsItVoid(player);
    if (game === undefined) await enters(player, 'sette_e_mezzo');
    if (game === 'blackjack') return;
    // The next hand is another one, and can be staked on.
    await page.locator(`${room('sette_e_mezzo')} [data-command=fairness]`).waitFor();
    await page.locator('[data-spot=stake]:enabled').click();
    await page.locator('[data-command=deal]:enabled').waitFor();
  });

  test('is announced to its player once the line is back that was lost meanwhile', async () => {
    const cable = await Cable.to(studio.url);
    const { player, hand } = await withHand('Gea', { url: cable.through(studio.url) });
    const { page } = player;
    player.forgiven = LOST_CONNECTION;
    await page.locator('[data-hand-notice=kept]').waitFor();
    cable.cut();
    await page.locator('[data-line=lost]').waitFor();
    await voids(hand.hand);
    cable.repair();
    await hears(player, hand.hand);
    expect(await page.locator('[data-hand-notice]').count()).toBe(0);
    cable.close();
  });
});

test('a hand that nobody came back to is played by the house, and the player hears what came of it', async () => {
  const { player, hand } = await withHand('Fay');
  const { page } = player;
  await enters(player, 'blackjack');
  await page.locator('[data-boxes="1"]').waitFor();
  await browser.advance(11 * 60_000);
  const notice = page.locator(`[data-hand-notice=house_played][data-hand="${hand.hand}"]`);
  await testbed.passing(notice.waitFor());
  const said = await notice.textContent();
  expect(said).toContain('You were away for 10 minutes');
  expect(said).toMatch(/Staked €20\.00, paid €/);
  await agrees(player);

  // What else is said meanwhile lies over it or beside it, and can be answered.
  await page.locator('[data-boxes="1"]').click();
  await player.takes('100');
  for (let chip = 0; chip < 3; chip += 1) await page.locator('[data-spot="0"]').click();
  const refusal = page.locator('[data-refusal=insufficient_funds]');
  await refusal.getByRole('button').click({ trial: true });
  const second = await browser.again(studio, player);
  for (const each of [player, second]) each.forgiven = LOST_CONNECTION;
  const reason = page.locator('[data-reason=second_login]');
  await reason.getByRole('button').click();
  await reason.waitFor({ state: 'detached' });
  await notice.locator('[data-command=seen]').click();
});

test('a game that is closed says so and keeps the hand, which goes on when it is open again', async () => {
  const { player, hand } = await withHand('Gil');
  player.forgiven = LOST_CONNECTION;
  const { page } = player;
  await enters(player, 'sette_e_mezzo');
  await page.locator(CHOICE).waitFor();
  /** To another studio on the same database. */
  const comesAnew = async (env = {}): Promise<void> => {
    await studio.stop();
    studio = await testbed.start(env);
    await page.goto(`${studio.url}/#token=${player.token}`);
    await player.isAtTable();
    await enters(player, 'sette_e_mezzo');
  };
  // No key of this studio opens the deck.
  await comesAnew({ SABOT_HANDS_KEY: randomBytes(32).toString('base64') });
  const closed = page.locator(`${room('sette_e_mezzo')} [data-closed]`);
  await closed.waitFor();
  expect(await closed.textContent()).toContain('A hand in play is kept with its stakes');
  expect(await axeFaults(page)).toEqual([]);
  await page.locator('[data-command=tables]').click();
  await player.isAtTable();
  await comesAnew();
  await page.locator(`[data-hand-number="${hand.hand}"]`).waitFor();
  await playsOut(page);
  await agrees(player);
});

/** What the house lets a player stake, as the database has it. */
const keeps = (game: SoloGame, stakes: object) =>
  testbed.pool.query(
    `insert into solo_stakes (game, stakes) values ($1, $2)
     on conflict (game) do update set stakes = excluded.stakes`,
    [game, JSON.stringify(stakes)],
  );

test('a stake below the least or above the most is answered with the number, and takes nothing', async () => {
  const chips = ['100', '2500'];
  await keeps('blackjack', { chips, limits: { stake: { min: '1000', max: '5000' } } });
  const visitor = await testbed.visitor(studio, 'Ugo', {});
  const other = await new SoloPlayer(visitor).connect();
  await eventually('the studio knows', async () => {
    const reply = await other.call('hand:open', { game: 'blackjack' });
    return reply.ok && reply.rules.chips.length === chips.length;
  });
  const player = await browser.player(studio, 'Pia');
  const { page } = player;
  await enters(player, 'blackjack');
  await page.locator('[data-boxes="1"]').click();
  expect(await page.locator('[data-part=top]').textContent()).toContain('Min €10 · Max €50');
  const says = async (refusal: string, words: string): Promise<void> => {
    const said = page.locator(`[data-refusal=${refusal}]`);
    await said.waitFor();
    expect(await said.textContent()).toBe(words);
  };
  await player.takes('1');
  await page.locator('[data-spot="0"]').click();
  await page.locator('[data-command=dealOut]:enabled').click();
  await says('stake_below_minimum', 'The stake is below the minimum of €10.');
  await player.takes('25');
  await page.locator('[data-spot="0"]').click();
  await page.locator('[data-spot="0"]').click();
  await says('stake_above_maximum', 'The stake would be above the maximum of €50.');
  expect(await page.locator('[data-spot="0"]').getAttribute('data-stake')).toBe('2600');
  expect(await creditOf(testbed.pool, player.id)).toBe(euros(1_000));
  await keeps('blackjack', makeStakes('blackjack', DEFAULT_STAKES.blackjack));
  other.socket.disconnect();
  visitor.close();
});

test('a game that closes while chips lie says so, takes nothing, and deals once it is open again', async () => {
  const player = await browser.player(studio, 'Kim');
  const { page } = player;
  const visitor = await testbed.visitor(studio, 'Kai', {});
  const other = await new SoloPlayer(visitor).connect();
  const isOpen = async () => (await other.call('hand:open', { game: 'punto_e_banco' })).ok;
  await enters(player, 'punto_e_banco');
  await player.places('banco', '25');
  await keeps('punto_e_banco', { chips: 'none' });
  await eventually('the game is closed', async () => !(await isOpen()));
  await page.locator('[data-command=deal]:enabled').click();
  const said = page.locator('[data-refusal=game_is_closed]');
  await said.waitFor();
  expect(await said.getAttribute('role')).toBe('alert');
  expect(await said.textContent()).toContain('closed for the moment, and nothing was done');
  expect(await player.stakes()).toEqual({ banco: euros(25) });
  expect(await creditOf(testbed.pool, player.id)).toBe(euros(1_000));
  expect(await axeFaults(page)).toEqual([]);
  // Who comes to it now is not let in, and is not in the way of the other games.
  await page.reload();
  await page.locator(`${room('punto_e_banco')} [data-closed]`).waitFor();
  await enters(player, 'blackjack');
  await page.locator('[data-boxes="1"]').waitFor();
  await enters(player, 'punto_e_banco');
  const closed = page.locator(`${room('punto_e_banco')} [data-closed]`);
  await closed.waitFor();
  expect(await closed.getAttribute('role')).toBe('status');
  await keeps('punto_e_banco', makeStakes('punto_e_banco', DEFAULT_STAKES.punto_e_banco));
  await eventually('the game is open', isOpen);
  // The room asks again by itself.
  await player.places('banco', '25');
  await page.locator('[data-command=deal]:enabled').click();
  await page.locator('[data-ending]').first().waitFor();
  await agrees(player);
  other.socket.disconnect();
  visitor.close();
});

test('a part that cannot be loaded leaves the table, and the hand in the room, as they are', async () => {
  const { player } = await withHand('Mia');
  const { page } = player;
  player.forgiven = /ERR_FAILED/;
  await page.route(/neapolitan|hand-notice/, (route) => route.abort());
  await page.reload();
  const notDrawn = page.locator('[data-part=not-drawn]');
  await notDrawn.waitFor();
  await player.isAtTable();
  await look(player, 'part-not-loaded');
  expect(await axeFaults(page)).toEqual([]);
  await enters(player, 'sette_e_mezzo');
  await notDrawn.waitFor({ state: 'detached' });
  await page.locator(CHOICE).waitFor();
  // A card whose drawing cannot be had says in words what it is.
  const printed = page.locator('[data-part=hands] [data-card]').first();
  await printed.locator('text').first().waitFor();
  const [rank, suit] = await printed.locator('text').allTextContents();
  expect(await cards(page)).toContain(`${rank} of ${suit}`);
  await look(player, 'cards-not-loaded');
  await playsOut(page);
  await agrees(player);
});

test('who leaves a hand in play hears that it waits, and comes back to it by a button', async () => {
  const { player, hand } = await withHand('Hal');
  const { page } = player;
  await enters(player, 'sette_e_mezzo');
  await page.locator(CHOICE).waitFor();
  await page.locator('[data-command=tables]').click();
  const notice = page.locator(`[data-hand-notice=kept][data-hand="${hand.hand}"]`);
  await notice.waitFor();
  expect(await notice.textContent()).toContain('€20.00');
  await notice.locator('[data-command=back]').click();
  await page.locator(`[data-hand-number="${hand.hand}"]`).waitFor();
  await notice.waitFor({ state: 'detached' });
});

test('who comes to the table with a hand in play hears that it waits, and why nothing is cashed out', async () => {
  const { player, hand } = await withHand('Jan');
  const { page } = player;
  await page.reload();
  const said = page.locator('[data-part=notices]');
  const notice = said.locator(`[data-hand-notice=kept][data-hand="${hand.hand}"]`);
  await notice.waitFor();
  expect(await notice.textContent()).toContain('€20.00');
  await page.setViewportSize(PHONE);
  expect(await outsideScreen(page)).toEqual([]);
  expect(await overOrSmall(page)).toEqual([]);
  const sheet = await player.opens('cashier');
  expect(await notice.isVisible(), 'over the buttons of the sheet').toBe(false);
  await sheet.locator('[data-leave=ask]').click();
  await sheet.locator('[data-leave=do]').click();
  const refused = sheet.locator('[data-refusal=hand_in_play]');
  await refused.waitFor();
  expect(await refused.textContent()).toContain('A hand of a solo game is still in play');
  await player.closesPanel();
  await notice.locator('[data-command=seen]').click();
  await notice.waitFor({ state: 'detached' });
});

test('closing the tab is asked about while chips lie or a hand is in play, and never else', async () => {
  const { player } = await withHand('Ida');
  const { page } = player;
  const asks = () =>
    page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
  await enters(player, 'blackjack');
  await page.locator('[data-boxes="1"]').click();
  expect(await asks()).toBe(false);
  await page.locator('[data-spot="0"]').click();
  await expect.poll(asks).toBe(true);
  await page.locator('[data-command=clear]').click();
  await expect.poll(asks).toBe(false);
  await page.locator('[data-spot="0"]').click();
  await expect.poll(asks).toBe(true);
  // What lies is taken off where the credit for it leaves the session.
  const sheet = await player.opens('cashier');
  await sheet.getByText('Withdraw', { exact: true }).first().click();
  await sheet.locator('input[name=amount]').fill('180');
  await sheet.locator('form button[type=submit]').click();
  await sheet.locator('[data-credit="0"]').waitFor();
  await player.closesPanel();
  expect(await page.locator('[data-spot="0"]').getAttribute('data-stake')).toBe('0');
  expect(await player.balance()).toBe(0n);
  await expect.poll(asks).toBe(false);
  await enters(player, 'sette_e_mezzo');
  await page.locator(CHOICE).waitFor();
  await expect.poll(asks).toBe(true);
  await playsOut(page);
  await expect.poll(asks).toBe(false);
});

test('the sounds are as loud as the player sets them, after a reload too', async () => {
  const player = await browser.player(studio, 'Leo');
  const { page } = player;
  await player.opens('settings');
  const slider = page.locator('[data-setting=volume]');
  for (let step = 0; step < 7; step += 1) await slider.press('ArrowLeft');
  expect(await slider.inputValue()).toBe('30');
  expect(await slider.getAttribute('aria-valuetext')).toBe('30%');
  expect(await axeFaults(page)).toEqual([]);
  await page.reload();
  await player.isAtTable();
  await player.opens('settings');
  expect(await slider.inputValue()).toBe('30');
  await page.locator('[data-setting=gameSounds]').click();
  await expect.poll(() => slider.isDisabled()).toBe(true);
});
