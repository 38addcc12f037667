/**
 * The queue of incidents and the requests in the pit’s page: what stops a table comes first, what
 * is looked at stays, what is over is shown.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DESK, useBrowser, downloaded } from '../kit/browser.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import type { Staff } from '../kit/clients.js';
import { SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...SLOW, name: 'Salon Blanc' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;
let table: string;
let dealer: Staff;
let names = 0;

beforeAll(async () => {
  studio = await testbed.start();
});

beforeEach(async () => {
  names += 1;
  table = await testbed.addTable(studio, { ...SLOW, name: `Salon ${names}` });
  dealer = await testbed.staff(studio, `Dora ${names}`, { table });
  await dealer.makeReady();
});

const openPit = (name: string, options = {}) =>
  BrowserPit.open(testbed, browser, studio, `${name} ${names}`, options);

const report = (malfunction: 'wrong_payment' | 'card_exposed', note = 'seen by the dealer') =>
  dealer.call('malfunction:report', { table, malfunction, note });

test('an incident that stops a table is first and marked, the one being read stays in view, and a resume closes it', async () => {
  await dealer.must('manager:call');
  const pit = await openPit('Mara');
  await pit.goes('incidents');
  const called = pit.find('[data-case][data-state="open"]');
  await called.waitFor();
  const first = await called.getAttribute('data-case');
  expect(await pit.attribute(`[data-incident="${first}"]`, 'data-kind')).toBe('manager_called');

  // Another incident comes and stops a table. It is the first in the queue, and does not replace
  // what somebody is reading.
  await report('card_exposed');
  const stopping = pit.find('[data-kind="card_exposed"][data-stops="true"]');
  await stopping.waitFor();
  expect(await pit.attribute('[data-part=queue] [data-incident]', 'data-kind')).toBe(
    'card_exposed',
  );
  expect(await stopping.textContent()).toContain('Table stands still');
  expect(await pit.attribute('[data-case]', 'data-case')).toBe(first);
  await pit.press('take');
  await pit.find('[data-case][data-state="taken"]').waitFor();
  expect(await pit.attribute('[data-case]', 'data-case'), 'taken, it stays').toBe(first);
  await pit.look('incident-pinned');
  expect(await axeFaults(pit.page)).toEqual([]);

  // The same fault once more is noted, not lost.
  await stopping.click();
  const here = pit.find('[data-case]');
  await eventually(
    'the other is shown',
    async () => (await here.getAttribute('data-case')) !== first,
  );
  expect(await pit.find('[data-offer="close"]').count(), 'the table stands still').toBe(0);

  // Resumed with a reason, it is closed with the same words, and the other stays open.
  await pit.press('resume');
  expect(await pit.find('[data-sure="resume"]').isDisabled(), 'without a reason').toBe(true);
  await pit.find('[data-part=why] [data-ready="cleared"]').click();
  await pit.look('incident-resume');
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.find('[data-sure="resume"]').click();
  await pit.find('[data-case][data-state="closed"]').waitFor();
  await pit.find('[data-case]').getByText('The fault is cleared').waitFor();
  expect(await pit.find('[data-kind="card_exposed"]').count(), 'no longer waits').toBe(0);
  expect(await pit.find(`[data-incident="${first}"]`).count(), 'play went on beside it').toBe(1);

  // Of what stops no table, the end is offered at the top.
  await pit.find(`[data-incident="${first}"]`).click();
  await pit.find('[data-offer="close"] [data-ready="noFault"]').click();
  await pit.look('incident-offer');
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.press('close-now');
  await pit.find('[data-case][data-state="closed"]').waitFor();
  const { rows } = await testbed.pool.query(
    `select operation, reason from staff_actions where table_id = $1 and staff_id = $2 order by id`,
    [table, pit.id],
  );
  expect(rows).toEqual([
    { operation: 'incident:take', reason: null },
    { operation: 'incident:close', reason: 'The fault is cleared' },
    { operation: 'table:resume', reason: 'The fault is cleared' },
    { operation: 'incident:close', reason: 'It was no fault' },
  ]);
  pit.expectNoFaults();
});

test('the person who asked sees the decision, and the history shows it by itself', async () => {
  const { game } = await dealer.openBetting();
  const anna = await testbed.player(studio, 'Anna', { table });
  await anna.bet(game, ['punto', 25]);
  const asker = await openPit('Mara');
  const second = await openPit('Nils');
  const auditor = await openPit('Aldo', { role: 'auditor', size: DESK });
  await auditor.goes('approvals');
  for (const [verdict, state] of [
    ['refuse', 'refused'],
    ['approve', 'done'],
  ] as const) {
    await asker.goes('wall');
    await asker.goes('rounds', game);
    await asker.press('amend-form');
    await asker.find('[data-part=amend-form] select').first().waitFor();
    await asker.find('select[name=reason]').selectOption('misdeal');
    await asker.press('ask');
    const approval = (await asker.attribute('[data-asked]', 'data-asked'))!;
    await second.goes('approvals');
    const request = second.find(`[data-request="${approval}"]`);
    await request.locator(`[data-do="${verdict}"]`).click();
    if (verdict === 'approve') {
      // What cannot be undone is confirmed twice, beside whom it concerns and what moves.
      const concerned = request.locator(`[data-concerned="${anna.id}"]`);
      expect(await concerned.getAttribute('data-was')).toBe('0');
      expect(await concerned.getAttribute('data-paid')).toBe('2500');
      await second.look('sure');
      expect(await axeFaults(second.page)).toEqual([]);
      expect(await request.getAttribute('data-state'), 'one press does nothing').toBe('pending');
      await request.locator('[data-sure="approve"]').click();
    }
    const notice = asker.find(`[data-decided="${approval}"]`);
    await notice.waitFor();
    expect(await notice.textContent()).toContain(game);
    expect(await notice.textContent()).toContain(second.id);
    await asker.look(`decided-${state}`);
    expect(await axeFaults(asker.page)).toEqual([]);
    // It lies over nothing, and goes when it is put away or by itself.
    const lies = await asker.page.evaluate<readonly number[]>(`(() => {
      const page = document.querySelector('main').getBoundingClientRect();
      const place = document.querySelector('[data-decided]').getBoundingClientRect();
      return [page.bottom - place.top, place.bottom - innerHeight];
    })()`);
    expect(Math.max(...lies), 'above its top there is the page, below it nothing').toBeLessThan(1);
    if (verdict === 'refuse') await notice.locator('button').click();
    else await browser.advance(20_000);
    await notice.waitFor({ state: 'detached' });
    await auditor.find(`[data-became="${approval}"][data-state="${state}"]`).waitFor();
  }
  await auditor.look('became');

  // What was carried out before somebody reported a fault of the round is no end of that.
  await report('wrong_payment');
  await asker.goes('incidents');
  await asker.opensCase('wrong_payment');
  await asker.find('[data-case]').getByText(game).first().waitFor();
  await asker.find('[data-case] [data-do="take"]').waitFor();
  // By then the table may go on, which is another reason.
  expect(await asker.find('[data-offer="close"][data-since="carried_out"]').count()).toBe(0);
  for (const pit of [asker, second, auditor]) pit.expectNoFaults();
});

test('an auditor reads each action in words, finds it by its kind, and exports it', async () => {
  const pit = await openPit('Mara');
  await pit.goes('table', table);
  await pit.find('[data-tab="limits"]').click();
  await pit.find('input[name="punto-max"]').fill('20');
  await pit.find('[data-part=limits] input[name=why]').fill('the evening is quiet');
  await pit.find('[data-part=limits] button[type=submit]').click();
  await eventually('it is kept', async () => {
    const { rowCount } = await testbed.pool.query(
      `select from staff_actions where table_id = $1 and operation = 'limits:change'`,
      [table],
    );
    return rowCount === 1;
  });
  for (const language of ['en-GB', 'it-IT']) {
    const auditor = await openPit(`Aldo ${language}`, { role: 'auditor', size: DESK, language });
    await auditor.goes('audit');
    await auditor.find('input[name=table]').fill(table);
    await auditor.find('select[name=operation]').selectOption('limits:change');
    await auditor.find('[data-part=audit-filter] button[type=submit]').click();
    const row = auditor.find('tr[data-operation]');
    await eventually('one is found', async () => (await row.count()) === 1);
    expect(await row.textContent()).toContain('the evening is quiet');
    await row.locator('button').click();
    const changed = auditor.find('[data-path="limits.punto.max"]');
    await changed.waitFor();
    expect(await auditor.find('[data-path]').count(), 'nothing else differs').toBe(1);
    expect((await changed.textContent())!.replaceAll('\u00a0', ' ')).toContain(
      language === 'en-GB' ? '€20.00' : '20,00 €',
    );
    await auditor.look(`audit-${language}`);
    expect(await axeFaults(auditor.page)).toEqual([]);
    if (language === 'en-GB') {
      const csv = auditor.find('[data-download="sabot-staff-actions.csv"]');
      const { text } = await downloaded(auditor.page, () => csv.click());
      const lines = text.trim().split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain('limits:change');
    }
    await auditor.find('select[name=operation]').selectOption('');
    await auditor.find('input[name=table]').fill('');
    await auditor.find('[data-part=audit-filter] button[type=submit]').click();
    await auditor.find('tr[data-operation="staff:sign-in"]').first().waitFor();
    await auditor.look(`audit-all-${language}`);
    auditor.expectNoFaults();
  }
  pit.expectNoFaults();
});

test('actions are read page by page, each page once, however often it is asked for', async () => {
  await testbed.pool.query(
    `insert into staff_actions (staff_id, operation, table_id, reason)
     select 'studio', 'table:press', $1, 'order ' || each from generate_series(1, 150) as each`,
    [table],
  );
  const auditor = await openPit('Aldo', { role: 'auditor' });
  await auditor.goes('audit');
  await auditor.find('input[name=table]').fill(table);
  await auditor.find('select[name=operation]').selectOption('table:press');
  await auditor.find('[data-part=audit-filter] button[type=submit]').click();
  const rows = auditor.find('tr[data-operation="table:press"]');
  await expect.poll(() => rows.count()).toBe(100);
  const more = auditor.page.getByRole('button', { name: 'More', exact: true });
  const asked: string[] = [];
  auditor.page.on('request', (request) => {
    if (request.url().includes('before=')) asked.push(request.url());
  });
  await more.dblclick();
  await expect.poll(() => rows.count()).toBe(150);
  expect(await more.count(), 'there is no more').toBe(0);
  expect(asked).toHaveLength(1);
  const notice = (await rows.allTextContents()).map((text) => /order \d+/.exec(text)?.[0]);
  expect(new Set(notice).size).toBe(150);
  // What came meanwhile is found by the same search once more.
  await testbed.pool.query(
    `insert into staff_actions (staff_id, operation, table_id, reason)
     values ('studio', 'table:press', $1, 'order 151')`,
    [table],
  );
  await auditor.find('[data-part=audit-filter] button[type=submit]').click();
  await rows.getByText('order 151').waitFor();
  await expect.poll(() => rows.count()).toBe(100);
  auditor.expectNoFaults();
});

test('whoever may act is called by the title and by a sound, and what has moved on leaves the list', async () => {
  table = await testbed.addTable(studio, { ...SHUT, name: 'Salon Gris' });
  dealer = await testbed.staff(studio, `Dino ${names}`, { table });
  await dealer.makeReady();
  const { game, seq } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  await dealer.deal('9h');
  const pit = await openPit('Mara');
  await pit.page.evaluate(`{
    window.heard = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      window.heard += 1;
      return create.call(this);
    };
  }`);
  const heard = () => pit.page.evaluate<number>('window.heard');
  const waits = async () => Number(/^\((\d+)\)/.exec(await pit.page.title())?.[1] ?? 0);
  // Other tables have incidents of their own. They come with the wall.
  await pit.find(`a[data-table="${table}"]`).waitFor();
  const calm = await waits();
  const before = await heard();
  const other = await openPit('Nils');
  await dealer.must('manager:call');
  await expect.poll(waits).toBe(calm + 1);
  await expect.poll(heard).toBeGreaterThan(before);
  await pit.look('called');

  // A request is heard, too; whoever makes it is not called by it.
  await other.goes('rounds', game);
  await other.press('amend-form');
  await other.find('input[name=kind][value=card]').check();
  await other.find('input[name=card]').fill('2c');
  await other.find('select[name=reason]').selectOption('equipment_fault');
  await other.press('ask');
  const approval = (await other.attribute('[data-asked]', 'data-asked'))!;
  await expect.poll(waits).toBe(calm + 2);
  await pit.goes('approvals');
  const request = pit.find(`[data-request="${approval}"]`);
  await request.waitFor();
  expect(await other.page.title(), 'one’s own request').toMatch(new RegExp(`^\\(${calm + 1}\\)`));

  // The card is read after all: nobody can enter it any more.
  await dealer.deal('2c');
  await request.waitFor({ state: 'detached' });
  await pit.find(`[data-became="${approval}"][data-state="movedOn"]`).waitFor();
  await expect.poll(waits).toBe(calm + 1);
  await other.find(`[data-decided="${approval}"]`).waitFor();
  await other.look('moved-on');

  // Nobody hears what was switched off.
  await pit.press('sound');
  const silent = await heard();
  await report('wrong_payment');
  await expect.poll(waits).toBe(calm + 2);
  expect(await heard()).toBe(silent);
  for (const each of [pit, other]) each.expectNoFaults();
});

test('a solo game that is closed is called by its name, in the language of the page', async () => {
  await testbed.pool.query(`select note_closed_game('solo-sette-e-mezzo', 'seal', null)`);
  const pit = await openPit('Mara', { language: 'it-IT' });
  await pit.goes('incidents');
  // The studio closes it by itself: the game is open.
  await pit.find('[role=group] [aria-pressed=false]').click();
  const waiting = pit.find('[data-kind="game_closed"]');
  await waiting.waitFor();
  expect(await waiting.textContent()).toContain('Sette e Mezzo');
  await waiting.click();
  const read = pit.find('[data-case]');
  await read.locator('a', { hasText: 'Sette e Mezzo' }).waitFor();
  expect(await read.textContent()).not.toContain('solo-sette-e-mezzo');
  await pit.goes('shift');
  await pit.find('[data-part=period] button[type=submit]').click();
  const listed = pit.find('[data-listed=incidents]');
  await listed.waitFor();
  expect(await listed.textContent()).toContain('Sette e Mezzo');
  pit.expectNoFaults();
});
