/**
 * Which tables are a player's own: those that their operator has its players see. A table that
 * cannot be joined says why, and leaves the ways to the others and out of the studio open.
 */
import type { Locator, WebSocketRoute } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { changePreferences } from '../../src/player/preferences.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { DESK, PHONE, look, useBrowser } from '../kit/browser.js';
import { axeFaults, sidewaysScroll } from '../kit/browser-layout.js';
import { BrowserPlayer, LOST_CONNECTION } from '../kit/browser-player.js';
import { FURTHER } from '../kit/currencies.js';
import { Operator, asOwner } from '../kit/operator.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: {
    'pb-1': { ...QUICK, name: 'Salon Rouge', further: { CHF: FURTHER.CHF } },
    'pb-2': { ...QUICK, name: 'Salon Bleu' },
    'pb-3': { ...QUICK, name: 'Salon Vert' },
  },
});
const browser = useBrowser(testbed);
let studio: Studio;
let acme: Operator;

const shows = (...tables: string[]) =>
  asOwner(testbed, (operators) => operators.alter('acme', { tables }));

/** A table that nobody can take. It is the first of all. */
const IDLE = 'pb-0';

beforeAll(async () => {
  studio = await testbed.start();
  await asSuperuser(testbed.database, async (superuser) => {
    await superuser.query(`create function nobody_takes() returns trigger language plpgsql as $$
      begin return null; end $$`);
    await superuser.query(`create trigger nobody_takes before insert on table_leases
      for each row when (new.table_id = '${IDLE}') execute function nobody_takes()`);
  });
  await testbed.setTable(IDLE, { ...QUICK, name: 'Salon Noir', further: { CHF: FURTHER.CHF } });
  await eventually('the table is known', async () => {
    const tables = await (await fetch(`${studio.url}/tables`)).text();
    return tables.includes('Salon Noir');
  });
  acme = await Operator.open(testbed, 'acme', { tables: ['pb-2', 'pb-3'] });
});
afterEach(() => shows('pb-2', 'pb-3'));

/** Launched without a table, in a browser that has never been here. */
const launched = async (ref: string, returnUrl?: string): Promise<BrowserPlayer> => {
  const order = { player: ref, currency: 'EUR', ...(returnUrl !== undefined && { returnUrl }) };
  const { body } = await acme.post(studio, '/operator/launch', order);
  const id = String(body['playerId']);
  await changePlayerSettings(testbed.pool, id, { modeAsked: true });
  const player = new BrowserPlayer(await browser.page(DESK), id, '', '');
  await player.page.goto(String(body['url']));
  return player;
};

const name = ({ page }: BrowserPlayer) => page.locator('[data-part=table] h1').textContent();
const tablesIn = ({ page }: BrowserPlayer) =>
  page
    .locator('[data-part=panel] li[data-table]')
    .evaluateAll((tiles) =>
      tiles.map((tile) => (tile as unknown as { dataset: { table: string } }).dataset.table),
    );

test('a player who chooses comes to a table of their own, and is shown no other', async () => {
  const player = await launched('anna');
  await player.isAtTable();
  expect(await name(player)).toBe('Salon Bleu');
  await player.opens('lobby');
  await expect.poll(() => tablesIn(player)).toEqual(['pb-2', 'pb-3']);
  await look(player, 'own-tables');
  expect(player.faults).toEqual([]);
});

test('a table that is the player’s no more says so, and the lobby leads on', async () => {
  const player = await launched('bea');
  await player.isAtTable();
  const read = player.page.waitForResponse(/\/me$/);
  const sheet = await player.opens('lobby');
  await read;
  await expect.poll(() => tablesIn(player)).toEqual(['pb-2', 'pb-3']);
  await shows('pb-2');
  await sheet.locator('li[data-table=pb-3] footer button').first().click();
  const absent = player.page.locator('[data-absent=not_allowed]');
  await absent.waitFor();
  expect(await absent.locator('h1').textContent()).toBe('This table is not open to you.');
  await look(player, 'not-own-table');
  expect(await axeFaults(player.page)).toEqual([]);
  await absent.getByRole('button', { name: 'Choose another table' }).press('Enter');
  await expect.poll(() => tablesIn(player)).toEqual(['pb-2']);
  await look(player, 'not-own-table-lobby');
  await player.closesPanel();
  await changePreferences(testbed.pool, player.id, { watched: ['pb-3'] });
  const preferences = player.page.waitForResponse(/\/me\/preferences$/);
  await player.page.reload();
  await player.isAtTable();
  await (await preferences).finished();
  expect(await name(player), 'the next that is the player’s').toBe('Salon Bleu');
  expect(await player.page.locator('[data-part=watched]').count(), 'nor is it watched').toBe(0);
  expect(player.faults).toEqual([]);
});

test('a table that is the player’s no more says so to whoever sits at it, too', async () => {
  const player = await launched('gwen');
  player.forgiven = LOST_CONNECTION;
  const lines: WebSocketRoute[] = [];
  await player.page.routeWebSocket(/socket\.io/, (line) => {
    lines.push(line);
    line.connectToServer();
  });
  await player.page.reload();
  await player.isAtTable();
  const sheet = await player.opens('lobby');
  await sheet.locator('li[data-table=pb-3] footer button').first().click();
  await expect.poll(() => name(player)).toBe('Salon Vert');
  await shows('pb-2');
  await lines.at(-1)!.close();
  await player.page.locator('[data-absent=not_allowed]').waitFor();
  const amount = (await player.opens('cashier')).locator('input[name=amount]');
  await amount.fill('40');
  await shows('pb-2', 'pb-3');
  await lines.at(-1)!.close();
  // The table is back, and takes nothing of what is done in the panel away.
  await player.page.locator('[data-absent=""]').waitFor();
  expect(await amount.inputValue()).toBe('40');
  await player.closesPanel();
  await expect.poll(() => name(player), { message: 'open again' }).toBe('Salon Vert');
});

test('a player who has no table of their own reads so, and has the ways out', async () => {
  // No command of the studio's leaves an operator without a table.
  await asSuperuser(testbed.database, (superuser) =>
    superuser.query(`update operators set tables = '{pb-9}' where id = 'acme'`),
  );
  const player = await launched('cleo', `${studio.url}/health`);
  const words = player.page.getByText('There is no table at the moment.');
  await words.waitFor();
  await look(player, 'no-own-table');
  expect(await axeFaults(player.page)).toEqual([]);
  const sheet = await player.opens('cashier');
  await sheet.locator('[data-leave=ask]').waitFor();
  await player.closesPanel();
  for (const panel of ['history', 'settings', 'safety', 'lobby'] as const) {
    await player.opens(panel);
    await player.closesPanel();
  }
  const lobby = await player.opens('lobby');
  await lobby.locator('[data-solo=blackjack]').click();
  await player.page.locator('[data-command=tables]').click();
  await words.waitFor();
  await player.page.getByRole('link', { name: 'Back to the casino' }).click();
  await player.page.waitForURL(`${studio.url}/health`);
  await player.page.goBack();
  await words.waitFor();
  await shows('pb-2');
  await player.isAtTable();
  expect(await name(player), 'without a reload').toBe('Salon Bleu');
  expect(player.faults).toEqual([]);
});

test.each([
  [
    PHONE,
    'it-IT',
    'Al momento il tavolo non è raggiungibile.',
    'Le puntate accettate restano in gioco.',
    'Scegli un altro tavolo',
  ],
  [
    DESK,
    'en-GB',
    'The table cannot be reached at the moment.',
    'Accepted bets stay and play.',
    'Choose another table',
  ],
])('a table that nobody runs leaves the ways open, at %j in %s', async (...asked) => {
  const [size, language, words, ofBets, another] = asked;
  const login = await testbed.enlist('Dina', 100, 'CHF');
  await changePlayerSettings(testbed.pool, login.id, { modeAsked: true });
  const player = await browser.visitor(studio, login, { table: IDLE, size, language });
  const absent = player.page.locator('[data-absent=table_is_moving]');
  await absent.waitFor();
  expect(await absent.locator('h1').textContent()).toBe(words);
  expect(await absent.textContent(), 'the table may go on elsewhere').toContain(ofBets);
  await look(player, 'absent-table');
  expect(await axeFaults(player.page)).toEqual([]);
  expect(await sidewaysScroll(player.page)).toEqual([]);

  const sheet = await player.opens('cashier');
  await expect.poll(() => sheet.locator('[data-account]').textContent()).toContain('CHF');
  await look(player, 'absent-table-cashier');
  await sheet.locator('[data-leave=ask]').waitFor();
  expect(await sheet.locator('[data-lies=unknown]').count()).toBe(1);
  expect(await axeFaults(player.page)).toEqual([]);
  await player.closesPanel();

  await absent.getByRole('button', { name: another }).click();
  const tile = player.page.locator('[data-part=panel] li[data-table=pb-1]');
  await tile.locator('footer button').first().click();
  await player.isAtTable();
  expect(await name(player)).toBe('Salon Rouge');
});

/**
 * An order of money is done. The page looks for another process meanwhile: without a connection at
 * that moment it offers to ask again.
 */
const isDone = async (sheet: Locator, sign: Locator): Promise<void> => {
  const again = sheet.getByRole('button', { name: 'Ask again' });
  await expect
    .poll(async () => {
      // It may be answered while it is reached for.
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined);
      return sign.isVisible();
    })
    .toBe(true);
};

test('a player who leaves from a table that nobody runs takes the credit along', async () => {
  const login = await testbed.enlist('Elsa', 100);
  const player = await browser.visitor(studio, login, { table: IDLE });
  await player.page.locator('[data-absent=table_is_moving]').waitFor();
  const sheet = await player.opens('cashier');
  await sheet.locator('input[name=amount]').fill('40');
  await sheet.locator('form button[type=submit]').first().click();
  await isDone(sheet, sheet.locator('div:has([data-credit="4000"]) > section > [data-leave=ask]'));
  await sheet.locator('[data-leave=ask]').click();
  await sheet.locator('[data-leave=do]').click();
  await isDone(sheet, player.page.locator('[data-returned="4000"]'));
});

test('a player who has been nowhere yet comes to a table that is run', async () => {
  const { token } = await testbed.enlist('Fina');
  const page = await browser.page();
  await page.goto(`${studio.url}/#token=${token}`);
  await page.locator('[data-part=table]').waitFor();
  expect(await page.locator('[data-part=table] h1').textContent()).toBe('Salon Rouge');
});

test('a player comes to a table that takes their money, wherever they sat last', async () => {
  const login = await testbed.enlist('Gino', 100, 'CHF');
  await changePlayerSettings(testbed.pool, login.id, { modeAsked: true });
  const player = await browser.visitor(studio, login, { table: 'pb-3' });
  await player.isAtTable();
  expect(await name(player)).toBe('Salon Rouge');
});
