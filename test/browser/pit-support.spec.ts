/**
 * Support in the pit: a player writes at the table, a shift manager sees that somebody waits,
 * answers and settles, and the player reads the answer.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import support from '../../web/src/i18n/en/pit/support.json' with { type: 'json' };
import { BrowserPit } from '../kit/browser-pit.js';
import { axeFaults, sidewaysScroll } from '../kit/browser-layout.js';
import { useBrowser } from '../kit/browser.js';
import type { Player } from '../kit/clients.js';
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

const LOG = `document.querySelector('[data-talk] [role=log]')`;

/** How far the thread is scrolled, in px: from its beginning, and from its end. */
const scrolled = (page: Page): Promise<readonly [number, number]> =>
  page.evaluate(
    `(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - scrollTop - clientHeight])(${LOG})`,
  );
const isAtEnd = async (page: Page): Promise<boolean> => (await scrolled(page))[1] < 40;

const say = async (player: Player, text: string): Promise<void> => {
  const reply = await player.call('support:say', { key: crypto.randomUUID(), text });
  expect(reply).toMatchObject({ ok: true });
};

test('what is read and half written keeps its place, and colleagues see who answers', async () => {
  const [eva, fay] = [await testbed.player(studio, 'Eva'), await testbed.player(studio, 'Fay')];
  await testbed.pool.query(
    `insert into support_messages (player_id, key, text)
     select $1, gen_random_uuid(), 'Where is my bet of round 1000000123? ' || n from generate_series(1, 130) n`,
    [eva.id],
  );
  await say(fay, 'I am stuck.');
  const pit = await BrowserPit.open(testbed, browser, studio, 'Nora');
  await pit.goes('support', eva.id);
  const talk = pit.find(`[data-talk="${eva.id}"]`);
  const log = talk.locator('[role=log]');
  await talk.locator('[data-line]').nth(99).waitFor();
  expect(await isAtEnd(pit.page)).toBe(true);
  expect(await log.locator('a[href="#/rounds/1000000123"]').count()).toBe(100);

  // Older ones come above what is read, and new ones below it.
  await pit.page.evaluate(`${LOG}.scrollTo({ top: 0 })`);
  const first = log.locator('[data-line]', { hasText: /\? 31$/ });
  const at = (await first.boundingBox())!.y;
  await talk.locator('[data-do=older]').click();
  await talk.locator('[data-line]').nth(129).waitFor();
  expect(Math.abs((await first.boundingBox())!.y - at)).toBeLessThan(60);
  const [place] = await scrolled(pit.page);
  const selected = `[data-line="${await first.getAttribute('data-line')}"]`;
  await pit.page.evaluate(
    `getSelection().selectAllChildren(document.querySelector('${selected}'))`,
  );
  await say(eva, 'Hello?');
  await talk.locator('[data-line]').nth(130).waitFor();
  expect((await scrolled(pit.page))[0]).toBe(place);
  expect(await pit.page.evaluate('String(getSelection())')).toContain('? 31');
  await pit.look('support-place');
  await talk.locator('[data-do=new-below]').click();
  await expect.poll(() => isAtEnd(pit.page)).toBe(true);
  await talk.locator('[data-do=new-below]').waitFor({ state: 'detached' });

  // A draft is there when its thread is opened again, and when the page is loaded again.
  const field = talk.locator('input[name=answer]');
  await field.fill('We are looking at');
  const listed = pit.find(`[data-thread="${fay.id}"]`);
  await listed.click();
  await pit.find(`[data-talk="${fay.id}"]`).waitFor();
  await pit.find(`[data-thread="${eva.id}"] [data-draft]`).waitFor();
  expect(await pit.find('input[name=answer]').inputValue()).toBe('');
  await pit.page.reload();
  await pit.goes('support', eva.id);
  expect(await field.inputValue()).toBe('We are looking at');

  // The thread moves in the list, and the focus with it.
  const rex = await testbed.staff(studio, 'Rex', { role: 'shift_manager' });
  const own = pit.find(`[data-thread="${eva.id}"]`);
  await own.focus();
  await rex.call('support:answer', {
    ...{ player: eva.id, key: crypto.randomUUID(), text: 'I look into it.' },
  });
  await pit.find(`[data-group=open] [data-thread="${eva.id}"]`).waitFor();
  expect(await pit.page.evaluate('document.activeElement.dataset.thread')).toBe(eva.id);
  expect(await own.textContent()).toContain('Rex has it');
  await pit.press('take');
  await talk.locator(`[data-part=standing] [data-holder="${pit.id}"]`).waitFor();
  await talk.locator('[data-note=taken]').waitFor();
  await pit.look('support-taken');
  await pit.press('release');
  await talk.locator('[data-part=standing] [data-holder=""]').waitFor();
  expect(await axeFaults(pit.page), 'axe, with notes').toEqual([]);
  pit.expectNoFaults();
});

test('a thread is settled, its player sees so, and opens it again by writing', async () => {
  const pit = await BrowserPit.open(testbed, browser, studio, 'Olga');
  const gil = await browser.player(studio, 'Gil');
  const panel = await gil.opens('chat');
  await panel.locator('[data-tab=support]').click();
  const input = panel.locator('input[name=text]');
  await input.fill('Thank you!');
  await input.press('Enter');
  await pit.goes('support', gil.id);
  const talk = pit.find(`[data-talk="${gil.id}"]`);
  await talk.locator('[data-from=player]').waitFor();
  await pit.press('settle');
  await pit.find(`[data-group=settled] [data-thread="${gil.id}"]`).waitFor();
  await talk.locator('[data-note=settled]').waitFor();
  await panel.locator('[data-settled]').waitFor();
  await pit.look('support-settled');
  expect(await axeFaults(pit.page), 'axe, settled').toEqual([]);
  expect(await axeFaults(gil.page), 'axe, the player’s').toEqual([]);

  await input.fill('But where is it?');
  await gil.page.reload();
  const again = await gil.opens('chat');
  await again.locator('[data-tab=support]').click();
  await again.locator('[data-settled]').waitFor();
  expect(await again.locator('input[name=text]').inputValue()).toBe('But where is it?');
  await again.locator('input[name=text]').press('Enter');
  await again.locator('[data-settled]').waitFor({ state: 'detached' });
  await pit.find(`[data-group=waits] [data-thread="${gil.id}"]`).waitFor();
  pit.expectNoFaults();
});

test('an auditor reads what was written, and writes nothing', async () => {
  const hal = await testbed.player(studio, 'Hal');
  await say(hal, 'Where is my bet?');
  const otto = await BrowserPit.open(testbed, browser, studio, 'Otto', { role: 'auditor' });
  await otto.find('a[href="#/support"]').click();
  await otto.find(`[data-thread="${hal.id}"]`).click();
  await otto.find(`[data-talk="${hal.id}"] [data-from=player]`).waitFor();
  for (const means of ['input[name=answer]', '[data-do=take]', '[data-do=settle]']) {
    expect(await otto.find(means).count(), means).toBe(0);
  }
  expect(await otto.find('[data-waiting=support]').count(), 'nobody waits for an auditor').toBe(0);
  await otto.look('support-auditor');
  otto.expectNoFaults();
});
