/**
 * The panels of the table: history, cashier, chat, lobby, settings, play safely and help. What they
 * show is compared with Postgres, and each is clean for axe.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DESK, PHONE, type Size, look, useBrowser, downloaded } from '../kit/browser.js';
import { creditOf, euros, expectMoney } from '../kit/browser-books.js';
import type { PanelName } from '../kit/browser-player.js';
import { axeFaults, overOrSmall, sidewaysScroll } from '../kit/browser-layout.js';
import type { Staff } from '../kit/clients.js';
import { QUICK, SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { dayBeside } from '../../web/src/history/day.js';

/** Long enough to bet by hand on a machine that has other things to do. */
const BET_MS = 10_000;

const testbed = useTestbed({
  tables: {
    'pb-1': { ...SLOW, name: 'Salon Rouge' },
    'pb-2': { ...QUICK, betMs: BET_MS, name: 'Salon Bleu' },
    'pb-3': { ...SLOW, decks: 6 },
  },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;
/** The round in hand at pb-1: its bets stay open. */
let game: string;
let quickDealer: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  ({ game } = await dealer.openBetting());
  quickDealer = await testbed.staff(studio, 'Dirk', { table: 'pb-2' });
  await quickDealer.makeReady();
});

const SIZES: readonly Size[] = [
  PHONE,
  { width: 844, height: 390 },
  { width: 768, height: 1_024 },
  DESK,
  { width: 1_920, height: 1_080 },
];

describe('axe finds nothing wrong', () => {
  test('with the table while there are stakes', async () => {
    const player = await browser.player(studio, 'Axel', { size: PHONE });
    await player.places('banco', '25');
    await player.places('super_6', '5');
    expect(await axeFaults(player.page)).toEqual([]);
  });

  test('with the question at the first visit', async () => {
    const player = await browser.player(studio, 'Axel', { size: PHONE, isNew: true });
    await player.page.getByRole('dialog').waitFor();
    await look(player, '0-first-visit');
    expect(await axeFaults(player.page)).toEqual([]);
  });

  test.each<PanelName>([
    'lobby',
    'chat',
    'bets',
    'history',
    'cashier',
    'settings',
    'safety',
    'help',
  ])('at any size with the panel %s, which has no small targets', async (panel) => {
    const player = await browser.player(studio, 'Axel', { size: PHONE });
    await player.places('banco', '25');
    const sheet = await player.opens(panel);
    await sheet.locator('[data-part=content] > *').first().waitFor();
    await player.page.waitForLoadState('networkidle');
    if (panel === 'lobby') await sheet.locator('[data-table="pb-2"]').waitFor();
    for (const size of SIZES) {
      await player.page.setViewportSize(size);
      await look(player, `panel-${panel}`);
      const at = `${size.width} × ${size.height}`;
      expect.soft(await axeFaults(player.page), at).toEqual([]);
      expect.soft(await overOrSmall(player.page), at).toEqual([]);
      expect.soft(await sidewaysScroll(player.page), at).toEqual([]);
    }
  });
});

test('the history holds the round: cards, every bet, what each paid; and the CSV the same', async () => {
  const player = await browser.player(studio, 'Hana', { table: 'pb-2' });
  const { page } = player;
  const { game: played, seq } = await quickDealer.openBetting();
  await player.places('banco', '25');
  await player.places('super_6', '5');
  await player.places('egalite', '1');
  await expectMoney(testbed.pool, player, played, {
    credit: euros(969),
    stakes: { banco: euros(25), super_6: euros(5), egalite: euros(1) },
  });
  await quickDealer.betsClosed(seq);
  await quickDealer.deal('2h 3c 2d 3d 6s Kh');
  await player.won.waitFor();

  const sheet = await player.opens('history');
  const round = sheet.locator(`[data-game="${played}"]`);
  await sheet.locator('[data-status="settled"]').waitFor();
  expect(await round.locator('[data-coup]').getAttribute('data-coup')).toBe(
    'P 2h 2d 6s . B 3c 3d Kh',
  );
  const lines = await round.locator('tbody tr').allTextContents();
  expect(lines).toEqual(['Banco€25.00€37.50', 'Super 6€5.00€80.00', 'Egalité€1.00€0.00']);
  const sum = round.locator('tfoot tr');
  expect(await sum.getAttribute('data-stakes')).toBe('3100');
  expect(await sum.getAttribute('data-paid')).toBe('11750');
  expect(await round.textContent()).toContain('Salon Bleu');

  const { text } = await downloaded(page, () => sheet.locator('[data-csv]').click());
  const [head, ...rows] = text.trim().split(/\r?\n/);
  expect(head).toContain('game,opened_at');
  expect(rows).toHaveLength(3);
  expect(rows.every((row) => row.startsWith(played))).toBe(true);
  expect(rows.join('\n')).toMatch(/super_6,5\.00,80\.00,EUR/);
  await player.closesPanel();
  await expectMoney(testbed.pool, player, played, {
    credit: euros(969 + 117.5),
    stakes: { banco: euros(25), super_6: euros(5), egalite: euros(1) },
  });

  const day = (await player.opens('history')).locator('input[type=date]');
  const tomorrow = dayBeside(await day.inputValue(), 1);
  await page.evaluate('const now = Date.now; Date.now = () => now() + 24 * 3_600_000;');
  await expect
    .poll(() => day.inputValue(), { message: 'it follows today over midnight' })
    .toBe(tomorrow);
});

describe('the cashier', () => {
  test('moves money both ways, and pays out whoever leaves', async () => {
    const player = await browser.player(studio, 'Cora', { euros: 100 });
    const sheet = await player.opens('cashier');
    const move = async (way: string, amount: string, credit: number) => {
      await sheet.getByText(way, { exact: true }).first().click();
      await sheet.locator('input[name=amount]').fill(amount);
      await sheet.locator('form button[type=submit]').click();
      await expect
        .poll(() => sheet.locator('[data-credit]').getAttribute('data-credit'))
        .toBe(`${euros(credit)}`);
      expect(await creditOf(testbed.pool, player.id)).toBe(euros(credit));
    };
    await move('Deposit', '20.50', 120.5);
    await move('Withdraw', '0.49', 120.01);
    await expect.poll(() => sheet.locator('ol > li[data-kind]').count()).toBeGreaterThanOrEqual(3);
    await sheet.locator('[data-leave="ask"]').click();
    await sheet.locator('[data-leave="do"]').click();
    await player.page.locator('[data-returned="12001"]').waitFor();
    expect(await creditOf(testbed.pool, player.id)).toBe(0n);
    const { rows } = await testbed.pool.query<{ balance: string }>(
      `select balance from accounts where player_id = $1 and kind = 'game'`,
      [player.id],
    );
    expect(rows[0]!.balance, 'all is in the game account').toBe(`${euros(1_100)}`);
    const headers = { authorization: `Bearer ${player.token}` };
    const ask = () => fetch(`${studio.url}/me`, { headers });
    await expect.poll(async () => (await ask()).status, { message: 'left' }).toBe(401);
  });

  test('takes leave of whoever left without an answer, once there is one', async () => {
    const player = await browser.player(studio, 'Lena', { euros: 100 });
    await player.page.evaluate(
      `sessionStorage.setItem('sabot.order', JSON.stringify({ kind: 'cash-out', key: crypto.randomUUID() }))`,
    );
    const sheet = await player.opens('cashier');
    await sheet.locator('[data-key]').getByText('Ask again').click();
    await player.page.locator('[data-returned="10000"]').waitFor();
    expect(await creditOf(testbed.pool, player.id)).toBe(0n);
  });

  test('leaves an order at that in every form of the page', async () => {
    const player = await browser.player(studio, 'Otto', { euros: 0 });
    const { page } = player;
    await page.evaluate(
      `sessionStorage.setItem('sabot.order', JSON.stringify({ kind: 'buy-in', amount: '500', key: crypto.randomUUID() }))`,
    );
    await page.reload();
    await player.isAtTable();
    const table = page.locator('[data-part=table]');
    await table.locator('[data-key]').waitFor();
    const sheet = await player.opens('cashier');
    await sheet.locator('[data-key]').getByText('Leave it at that').click();
    await player.closesPanel();
    expect(await table.locator('[data-key]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Deposit' }).isEnabled()).toBe(true);
  });

  test('does not pay out a player with a bet in hand', async () => {
    const player = await browser.player(studio, 'Kurt', { euros: 100 });
    await player.places('punto', '25');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(75),
      stakes: { punto: euros(25) },
    });
    const sheet = await player.opens('cashier');
    await sheet.locator('[data-leave="ask"]').click();
    await sheet.locator('[data-leave="do"]').click();
    await sheet.locator('[data-refusal="round_in_hand"]').waitFor();
    expect(await creditOf(testbed.pool, player.id)).toBe(euros(75));
    await sheet.locator('input[name=amount]').fill('much');
    await sheet.locator('form button[type=submit]').click();
    await sheet.getByText('Please write an amount').waitFor();
    expect(await sheet.getByRole('alert').count(), 'one sentence at a time').toBe(1);
  });
});

describe('the settings', () => {
  test('turn every word into Italian and back, and keep the language', async () => {
    const player = await browser.player(studio, 'Ilda');
    const { page } = player;
    const speak = async (language: string) => {
      await player.opens('settings');
      await page.locator('[data-setting="language"]').selectOption(language);
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
      await player.closesPanel();
    };
    await speak('it');
    await expect.poll(() => player.phase.textContent()).toMatch(/^FATE/);
    await expect.poll(() => page.locator('[data-balance]').textContent()).toMatch(/^1\.?000,00.€$/);
    await expect.poll(() => page.getByRole('button', { name: 'Annulla' }).count()).toBe(1);
    await look(player, 'italiano');
    await player.spot('banco').click();
    await expectMoney(testbed.pool, player, game, {
      credit: euros(999),
      stakes: { banco: euros(1) },
    });
    await player.spot('punto').click();
    await page.locator('[data-refusal="opposite_bets"]').waitFor();
    const kept = async () => {
      const { rows } = await testbed.pool.query<{ language: string }>(
        `select settings ->> 'language' as language from players where id = $1`,
        [player.id],
      );
      return rows[0]?.language;
    };
    await expect.poll(kept).toBe('it');
    await page.reload();
    await player.isAtTable();
    await expect.poll(() => player.phase.textContent()).toMatch(/^FATE/);
    await speak('en');
    await expect.poll(() => player.phase.textContent()).toContain('PLACE YOUR BETS');
  });

  test('hide the extra side bets, but not while there is a stake on them', async () => {
    const player = await browser.player(studio, 'Sara');
    const hide = player.page.locator('[data-setting="extraSideBets"]');
    await player.places('either_pair', '5');
    await player.opens('settings');
    await expect.poll(() => hide.isDisabled()).toBe(true);
    await player.closesPanel();
    await player.does('Undo');
    await player.opens('settings');
    await hide.click();
    await player.closesPanel();
    await expect.poll(() => player.spot('either_pair').count()).toBe(0);
    expect(await player.spot('banco').count()).toBe(1);
  });
});

test.each([
  ['a phone', PHONE],
  ['a phone on its side', { width: 844, height: 390 }],
  ['a desk', DESK],
] as const)('betting goes on beside a panel at %s, and Back closes it', async (_name, size) => {
  const player = await browser.player(studio, 'Nino', { size });
  const { page } = player;
  for (const panel of ['history', 'help'] as const) {
    const sheet = await player.opens(panel);
    await sheet.locator('[data-part=content] > *').first().waitFor();
    await player.places('punto', '5');
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
  }
  await expectMoney(testbed.pool, player, game, {
    credit: euros(990),
    stakes: { punto: euros(10) },
  });
  await player.isAtTable();
});

test.each([
  ['a phone', PHONE],
  ['a phone on its side', { width: 844, height: 390 }],
  ['a tablet', { width: 768, height: 1_024 }],
  ['a desk', DESK],
] as const)('what is said of a bet is seen while a panel is open, at %s', async (_name, size) => {
  const player = await browser.player(studio, 'Pia', { euros: 3_000, size });
  const { page } = player;
  await player.takes('1K');
  await player.opens('history');
  await player.spot('perfect_pair').click();
  const said = page.locator('[data-refusal=stake_above_maximum]');
  await said.waitFor();
  const over = await page.evaluate<readonly string[]>(`(() => {
    const said = document.querySelector('[data-refusal]');
    const { left, right, top, bottom } = said.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const others = [...document.querySelectorAll('[data-spot], [data-chip], [data-command]')];
    return [
      ...(said.contains(seen) ? [] : ['hidden by ' + seen?.outerHTML.slice(0, 80)]),
      ...others.filter((other) => {
        const box = other.getBoundingClientRect();
        return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
      }).map((other) => 'lies over ' + other.outerHTML.slice(0, 80)),
    ];
  })()`);
  expect(over).toEqual([]);
  expect(await axeFaults(page)).toEqual([]);
  await look(player, 'said-over-panel');
});

test('another panel opens in the moment in which one closes, and stays', async () => {
  const player = await browser.player(studio, 'Otto');
  const { page } = player;
  const menu = (panel: string) =>
    page.evaluate(`document.querySelector('[data-panel=${panel}]').click()`);
  for (const panel of ['history', 'help', 'settings'] as const) {
    await menu(panel);
    await page.getByRole('dialog').waitFor();
  }
  await page.evaluate(`
    document.querySelector('dialog[open]').close();
    setTimeout(() => document.querySelector('[data-panel=history]').click(), 1)`);
  await page.locator('[data-part=panel][open]').waitFor();
  await expect.poll(() => page.evaluate('history.state?.isOverTable')).toBe(true);
  await page.locator('[data-part=panel] [data-part=content] > *').first().waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await player.isAtTable();
});

test('a question mark, or the other button of a mouse, asks for the rule of a spot; every road has its example', async () => {
  const player = await browser.player(studio, 'Quin');
  const { page } = player;
  const asked = page.locator('[data-rule][data-asked]');
  await player.spot('super_6').focus();
  await page.keyboard.press('?');
  await expect.poll(() => asked.getAttribute('data-rule')).toBe('super6');
  await player.spot('perfect_pair').click({ button: 'right' });
  await expect.poll(() => asked.getAttribute('data-rule')).toBe('pairs');
  expect(await asked.isVisible()).toBe(true);
  await page.locator('[data-chapter="roads"] summary').click();
  expect(await page.locator('[data-example]').count()).toBe(5);
  for (const road of await page.locator('[data-example]').all()) {
    expect(await road.locator('svg *').count()).toBeGreaterThan(5);
  }
  expect(await axeFaults(page)).toEqual([]);
  expect(await player.stakes()).toEqual({});
});

test('the help tells the shoe of this table, the third card, sessions and lost connections', async () => {
  const player = await browser.player(studio, 'Rosa', { table: 'pb-3' });
  const { page } = player;
  await player.opens('help');
  const chapter = async (name: string): Promise<string> => {
    await page.locator(`[data-chapter=${name}] summary`).click();
    return page.locator(`[data-chapter=${name}]`).innerText();
  };
  expect(await chapter('deal')).toContain('6 decks');
  const tableau = await chapter('tableau');
  expect(tableau).toContain('Punto draws on 0 to 5');
  const cells = page.locator('[data-chapter=tableau] tbody td');
  expect(await cells.count(), 'Banco’s totals, and the points of a third card').toBe(80);
  const connection = await chapter('connection');
  for (const words of ['20 minutes', '3 minutes', 'within three seconds', 'history']) {
    expect(connection).toContain(words);
  }
  expect(await axeFaults(page)).toEqual([]);
});

test('two at a table talk to each other', async () => {
  const [one, two] = [
    await browser.player(studio, 'Tom', { table: 'pb-2' }),
    await browser.player(studio, 'Una', { table: 'pb-2' }),
  ];
  const [said, heard] = [await one.opens('chat'), await two.opens('chat')];
  const text = 'Buona fortuna! <b>& good luck</b>';
  await said.locator('input[name=text]').fill(text);
  await said.locator('input[name=text]').press('Enter');
  await heard.getByText(text).waitFor();
  await said.getByText(text).waitFor();
});

test('the lobby shows the other tables live, and goes there when one is chosen', async () => {
  const player = await browser.player(studio, 'Lola', { table: 'pb-1' });
  await player.places('punto', '5');
  await expectMoney(testbed.pool, player, game, {
    credit: euros(995),
    stakes: { punto: euros(5) },
  });
  const sheet = await player.opens('lobby');
  const blue = sheet.locator('[data-table="pb-2"]');
  const { seq } = await quickDealer.openBetting();
  await blue.getByText('Place bets').waitFor();
  expect(await blue.textContent()).toContain('Dirk');
  expect(await player.page.locator('h1').textContent(), 'nothing has changed').toBe('Salon Rouge');
  await look(player, 'lobby-desk');
  await blue.getByRole('button', { name: /Play here/ }).click();
  await player.page.locator('[data-part=ask-leave]').getByRole('button', { name: /Go/ }).click();
  await expect.poll(() => player.page.locator('h1').textContent()).toBe('Salon Bleu');
  await quickDealer.betsClosed(seq);
  await quickDealer.deal('9h 3c 9d 4s');
  await quickDealer.next('round_settled', { after: seq });
  expect(await creditOf(testbed.pool, player.id), 'the bet at the first table stays').toBe(
    euros(995),
  );
});

describe('play safely', () => {
  const tab = async (page: Page, until: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(until)})`)) return;
    }
    throw new Error(`no key leads to ${until}`);
  };

  test('a limit and a break are set by the keyboard alone, and hold at once', async () => {
    const player = await browser.player(studio, 'Lia', { euros: 100 });
    const { page } = player;
    await tab(page, '[data-panel=safety]');
    await page.keyboard.press('Enter');
    const sheet = page.locator('[data-part=panel]');
    await sheet.locator('[data-setting=limit-kind]').waitFor();
    await tab(page, '[data-setting=limit-kind]');
    await page.keyboard.press('ArrowDown');
    await tab(page, '[data-setting=limit-period]');
    await tab(page, 'input[name=limit]');
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await sheet.locator('[data-limit="stake day"]').waitFor();
    await sheet.locator('[data-change="set stake"]').waitFor();
    await look(player, 'panel-safety-limit');
    expect(await axeFaults(page)).toEqual([]);
    await player.closesPanel();
    await player.places('punto', '25');
    await page.locator('[data-refusal=stake_limit_reached]').waitFor();
    await player.places('punto', '5');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(95),
      stakes: { punto: euros(5) },
    });

    await player.opens('safety');
    const exclusions = sheet.locator('[data-setting=self_exclusion] option');
    await expect
      .poll(() => exclusions.allTextContents())
      .toEqual(['180 days', '1 year (365 days)', '5 years (1825 days)', 'For good']);
    await tab(page, '[data-bar-ask=cool_off]');
    await page.keyboard.press('Enter');
    // The way out has the keys first.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await sheet.locator('[data-bar=cool_off]').waitFor();
    await player.closesPanel();
    await player.places('punto', '1');
    await page.locator('[data-refusal=barred_from_play]').waitFor();
    const { rows } = await testbed.pool.query<{ days: number }>(
      `select extract(epoch from b.until - b.at)::int / 86400 as days
         from play_bars b join players p on (p.operator_id, p.ref) = (b.operator_id, b.ref) where p.id = $1`,
      [player.id],
    );
    expect(rows).toEqual([{ days: 1 }]);
  });

  test('the reality check says how long and how much, and is confirmed before more', async () => {
    const player = await browser.player(studio, 'Rita', { euros: 100 });
    const { page } = player;
    await player.places('banco', '25');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(75),
      stakes: { banco: euros(25) },
    });
    await asSuperuser(testbed.database, async (owner) => {
      await owner.query(
        `update sessions set opened_at = opened_at - interval '42 minutes' where player_id = $1`,
        [player.id],
      );
      await owner.query(
        `insert into play_limits (operator_id, ref, kind, amount, source, by, reason)
         select operator_id, ref, 'reality_check', 30, 'operator', 'x', 'x' from players where id = $1`,
        [player.id],
      );
    });
    // It is shown where a stake is refused for it, which may be in the room of a solo game.
    await page.locator('[data-panel=lobby]').click();
    await page.locator('[data-solo=punto_e_banco]').click();
    await player.places('banco', '1');
    await page.locator('[data-command=deal]:enabled').click();
    const check = page.locator('[data-part=reality-check]');
    await check.waitFor();
    expect(await check.textContent()).toContain('for 42 minutes');
    expect(await check.textContent()).toContain('€25.00');
    expect(await axeFaults(page)).toEqual([]);
    await look(player, 'reality-check');
    // Chrome lets no page refuse a second request to close without a touch between.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await check.isVisible()).toBe(true);
    // As a browser does that does not know `closedby`.
    await page.evaluate(`document.querySelector('[data-part=reality-check]').close()`);
    await check.locator('[data-check=confirm]').press('Enter');
    await check.waitFor({ state: 'detached' });
    await page.locator('[data-command=tables]').click();
    await player.places('banco', '1');
    await expectMoney(testbed.pool, player, game, {
      credit: euros(74),
      stakes: { banco: euros(26) },
    });
  });
});
