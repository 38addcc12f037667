/**
 * The pit in the browser: a round amended by two people with the effect shown before, a table that
 * is stalled, a round looked up, the shift’s report.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowser, downloaded } from '../kit/browser.js';
import { creditOf } from '../kit/browser-books.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults, cutTiles, sidewaysScroll, windowScroll } from '../kit/browser-layout.js';
import type { Player, Staff } from '../kit/clients.js';
import { QUICK, SLOW, useTestbed } from '../kit/testbed.js';
import { openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, name: 'Salon Rouge' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000', STALLED_DEAL_MS: '1500' },
});
const browser = useBrowser(testbed);
let studio: Studio;

/** There is time to bet. */
const UNHURRIED = { ...QUICK, betMs: 4_000 };

beforeAll(async () => {
  studio = await testbed.start();
});

/** Punto wins with a natural nine. */
const PUNTO_WINS = '9h 2c Kd Ts';
const BANCO_WINS = '2d 9s Td Kc';

interface Played {
  readonly game: string;
  readonly dealer: Staff;
  readonly players: Readonly<Record<'anna' | 'ben' | 'cora', Player>>;
}

/**
 * Anna lost on Banco, Ben and Cora won on Punto; a fault was reported; then Cora lost all she had
 * in the next round.
 */
const playedRound = async (table: string): Promise<Played> => {
  const dealer = await testbed.staff(studio, `Dora of ${table}`, { table });
  await dealer.makeReady();
  const anna = await testbed.player(studio, 'Anna', { table, euros: 500 });
  const ben = await testbed.player(studio, 'Ben', { table, euros: 500 });
  const cora = await testbed.player(studio, 'Cora', { table, euros: 100 });
  const { game, seq } = await dealer.openBetting();
  await anna.bet(game, ['banco', 100]);
  await ben.bet(game, ['punto', 50]);
  await ben.bet(game, ['punto_pair', 5]);
  await cora.bet(game, ['punto', 100]);
  await dealer.betsClosed(seq);
  await dealer.deal(PUNTO_WINS);
  await dealer.next('round_settled', { after: seq });
  await dealer.call('malfunction:report', {
    table,
    malfunction: 'wrong_payment',
    note: 'the nine is a six',
  });
  const manager = await testbed.staff(studio, `Sven of ${table}`, { role: 'shift_manager', table });
  await manager.must('table:resume');
  const next = await dealer.openBetting();
  await cora.bet(next.game, ['banco', 200]);
  await dealer.betsClosed(next.seq);
  await dealer.deal('9c 2h Ks Th');
  await dealer.next('round_settled', { after: next.seq });
  expect(await cora.balance()).toBe(0n);
  return { game, dealer, players: { anna, ben, cora } };
};

/** Anna gets 100 back, Ben gives back 45, and Cora cannot give back her 100. */
const SENTENCE =
  'Void: 4 bets of 3 players; €145.00 taken back from 2 players, €100.00 given to 1 player; 1 player would fall below zero, by €100.00.';

const inCents = (euros: number): bigint => BigInt(Math.round(euros * 100));

test('a settled round is voided from its incident, and every player gets what the preview showed', async () => {
  const table = await testbed.addTable(studio, UNHURRIED);
  const { game, players } = await playedRound(table);
  const { anna, ben, cora } = players;
  const balances = async () =>
    Promise.all([anna, ben, cora].map(({ id }) => creditOf(testbed.pool, id)));
  const before = await balances();
  const asker = await BrowserPit.open(testbed, browser, studio, 'Mara');
  const second = await BrowserPit.open(testbed, browser, studio, 'Nils');

  // From the queue to the effect.
  await asker.goes('incidents');
  await asker.opensCase('wrong_payment');
  await asker.press('take');
  await asker.find('[data-case][data-state="taken"]').waitFor();
  await asker.find('[data-action="void"]').click();
  const effect = asker.find('[data-effect="void"]');
  await effect.waitFor();
  await asker.look('effect');
  expect(await effect.textContent()).toBe(SENTENCE);
  const notice = {
    bets: await effect.getAttribute('data-bets'),
    players: await effect.getAttribute('data-players'),
    back: await effect.getAttribute('data-back'),
    short: await effect.getAttribute('data-short'),
    shortfall: await effect.getAttribute('data-shortfall'),
  };
  expect(notice).toEqual({
    bets: '4',
    players: '3',
    back: '-4500',
    short: '1',
    shortfall: '10000',
  });
  expect(await balances(), 'nothing is done before it is approved').toEqual(before);
  await asker.find('select[name=reason]').selectOption('payment_fault');
  await asker.find('[data-part=amend-form] input[name=note]').fill('The camera shows a six');
  await asker.press('ask');
  const approval = (await asker.attribute('[data-asked]', 'data-asked'))!;

  // Whoever asked does not approve, and sees so in words.
  await asker.goes('approvals');
  const own = asker.find(`[data-request="${approval}"]`);
  await own.locator('[data-do="approve"]').click();
  await own.locator('[data-refusal="same_person"]').waitFor();
  expect(await own.locator('[data-refusal]').textContent()).toBe(
    'Somebody else must approve it: you asked for it, or your account is newer than the request, or one of you, or a third person for both, set up the account or gave the PIN that is still used: then choose another PIN under My sign-in.',
  );
  await asker.look('self-approval');
  expect(await balances()).toEqual(before);

  // The second person sees the same effect, and says yes.
  await second.find('[data-waiting="approvals"]').waitFor();
  await second.goes('approvals');
  const request = second.find(`[data-request="${approval}"]`);
  const seen = request.locator('[data-effect="void"]');
  await seen.waitFor();
  expect(await seen.textContent()).toBe(SENTENCE);
  await second.look('approval');
  await request.locator('[data-do="approve"]').click();
  await request.locator('[data-sure="approve"]').click();
  await second.find(`[data-request="${approval}"][data-state="done"]`).waitFor();

  // What happened is what was announced.
  const paid = [before[0]! + inCents(100), before[1]! - inCents(45), 0n];
  await expect.poll(balances, { message: 'the correction is paid' }).toEqual(paid);
  const after = await balances();
  await asker.goes('rounds', game);
  await asker.find('[data-tab="corrections"]').click();
  const correction = asker.find('[data-correction="1"]');
  await correction.waitFor();
  expect(await correction.getAttribute('data-fix')).toBe('void');
  expect(await asker.attribute('h2 [data-outcome]', 'data-outcome')).toBe('refunded');
  expect(await correction.getAttribute('data-back')).toBe('-4500');
  expect(await correction.getAttribute('data-short')).toBe('1');
  await asker.look('corrected-round');
  await asker.goes('shortfalls');
  const owing = asker.find(`[data-owes="${cora.id}"]`);
  await owing.waitFor();
  expect(await owing.getAttribute('data-owed')).toBe(notice.shortfall);
  await asker.look('shortfalls');
  const moved = after[0]! - before[0]! + (after[1]! - before[1]!);
  expect(moved - BigInt(notice.shortfall!)).toBe(BigInt(notice.back!));
  asker.expectNoFaults();
  second.expectNoFaults();
});

/** Nothing is read again on the page merely because time has passed. */
const NEVER_AGAIN = `{
  const { setInterval: every } = window;
  window.setInterval = (act, ms, ...given) => (ms === 5000 ? 0 : every(act, ms, ...given));
}`;

/** How the page’s next connection has it answered what a request would do. */
const previewsOf = async (page: Page) => {
  const previews = {
    answer: 'at once' as 'at once' | 'late' | 'refused',
    late: [] as (() => void)[],
  };
  await page.routeWebSocket(/socket\.io/, (route) => {
    const far = route.connectToServer();
    route.onMessage((message) => {
      const asked = /^42\/pit,(\d+)\["approval:preview"/.exec(message.toString());
      if (asked === null || previews.answer === 'at once') far.send(message);
      else if (previews.answer === 'late') previews.late.push(() => far.send(message));
      else route.send(`43/pit,${asked[1]}[{"ok":false,"refusal":"table_is_moving"}]`);
    });
  });
  return previews;
};

test('what a request would do goes with the bets that come meanwhile, at the first press at the latest', async () => {
  const table = await testbed.addTable(studio, SLOW);
  const dealer = await testbed.staff(studio, `Dora of ${table}`, { table });
  await dealer.makeReady();
  const { game } = await dealer.openBetting();
  const anna = await testbed.player(studio, 'Anna', { table, euros: 500 });
  await anna.bet(game, ['banco', 100]);
  const second = await BrowserPit.open(testbed, browser, studio, 'Nora');
  const asker = await openPit(testbed, studio, 'Mara');
  const asked = { kind: 'void', table, game, reason: 'misdeal', note: '' } as const;
  const { approval } = await asker.must('approval:request', asked);
  const request = second.find(`[data-request="${approval.id}"]`);
  const shows = (bets: number, given: number) =>
    request.locator(`[data-effect="void"][data-bets="${bets}"][data-given="${given}"]`).waitFor();
  await second.goes('approvals');
  await shows(1, 10_000);
  await anna.bet(game, ['egalite', 50]);
  await shows(2, 15_000);

  await second.page.addInitScript(NEVER_AGAIN);
  const previews = await previewsOf(second.page);
  await second.page.reload();
  await shows(2, 15_000);
  await anna.bet(game, ['punto_pair', 5]);
  const sure = request.locator('[data-sure="approve"]');
  previews.answer = 'late';
  await request.locator('[data-do="approve"]').click();
  await expect.poll(() => previews.late.length).toBe(1);
  expect(await sure.isDisabled(), 'by what was read before').toBe(true);
  await second.page.keyboard.press('Enter');
  for (const answer of previews.late) answer();
  await shows(3, 15_500);
  await expect.poll(() => sure.isEnabled()).toBe(true);

  await request.getByRole('button', { name: 'Cancel' }).click();
  previews.answer = 'refused';
  await request.locator('[data-do="approve"]').click();
  await request.locator('[data-refusal="table_is_moving"]').waitFor();
  expect(await sure.isDisabled(), 'without its figures').toBe(true);
  previews.answer = 'at once';
  await request.locator('[data-refusal] button').click();
  await shows(3, 15_500);
  await sure.click();
  await second.find(`[data-request="${approval.id}"][data-state="done"]`).waitFor();
  second.expectNoFaults();
});

test('a table that is stalled turns red by itself, and is the first on the wall', async () => {
  const table = await testbed.addTable(studio, { ...QUICK, name: 'Aquamarine' });
  const pit = await BrowserPit.open(testbed, browser, studio, 'Hanna');
  const dealer = await testbed.staff(studio, 'Hugo', { table });
  await dealer.makeReady();
  const tile = pit.find(`a[data-table="${table}"]`);
  await pit.find(`a[data-table="${table}"][data-trouble="none"]`).waitFor();
  const { seq } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  // Nobody deals, and nobody says anything.
  await pit.find(`a[data-table="${table}"][data-trouble="stalled"]`).waitFor();
  expect(await tile.textContent()).toContain('No card comes');
  expect(await pit.attribute('a[data-trouble]', 'data-table')).toBe(table);
  const [ground] = await pit.page.evaluate<string[]>(
    `[getComputedStyle(document.querySelector('a[data-trouble=stalled]')).backgroundColor]`,
  );
  expect(ground).toBe('rgb(109, 20, 32)');
  await pit.find('[data-waiting="incidents"]').waitFor();
  await pit.look('wall-stalled');
  // It is reached by the keyboard, and calms down when the cards come.
  await tile.press('Enter');
  await pit.find(`[data-at="${table}"]`).waitFor();
  await pit.look('table-stalled');
  await dealer.deal(BANCO_WINS);
  await pit.goes('wall');
  await pit.find(`a[data-table="${table}"]:not([data-trouble="stalled"])`).waitFor();
  pit.expectNoFaults();
});

test('a round is looked up by its number, replayed card by card, and exported', async () => {
  const table = await testbed.addTable(studio, UNHURRIED);
  const dealer = await testbed.staff(studio, 'Lena', { table });
  await dealer.makeReady();
  const anna = await testbed.player(studio, 'Anna', { table, euros: 500 });
  const { game, seq } = await dealer.openBetting();
  await anna.bet(game, ['banco', 20]);
  await anna.bet(game, ['egalite', 5]);
  await dealer.betsClosed(seq);
  await dealer.deal('2h 4c Kd Ks 5s 7d');
  await dealer.next('round_settled', { after: seq });
  const pit = await BrowserPit.open(testbed, browser, studio, 'Otto', { role: 'auditor' });
  await pit.goes('rounds');
  await pit.find('input[name=game]').fill(game);
  await pit.page.keyboard.press('Enter');
  const round = pit.find(`[data-part=round-view][data-game="${game}"]`);
  await round.waitFor();
  expect(await round.locator('[data-stakes]').getAttribute('data-stakes')).toBe('2500');
  expect(await round.locator('[data-paid]').getAttribute('data-paid')).toBe('0');
  await round.locator('[data-part=chain][data-verified="true"]').waitFor();
  expect(await round.locator('tr[data-player]').count()).toBe(2);
  await pit.look('round');
  // The same number once more is looked up anew.
  await Promise.all([
    pit.page.waitForResponse((answer) => answer.url().endsWith(`/pit/rounds/${game}`)),
    pit.find('form[role=search] button').click(),
  ]);

  // The replay, from the first event on.
  const slider = round.locator('[data-part=replay] input[type=range]');
  await slider.focus();
  await pit.page.keyboard.press('Home');
  const replayed: string[] = [];
  const steps = Number(await slider.getAttribute('max'));
  for (let step = 0; step <= steps; step += 1) {
    const cards =
      (await round.locator('[data-part=replay] [data-cards]').getAttribute('data-cards')) ?? '';
    if (replayed.at(-1) !== cards) replayed.push(cards);
    await pit.page.keyboard.press('ArrowRight');
  }
  expect(replayed).toEqual([
    '',
    '2h',
    '2h 4c',
    '2h 4c Kd',
    '2h 4c Kd Ks',
    '2h 4c Kd Ks 5s',
    '2h 4c Kd Ks 5s 7d',
  ]);
  await pit.find('[data-tab="events"]').click();
  const codes = await round.locator('tr[data-kind="card_dealt"] td:nth-child(4)').allTextContents();
  expect(codes.map((code) => code.replace(/^\d+: /, ''))).toEqual([
    '2h',
    '4c',
    'Kd',
    'Ks',
    '5s',
    '7d',
  ]);
  await pit.find('[data-tab="postings"]').click();
  expect(await round.locator('[data-posting]').count()).toBeGreaterThan(0);

  for (const [kind, name] of [
    ['json', `sabot-round-${game}.json`],
    ['csv', `sabot-round-${game}.csv`],
  ] as const) {
    const file = await downloaded(pit.page, () => pit.find(`[data-download="${name}"]`).click());
    expect(file.name).toBe(name);
    const { text } = file;
    expect(text).toContain(game);
    if (kind === 'json') expect(JSON.parse(text)).toMatchObject({ game, table });
  }
  await pit.goes('rounds', '1999999999');
  await pit.find('[data-refusal="unknown_round"]').waitFor();
  pit.forgiven = /404/;
  pit.expectNoFaults();
});

test('the shift report says what Postgres says, and marks what is outside the band', async () => {
  const table = await testbed.addTable(studio, { ...UNHURRIED, name: 'Report' });
  const dealer = await testbed.staff(studio, 'Rita', { table });
  await dealer.makeReady();
  const anna = await testbed.player(studio, 'Anna', { table, euros: 900 });
  for (const [cards, euros] of [
    ['9h 2c Kd Ts', 50],
    ['2d 9s Td Kc', 30],
  ] as const) {
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', euros]);
    await dealer.betsClosed(seq);
    await dealer.deal(cards);
    await dealer.next('round_settled', { after: seq });
  }
  const { game: voided, seq } = await dealer.openBetting();
  await anna.bet(voided, ['punto', 10]);
  await dealer.betsClosed(seq);
  const [asker, second] = [
    await openPit(testbed, studio, 'Ruth'),
    await openPit(testbed, studio, 'Remo'),
  ];
  const request = { kind: 'void', table, game: voided, reason: 'misdeal' } as const;
  const { approval } = await asker.must('approval:request', request);
  await second.must('approval:decide', { approval: approval.id, verdict: 'approved' });
  await dealer.next('round_refunded', { after: seq });
  const pit = await BrowserPit.open(testbed, browser, studio, 'Rolf');
  await pit.goes('shift');
  await pit.find('select[name=table]').selectOption(table);
  await pit.find('[data-part=period] button[type=submit]').click();
  const line = pit.find('[data-takings="by-table"] [data-line="Report"]');
  await line.waitFor();
  expect(await line.getAttribute('data-turnover')).toBe('8000');
  await pit.page.setViewportSize({ width: 1024, height: 768 });
  await pit.find('canvas').first().waitFor();
  expect(await windowScroll(pit.page)).toEqual([]);
  expect(await sidewaysScroll(pit.page)).toEqual([]);
  await pit.page.setViewportSize({ width: 1440, height: 900 });
  expect(await line.getAttribute('data-payout')).toBe('10000');
  expect(await line.getAttribute('data-hold')).toBe('-2000');
  expect(await pit.find('[data-takings="by-dealer"] [data-line="Rita"]').count()).toBe(1);
  expect(await pit.find('[data-takings="by-spot"] [data-line="Punto"]').count()).toBe(1);
  // Drawn, too: by hour, against the expectation, and by spot.
  const charts = pit.find('[data-part=charts] [data-chart]');
  await expect.poll(() => charts.count()).toBe(3);
  await pit.find('[data-chart=hold] [role=img][aria-label^="Hold -€20.00"]').waitFor();
  expect(await pit.attribute('[data-chart=staked]', 'data-points')).toBe('1');
  const painted = await pit.page.evaluate<readonly boolean[]>(
    `[...document.querySelectorAll('[data-chart] canvas')].map((each) => {
      const { data } = each.getContext('2d').getImageData(0, 0, each.width, each.height);
      return data.some((value) => value > 0);
    })`,
  );
  expect(painted).toEqual([true, true, true]);
  await pit.look('shift');
  const sum = pit.find('[data-rounds="3"][data-voided="1"][data-unended="0"]');
  expect(await sum.textContent()).toContain('3 rounds: 2 in the sums; left out: 1 void');
  expect(await axeFaults(pit.page)).toEqual([]);
  for (const type of ['csv', 'json']) {
    const button = pit.find(`[data-download^="sabot-shift-"][data-download$=".${type}"]`);
    const { name, text } = await downloaded(pit.page, () => button.click());
    expect(name).toMatch(
      /^sabot-shift-(\d{4}-\d\d-\d\d-\d{4})-to-(\d{4}-\d\d-\d\d-\d{4})\.(csv|json)$/,
    );
    expect(text).toContain(table);
    expect(text).toContain('void');
  }
  // The same once more is read anew.
  await Promise.all([
    pit.page.waitForResponse((answer) => answer.url().includes('/pit/shift?')),
    pit.find('[data-part=period] button[type=submit]').click(),
  ]);
  await line.waitFor();
  await pit.goes('advantage');
  await pit.find('[data-part=period] button[type=submit]').click();
  await pit.find('[data-part=nothing], [data-advantage]').first().waitFor();
  await pit.look('advantage');
  pit.expectNoFaults();
});

/** As long as a name of a table is. */
const LONG_NAME = 'Salone degli Specchi 41';
const SCREENS = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];

test('forty tables are on one screen, each with its road and its win, and the studio in sums', async () => {
  const table = await testbed.addTable(studio, { ...UNHURRIED, name: LONG_NAME });
  const dealer = await testbed.staff(studio, 'Walda', { table });
  await dealer.makeReady();
  const anna = await testbed.player(studio, 'Anna', { table, euros: 500 });
  const { game, seq } = await dealer.openBetting();
  await anna.bet(game, ['banco', 100]);
  await dealer.betsClosed(seq);
  await dealer.deal(PUNTO_WINS);
  await dealer.next('round_settled', { after: seq });
  const ids = Array.from({ length: 40 }, (_, index) => `wall-${index + 1}`);
  await Promise.all(
    ids.map((id, index) => testbed.setTable(id, { ...QUICK, name: `Salon ${index + 2}` })),
  );
  // Takings are worked out every half minute.
  await testbed.advance(30_000);
  await expect
    .poll(async () => {
      const worked = 'select from round_takings where game_number = $1';
      return (await testbed.pool.query(worked, [game])).rowCount;
    })
    .toBe(1);
  // Numbers of two digits are on the wall, and a table that waits with an incident.
  const crowd = await testbed.players(studio, 10, 'Cleo', { table, euros: 100 });
  const { game: next } = await dealer.openBetting();
  for (const each of crowd) {
    await each.bet(next, ['banco', 10]);
    await each.bet(next, ['egalite', 5]);
  }
  const stopped = await testbed.addTable(studio, { ...QUICK, name: 'Salone Blu 42' });
  const dirk = await testbed.staff(studio, 'Dirk', { table: stopped });
  await dirk.makeReady();
  await dirk.openBetting();
  await dirk.call('table:suspend', { table: stopped, reason: 'A card is worn' });
  for (const language of ['en-GB', 'it-IT']) {
    const size = SCREENS[1]!;
    const pit = await BrowserPit.open(testbed, browser, studio, `Wim ${language}`, {
      size,
      language,
    });
    const tile = pit.find(`a[data-table="${table}"]`);
    await tile.locator('[data-win="10000"]').waitFor();
    expect(await tile.locator('[data-coups="1"]').count(), 'its road').toBe(1);
    const totals = pit.find('[data-total="EUR"]');
    const won = await totals.locator('[data-win]').getAttribute('data-win');
    const { rows } = await testbed.pool.query<{ won: string }>(
      `select sum((takings -> 'all' ->> 'drop')::bigint - (takings -> 'all' ->> 'payout')::bigint)::text as won
         from round_takings where takings is not null`,
    );
    expect(won).toBe(rows[0]!.won);
    await expect.poll(() => pit.find('a[data-table]').count()).toBeGreaterThanOrEqual(41);
    const whole = await pit.page.evaluate<number>(
      `[...document.querySelectorAll('a[data-table]')]
         .filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length`,
    );
    expect(whole, 'whole on the screen').toBeGreaterThanOrEqual(40);
    await expect
      .poll(() => tile.textContent())
      .toContain(language === 'it-IT' ? '20 punt' : '20 bet');
    for (const screen of SCREENS) {
      await pit.page.setViewportSize(screen);
      await pit.look(`wall-40-${language}`);
      expect.soft(await cutTiles(pit.page), `${language} at ${screen.width}`).toEqual([]);
    }
    expect(await axeFaults(pit.page)).toEqual([]);
    pit.expectNoFaults();
  }
});
