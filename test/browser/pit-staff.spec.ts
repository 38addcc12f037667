/** The page of the staff’s accounts: a device is opened for its table, and stays there. */
import { beforeAll, expect, test } from 'vitest';
import english from '../../web/src/i18n/en/pit.json' with { type: 'json' };
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

test('an administrator opens a scanner for a table, and gives it another secret', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Ada', { role: 'administrator' });
  await pit.goes('staff');
  const table = pit.find('[data-part=open-member] select[name=table]');
  expect(await table.count(), 'a person has no table').toBe(0);
  await pit.find('[data-part=open-member] input[name=name]').fill('Scanner 2');
  await pit.find('[data-part=open-member] select[name=role]').selectOption('device');
  await table.selectOption('pb-2');
  await pit.find('[data-part=open-member] [data-ready="joined"]').click();
  expect(await axeFaults(pit.page), 'axe, a device').toEqual([]);
  await pit.look('staff-device');
  await pit.find('[data-part=open-member] button[type=submit]').click();
  const notice = pit.find('[data-notice="Scanner 2"]');
  await notice.waitFor();
  const [badge, secret] = await notice.locator('code').allTextContents();
  expect(badge).toMatch(/^[A-Z2-9]{8}$/);
  expect(secret).toMatch(/^[A-Z2-9]{32}$/);
  await pit.look('staff-device-notice');

  const row = pit.find('[data-staff="Scanner 2"]');
  expect(await row.textContent()).toContain(`${english.role.device} · pb-2`);
  await row.locator('button').click();
  const orders = pit.find('[data-part=orders]');
  await orders.locator('[data-do="reset"]').waitFor();
  expect(await orders.locator('[data-do="role"]').count(), 'it stays a device').toBe(0);
  await pit.look('staff-device-orders');

  // What was not noted stays in view, whatever else is ordered.
  await orders.locator('input[name=why]').fill('is being repaired');
  await pit.press('disable');
  await pit.find('[data-sure="disable"]').click();
  await pit.find('[data-staff="Scanner 2"][data-state="disabled"]').waitFor();
  expect(await notice.count()).toBe(1);
  await pit.find('[data-part=open-member] input[name=name]').fill('Scanner 3');
  await pit.find('[data-part=open-member] [data-ready="joined"]').click();
  await pit.find('[data-part=open-member] button[type=submit]').click();
  const third = pit.find('[data-notice="Scanner 3"]');
  await third.waitFor();
  expect(await notice.locator('code').allTextContents()).toEqual([badge, secret]);
  await notice.locator('button').click();
  await notice.waitFor({ state: 'detached' });
  expect(await third.count()).toBe(1);
  await pit.find('[data-staff="Ada"] button').click();
  expect(await orders.locator('[data-do="role"]').count()).toBe(1);
  pit.expectNoFaults();
});
