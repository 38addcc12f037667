/** Shift notes on the page of the shift: one manager writes, the next ticks off. */
import { beforeAll, expect, test } from 'vitest';
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults } from '../kit/browser-layout.js';
import { useBrowser } from '../kit/browser.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.restart();
});

test('a manager leaves notes for the next, who ticks them off', async () => {
  const mona = await BrowserPit.open(testbed, browser, studio, 'Mona');
  await mona.goes('shift');
  for (const text of ['Order cards for pb-1', 'The scanner of pb-1 reads slowly']) {
    await mona.find('input[name=note]').fill(text);
    await mona.press('write-note');
    await mona.find(`[data-note]:has-text("${text}")`).waitFor();
  }
  const size = { width: 1024, height: 768 };
  const max = await BrowserPit.open(testbed, browser, studio, 'Max', { size, language: 'it-IT' });
  await max.goes('shift');
  const note = max.find('[data-note]:has-text("Order cards")');
  await note.locator('[data-do=tick-off]').click();
  await note.waitFor({ state: 'detached' });
  await mona.find('[data-note]:has-text("Order cards")').waitFor({ state: 'detached' });
  expect(await mona.find('[data-open=true]').count()).toBe(1);
  expect(await axeFaults(max.page), 'axe, shift notes').toEqual([]);
  await max.look('shift-notes');

  // The report of the period has what was ticked off.
  await max.find('[data-part=period] button[type=submit]').click();
  await max.find('[data-open=false]:has-text("Order cards")').waitFor();
  await max.look('shift-notes-report');
  for (const pit of [mona, max]) pit.expectNoFaults();
});

test('an auditor reads them, and writes none', async () => {
  const otto = await BrowserPit.open(testbed, browser, studio, 'Otto', { role: 'auditor' });
  await otto.goes('shift');
  await otto.find('[data-note]').waitFor();
  expect(await otto.find('[data-do=tick-off], input[name=note]').count()).toBe(0);
  otto.expectNoFaults();
});
