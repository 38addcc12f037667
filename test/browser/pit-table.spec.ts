/**
 * One table in the pit’s page: what the shift manager does at it, and what each page of the pit
 * looks like to axe.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Card, RANKS } from '../../src/cards/card.js';
import { countCards, fullCounts } from '../../src/cards/composition.js';
import { exactOdds } from '../../src/punto-banco/odds.js';
import { CURRENT_PAYTABLE } from '../../src/punto-banco/paytable.js';
import { DESK, useBrowser } from '../kit/browser.js';
import { axeFaults, overOrSmall } from '../kit/browser-layout.js';
import { BrowserPit } from '../kit/browser-pit.js';
import type { Player, Staff } from '../kit/clients.js';
import { openPit as openPitClient } from '../kit/pit-client.js';
import { QUICK, SLOW, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, name: 'Salon Bleu' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;
let table: string;
let dealer: Staff;
let anna: Player;
let names = 0;

beforeAll(async () => {
  studio = await testbed.start();
});

beforeEach(async () => {
  names += 1;
  table = await testbed.addTable(studio, { ...SLOW, name: `Salon ${names}` });
  dealer = await testbed.staff(studio, `Dora ${names}`, { table });
  await dealer.makeReady();
  anna = await testbed.player(studio, 'Anna', { table, euros: 500 });
});

const openPit = (name: string, options = {}) =>
  BrowserPit.open(testbed, browser, studio, `${name} ${names}`, options);

/** A full shoe without these cards. */
const without = (cards: readonly Card[]): readonly number[] => {
  const gone = countCards(cards);
  return fullCounts().map((full, face) => full - gone[face]!);
};

test('a table is suspended with a reason that players read, and goes on', async () => {
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  await pit.find('[data-part=actions] form input').first().fill('the light is out');
  await pit.press('suspend');
  const { reason, atMs } = await anna.next('table_suspended');
  expect(reason).toBe('the light is out');
  await pit.find('[data-phase="suspended"]').first().waitFor();
  expect(await pit.find('[data-part=now-box]').textContent()).toContain('the light is out');
  await pit.look('suspended');
  await pit.page.evaluate(`{
    const { send } = WebSocket.prototype;
    window.sent = [];
    WebSocket.prototype.send = function (packet) {
      window.sent.push(String(packet));
      send.call(this, packet);
    };
  }`);
  await pit.press('resume');
  await pit.find('[data-part=why] input[name=why]').fill('it is on again');
  await pit.find('[data-sure="resume"]').click();
  await anna.next('table_resumed');
  const sent = await pit.page.evaluate<string>(`window.sent.join('')`);
  expect(sent, 'which suspension is meant').toContain(`"sinceMs":${atMs}`);
  await pit
    .find(
      '[data-part=now-box][data-phase="shoe_change"], [data-part=now-box][data-phase="settled"]',
    )
    .waitFor();
  const kinds = await pit.page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-part=timeline] li')].map((line) => line.dataset.kind)`,
  );
  expect(kinds.slice(0, 2)).toEqual(['table_resumed', 'table_suspended']);
  pit.expectNoFaults();
});

test('a button that the dealer forgot can be pressed, and one that is not due cannot', async () => {
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  await pit.find('[data-part=desk-buttons] input[name=why]').fill('she is with a player');
  const enabled = () =>
    pit.page.evaluate<string[]>(
      `[...document.querySelectorAll('[data-press]:enabled')].map((button) => button.dataset.press)`,
    );
  expect((await enabled()).sort()).toEqual(['betting:open', 'cards:bring', 'table:close']);
  await pit.look('press');
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.find('[data-press="betting:open"]').click();
  const { game } = await anna.next('betting_opened');
  await pit.find('[data-part=now-box][data-phase="betting"]').waitFor();
  await anna.bet(game, ['punto', 25]);
  await eventually('the stake is shown', async () =>
    ((await pit.find('[data-part=now-box]').textContent()) ?? '').includes('€25.00'),
  );
  await expect.poll(enabled).toEqual([]);
  pit.expectNoFaults();
});

test('a spot is closed at once, and new limits wait for the next round', async () => {
  const { game } = await dealer.openBetting();
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  await pit.find('[data-tab="spots"]').click();
  // One slip of the hand closes nothing.
  const egalite = pit.find('tr[data-spot="egalite"]');
  await egalite.locator('[data-do="close-spot"]').click();
  expect(await egalite.getAttribute('data-closed')).toBe('false');
  expect(await egalite.locator('[data-sure="close-spot"]').isDisabled()).toBe(true);
  await egalite.locator('input[name=why]').fill('its stakes are too high');
  await pit.look('spot-asked');
  await egalite.locator('[data-sure="close-spot"]').click();
  await egalite.locator('[data-do="open-spot"]').waitFor();
  expect(await egalite.textContent()).toContain('closed');
  expect(await anna.wager(game, ['egalite', 5])).toMatchObject({ refusal: 'spot_is_closed' });
  // The cards that are left, and the exact odds of the next coup by them: none was dealt but the
  // burn card, and all eight decks of a rank are there.
  const odds = pit.find('[data-part=odds]');
  expect(Number(await odds.getAttribute('data-left'))).toBe(415);
  const counts = await odds.locator('[data-rank] dd').allTextContents();
  const ranks = await odds
    .locator('[data-rank]')
    .evaluateAll((all) =>
      all.map((each) => (each as unknown as { dataset: { rank: string } }).dataset.rank),
    );
  expect(Object.fromEntries(ranks.map((rank, index) => [rank, Number(counts[index])]))).toEqual(
    Object.fromEntries(RANKS.map((rank) => [rank, rank === '3' ? 31 : 32])),
  );
  const exact = exactOdds(without(['3h']), CURRENT_PAYTABLE);
  if (exact === 'too_few_cards') throw new Error('a full shoe deals a coup');
  for (const spot of ['punto', 'banco', 'egalite', 'super_6'] as const) {
    const cell = odds.locator(`[data-odds="${spot}"] [data-mode=normal]`);
    const { numerator, denominator } = exact.normal[spot].expectedReturn;
    const percent = Number((numerator * 1_000_000n) / denominator) / 10_000;
    expect(await cell.textContent()).toBe(`${percent.toFixed(2)}%`);
  }
  await pit.look('spots');
  expect(await axeFaults(pit.page)).toEqual([]);

  await pit.find('[data-tab="limits"]').click();
  const most = pit.find('input[name="punto-max"]');
  await most.fill('0.50');
  await pit.find('[data-part=limits] [data-fault=below_smallest]').waitFor();
  expect(await pit.find('[data-part=limits] button[type=submit]').isDisabled()).toBe(true);
  await most.fill('20');
  await pit.find('[data-part=limits] input[name=why]').fill('the evening is quiet');
  await pit.look('limits');
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.find('[data-part=limits] button[type=submit]').click();
  await pit.find('[data-limits="waiting"]').waitFor();
  expect(await anna.wager(game, ['punto', 25])).toMatchObject({ ok: true });
  const { rows } = await testbed.pool.query<{ limits: unknown }>(
    `select payload::json -> 'settings' -> 'limits' -> 'punto' as limits from table_events
      where table_id = $1 and kind = 'settings_changed'`,
    [table],
  );
  expect(rows).toEqual([{ limits: { min: '100', max: '2000' } }]);
  // The timeline says what is set otherwise, and who did it.
  const line = pit.find('[data-part=timeline] li[data-kind="settings_changed"]').first();
  expect(await line.textContent()).toContain('Punto: €1.00 – €20.00');
  expect(await line.textContent()).toContain(`by ${pit.id}`);

  // A limit group has others, and keeps the rest.
  const of = pit.find('[data-part=limits]');
  await of.locator('input[name=group]').fill('vip');
  expect(await most.inputValue(), 'the table’s own, as they will be').toBe('20.00');
  await most.fill('50');
  await of.locator('input[name=why]').fill('the contract');
  expect(await axeFaults(pit.page), 'axe, a group').toEqual([]);
  await pit.look('limits-group');
  await of.locator('button[type=submit]').click();
  await of.locator('[data-part=limit-groups]').getByText('vip').waitFor();
  expect(await line.textContent()).toContain('vip, Punto: €1.00 – €50.00');
  await of.locator('input[name=group]').fill('vip');
  expect(await most.inputValue()).toBe('50.00');
  await of.locator('input[name=why]').fill('the contract ended');
  await of.locator('[data-do="drop-group"]').click();
  await of.locator('[data-part=limit-groups]').waitFor({ state: 'detached' });
  pit.expectNoFaults();
});

test('limits that somebody else sets meanwhile are shown, and stay as they are', async () => {
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  await pit.find('[data-tab="limits"]').click();
  const of = pit.find('[data-part=limits]');
  await of.locator('input[name=banco-max]').fill('50');
  const other = await openPitClient(testbed, studio, `Milo ${names}`);
  const limits = { punto: { min: '100', max: '2000' } };
  await other.must('limits:change', { table, limits });
  await expect.poll(() => of.locator('input[name=punto-max]').inputValue()).toBe('20.00');
  expect(await of.locator('input[name=banco-max]').inputValue(), 'what was typed').toBe('50');
  await of.locator('input[name=why]').fill('the evening is quiet');
  await of.locator('button[type=submit]').click();
  const both = await eventually('both hold', async () => {
    const { rows } = await testbed.pool.query<{ punto: string; banco: string }>(
      `select settings #>> '{limits,punto,max}' as punto, settings #>> '{limits,banco,max}' as banco
         from tables where id = $1`,
      [table],
    );
    return rows[0]?.banco === '5000' ? rows[0] : undefined;
  });
  expect(both).toEqual({ punto: '2000', banco: '5000' });
});

test('the settings of a table are changed: those that wait are shown so, and mistakes are explained', async () => {
  await dealer.openBetting();
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  await pit.find('[data-tab="settings"]').click();
  const send = pit.find('[data-part=set-table] button[type=submit]');
  expect(await send.isDisabled()).toBe(true);
  await pit.find('#setting-lastBetsMs').fill('4000');
  await pit.find('[data-setting="lastBetsMs"] [role=alert]').waitFor();
  await pit.find('#setting-format').fill('<rank>');
  await pit.find('[data-setting="format"] [role=alert]').waitFor();
  expect(await send.isDisabled()).toBe(true);
  await pit.look('settings-wrong');
  expect(await axeFaults(pit.page)).toEqual([]);

  await pit.find('#setting-betMs').fill('20');
  await pit.find('#setting-lastBetsMs').fill('7.5');
  await pit.find('#setting-confirms').selectOption('dealer');
  await pit.find('#setting-format').fill('<suit><rank>[.<deck>]');
  await pit.find('#setting-streamLostMs').fill('600');
  await pit.find('[data-part=set-table] input[name=why]').fill('a slower evening');
  await send.click();
  await pit.find('[data-set="done"]').waitFor();
  const waits = await pit.page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-waits]')].map((waiting) => waiting.dataset.waits)`,
  );
  expect(waits).toEqual(['confirms', 'betMs', 'lastBetsMs', 'format']);
  await pit.look('settings');
  expect(await axeFaults(pit.page)).toEqual([]);
  const { settings, nextSettings } = (await dealer.watch())!;
  expect(settings).toMatchObject({ confirms: 'itself', betMs: 3_600_000 });
  expect(nextSettings).toMatchObject({
    confirms: 'dealer',
    betMs: 20_000,
    lastBetsMs: 7_500,
    streamLostMs: 600_000,
    scanCodes: { format: '<suit><rank>[.<deck>]', cutCard: 'CUT', checksum: 'none' },
  });
  pit.expectNoFaults();
});

test('an auditor reads the settings of a table, and changes none', async () => {
  const pit = await openPit('Aldo', { role: 'auditor', language: 'it-IT' });
  await pit.goes('table', table);
  await pit.find('[data-tab="settings"]').click();
  await pit.find('[data-part=set-table]').waitFor();
  expect(await pit.find('[data-part=set-table] :enabled:is(input, select)').count()).toBe(0);
  expect(await pit.find('[data-part=set-table] button').count()).toBe(0);
  await pit.look('settings-read');
  pit.expectNoFaults();
});

test('a table that cannot be followed any more is not shown as live', async () => {
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  const shoe = pit.find('[data-do="shoe-change"]:enabled');
  await shoe.waitFor();
  await pit.page.evaluate(`{
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (packet) {
      window.line = this;
      const isOfTable = window.refuses && String(packet).includes('table:watch');
      send.call(this, isOfTable ? packet.replace('"table":"', '"table":"no-') : packet);
    };
  }`);
  // Whatever is said next leads to the line.
  await pit.goes('wall');
  await pit.goes('table', table);
  await shoe.waitFor();
  expect(await pit.find('[data-stale="false"]').count()).toBe(1);
  await pit.page.evaluate('window.refuses = true; window.line.close()');
  await pit.find('[role=status][data-absent]').waitFor();
  await pit.find('[data-stale="true"]').waitFor();
  expect(await shoe.count(), 'of what may be past').toBe(0);
  expect(await pit.find('[data-do="suspend"]').isEnabled(), 'always').toBe(true);
  await pit.look('stale');
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.find('[data-tab="amend"]').click();
  await pit.page.evaluate('window.refuses = false');
  await pit.find('[data-absent]').waitFor({ state: 'detached' });
  await pit.find('[data-tab="actions"]').click();
  await shoe.waitFor();
  pit.expectNoFaults();
});

test('the chat is read back, a message removed, its writer muted, and a player disconnected', async () => {
  await testbed.pool.query(
    `insert into chat_messages (table_id, player_id, role, name, key, text)
     select $1, $2, 'player', 'Anna', gen_random_uuid(), 'Line ' || n from generate_series(1, 60) n`,
    [table, anna.id],
  );
  await anna.raw('chat:say', { table, key: crypto.randomUUID(), text: 'What a dealer!' });
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  await pit.find('[data-tab="chat"]').click();
  const lines = pit.find('[data-part=chat-box] li');
  const line = lines.filter({ hasText: 'What a dealer!' });
  await line.waitFor();
  const leftBelow = () =>
    pit.page.evaluate<number>(
      `(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight))
        (document.querySelector('[data-part=chat-box] [role=log]'))`,
    );
  expect(await leftBelow(), 'the newest is shown').toBe(0);
  await pit.look('chat');
  expect(await lines.count()).toBe(50);
  await pit.press('older');
  await lines.filter({ hasText: /Line 1\D/ }).waitFor();
  expect(await lines.count()).toBe(61);
  await pit.find('[data-part=chat-box] [data-do=older]').waitFor({ state: 'detached' });
  // What is typed while a line is on its way is the next one, and stays.
  await pit.page.evaluate(`{
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (packet) {
      if (window.refuses && String(packet).includes('player:list')) {
        return send.call(this, packet.replace('"table":"', '"table":"no-'));
      }
      if (!String(packet).includes('chat:say')) return send.call(this, packet);
      window.letGo = () => send.call(this, packet);
      window.line = this;
    };
  }`);
  const draft = pit.find('[data-part=chat-box] > form input');
  await draft.fill('Please stay calm.');
  await pit.page.keyboard.press('Enter');
  await pit.page.waitForFunction('window.letGo !== undefined');
  await draft.fill('Thank you.');
  await pit.page.evaluate('window.letGo()');
  await lines.filter({ hasText: 'Please stay calm.' }).waitFor();
  await expect.poll(leftBelow).toBe(0); // Whoever writes sees their line.
  await pit.find('[data-part=chat-box] > form button:enabled').waitFor();
  expect(await draft.inputValue()).toBe('Thank you.');
  // Where its answer is lost, the same words are the same line.
  const sends = async (afterwards: string) => {
    await pit.page.evaluate('window.letGo = undefined');
    await draft.press('Enter');
    await pit.page.waitForFunction('window.letGo !== undefined');
    await pit.page.evaluate(`window.letGo(); ${afterwards}`);
  };
  await sends('window.line.close()');
  await pit.find('[data-part=chat-box] > [data-refusal]').waitFor();
  const thanks = lines.filter({ hasText: 'Thank you.' });
  await thanks.waitFor();
  await sends('');
  await expect.poll(() => draft.inputValue()).toBe('');
  expect(await thanks.count(), 'it is said once').toBe(1);
  await line.getByRole('button', { name: 'Mute' }).click();
  await line.locator('[data-part=mute] input').last().fill('rude');
  await pit.look('mute');
  await line.locator('[data-part=mute] button[type=submit]').click();
  await eventually('Anna is muted', async () => {
    const said = await anna.raw('chat:say', { table, key: crypto.randomUUID(), text: 'Hm.' });
    return said['refusal'] === 'muted';
  });
  await line.getByRole('button', { name: 'Remove' }).click();
  await line.getByRole('textbox').fill('rude');
  await line.getByRole('button', { name: 'Remove' }).last().click();
  await pit.find('[data-part=chat-box] li[data-removed=true]').waitFor();

  await pit.find('[data-tab="players"]').click();
  const seated = pit.find(`[data-part=at-table] [data-player="${anna.id}"]`);
  await seated.getByRole('button', { name: 'Disconnect' }).click();
  await seated.getByRole('textbox').fill('please call us');
  await pit.page.evaluate('window.refuses = true');
  await pit.find('[data-seated] [data-refusal]').waitFor();
  expect(await seated.getByRole('textbox').inputValue(), 'it stays').toBe('please call us');
  await pit.page.evaluate('window.refuses = false');
  await pit.find('[data-seated] [data-refusal]').waitFor({ state: 'detached' });
  await pit.find('[data-part=players-box] input[name=query]').fill(anna.id);
  await pit.page.keyboard.press('Enter');
  const found = pit.find(`[data-part=seated] li[data-player="${anna.id}"]`);
  await found.waitFor();
  await found.getByRole('button', { name: 'Disconnect' }).click();
  await found.getByRole('textbox').fill('please call us');
  await pit.look('disconnect');
  await pit.press('disconnect');
  await anna.disconnected();
  pit.expectNoFaults();
});

test('a player is barred from the look-up, with an end and a reason, and plays again once it is lifted', async () => {
  const { game } = await dealer.openBetting();
  const pit = await openPit('Mara');
  await pit.goes('players', anna.id);
  const bars = pit.find('[data-part=bars]');
  await bars.getByText('May play.').waitFor();
  await pit.press('bar');
  const sure = pit.find('[data-sure="bar"]');
  expect(await sure.isDisabled(), 'without a reason').toBe(true);
  await pit.find('[data-part=bar-form] [data-ready="suspicion"]').click();
  await pit.find('select[name=span]').selectOption('until');
  await pit.find('input[name=until]').fill('21/11/2020 10:05');
  expect(await sure.isDisabled(), 'an end that has passed').toBe(true);
  await pit.find('input[name=until]').fill('29/02/2040 10:05');
  await pit.look('bar');
  expect(await axeFaults(pit.page)).toEqual([]);
  await sure.click();
  const bar = bars.locator('[data-bar="bar"][data-source="staff"]');
  await bar.waitFor();
  const text = (await bar.textContent())!;
  for (const part of ['29 Feb 2040, 10:05:00', 'Suspicion of fraud', pit.id]) {
    expect(text).toContain(part);
  }
  expect(await anna.wager(game, ['punto', 25])).toMatchObject({ refusal: 'barred_from_play' });
  await pit.look('barred');
  // What a colleague sets meanwhile is in view, before all of it is lifted, and counted.
  await pit.press('unbar');
  const why = bars.locator('[data-part=why]');
  await why.locator('input[name=why]').fill('it was somebody else');
  const colleague = await testbed.employ({ id: `Nils ${names}`, role: 'shift_manager' });
  const also = await fetch(`${studio.url}/pit/players/${anna.id}/bars`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${colleague}` },
    body: JSON.stringify({ untilMs: null, reason: 'seen with a device' }),
  });
  expect(also.status).toBe(200);
  await bar.getByText('seen with a device').waitFor();
  await why.getByText('All 2 bars').waitFor();
  await pit.look('unbar');
  await pit.find('[data-sure="unbar"]').click();
  await bars.getByText('May play.').waitFor();
  expect(await anna.wager(game, ['punto', 25])).toMatchObject({ ok: true });

  const mutes = pit.find('[aria-labelledby=mutes-title]');
  await mutes.getByRole('button').click();
  await mutes.locator('[data-part=mute] input').fill('rude');
  await mutes.locator('[data-part=mute] button[type=submit]').click();
  await mutes.getByText('Lift the mute').click();
  await mutes.locator('li b').getByText(pit.id).waitFor(); // who has lifted it
  const auditor = await openPit('Aldo', { role: 'auditor' });
  await auditor.goes('players', anna.id);
  await auditor.find('[data-part=bars]').getByText('May play.').waitFor();
  expect(await auditor.find('[data-do="bar"]').count(), 'an auditor bars nobody').toBe(0);
  for (const each of [pit, auditor]) each.expectNoFaults();
});

test('a limit of play is set from the look-up, with what holds and what will, and taken away', async () => {
  const { game } = await dealer.openBetting();
  const pit = await openPit('Mira');
  await pit.goes('players', anna.id);
  const limits = pit.find('[data-part=play-limits]');
  await limits.getByText('Has none.').waitFor();
  await pit.press('limit');
  const sure = pit.find('[data-sure="limit"]');
  const value = pit.find('[data-part=limit-form] input[name=limit]');
  await pit.find('[data-part=limit-form] [data-ready="ownWish"]').click();
  await pit.find('select[name=kind]').selectOption('reality_check');
  await value.fill('4');
  await pit.find('#limit-fault').waitFor();
  expect(await sure.isDisabled(), 'four minutes are too few').toBe(true);
  await pit.find('select[name=kind]').selectOption('stake');
  await value.fill('20');
  const change = pit.find('[data-part=limit-change]');
  expect(await change.textContent()).toMatch(/no limit.*€20\.00/);
  await pit.look('limit');
  expect(await axeFaults(pit.page)).toEqual([]);
  await sure.click();
  const limit = limits.locator('[data-limit="stake"][data-source="staff"]');
  await limit.waitFor();
  expect(await limit.textContent()).toContain('€20.00');
  expect(await anna.wager(game, ['punto', 25])).toMatchObject({ refusal: 'stake_limit_reached' });

  await pit.press('limit');
  await pit.find('select[name=kind]').selectOption('stake');
  await pit.find('[data-part=limit-form] input[name=none]').check();
  expect(await change.textContent()).toMatch(/€20\.00.*no limit/);
  // What a colleague sets in the same place meanwhile is said, and shown as what it is now.
  const movedOn = pit.find('[data-part=limit-moved-on]');
  expect(await movedOn.count()).toBe(0);
  const colleague = await testbed.employ({ id: `Nora ${names}`, role: 'shift_manager' });
  const lower = await fetch(`${studio.url}/pit/players/${anna.id}/limits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${colleague}` },
    body: JSON.stringify({
      limit: { kind: 'stake', period: 'day', limit: '1000' },
      reason: 'affordability',
    }),
  });
  expect(lower.status).toBe(200);
  await movedOn.waitFor();
  expect(await change.textContent()).toMatch(/€10\.00.*no limit/);
  await pit.look('limit-moved-on');
  await pit.find('[data-part=limit-form] [data-ready="order"]').click();
  await sure.click();
  await limit.waitFor({ state: 'detached' });
  expect(await anna.wager(game, ['punto', 25])).toMatchObject({ ok: true });
  const auditor = await openPit('Alda', { role: 'auditor' });
  await auditor.goes('players', anna.id);
  await auditor.find('[data-part=play-limits]').getByText('Has none.').waitFor();
  expect(await auditor.find('[data-do="limit"]').count(), 'an auditor limits nobody').toBe(0);
  const { rows } = await testbed.pool.query(
    `select before ->> 'limit' as before, after ->> 'limit' as after from staff_actions
      where operation = 'players:limit' order by seq desc limit 2`,
  );
  expect(rows).toEqual([
    { before: '1000', after: null },
    { before: '2000', after: '1000' },
  ]);
  for (const each of [pit, auditor]) each.expectNoFaults();
});

test('an administrator opens an account that can sign in, and disables it again', async () => {
  const pit = await openPit('Alex', { role: 'administrator' });
  await pit.goes('staff');
  const name = `New ${names}`;
  await pit.find('form input[name=name]').fill(name);
  await pit.find('form select[name=role]').selectOption('shift_manager');
  await pit.find('form [data-ready="joined"]').click();
  await pit.find('form button[type=submit]').click();
  const notice = pit.find('[data-notice]');
  await notice.waitFor();
  const [badge, pin] = await notice.locator('code').allTextContents();
  await pit.look('shown-once');
  expect(await axeFaults(pit.page)).toEqual([]);
  const fresh = await BrowserPit.visit(browser, studio, name);
  await fresh.signsIn({ badge: badge!, pin: pin! });

  // Another PIN in place of the one that was handed over, at once.
  const choosing = fresh.find('[data-part=own-pin]');
  expect(await choosing.textContent()).toContain('Alex');
  await choosing.locator('input[name=next]').fill('6-of-hearts');
  await choosing.locator('input[name=again]').fill('9-of-hearts');
  await choosing.locator('button[type=submit]').click();
  await fresh.find('[data-own-pin-refused="other"]').waitFor();
  await fresh.look('own-pin');
  expect(await axeFaults(fresh.page)).toEqual([]);
  for (const field of ['next', 'again']) await choosing.locator(`input[name=${field}]`).fill(pin!);
  await choosing.locator('button[type=submit]').click();
  await fresh.find('[data-own-pin-refused="given"]').waitFor();
  for (const field of ['next', 'again'])
    await choosing.locator(`input[name=${field}]`).fill('345678');
  await choosing.locator('button[type=submit]').click();
  await fresh.find('[data-own-pin-refused="plain"]').waitFor();
  for (const field of ['next', 'again'])
    await choosing.locator(`input[name=${field}]`).fill('6-of-hearts');
  await choosing.locator('button[type=submit]').click();
  await fresh.find('[data-part=pit]').waitFor();

  // Another one, whenever it may have been seen.
  await fresh.goes('own');
  await fresh.find('input[name=pin]').fill('not-it');
  for (const field of ['next', 'again'])
    await fresh.find(`input[name=${field}]`).fill('7-of-hearts');
  await fresh.find('[data-part=own] button[type=submit]').click();
  await fresh.find('[data-refusal="wrong_badge_or_pin"]').waitFor();
  await fresh.find('input[name=pin]').fill('6-of-hearts');
  for (const field of ['next', 'again'])
    await fresh.find(`input[name=${field}]`).fill('7-of-hearts');
  await fresh.look('own');
  expect(await axeFaults(fresh.page)).toEqual([]);
  await fresh.find('[data-part=own] button[type=submit]').click();
  // Whoever has signed in by the former PIN is signed out, also here.
  await fresh.signsIn({ badge: badge!, pin: '7-of-hearts' });
  await fresh.find('[data-part=pit]').waitFor();

  // Whatever may be chosen can be typed again, to the last sign.
  let former = '7-of-hearts';
  for (const chosen of [' 7-of-hearts ', 'a queen '.repeat(16)]) {
    await fresh.goes('own');
    await fresh.find('input[name=pin]').fill(former);
    for (const field of ['next', 'again']) await fresh.find(`input[name=${field}]`).fill(chosen);
    await fresh.find('[data-part=own] button[type=submit]').click();
    await fresh.find('input[name=badge]').fill(` ${badge!} `);
    await fresh.find('input[name=pin]').pressSequentially(chosen);
    await fresh.find('input[name=pin]').press('Enter');
    await fresh.find('[data-part=pit]').waitFor();
    former = chosen;
  }

  const row = pit.find(`tr[data-staff="${name}"]`);
  await row.getByRole('button').click();
  await pit.find('[data-part=orders] input[name=why]').fill('has left us');
  await pit.press('disable');
  await pit.find('[data-sure="disable"]').click();
  await pit.find(`tr[data-staff="${name}"][data-state="disabled"]`).waitFor();
  await fresh.find('input[name=badge]').waitFor();
  await pit.goes('audit');
  await pit.find('tr[data-operation="staff:disable"]').first().waitFor();
  await pit.look('audit');
  pit.expectNoFaults();
});

const SIZES = [
  { width: 768, height: 1_024 },
  { width: 1_024, height: 768 },
  DESK,
  { width: 1_440, height: 900 },
  { width: 1_920, height: 1_080 },
];

/**
 * On a tablet held either way, and on the screens of a pit, no page scrolls sideways, nothing is
 * too small for a finger, and axe finds nothing wrong. What axe looks for does not depend on the
 * language, so one size does in the other.
 */
const isRight = async (pit: BrowserPit, name: string, language: string): Promise<void> => {
  for (const size of SIZES) {
    await pit.page.setViewportSize(size);
    const tooWide = await pit.page.evaluate<readonly string[]>(`(() => {
      const tops = [document.documentElement, document.querySelector('main'), document.querySelector('header[data-part=top]')];
      const wide = tops.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      return wide.map(({ tagName, scrollWidth }) => tagName + ' ' + scrollWidth);
    })()`);
    await pit.look(`${name}-${language}`);
    const at = `${name} at ${size.width} × ${size.height}`;
    expect.soft(tooWide, at).toEqual([]);
    expect.soft(await overOrSmall(pit.page), at).toEqual([]);
    if (language === 'en-GB' || size === DESK) {
      expect.soft(await axeFaults(pit.page), at).toEqual([]);
    }
  }
};

test.each(['en-GB', 'it-IT'])(
  'axe finds nothing wrong with any page at any size, none is too wide, and no target too small (%s)',
  async (language) => {
    await dealer.openBetting();
    await dealer.call('manager:call', { table });
    const pit = await openPit('Axel', { role: 'administrator', size: DESK, language });
    for (const page of [
      'wall',
      'incidents',
      'approvals',
      'rounds',
      'players',
      'support',
      'shortfalls',
      'shift',
      'advantage',
      'solo',
      'wallets',
      'processes',
      'rota',
      'audit',
      'staff',
      'operators',
      'own',
    ] as const) {
      await pit.goes(page);
      await pit.page.waitForLoadState('networkidle');
      await isRight(pit, page, language);
    }
    await pit.goes('table', table);
    for (const tab of ['actions', 'amend', 'chat', 'players', 'spots', 'limits', 'settings']) {
      await pit.find(`[data-tab="${tab}"]`).click();
      await pit.page.waitForLoadState('networkidle');
      await isRight(pit, `table-${tab}`, language);
      const tabs = await pit.page.evaluate<[number, boolean]>(`(() => {
        const all = [...document.querySelectorAll('[data-at] [role=tab]')];
        const row = document.querySelector('[data-at] [role=tablist]');
        return [new Set(all.map(({ offsetTop }) => offsetTop)).size, row.scrollWidth > row.clientWidth];
      })()`);
      expect(tabs, 'the tabs are one row').toEqual([1, false]);
    }
    pit.expectNoFaults();
  },
);
