/**
 * Coming to the table: what a player sees first, and what becomes of a page when the same player
 * comes in elsewhere.
 */
import { beforeAll, expect, test } from 'vitest';
import { SPOTS } from '../../src/punto-banco/spot.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { useBrowser } from '../kit/browser.js';
import { euros, expectMoney } from '../kit/browser-books.js';
import { REFUSED_REQUEST } from '../kit/browser-player.js';
import type { Staff } from '../kit/clients.js';
import { Operator } from '../kit/operator.js';
import { SLOW, sign, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': { ...SLOW, name: 'Salon Rouge' } } });
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;
let game: string;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  ({ game } = await dealer.openBetting());
});

test('a player who comes with a token sees the table, its limits and their own credit', async () => {
  const player = await browser.player(studio, 'Ada', { euros: 1_234.5 });
  const { page } = player;
  expect(await page.locator('h1').textContent()).toBe('Salon Rouge');
  const top = page.locator('[data-part=top]');
  expect(await top.textContent()).toContain('€1–€10,000');
  expect(await top.textContent()).toContain('Dora');
  expect(await top.textContent()).toContain(game);
  expect(await player.phase.textContent()).toContain('PLACE YOUR BETS');
  for (const spot of SPOTS) expect(await player.spot(spot).isVisible(), spot).toBe(true);
  await expectMoney(testbed.pool, player, game, { credit: euros(1_234.5), stakes: {} });
  expect(await page.locator('[data-balance]').textContent()).toBe('€1,234.50');
  expect(await page.evaluate('location.hash'), 'the token is nobody else’s').toBe('');
});

test('an operator’s launch brings a player in once, in their language, and back', async () => {
  const acme = await Operator.open(testbed, 'acme');
  const order = { player: 'anna', name: 'Anna', currency: 'EUR', language: 'it', table: 'pb-1' };
  const { body } = await acme.post(studio, '/operator/launch', {
    ...order,
    returnUrl: `${studio.url}/health`,
    cashierUrl: `${studio.url}/paytable`,
  });
  const id = String(body['playerId']);
  await changePlayerSettings(testbed.pool, id, { modeAsked: true });
  const page = await browser.page();
  await page.goto(String(body['url']));
  await page.locator('[data-balance]').waitFor();
  expect(await page.evaluate('location.href'), 'nobody else can use it').toBe(`${studio.url}/`);
  expect(await page.evaluate('document.documentElement.lang')).toBe('it');

  const other = await browser.page();
  await other.goto(String(body['url']));
  await expect.poll(() => other.getByRole('alert').textContent()).toContain('used already');

  await page.locator('[data-panel="cashier"]').click();
  expect(await page.locator('[data-cashier]').getAttribute('href')).toBe(`${studio.url}/paytable`);
  await page.locator('[data-leave=ask]').click();
  await page.locator('[data-leave=do]').click();
  await page.getByRole('button', { name: 'Torna al casinò' }).click();
  await page.waitForURL(`${studio.url}/health`);
});

test('a token that no studio signed is refused in words', async () => {
  const token = await sign(
    { id: '1', role: 'player' },
    { key: 'the key of another house, not of this' },
  );
  const stranger = await browser.visitor(studio, { id: '1', token });
  stranger.forgiven = REFUSED_REQUEST;
  const { page } = stranger;
  await page.locator('[data-reason="not_signed_in"]').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('sign-in has expired');
});

test('a name of blanks is asked for again, and not taken for a refusal', async () => {
  const page = await browser.page();
  await page.goto(studio.url);
  await page.locator('input[name=name]').fill('   ');
  await page.getByRole('button', { name: 'Enter' }).click();
  expect(await page.getByRole('alert').textContent()).toBe('Please write a name.');
});

test('a second login closes the first, and says so', async () => {
  const first = await browser.player(studio, 'Bea');
  await first.places('punto', '25');
  const staked = { credit: euros(975), stakes: { punto: euros(25) } };
  await expectMoney(testbed.pool, first, game, staked);

  const second = await browser.again(studio, first);
  await first.page.locator('[data-reason="second_login"]').waitFor();
  expect(await first.page.getByRole('alert').first().textContent()).toContain('another place');
  await expectMoney(testbed.pool, second, game, staked);
  await second.places('punto', '25');
  await expectMoney(testbed.pool, second, game, {
    credit: euros(950),
    stakes: { punto: euros(50) },
  });

  await first.page.getByRole('button', { name: 'Play here' }).click();
  await second.page.locator('[data-reason="second_login"]').waitFor();
  await first.page.locator('[data-reason]').waitFor({ state: 'detached' });
  await first.does('Clear');
  await expectMoney(testbed.pool, first, game, { credit: euros(1_000), stakes: {} });
});
