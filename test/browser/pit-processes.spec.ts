/** The page of the processes: what is there, and how one is drained. */
import { expect, test } from 'vitest';
import english from '../../web/src/i18n/en/pit.json' with { type: 'json' };
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import { useBrowser } from '../kit/browser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000', TABLE_LEASE_MS: '60000' },
});
const browser = useBrowser(testbed);

test('a shift manager drains a process, once another takes its tables', async () => {
  const studio = await testbed.restart();
  const pit = await BrowserPit.open(testbed, browser, studio, 'Mona');
  await pit.goes('processes');
  const drain = async () => {
    const run = pit.find('[data-process][data-tables="1"]');
    await run.locator('[data-do="drain"]').click();
    await run.locator('[data-ready="plan"]').click();
    await run.locator('[data-sure="drain"]').click();
  };
  pit.forgiven = /409/;
  await drain();
  await pit.find(`text=${english.refusal.last_process}`).waitFor();
  expect(await axeFaults(pit.page), 'axe, processes').toEqual([]);
  await pit.look('processes');

  const other = await testbed.start();
  await pit.find('[data-process][data-tables="0"]').waitFor();
  await drain();
  await pit.find('[data-state="draining"], [data-state="drained"]').waitFor();
  await testbed.passing(testbed.isRunBy(other));
  await pit.find('[data-state="drained"][data-tables="0"] [data-do="undrain"]').waitFor();
  pit.expectNoFaults();
});
