/**
 * Coming to the table: what a player sees first, and what becomes of a page when the same player
 * comes in elsewhere.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { SPOTS } from '../../src/punto-banco/spot.js';
import { changePlayerSettings } from '../../src/player/settings.js';
import { useBrowser } from '../kit/browser.js';
import { euros, expectMoney } from '../kit/browser-books.js';
import { REFUSED_REQUEST } from '../kit/browser-player.js';
import { Player, type Staff } from '../kit/clients.js';
import { Operator } from '../kit/operator.js';
import { QUICK, SLOW, sign, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

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
  for (const button of await page.locator('[data-panel]').all()) {
    const name = await button.getAttribute('aria-label');
    expect(name, 'a sign has a name').toMatch(/\p{L}/u);
    expect(await button.textContent(), 'a drawing, and no letter').toBe('');
    expect((await button.locator('svg').boundingBox())?.width, name!).toBe(20);
  }
});

test('a browser that keeps nothing for the page still plays', async () => {
  const { id, token } = await testbed.enlist('Bea');
  const page = await browser.page();
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage']) {
    const get = () => { throw new DOMException('denied', 'SecurityError'); };
    Object.defineProperty(window, name, { get });
  }`);
  await changePlayerSettings(testbed.pool, id, { modeAsked: true });
  await page.goto(`${studio.url}/#token=${token}`);
  await page.locator('[data-part=table]').waitFor();
  await page.getByRole('button', { name: 'Volume' }).click();
  await page.getByRole('slider', { name: 'Volume' }).fill('20');
  expect(await page.getByRole('slider', { name: 'Volume' }).inputValue()).toBe('20');
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
  const busy = { status: 503, json: { error: 'wallet_unavailable' } };
  await page.route('**/launch', (route) => route.fulfill(busy));
  await page.goto(String(body['url']));
  await page.getByText('The studio cannot let you in yet.').waitFor();
  await page.unroute('**/launch');
  await page.locator('[data-balance]').waitFor();
  expect(await page.evaluate('location.href'), 'nobody else can use it').toBe(`${studio.url}/`);
  expect(await page.evaluate('document.documentElement.lang')).toBe('it');

  const other = await browser.page();
  await other.goto(String(body['url']));
  await expect.poll(() => other.getByRole('alert').textContent()).toContain('used already');

  // Another person is launched into the window in which this one plays.
  const next = await acme.post(studio, '/operator/launch', {
    ...order,
    ...{ player: 'bice', returnUrl: `${studio.url}/health`, cashierUrl: `${studio.url}/paytable` },
  });
  await changePlayerSettings(testbed.pool, String(next.body['playerId']), { modeAsked: true });
  await page.evaluate(`location.href = ${JSON.stringify(next.body['url'])}`);
  const whose = `JSON.parse(atob(JSON.parse(sessionStorage['sabot.token']).token.split('.')[1])).sub`;
  const player = async () => page.evaluate<string>(whose).catch(() => undefined);
  await expect.poll(player).toBe(next.body['playerId']);
  await page.locator('[data-balance]').waitFor();

  // Money that comes by the operator's own cashier is there, and is offered to be deposited.
  const offered = page.locator('[data-part=table] input[name=amount]');
  expect(await offered.inputValue()).toBe('0,00');
  await page.locator('[data-panel="cashier"]').click();
  await page.locator('[data-account="0"]').waitFor();
  const money = { movementId: 'd-1', player: 'bice', currency: 'EUR', exponent: 2 };
  await acme.post(studio, '/operator/deposit', { ...money, amount: '7550' });
  await page.locator('[data-account="7550"]').waitFor();
  expect(await offered.inputValue()).toBe('75,50');
  expect(await page.locator('[data-cashier]').getAttribute('href')).toBe(`${studio.url}/paytable`);
  await page.locator('[data-leave=ask]').click();
  await page.locator('[data-leave=do]').click();
  await page.getByRole('button', { name: 'Torna al casinò' }).click();
  await page.waitForURL(`${studio.url}/health`);
  expect(await page.evaluate('sessionStorage.length'), 'nothing is left to whoever is next').toBe(
    0,
  );
});

describe('in a frame of an operator’s page', () => {
  /** Its page, on another host than the studio's, which keeps what it hears. */
  const parentPage = async (): Promise<{ origin: string; close: () => void }> => {
    const server = createServer((request, response) => {
      const src = new URL(request.url!, 'http://localhost').searchParams.get('src') ?? '';
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Acme</title><p>The lobby</p>
<script>heard = []; addEventListener('message', ({ data, origin }) => heard.push({ origin, ...data }))</script>
${src === '' ? '' : `<iframe src="${src.replaceAll('&', '&amp;')}" title="Sabot" style="width:1200px;height:780px"></iframe>`}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { origin: `http://localhost:${port}`, close: () => server.close() };
  };

  test('a player is launched, checked, excluded in mid-round, paid, and goes back', async () => {
    const parent = await parentPage();
    const dealt = await testbed.addTable(studio, { ...QUICK, betMs: 15_000 });
    const croupier = await testbed.staff(studio, 'Dirk', { table: dealt });
    await croupier.makeReady();
    const house = await Operator.open(testbed, 'framed', { frameOrigins: [parent.origin] });
    const order = { player: 'gil', currency: 'EUR', table: dealt };
    const launch = async () =>
      (await house.post(studio, '/operator/launch', { ...order, returnUrl: `${parent.origin}/` }))
        .body;
    const id = String((await launch())['playerId']);
    await changePlayerSettings(testbed.pool, id, { modeAsked: true });
    const money = { movementId: 'd-1', player: 'gil', currency: 'EUR', exponent: 2 };
    await house.post(studio, '/operator/deposit', { ...money, amount: '10000' });
    const early = await testbed.connect(
      new Player(studio.url, await sign({ id, role: 'player' }), id, dealt),
    );
    await early.buyIn(100);
    early.close();

    const page = await browser.page();
    await page.goto(`${parent.origin}/?src=${encodeURIComponent(String((await launch())['url']))}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('[data-balance="10000"]').waitFor();
    const kinds = async () =>
      (await page.evaluate<{ kind: string; origin: string }[]>('heard')).map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(expect.arrayContaining(['ready', 'table', 'session']));

    const { game: played, seq } = await croupier.openBetting();
    const chip = frame.getByRole('radio', { name: 'Chip 25', exact: true });
    await chip.click();
    const punto = frame.locator('button[data-spot=punto]');
    await punto.click();
    await frame.locator('button[data-spot=punto][data-stake="2500"]').waitFor();
    // The operator asks for a reality check, which is due at once, and then excludes the player.
    await asSuperuser(testbed.database, (owner) =>
      owner.query(
        `update sessions set opened_at = opened_at - interval '1 hour' where player_id = $1`,
        [id],
      ),
    );
    const limit = { kind: 'reality_check', limit: '30' };
    const why = { player: 'gil', reason: 'a test' };
    expect(await house.post(studio, '/operator/limits', { ...why, limit })).toMatchObject({
      status: 200,
    });
    await punto.click();
    await frame.locator('[data-check=confirm]').click();
    await expect
      .poll(kinds)
      .toEqual(expect.arrayContaining(['reality_check', 'reality_check_confirmed']));
    const bar = { ...why, kind: 'self_exclusion', untilMs: null };
    expect(await house.post(studio, '/operator/bars', bar)).toMatchObject({ status: 200 });
    await punto.click();
    await expect.poll(kinds).toContain('barred');
    await croupier.betsClosed(seq);
    await croupier.deal('9h Kd Ts Qs');
    await croupier.next('round_settled', { after: seq });
    await frame.locator('[data-balance="12500"]').waitFor();
    const { rows } = await testbed.pool.query(
      'select (select sum(amount) from bets where player_id = $1 and game_number = $2)::text as staked, (select paid from payouts where player_id = $1 and game_number = $2)::text as paid',
      [id, played],
    );
    expect(rows).toEqual([{ staked: '2500', paid: '5000' }]);

    await frame.locator('[data-panel=cashier]').click();
    await frame.locator('[data-leave=ask]').click();
    await frame.locator('[data-leave=do]').click();
    await frame.getByRole('button', { name: 'Back to the casino' }).click();
    await frame.getByText('The lobby').waitFor();
    await expect.poll(kinds).toEqual(expect.arrayContaining(['left', 'return']));
    const origins = new Set(
      (await page.evaluate<{ origin: string }[]>('heard')).map(({ origin }) => origin),
    );
    expect([...origins]).toEqual([studio.url]);
    expect((await launch())['error'], 'nor does an excluded player come in again').toBe(
      'barred_from_play',
    );
    parent.close();
  });

  test('whose origin is not listed, the page is not shown', async () => {
    const [listed, strange] = [await parentPage(), await parentPage()];
    const house = await Operator.open(testbed, 'fenced', { frameOrigins: [listed.origin] });
    const { body } = await house.post(studio, '/operator/launch', {
      player: 'hal',
      currency: 'EUR',
    });
    const src = String(body['url']);
    expect(new URL(src).searchParams.get('operator')).toBe('fenced');
    const answer = await fetch(src);
    expect(answer.headers.get('content-security-policy')).toContain(
      `frame-ancestors 'self' ${listed.origin}`,
    );
    expect(answer.headers.get('x-frame-options')).toBeNull();
    const page = await browser.page();
    const refused = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('frame-ancestors'),
    });
    await page.goto(`${strange.origin}/?src=${encodeURIComponent(src)}`);
    await refused;
    expect(await page.frameLocator('iframe').locator('#page').count()).toBe(0);
    const plain = await fetch(`${studio.url}/`);
    expect(plain.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
    expect(plain.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    listed.close();
    strange.close();
  });
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
