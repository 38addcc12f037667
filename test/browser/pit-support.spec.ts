/**
 * Support in the pit: a player writes at the table, a shift manager sees that somebody waits, reads
 * and answers, and the player reads the answer.
 */
import { beforeAll, expect, test } from 'vitest';
import support from '../../web/src/i18n/en/pit/support.json' with { type: 'json' };
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults, sidewaysScroll } from '../kit/browser-layout.js';
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

test('a player writes, a shift manager answers, and the player reads it', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Mona');
  await pit.goes('support');
  await pit.find(`text=${support.support.none}`).waitFor();
  const mark = pit.find('[data-waiting=support]');
  expect(await mark.count()).toBe(0);

  const anna = await browser.player(studio, 'Anna');
  const panel = await anna.opens('chat');
  await panel.locator('[data-tab=support]').click();
  const writes = async (text: string) => {
    await panel.locator('input[name=text]').fill(text);
    await panel.locator('input[name=text]').press('Enter');
    await panel.getByText(text).waitFor();
  };
  await writes('Where is my <b>bet</b>?');
  await mark.waitFor();
  expect(await mark.textContent()).toBe('1waiting');
  await expect.poll(() => pit.page.title()).toMatch(/^\(1\)/);
  const listed = pit.find(`[data-thread="${anna.id}"]`);
  expect(await listed.textContent()).toContain('Where is my <b>bet</b>?');
  expect(await pit.find(`text=${support.support.none}`).count()).toBe(0);

  await listed.press('Enter');
  const talk = pit.find(`[data-talk="${anna.id}"]`);
  await talk.locator('[data-from=player]').waitFor();
  await writes('It was on Punto.');
  await talk.locator('[data-from=player] >> nth=1').waitFor();
  expect(await mark.textContent(), 'one player').toBe('1waiting');
  expect(await axeFaults(pit.page), 'axe, a thread').toEqual([]);
  await pit.look('support');

  // What is refused stays written.
  const field = talk.locator('input[name=answer]');
  const refused = `a${'\u0301'.repeat(9)}`;
  await field.fill(refused);
  await pit.press('answer');
  await talk.locator('[data-refusal=malformed_message]').waitFor();
  expect(await talk.locator('[data-refusal]').textContent()).toBe(
    support.refusal.malformed_message,
  );
  expect(await field.inputValue()).toBe(refused);
  await pit.look('support-refused');

  await field.fill('It was paid at 14:05.');
  expect(await talk.locator('[data-refusal]').count(), 'it was of other words').toBe(0);
  await pit.press('answer');
  const answer = talk.locator('[data-from=staff]');
  await answer.waitFor();
  expect(await answer.textContent(), 'who answered').toContain(pit.id);
  await expect.poll(() => field.inputValue()).toBe('');
  await mark.waitFor({ state: 'detached' });
  await pit.find(`[data-thread="${anna.id}"][data-waits=false]`).waitFor();
  await panel.getByText('It was paid at 14:05.').waitFor();

  // The player’s page leads to the thread, and back.
  await talk.locator('a').click();
  const page = pit.find(`[data-player="${anna.id}"]`);
  await page.locator(`a[href="#/support/${anna.id}"]`).click();
  await answer.waitFor();
  pit.expectNoFaults();
  expect(anna.unforgiven).toEqual([]);
});

test('on a tablet the longest wait is at the top, and whoever has not written can be written to', async () => {
  const [bea, cleo] = [await testbed.player(studio, 'Bea'), await testbed.player(studio, 'Cleo')];
  for (const player of [bea, cleo]) {
    const text = `A question of ${player.id}, which is as long as a question may be. `.repeat(4);
    const reply = await player.call('support:say', { key: crypto.randomUUID(), text });
    expect(reply).toMatchObject({ ok: true });
  }
  const dan = await testbed.player(studio, 'Dan');
  const pit = await BrowserPit.open(testbed, browser, studio, 'Max', {
    ...{ size: { width: 1024, height: 768 }, language: 'it-IT' },
  });
  await pit.goes('support', dan.id);
  await pit.find(`[data-talk="${dan.id}"] input[name=answer]`).waitFor();
  const waiting = pit.find('[data-waits=true]');
  await waiting.nth(1).waitFor();
  expect(await waiting.nth(0).getAttribute('data-thread')).toBe(bea.id);
  expect(await waiting.nth(1).getAttribute('data-thread')).toBe(cleo.id);
  expect(await sidewaysScroll(pit.page)).toEqual([]);
  expect(await axeFaults(pit.page), 'axe, on a tablet').toEqual([]);
  await pit.look('support-tablet');
  pit.expectNoFaults();
});

test('an auditor has no such page', async () => {
  const otto = await BrowserPit.open(testbed, browser, studio, 'Otto', { role: 'auditor' });
  expect(await otto.find('a[href="#/support"]').count()).toBe(0);
  await otto.goes('support');
  await otto.find('[data-refusal=not_allowed]').waitFor();
  expect(await otto.find('[data-refusal]').count()).toBe(1);
  otto.expectNoFaults();
});
