/** The page of operators: one administrator asks, another approves, at a desk and on a tablet. */
import { beforeAll, expect, test } from 'vitest';
import english from '../../web/src/i18n/en/pit.json' with { type: 'json' };
import { SPOTS } from '../../src/punto-banco/spot.js';
import type { TableSettings } from '../../src/round/settings.js';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import { useBrowser } from '../kit/browser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK, 'pb-2': { ...QUICK, name: 'Salon Rouge' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const TABLET = { width: 1024, height: 768 };

test('two administrators open an operator, give it a key, and change its tables', async () => {
  const ada = await BrowserPit.open(testbed, browser, studio, 'Ada', { role: 'administrator' });
  const alan = await BrowserPit.open(testbed, browser, studio, 'Alan', {
    ...{ role: 'administrator', size: TABLET },
  });
  for (const pit of [ada, alan]) await pit.goes('operators');

  await ada.press('open-operator');
  const form = ada.find('[data-part=operator-form]');
  await form.locator('input[name=id]').fill('acme');
  await form.locator('input[name=name]').fill('Acme Casino');
  await form.locator('input[name=currencies]').fill('eur, chf');
  await form.locator('[data-ready="contract"]').click();
  expect(await axeFaults(ada.page), 'axe, the form').toEqual([]);
  await ada.look('operators-form');
  await form.locator('[data-sure="operator"]').click();
  const asked = ada.find('[data-change][data-state="pending"]');
  await asked.waitFor();
  expect(await asked.locator('[data-do="approve"]').count(), 'not by who asked').toBe(0);

  const decide = async (what: 'approve' | 'refuse') => {
    const waiting = alan.find('[data-change][data-state="pending"]');
    await waiting.locator(`[data-do="${what}"]`).click();
    await waiting.locator('[data-ready="contract"]').click();
    await alan.look(`operators-${what}`);
    expect(await axeFaults(alan.page), `axe, ${what}`).toEqual([]);
    await waiting.locator(`[data-sure="${what}"]`).click();
    await waiting.waitFor({ state: 'detached' });
  };
  await decide('approve');
  const acme = ada.find('[data-operator="acme"]');
  await acme.waitFor();
  expect(await acme.locator('[data-value=currencies]').textContent()).toContain('EUR, CHF');

  await acme.locator('[data-do="key"]').click();
  await acme.locator('[data-part=key-form] [data-ready="contract"]').click();
  await acme.locator('[data-sure="key"]').click();
  const shown = ada.find('[data-part=private-key]');
  await shown.waitFor();
  expect(await shown.textContent()).toContain('BEGIN PRIVATE KEY');
  await ada.look('operators-private-key');
  await decide('approve');
  // Another one wipes none that was not noted.
  await acme.locator('[data-do="key"]').click();
  await acme.locator('[data-part=key-form] [data-ready="contract"]').click();
  await acme.locator('[data-sure="key"]').click();
  await expect.poll(() => shown.count()).toBe(2);
  const [newest, first] = await shown.locator('pre').allTextContents();
  expect(newest).not.toBe(first);
  await shown.first().locator('button').click();
  await expect.poll(() => shown.count()).toBe(1);
  expect(await shown.locator('pre').textContent()).toBe(first);
  await shown.locator('button').click();
  await shown.waitFor({ state: 'detached' });
  await decide('approve');
  await expect.poll(() => acme.locator('[data-kid][data-revoked=false]').count()).toBe(2);

  await acme.locator('[data-do="alter"]').click();
  await form.locator('input[name=all]').uncheck();
  await form.locator('input[name=sees-pb-1]').uncheck();
  const row = form.locator('[data-value=tables]');
  expect(await row.textContent()).toMatch(/all tables.*pb-2/);
  await form.locator('[data-ready="order"]').click();
  await ada.look('operators-alter');
  expect(await axeFaults(ada.page), 'axe, old and new').toEqual([]);
  await form.locator('[data-sure="operator"]').click();
  await decide('approve');
  await acme.locator('[data-value=tables]').getByText('pb-2').waitFor();
  await ada.look('operators');

  // How long a wallet is waited for is shown of an operator that has one.
  expect(await acme.locator('[data-value=stakesWithinMs]').count()).toBe(0);
  await ada.press('open-operator');
  await form.locator('input[name=id]').fill('bella');
  await form.locator('input[name=name]').fill('Bella');
  await form.locator('input[name=currencies]').fill('EUR');
  await form.locator('select[name=mode]').selectOption('seamless');
  await form.locator('input[name=callback]').fill('https://wallet.example');
  const waits = form.locator('input[name=stakesWithinMs]');
  expect(await waits.inputValue()).toBe('3');
  await form.locator('[data-ready="contract"]').click();
  await waits.fill('11');
  expect(await form.locator('[data-sure="operator"]').isEnabled(), 'too long').toBe(false);
  await waits.fill('4.5');
  expect(await axeFaults(ada.page), 'axe, a policy').toEqual([]);
  await ada.look('operators-policy');
  await form.locator('[data-sure="operator"]').click();
  await decide('approve');
  const bella = ada.find('[data-operator="bella"]');
  await bella.locator('[data-value=stakesWithinMs]').getByText('4.5 s').waitFor();

  // A webhook is set by two as well.
  await bella.locator('[data-do="alter"]').click();
  await form.locator('input[name=webhook]').fill('https://bella.example/sabot');
  await form.locator('input[name=pushes-lobby]').uncheck();
  expect(await form.locator('[data-value=webhook]').textContent()).toMatch(
    /none.*bella\.example.*movements, results/,
  );
  await form.locator('[data-ready="contract"]').click();
  expect(await axeFaults(ada.page), 'axe, a webhook').toEqual([]);
  await ada.look('operators-webhook');
  await form.locator('[data-sure="operator"]').click();
  await decide('approve');
  await bella.locator('[data-value=webhook]').getByText('movements, results').waitFor();

  // At once, and alone.
  await acme.locator('[data-do="off"]').click();
  await acme.locator('[data-ready="suspicion"]').click();
  await acme.locator('[data-sure="off"]').click();
  await ada.find('[data-operator="acme"][data-state="off"]').waitFor();
  await alan.find('[data-operator="acme"][data-state="off"]').waitFor();
  await alan.look('operators');

  // What has changed meanwhile is refused by name.
  await acme.locator('[data-do="on"]').click();
  await acme.locator('[data-ready="contract"]').click();
  await acme.locator('[data-sure="on"]').click();
  await decide('refuse');
  ada.forgiven = /409/;
  await ada.press('open-operator');
  await form.locator('input[name=id]').fill('acme');
  await form.locator('input[name=name]').fill('Another');
  await form.locator('input[name=currencies]').fill('EUR');
  await form.locator('[data-ready="contract"]').click();
  await form.locator('[data-sure="operator"]').click();
  await ada.find(`text=${english.refusal.operator_exists}`).waitFor();
  for (const pit of [ada, alan]) pit.expectNoFaults();
});

test('an administrator makes a table, like another', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Agnes', {
    ...{ role: 'administrator', size: TABLET },
  });
  await pit.press('make-table');
  const part = pit.find('[data-part=make-table]');
  await part.locator('input[name=id]').fill('pb-2');
  await part.locator('input[name=name]').fill('Salon Vert');
  await part.locator('input[name=currency]').fill('chf');
  await part.locator('select[name=like]').selectOption('pb-1');
  const chips = part.locator('input[name=chips]');
  expect(await chips.inputValue(), 'those of the table chosen').toMatch(/^1\.00; 5\.00; /);
  await chips.fill('5; 25; 100');
  const fault = part.locator('[data-fault="below_smallest"]').first();
  await fault.waitFor();
  expect(await part.locator('[data-sure="make-table"]').isDisabled()).toBe(true);
  for (const spot of SPOTS) await part.locator(`input[name=${spot}-min]`).fill('10');
  await part.locator('input[name=punto-min]').fill('12');
  await part.locator('[data-fault="not_made_of_chips"]').waitFor();
  await part.locator('input[name=punto-min]').fill('25');
  await part.locator('input[name=group]').fill('vip');
  expect(await part.locator('input[name=punto-min]').inputValue(), 'as the table').toBe('25');
  await part.locator('input[name=punto-max]').fill('20000');
  await part.locator('input[name=shows-acme]').check();
  await part.locator('[data-ready="newTable"]').click();
  pit.forgiven = /409/;
  await part.locator('[data-sure="make-table"]').click();
  await pit.find(`text=${english.refusal.table_exists}`).waitFor();
  await part.locator('input[name=id]').fill('pb-3');
  expect(await axeFaults(pit.page), 'axe, a new table').toEqual([]);
  await pit.look('make-table');
  // What is made is what was in view: not what somebody else has set meanwhile, unseen.
  await testbed.pool.query(
    `update tables set settings = settings || '{"groupLimits": {"gold": {"banco": {"min": "500", "max": "77500"}}}}'
      where id = 'pb-1'`,
  );
  await part.locator('[data-sure="make-table"]').click();
  await pit.find(`text=${english.refusal.settings_moved_on}`).waitFor();
  await part.locator('input[name=group]').fill('gold');
  await expect.poll(() => part.locator('input[name=banco-max]').inputValue()).toBe('775.00');
  await part.locator('[data-sure="make-table"]').click();
  await pit.find('[data-made="pb-3"]').waitFor();
  await pit.look('table-made');
  const { rows } = await testbed.pool.query<{ settings: TableSettings }>(
    `select settings from tables where id = 'pb-3'`,
  );
  expect(rows[0]!.settings).toMatchObject({
    ...{ currency: 'CHF', chips: ['500', '2500', '10000'] },
    limits: { punto: { min: '2500' }, banco: { min: '1000' } },
    groupLimits: { vip: { punto: { min: '2500', max: '2000000' } } },
  });
  const asked = await testbed.pool.query(
    `select operator_id, after->'tables' as tables from operator_changes where verdict is null`,
  );
  expect(asked.rows).toEqual([{ operator_id: 'acme', tables: ['pb-2', 'pb-3'] }]);
  await testbed.passing(testbed.isRunBy(studio, 'pb-3'));
  await pit.find('[data-table="pb-3"]').waitFor();
  pit.expectNoFaults();
});

test('nobody but an administrator has the page', async () => {
  for (const role of ['shift_manager', 'auditor'] as const) {
    const pit = await BrowserPit.open(testbed, browser, studio, `a ${role}`, { role });
    await pit.find('nav a[href="#/incidents"]').waitFor();
    expect(await pit.find('nav a[href="#/operators"]').count(), role).toBe(0);
    expect(await pit.find('[data-do="make-table"]').count(), role).toBe(0);
    pit.expectNoFaults();
  }
});
