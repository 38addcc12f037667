/**
 * Solo games in the pit’s page: a hand looked up and replayed card by card, its proof checked, the
 * hands of a player, and what may be staked.
 */
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../kit/browser.js';
import { axeFaults } from '../kit/browser-layout.js';
import { BrowserPit } from '../kit/browser-pit.js';
import type { Player } from '../kit/clients.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { SHUT, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SHUT } });
const browser = useBrowser(testbed);
const DESK = { width: 1440, height: 900 };
const TABLET = { width: 820, height: 1180 };
let studio: Studio;
let sol: Player;
let solo: SoloPlayer;
/** By game; the Blackjack hand waits for a choice. */
let coup: string;
let sette: string;
let inPlay: string;

beforeAll(async () => {
  studio = await testbed.start();
  sol = await testbed.visitor(studio, 'Sol', { euros: 10_000 });
  await sol.buyIn(5_000);
  solo = await new SoloPlayer(sol).connect();
  ({ hand: coup } = await solo.open('punto_e_banco'));
  const stakes = { punto: '1000', banco: '1000' };
  await solo.must('punto-e-banco:deal', { hand: coup, step: 0, stakes, seed: SEED });
  const dealt = await solo.dealSetteEMezzo();
  sette = dealt.hand.hand;
  await solo.playOut(dealt.hand);
  inPlay = (await solo.dealBlackjack()).hand.hand;
});

/** Nothing is beside the screen, and a screen reader can read all of it. */
const isWhole = async (pit: BrowserPit, name: string): Promise<void> => {
  const [wide, width] = await pit.page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(wide, `${name} scrolls sideways`).toBe(width);
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.look(name);
};

const shown = (pit: BrowserPit) => pit.attribute('[data-part=hand-replay]', 'data-shown');

test('a hand is looked up by its number, and replayed card by card', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Mara', { size: DESK });
  await pit.goes('solo');
  await pit.find('[data-part=hand-search] input').fill(coup);
  await pit.find('[data-part=hand-search] button').click();
  await pit.find(`[data-hand="${coup}"][data-proof=holds] [data-part=hand-replay]`).waitFor();
  const events = await pit.attribute('[data-events]', 'data-events');
  expect(await shown(pit)).toBe(events);
  const punto = () => pit.attribute('[data-holder=punto]', 'data-cards');
  const whole = await punto();
  expect(whole?.split(' ').length).toBeGreaterThanOrEqual(2);
  await isWhole(pit, 'hand-coup');
  // Back by the button, and to the beginning by the keyboard.
  await pit.find('[data-replay=back]').click();
  expect(await shown(pit)).toBe(String(Number(events) - 1));
  await pit.find('[data-part=hand-replay] input[type=range]').press('Home');
  expect(await shown(pit)).toBe('0');
  expect(await punto()).toBe('');
  expect(await pit.find('[data-replay=back]').isDisabled()).toBe(true);
  const said = pit.find('[data-part=hand-replay] input[type=range]');
  expect(await said.getAttribute('aria-valuetext')).toBe('before the stakes');
  await said.press('ArrowRight');
  await said.press('ArrowRight');
  expect(await punto()).toBe(whole?.split(' ')[0]);
  expect(await said.getAttribute('aria-valuetext')).toBe(`step 2 of ${events}`);
  await pit.find('[data-replay=play]').click();
  await expect.poll(() => shown(pit), { timeout: 30_000 }).toBe(events);
  await pit.find('[data-replay=play][data-playing=false]').waitFor();
  expect(await punto()).toBe(whole);
  await pit.find('[data-command=check]').click();
  await pit.find('[data-check=fits]').waitFor();
  const place = pit.find('[data-step] [data-chain]');
  expect(await place.getAttribute('data-chain')).toMatch(/^@punto_e_banco:\d{4}-\d\d-\d\d$/);
  expect(await place.textContent()).toContain(' · 1');
  pit.expectNoFaults();
});

test('the hands of a player lead to each, and one in play holds the session', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Otto', {
    ...{ size: TABLET, role: 'auditor', language: 'it-IT' },
  });
  await pit.goes('players', sol.id);
  const rows = pit.find('[data-part=player-hands] [data-hand]');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(3);
  const numbers = await rows.evaluateAll((all) =>
    all.map((row) => (row as { dataset?: { hand?: string } }).dataset?.hand),
  );
  expect(numbers).toEqual([...numbers].sort().reverse());
  expect(numbers).toEqual(expect.arrayContaining([coup, sette, inPlay]));
  expect(await pit.find(`[data-in-play="${inPlay}"]`).textContent()).toContain('in corso');
  await isWhole(pit, 'player-hands');
  await pit.find('[data-part=player-hands] select').selectOption('sette_e_mezzo');
  await pit.find(`[data-part=player-hands] [data-hand="${inPlay}"]`).waitFor({ state: 'detached' });
  await pit.find(`[data-part=player-hands] [data-hand="${sette}"] a`).click();
  await pit.find(`[data-hand="${sette}"][data-proof=holds] [data-part=hand-replay]`).waitFor();
  expect(await pit.attribute('[data-holder=player]', 'data-total')).toMatch(/^\d*½?$/);
  await isWhole(pit, 'hand-sette-e-mezzo');
  await pit.goes('players', sol.id);
  await pit.find(`[data-in-play="${inPlay}"] a`).click();
  await pit.find(`[data-hand="${inPlay}"][data-proof=unshown] [data-part=hand-replay]`).waitFor();
  // Nobody sees the hole card.
  expect((await pit.attribute('[data-holder=bank]', 'data-cards'))?.split(' ')).toHaveLength(1);
  expect(await pit.find('[data-holder=bank] [role=img]').count()).toBe(2);
  expect(await pit.find('[data-command=check]').count()).toBe(0);
  await isWhole(pit, 'hand-in-play');
  pit.expectNoFaults();
});

test('what may be staked is changed with a reason, and nonsense is said before it is sent', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Marta', { size: TABLET });
  await pit.goes('solo');
  const form = pit.find('[data-stakes=sette_e_mezzo]');
  await form.waitFor();
  expect(await form.locator('input[name=stake-max]').inputValue()).toBe('1000.00');
  await form.locator('input[name=stake-min]').fill('1.50');
  await form.locator('[data-fault=limits_not_made_of_chips]').waitFor();
  expect(await form.locator('button[type=submit]').isDisabled()).toBe(true);
  await form.locator('input[name=stake-min]').fill('2');
  await form.locator('input[name=stake-max]').fill('1');
  await form.locator('[data-fault=max_below_min]').waitFor();
  await form.locator('input[name=stake-max]').fill('99999999999');
  const tooHigh = form.locator('[data-fault=limits_too_high]');
  expect(await tooHigh.textContent()).toContain('more than 12 digits');
  await form.locator('input[name=stake-max]').fill('20');
  await form.locator('input[name=chips]').fill('1; 5; 3');
  await form.locator('[data-fault=chips_do_not_ascend]').waitFor();
  await form.locator('input[name=chips]').fill('1; 5; 10');
  await form.locator('input[name=why]').fill('a quiet evening');
  await isWhole(pit, 'stakes');
  await form.locator('button[type=submit]').click();
  await form.locator('[data-said=changed]').waitFor();
  const opened = await solo.call('hand:open', { game: 'sette_e_mezzo' });
  expect(opened).toMatchObject({
    rules: { chips: ['100', '500', '1000'], limits: { stake: { min: '200', max: '2000' } } },
  });
  pit.expectNoFaults();
  const auditor = await BrowserPit.open(testbed, browser, studio, 'Olga', { role: 'auditor' });
  await auditor.goes('solo');
  await auditor.find('[data-stakes=sette_e_mezzo]').waitFor();
  expect(await auditor.find('[data-stakes] input:enabled').count()).toBe(0);
  expect(await auditor.find('[data-stakes] button').count()).toBe(0);
  await auditor.goes('audit');
  await auditor.find('[data-operation="stakes:change"]').first().waitFor();
  expect(await auditor.find('[data-operation="stakes:change"]').first().textContent()).toContain(
    'Sette e Mezzo',
  );
  auditor.expectNoFaults();
});

test('stakes that another manager has changed meanwhile are shown, beside what was typed', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Mavi', { size: TABLET });
  await pit.goes('solo');
  const form = pit.find('[data-stakes=blackjack]');
  await form.locator('input[name=stake-min]').fill('2');
  await form.locator('input[name=why]').fill('a quiet evening');
  const manager = await testbed.employ({ id: 'Mino', role: 'shift_manager' });
  const other = await fetch(`${studio.url}/pit/solo/stakes/blackjack`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
    body: JSON.stringify({
      chips: ['100', '500'],
      limits: { stake: { min: '100', max: '30000' } },
      reason: 'the risk is too high',
    }),
  });
  expect(other.status).toBe(200);
  await form.locator('button[type=submit]').click();
  await form.locator('[data-refusal=settings_moved_on]').waitFor();
  await eventually('what the other has set is shown', async () => {
    const shown = await form.locator('input[name=stake-max]').inputValue();
    return shown === '300.00';
  });
  expect(await form.locator('input[name=stake-min]').inputValue()).toBe('2');
  await form.locator('button[type=submit]').click();
  await form.locator('[data-said=changed]').waitFor();
  expect(await form.locator('input[name=stake-min]').inputValue()).toBe('2.00');
  const { rows } = await testbed.pool.query(
    `select stakes from solo_stakes where game = 'blackjack'`,
  );
  const limits = { stake: { min: '200', max: '30000' } };
  expect(rows).toEqual([{ stakes: { chips: ['100', '500'], limits } }]);
});

test('hands that stand still are voided together under four eyes', async () => {
  const dealt = (await solo.dealSetteEMezzo('300')).hand.hand;
  const { rows } = await testbed.pool.query<{ count: string; staked: string }>(
    `select count(*), sum(taken) as staked from solo_hands where status = 'in_play' and game = 'sette_e_mezzo'`,
  );
  const { count, staked } = rows[0]!;
  const asks = await BrowserPit.open(testbed, browser, studio, 'Rita', { size: TABLET });
  const approves = await BrowserPit.open(testbed, browser, studio, 'Pina');
  await asks.goes('solo');
  const part = '[data-part=stopped-hands]';
  await asks.find(`${part} select[name=game]`).selectOption('sette_e_mezzo');
  // None was begun before a restore.
  await asks.press('count');
  await asks.find(`${part} [role=alert]`).waitFor();
  await asks.find(`${part} select[name=why]`).selectOption('idle');
  await asks.find(`${part} input[name=hours]`).fill('0');
  await asks.find(`${part} input[name=hours]`).press('Enter');
  await asks.find(`${part} [data-effect=void_hands]`).waitFor();
  expect(await asks.attribute('[data-effect=void_hands]', 'data-bets')).toBe(count);
  expect(await asks.attribute('[data-effect=void_hands]', 'data-back')).toBe(staked);
  await asks.find(`${part} select[name=reason]`).selectOption('equipment_fault');
  await isWhole(asks, 'stopped-hands');
  await asks.press('ask');
  await asks.find('[data-asked]').waitFor();
  await approves.goes('approvals');
  await approves.find(`[data-hands="${count}"]`).waitFor();
  await approves.find('[data-effect=void_hands]').waitFor();
  await isWhole(approves, 'stopped-request');
  await approves.press('approve');
  await approves.find('[data-sure=approve]').click();
  await approves.find('[data-request][data-state=done]').waitFor();
  await approves.goes('solo', dealt);
  await approves.find(`[data-hand="${dealt}"][data-status=void]`).waitFor();
  asks.expectNoFaults();
  approves.expectNoFaults();
});

test('a hand in play is voided under four eyes, and its page says so', async () => {
  const dealt = (await solo.dealSetteEMezzo('500')).hand.hand;
  const asks = await BrowserPit.open(testbed, browser, studio, 'Nora', { size: TABLET });
  const approves = await BrowserPit.open(testbed, browser, studio, 'Piero');
  await asks.goes('solo', dealt);
  await asks.press('void');
  await asks.find('[data-part=void-hand] [data-effect=void_hand]').waitFor();
  expect(await asks.attribute('[data-effect=void_hand]', 'data-back')).toBe('500');
  await asks.find('[data-part=void-hand] select[name=reason]').selectOption('equipment_fault');
  await isWhole(asks, 'void-hand');
  await asks.press('ask');
  await asks.find('[data-asked]').waitFor();
  await approves.goes('approvals');
  await approves.find('[data-do=approve]').first().waitFor();
  await isWhole(approves, 'void-request');
  await approves.press('approve');
  await approves.find('[data-sure=approve]').click();
  await asks.find(`[data-hand="${dealt}"][data-status=void]`).waitFor();
  expect(await asks.find('[data-do=void]').count()).toBe(0);
  await asks.find('[data-command=check]').click();
  await asks.find('[data-check=fitsVoid]').waitFor();
  const said = await asks.find(`[data-hand="${dealt}"]`).textContent();
  expect(said).toContain('It is void: its stakes went back');
  expect(said).not.toContain('paid by the rules');
  await isWhole(asks, 'hand-void');
  asks.expectNoFaults();
  approves.expectNoFaults();
});
