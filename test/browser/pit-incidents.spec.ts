/**
 * The queue of incidents and the requests in the pit’s page: what stops a table comes first, what
 * is looked at stays, what is over is shown.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DESK, useBrowser, downloaded } from '../kit/browser.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import type { Staff } from '../kit/clients.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
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

test('an incident that stops a table is first and marked, the one being read stays in view, and a resume offers to close it', async () => {
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

  // Resumed with a reason, its end is offered at the top.
  await pit.press('resume');
  expect(await pit.find('[data-sure="resume"]').isDisabled(), 'without a reason').toBe(true);
  await pit.find('[data-part=why] [data-ready="cleared"]').click();
  await pit.look('incident-resume');
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.find('[data-sure="resume"]').click();
  await pit.find('[data-offer="close"]').waitFor();
  await pit.find('[data-offer="close"] [data-ready="resumed"]').click();
  await pit.look('incident-offer');
  expect(await axeFaults(pit.page)).toEqual([]);
  await pit.press('close-now');
  await pit.find('[data-case][data-state="closed"]').waitFor();
  expect(await pit.find('[data-kind="card_exposed"]').count(), 'no longer waits').toBe(0);
  const { rows } = await testbed.pool.query(
    `select operation, reason from staff_actions where table_id = $1 and staff_id = $2 order by id`,
    [table, pit.id],
  );
  expect(rows).toEqual([
    { operation: 'incident:take', reason: null },
    { operation: 'table:resume', reason: 'The fault is cleared' },
    { operation: 'incident:close', reason: 'The table was resumed' },
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
    await second.find(`[data-request="${approval}"] [data-do="${verdict}"]`).click();
    const notice = asker.find(`[data-decided="${approval}"]`);
    await notice.waitFor();
    expect(await notice.textContent()).toContain(game);
    expect(await notice.textContent()).toContain(second.id);
    await asker.look(`decided-${state}`);
    expect(await axeFaults(asker.page)).toEqual([]);
    await notice.locator('button').click();
    await notice.waitFor({ state: 'detached' });
    await auditor.find(`[data-became="${approval}"][data-state="${state}"]`).waitFor();
  }
  await auditor.look('became');
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
  auditor.expectNoFaults();
});
