/**
 * The dealer's desk in a browser: a shoe and its rounds by scanner and keys alone, and nothing on
 * it that a dealer must not know.
 */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MALFUNCTIONS, type MalfunctionKind } from '../../src/round/malfunction.js';
import english from '../../web/src/i18n/en/desk.json' with { type: 'json' };
import sheets from '../../web/src/i18n/en/desk/sheets.json' with { type: 'json' };
import englishNames from '../../web/src/i18n/en/malfunction.json' with { type: 'json' };
import italianWords from '../../web/src/i18n/it/desk.json' with { type: 'json' };
import italianNames from '../../web/src/i18n/it/malfunction.json' with { type: 'json' };
import {
  BrowserDealer,
  type DeskOptions,
  SCREEN,
  lookAt,
  outsideDesk,
  outsidePractice,
} from '../kit/browser-dealer.js';
import { DESK, useBrowser } from '../kit/browser.js';
import { LOST_CONNECTION, REFUSED_REQUEST } from '../kit/browser-player.js';
import { axeFaults } from '../kit/browser-layout.js';
import { Cable } from '../kit/cable.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { malfunctionCap } from '../../web/src/desk/key-caps.js';
import { openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';
import { type DrillAnswer, STEPS, drillsOf, isFault } from '../../web/src/desk/practice/drill.js';

/** The smallest on which a desk is used. */
const SMALL_DESK = { width: 1024, height: 768 };

const ENGLISH = { ...english, names: englishNames };
const ITALIAN = { ...italianWords, names: italianNames };

/** The test lets the time pass when it has looked at the bets, and at the last ones. */
const BET_MS = 40_000;
const LAST_BETS_MS = 20_000;
const UNHURRIED = { ...QUICK, betMs: BET_MS, lastBetsMs: LAST_BETS_MS };

/**
 * The cards are to be collected before the next bets open by themselves: so long after that
 * somebody opens them first.
 */
const BY_ITSELF = { ...UNHURRIED, pauseMs: 600_000, opensItself: true };

const testbed = useTestbed({
  tables: {
    'pb-1': BY_ITSELF,
    'pb-2': BY_ITSELF,
    'pb-3': QUICK,
    'pb-4': QUICK,
    'pb-5': { ...QUICK, betMs: 20_000, decks: 6 },
    'pb-6': QUICK,
    'pb-7': QUICK,
    'pb-8': QUICK,
    'pb-0': QUICK, // among the first fifteen, which have a key
    'pb-11': QUICK,
    'pb-12': QUICK,
    'pb-13': QUICK,
    'pb-14': QUICK,
    'pb-15': UNHURRIED,
    'pb-10': { ...QUICK, confirms: 'dealer', cardsMaxMs: 30 * 60_000 },
  },
  // That a table is slow is not an incident here.
  env: { STALLED_CLOCK_MS: '60000', STALLED_DEAL_MS: '600000', STALLED_PAY_MS: '60000' },
});
const browser = useBrowser(testbed);
const dealers: BrowserDealer[] = [];
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});
afterEach(() => {
  for (const dealer of dealers.splice(0)) {
    expect(dealer.unforgiven, 'faults in the page').toEqual([]);
  }
});

const comes = async (id: string, options: DeskOptions = {}): Promise<BrowserDealer> => {
  const token = await testbed.employ({ id, role: 'dealer' });
  const dealer = await BrowserDealer.at(browser, studio, { id, token }, options);
  dealers.push(dealer);
  return dealer;
};

describe.each([
  ['a large screen', SCREEN, 'pb-1'],
  ['a small screen', DESK, 'pb-2'],
] as const)('a new shoe and a round at %s', (_name, size, table) => {
  test('are dealt by scanner and keys alone', async () => {
    const dealer = await comes('Dora', { table, size });
    const { page } = dealer;
    const at = async (step: string) => {
      await dealer.isAsked(step);
      await lookAt(dealer, step);
      expect(await outsideDesk(dealer), step).toEqual([]);
    };
    await at('OPEN_TABLE');
    await dealer.presses('Enter');
    await at('BRING_CARDS');
    expect(await axeFaults(page), 'axe, the new cards').toEqual([]);
    await dealer.scans(`BOX-${table.toUpperCase()}`);
    await at('SHUFFLE');
    await dealer.presses('y');
    await at('CUT');
    expect(await axeFaults(page), 'axe, the cut').toEqual([]);
    await dealer.presses('Enter');
    await at('SCAN_BURN');
    await dealer.scans('3-7H');
    await at('BURN');
    expect(await dealer.title.textContent()).toBe('BURN 7');

    const player = await testbed.player(studio, 'Ada', { table });
    await dealer.presses('Space');
    await at('WAIT_FOR_CLOSE');
    const { game } = await player.next('betting_opened');
    expect((await player.wager(game, ['punto', 7_331])).ok).toBe(true);
    await testbed.advance(BET_MS - LAST_BETS_MS);
    await at('LAST_BETS');
    expect(await axeFaults(page), 'axe, the bets').toEqual([]);
    await expectNoStake(dealer, '7331');
    await testbed.advance(LAST_BETS_MS);
    for (const [step, code] of DEAL) {
      await at(step);
      if (step === 'DEAL_BANCO_1') expect(await axeFaults(page), 'axe, a card').toEqual([]);
      await dealer.scans(code);
    }
    await at('COLLECT');
    expect(await dealer.totals()).toBe('0 6');
    expect(await page.locator('[data-hand][data-won]').getAttribute('data-hand')).toBe('banco');
    await player.result(game);
    expect(await page.locator('body').textContent(), 'money on the screen').not.toMatch(/733|€/);
    expect(await axeFaults(page), 'axe, the result').toEqual([]);
    const manager = await testbed.staff(studio, 'Sven', { table, role: 'shift_manager' });
    await manager.must('betting:open');
    await dealer.isAsked('WAIT_FOR_CLOSE');
    expect(await dealer.cards(), 'the table is bare again').toBe(0);
  });
});

/** Someone who opens the table and makes it ready, at bare sockets. */
const readyTable = async (table: string, id: string) => {
  const staff = await testbed.staff(studio, id, { table });
  const manager = await testbed.staff(studio, 'Sven', { table, role: 'shift_manager' });
  await staff.makeReady();
  return { staff, manager };
};

describe('a scanner that plays a keyboard', () => {
  test('is read wherever the focus is, and never types there; a person still can', async () => {
    const { staff } = await readyTable('pb-3', 'Dirk');
    const dealer = await comes('Dirk', { table: 'pb-3' });
    const { page } = dealer;
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('input'), { id: 'other' }))`,
    );
    const other = page.locator('#other');
    const { seq } = await staff.openBetting();
    await staff.betsClosed(seq);
    await dealer.isAsked('DEAL_PUNTO_1');
    await other.focus();
    await dealer.scans('1-9H');
    await dealer.isAsked('DEAL_BANCO_1');
    expect(await other.inputValue(), 'typed into the field').toBe('');

    await dealer.types('a person: 3-KH');
    expect(await other.inputValue()).toBe('a person: 3-KH');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    expect(await other.inputValue()).toBe('a person: 3-K');
    expect(await dealer.cards(), 'no scan').toBe(1);

    // What an Italian machine makes of the American keys.
    await dealer.scans('1-3C', { Minus: "'" });
    await dealer.isAsked('DEAL_PUNTO_2');
    await page.evaluate(`document.activeElement.blur()`);
    await dealer.scans('1-9D', { Minus: 'ß' });
    await dealer.isAsked('DEAL_BANCO_2');
    await dealer.deals('1-4S');
    expect(await dealer.totals()).toBe('8 7');
  });
});

test('a scanner that types slowly is recognised: it deals nothing, and gives no orders', async () => {
  await readyTable('pb-14', 'Dela');
  const dealer = await comes('Dela', { table: 'pb-14', size: DESK });
  await dealer.isAsked('BURN');
  for (const [code, everyMs] of [
    ['6D', 40],
    ['3-KH', 40],
    ['CUT', 90],
    ['6S', 180],
  ] as const) {
    await dealer.passes(SLOW_MS);
    await dealer.scans(code, {}, everyMs);
    const said = english.notice.slow.replace('{{code}}', code);
    await expect.poll(() => dealer.notice.textContent(), { message: code }).toContain(said);
    expect(await dealer.page.locator('[role=dialog]').count(), code).toBe(0);
    await dealer.isAsked('BURN');
  }
  await lookAt(dealer, 'slow-scanner');
  expect(await outsideDesk(dealer), 'a slow scanner').toEqual([]);
  // So is a code that somebody types by hand, key by key. Its Enter is none of the desk's, either.
  for (const key of ['7', 'h']) await dealer.presses(key);
  const said = english.notice.slow.replace('{{code}}', '7H');
  await expect.poll(() => dealer.notice.textContent(), { message: 'by hand' }).toContain(said);
  await dealer.presses('Enter');
  await dealer.isAsked('BURN');
  const kinds = await testbed.pool.query<{ kind: string }>(
    `select kind from table_events where table_id = 'pb-14' order by seq desc limit 1`,
  );
  expect(kinds.rows, 'its Enter opened no bets').toEqual([{ kind: 'cards_burned' }]);
});

test('the last hand is announced and confirmed, and the shoe is changed after it', async () => {
  const { staff } = await readyTable('pb-10', 'Dido');
  const dealer = await comes('Dido', { table: 'pb-10', size: DESK });
  const warned = () => dealer.page.locator('[data-warning]').allTextContents();
  const { seq } = await staff.openBetting();
  await staff.betsClosed(seq);
  await dealer.deals('1-9H');
  await dealer.scans('CUT');
  await expect.poll(() => dealer.notice.textContent()).toContain('CUT CARD OUT');
  await expect.poll(warned).toEqual(['LAST HAND', 'New cards in 30 minutes']);
  await lookAt(dealer, 'last-hand');
  expect(await outsideDesk(dealer), 'with warnings').toEqual([]);
  await dealer.deals('1-3C 1-9D 1-4S');
  await dealer.isAsked('CONFIRM');
  await lookAt(dealer, 'CONFIRM');
  expect(await outsideDesk(dealer), 'to confirm').toEqual([]);
  await dealer.presses('Enter');
  await staff.next('coup_confirmed');
  await staff.next('shoe_change_started', { after: seq });

  // The table’s clock has gone on. The cards on the table, and who has won, stay to be read.
  const seesTheResult = async () => {
    await dealer.isAsked('COLLECT_LAST');
    expect(await dealer.totals()).toBe('8 7');
    expect(await dealer.page.locator('[data-verdict]').textContent()).toBe(english.outcome.punto);
    expect(await dealer.page.locator('[data-hand][data-won]').count()).toBe(1);
  };
  await seesTheResult();
  await lookAt(dealer, 'COLLECT_LAST');
  expect(await outsideDesk(dealer), 'to collect').toEqual([]);
  expect(await axeFaults(dealer.page), 'axe, to collect').toEqual([]);
  await dealer.page.reload();
  await seesTheResult();
  await dealer.presses('Enter');
  await dealer.isAsked('SHUFFLE');
  expect(await dealer.totals()).toBe('– –');
  expect(await dealer.notice.textContent(), 'of the shoe before').toBe('');
  await dealer.presses('Enter'); // pressed twice: nobody has said how
  await dealer.presses('Space');
  await dealer.isAsked('SHUFFLE');
  await dealer.presses('y');
  await dealer.isAsked('CUT');
  const { rows } = await testbed.pool.query<{ how: string }>(
    `select payload::json ->> 'how' as how from table_events
      where table_id = 'pb-10' and kind = 'cards_shuffled' and seq > $1`,
    [seq],
  );
  expect(rows).toEqual([{ how: 'machine' }]);
});

test('the chat is read at a glance, answered, moderated, and gives way to the cards', async () => {
  const table = 'pb-15';
  const { staff } = await readyTable(table, 'Dana');
  const dealer = await comes('Dana', { table, size: DESK });
  const { page } = dealer;
  const anna = await testbed.player(studio, 'Anna', { table });
  const writes = (text: string) => anna.raw('chat:say', { table, key: crypto.randomUUID(), text });
  const strip = page.locator('[data-part=chat-strip]');
  const panel = page.locator('[data-part=chat]');
  await dealer.isAsked('BURN');
  const next = await page.locator('[data-part=next]').boundingBox();
  await writes('Buona sera, Dana!');
  await expect.poll(() => strip.textContent()).toContain('Player Anna Buona sera, Dana!');
  await writes('A line that is far too long for the desk to be shown whole. '.repeat(4).trim());
  await expect.poll(() => strip.getAttribute('data-unread')).toBe('2');
  expect(await page.locator('[data-part=next]').boundingBox(), 'nothing moves').toEqual(next);
  await lookAt(dealer, 'chat-strip');
  expect(await outsideDesk(dealer), 'with a line').toEqual([]);

  const { seq } = await staff.openBetting();
  await dealer.isAsked('WAIT_FOR_CLOSE');
  await dealer.presses('g');
  await panel.waitFor();
  await dealer.types('Good evening');
  await dealer.presses('Enter');
  const answer = panel.locator('[data-role=dealer]');
  await expect.poll(() => answer.textContent()).toContain('DealerGood evening');
  await lookAt(dealer, 'chat');
  expect(await axeFaults(page), 'axe, the chat').toEqual([]);
  expect(await panel.locator('button').allTextContents(), 'a dealer only answers').toHaveLength(2);
  const list = panel.locator('ol');
  const inList = <T>(expression: string) =>
    page.evaluate<T>(`((box) => ${expression})(document.querySelector('[data-part=chat] ol'))`);
  const scrolledTo = () =>
    inList<object>(`({
      top: Math.round(box.scrollTop),
      left: Math.round(box.scrollHeight - box.clientHeight - box.scrollTop),
    })`);
  await writes(
    'Another line that fills the panel, so that it has to be scrolled. '.repeat(4).trim(),
  );
  await expect.poll(() => list.locator('li').count()).toBe(4);
  await expect.poll(scrolledTo).toMatchObject({ left: 0 }); // The newest is shown.
  await inList('void box.scrollTo({ top: 0 })');
  await expect.poll(scrolledTo).toMatchObject({ top: 0 });
  await writes('Nobody reads this one yet.');
  await expect.poll(() => list.locator('li').count()).toBe(5);
  expect(await scrolledTo(), 'what is read stays where it is').toMatchObject({ top: 0 });

  await dealer.types('half a sent');
  await staff.betsClosed(seq);
  await dealer.isAsked('DEAL_PUNTO_1');
  await panel.waitFor({ state: 'detached' });
  await dealer.deals('1-9H');
  expect(await strip.getAttribute('data-unread'), 'was read').toBe('0');

  await testbed.pool.query(
    `insert into chat_messages (table_id, player_id, role, name, key, text)
     select $1, $2, 'player', 'Anna', gen_random_uuid(), 'Line ' || n from generate_series(1, 50) n`,
    [table, anna.id],
  );
  const token = await testbed.employ({ id: 'Susi', role: 'shift_manager' });
  const login = { id: 'Susi', token, role: 'shift_manager' } as const;
  const manager = await BrowserDealer.at(browser, studio, login, {
    table,
    size: DESK,
    language: 'it-IT',
  });
  dealers.push(manager);
  await manager.presses('g');
  await manager.page.locator('[data-part=chat] [data-do=older]').hover();
  await lookAt(manager, 'chat-older');
  await manager.page.locator('[data-part=chat] [data-do=older]').click();
  const rude = manager.page.locator('[data-part=chat] li', { hasText: 'Buona sera' });
  await rude.getByText('Rimuovi').click();
  await manager.types('rude');
  await lookAt(manager, 'chat-moderated');
  expect(await axeFaults(manager.page), 'axe, moderation').toEqual([]);
  await manager.presses('Enter');
  await rude.waitFor({ state: 'detached' });
  await manager.page.locator('[data-part=chat] li').getByText('Silenzia').first().click();
  expect(
    await manager.page.locator('[data-asked=mute] input').getAttribute('placeholder'),
  ).toContain('il giocatore lo legge');
  await lookAt(manager, 'chat-mute');
  await manager.types('enough');
  await manager.presses('Enter');
  await manager.page.locator('[data-asked]').waitFor({ state: 'detached' });
  expect(await writes('and more')).toMatchObject({ ok: false, refusal: 'muted' });
  await dealer.presses('g');
  await expect.poll(() => panel.textContent()).not.toContain('Buona sera');
  expect(await panel.locator('input').inputValue(), 'the draft is kept').toBe('half a sent');
});

describe('a malfunction', () => {
  test('at a scan is named at the desk, and play goes on when it is cleared', async () => {
    const { staff, manager } = await readyTable('pb-5', 'Dean');
    const dealer = await comes('Dean', { table: 'pb-5', size: DESK });
    const stops = async (malfunction: MalfunctionKind, says?: string, refusal?: string) => {
      await expectStop(dealer, malfunction, ENGLISH, says);
      await lookAt(dealer, `stop-${malfunction}`);
      expect(await outsideDesk(dealer), malfunction).toEqual([]);
      if (refusal !== undefined) {
        await expect.poll(() => dealer.notice.getAttribute('data-refusal')).toBe(refusal);
      }
      await manager.must('table:resume');
      await expect.poll(() => dealer.notice.textContent()).toBe('');
    };
    const round = await staff.openBetting();
    await dealer.isAsked('WAIT_FOR_CLOSE');
    await dealer.scans('1-2H');
    await stops('card_before_close', undefined, 'betting_is_open');
    await staff.betsClosed(round.seq);

    await dealer.isAsked('DEAL_PUNTO_1');
    const before = await dealer.tones();
    await dealer.deals('1-2H');
    await expect.poll(() => dealer.tones()).toEqual([...before, TAKEN_HZ]);
    await dealer.passes(300); // else it were a double read of the same card
    await dealer.scans('1-2H');
    await stops('same_card_twice');
    expect(await dealer.tones()).toEqual(expect.arrayContaining([...REFUSED_HZ]));
    await dealer.isAsked('DEAL_BANCO_1');
    await dealer.scans('7-3C'); // of six decks
    await stops('impossible_card');
    await dealer.isAsked('DEAL_BANCO_1');
    await dealer.scans('1-XX');
    await expect.poll(() => dealer.notice.textContent()).toContain(english.refusal.unreadable_code);
    await dealer.deals('1-3C');

    await dealer.presses('w');
    expect(await dealer.sheet('withdraw').textContent()).toContain('Banco’s first card');
    await lookAt(dealer, 'withdraw');
    await dealer.presses('m');
    const again = english.withdrawn.again.replace('{{card}}', '3♣\u{fe0e}');
    await expectStop(dealer, 'misread', ENGLISH, again);
    await dealer.sheet('withdraw').waitFor({ state: 'detached' });
    await dealer.presses('w');
    expect(await dealer.sheet('withdraw').count(), 'it is withdrawn already').toBe(0);
    await dealer.page.reload();
    await expectStop(dealer, 'misread', ENGLISH, again);
    await dealer.presses('w');
    expect(await dealer.sheet('withdraw').count(), 'after a reload').toBe(0);
    await stops('misread', again);
    await dealer.isAsked('DEAL_BANCO_1');
    expect(await dealer.cards()).toBe(1);
    await dealer.deals('1-8C 1-6D 1-KS');
    await dealer.isAsked('OPEN_BETS');
    await dealer.scans('1-4D');
    await stops('extra_card');

    await manager.must('shoe:change');
    await dealer.isAsked('COLLECT_LAST');
    await dealer.presses('Enter');
    await dealer.isAsked('SHUFFLE');
    await dealer.passes(300);
    await dealer.scans('1-4D');
    await stops('wrong_order');
  });

  test('is reported by a key of its own, in both languages', { timeout: 240_000 }, async () => {
    const { manager } = await readyTable('pb-6', 'Dina');
    const dealer = await comes('Dina', { table: 'pb-6' });
    const italian = await comes('Dina', { table: 'pb-6', language: 'it-IT', size: DESK });
    const reported = MALFUNCTIONS.filter((malfunction) => malfunction !== 'wrong_third_card');
    for (const [index, malfunction] of MALFUNCTIONS.entries()) {
      await dealer.presses('m');
      const sheet = dealer.sheet('malfunction');
      await sheet.waitFor();
      if (index === 0) {
        await lookAt(dealer, 'malfunctions');
        expect(await axeFaults(dealer.page), 'axe, the malfunctions').toEqual([]);
      }
      expect(await sheet.textContent()).toContain(english.malfunction[malfunction].do);
      await dealer.presses(malfunctionCap(malfunction));
      if (malfunction === 'wrong_third_card') {
        expect(await sheet.count(), 'there is no third card').toBe(1);
        await dealer.presses('Escape');
        continue;
      }
      if (malfunction === 'cards_dropped') {
        await dealer.sheet('dropped').waitFor();
        await dealer.presses('4');
      }
      await dealer.sheet('report').waitFor();
      expect(
        await dealer.page.locator('[data-part=next][data-tone=stop]').count(),
        'nothing stops yet',
      ).toBe(0);
      if (index === 0) {
        await lookAt(dealer, 'report');
        expect(await axeFaults(dealer.page), 'axe, before it is reported').toEqual([]);
      }
      if (WORDED.has(malfunction)) {
        await dealer.types(`mc1: ${malfunction}`);
        expect(await dealer.page.locator('[name=note]').inputValue()).toBe(`mc1: ${malfunction}`);
        await lookAt(dealer, `report-${malfunction}`);
      }
      await dealer.presses('Enter');
      await expectStop(dealer, malfunction, ENGLISH);
      await expectStop(italian, malfunction, ITALIAN);
      if (index === 0) {
        await lookAt(italian, 'stop-it');
        expect(await outsideDesk(italian), 'in Italian').toEqual([]);
        expect(await axeFaults(dealer.page), 'axe, stopped').toEqual([]);
      }
      await manager.must('table:resume');
      await expect.poll(() => dealer.page.locator('[data-malfunction]').count()).toBe(0);
    }
    const { rows } = await testbed.pool.query<{ malfunction: string; note: string }>(
      `select payload::json ->> 'malfunction' as malfunction, payload::json ->> 'note' as note
         from table_events where table_id = 'pb-6' and kind = 'malfunction_reported' order by seq`,
    );
    expect(rows.map(({ malfunction }) => malfunction)).toEqual(reported);
    const incidents = await incidentsAt('pb-6');
    expect(incidents.map(({ kind }) => kind)).toEqual(reported);
    const said = reported.map((malfunction) =>
      WORDED.has(malfunction) ? `mc1: ${malfunction}` : '',
    );
    expect(rows.map(({ note }) => note)).toEqual(said);
    expect(incidents.map(({ detail }) => detail)).toEqual(said);
  });

  test('is not reported by accident: Escape leaves, and a missing note is asked for', async () => {
    const { staff } = await readyTable('pb-12', 'Dule');
    const dealer = await comes('Dule', { table: 'pb-12', size: DESK });
    const { page } = dealer;
    const chooses = async (key: string) => {
      await dealer.presses('m');
      await dealer.sheet('malfunction').waitFor();
      await dealer.presses(key);
      await dealer.sheet('report').waitFor();
    };
    await chooses('b');
    await dealer.presses('Escape');
    expect(await page.locator('[role=dialog]').count()).toBe(0);
    await chooses(malfunctionCap('other'));
    await lookAt(dealer, 'report-words');
    expect(await axeFaults(page), 'axe, words for it').toEqual([]);
    await dealer.presses('Enter');
    expect(await dealer.sheet('report').count(), 'without words').toBe(1);
    await dealer.presses('Escape');
    await dealer.isAsked('BURN');

    const { seq } = await staff.openBetting();
    await staff.betsClosed(seq);
    await dealer.deals('1-2H 1-3C 1-2D 1-3D 1-6S');
    await chooses(malfunctionCap('wrong_third_card'));
    await dealer.presses('Enter');
    await expectStop(dealer, 'wrong_third_card', ENGLISH);
    await dealer.sheet('report').waitFor({ state: 'detached' });
    expect(await incidentsAt('pb-12')).toEqual([{ kind: 'wrong_third_card', detail: '' }]);
    await lookAt(dealer, 'stop-third');
    expect(await outsideDesk(dealer)).toEqual([]);

    // The shift manager was notified by it: no button, and no key, calls once more.
    expect(await page.locator('[data-part=next] button').count()).toBe(0);
    await dealer.presses('Enter');
    await dealer.presses('p');
    await dealer.presses('w');
    await dealer.sheet('withdraw').waitFor();
    await dealer.presses('w');
    await expectStop(
      dealer,
      'wrong_third_card',
      ENGLISH,
      english.withdrawn.aside.replace('{{card}}', '6♠\u{fe0e}'),
    );
    expect(await incidentsAt('pb-12')).toHaveLength(1);
  });

  test('turns off the key that calls the shift manager, once the table has stopped', async () => {
    const { staff, manager } = await readyTable('pb-7', 'Dodo');
    const dealer = await comes('Dodo', { table: 'pb-7' });
    await dealer.presses('p');
    await manager.next('manager_called');
    await expect.poll(() => dealer.notice.getAttribute('data-notice')).toBe('called');
    await dealer.isAsked('BURN');
    expect((await staff.call('table:suspend', { table: 'pb-7', reason: 'A glass fell' })).ok).toBe(
      true,
    );
    await dealer.isAsked('WAIT_FOR_MANAGER');
    expect(await dealer.page.locator('[data-part=why]').textContent()).toContain('A glass fell');
    await lookAt(dealer, 'stop-free');
    await dealer.presses('Enter');
    await dealer.presses('p');
    await manager.must('table:resume');
    await dealer.isAsked('BURN');
    expect(await dealer.notice.textContent(), 'long after').toBe('');
    expect((await incidentsAt('pb-7')).map(({ kind }) => kind)).toEqual([
      'manager_called',
      'suspended',
    ]);
  });
});

test('what another scanner of the table reads is shown and heard once, refused or taken', async () => {
  const staff = await testbed.staff(studio, 'Dolf', { table: 'pb-13' });
  await staff.must('table:open');
  const dealer = await comes('Dolf', { table: 'pb-13', size: DESK });
  const another = await comes('Dirk', { table: 'pb-13' });
  const notice = () => dealer.notice.textContent();
  await dealer.isAsked('BRING_CARDS');
  await another.isAsked('TAKE_OVER');
  await lookAt(another, 'TAKE_OVER');
  expect(await outsideDesk(another), 'to take over').toEqual([]);
  const usable = await another.page
    .locator('[data-part=keys] button:enabled kbd')
    .allTextContents();
  expect(usable, 'somebody else deals').toEqual(['R', 'O']);
  await another.presses('m');
  expect(await another.page.locator('[role=dialog]').count()).toBe(0);

  expect((await staff.scan('BOX-77')).ok).toBe(false);
  await expect.poll(notice).toContain(`BOX-77: ${english.refusal.box_not_here}`);
  await lookAt(dealer, 'box-not-here');
  expect(await outsideDesk(dealer), 'a box at the scanner').toEqual([]);
  await staff.placeShoe();
  await dealer.isAsked('SCAN_BURN');
  expect(await notice(), 'of the box').toBe('');
  const before = await dealer.tones();
  expect((await staff.burn('7H')).ok).toBe(true);
  await expect.poll(notice).toContain('7♥\u{fe0e} · burned');
  const { seq } = await staff.openBetting();
  await staff.betsClosed(seq);
  await dealer.isAsked('DEAL_PUNTO_1');
  expect((await staff.scan('1-9H')).ok).toBe(true);
  await expect.poll(notice).toContain('9♥\u{fe0e} · Punto’s first card');
  expect((await staff.scan('smudge')).ok).toBe(false);
  await expect.poll(notice).toContain(`smudge: ${english.refusal.unreadable_code}`);
  await lookAt(dealer, 'bridge-refused');
  expect((await dealer.tones()).filter((hz) => hz === TAKEN_HZ)).toHaveLength(2);
  expect(await dealer.tones()).toEqual(expect.arrayContaining([...before, ...REFUSED_HZ]));
  await another.presses('Enter');
  await expect.poll(() => another.notice.getAttribute('data-refusal')).toBe('round_in_hand');
  await another.isAsked('TAKE_OVER');
  await dealer.scans('1-3C'); // this desk’s own
  await expect.poll(notice).toContain('3♣\u{fe0e} · Banco’s first card');
  await dealer.isAsked('DEAL_PUNTO_2');
  expect((await dealer.tones()).filter((hz) => hz === TAKEN_HZ)).toHaveLength(3);
});

describe('a lost connection', () => {
  test('keeps the scans in their order, and none is dealt twice', async () => {
    const { staff } = await readyTable('pb-4', 'Dana');
    const cable = await Cable.to(studio.url);
    const dealer = await comes('Dana', { table: 'pb-4', url: cable.through(studio.url) });
    dealer.forgiven = LOST_CONNECTION;
    const { page } = dealer;
    const { seq } = await staff.openBetting();
    await staff.betsClosed(seq);
    await dealer.deals('1-2H');

    cable.mute(); // The table takes the card, and nobody gets a message of it.
    await dealer.scans('1-3C');
    await staff.next('card_dealt', { where: ({ card }) => card === '3c' });
    cable.cut();
    const link = page.locator('[data-link="lost"]');
    await link.waitFor();
    await dealer.scans('1-2D');
    await dealer.scans('1-3D');
    await expect.poll(() => link.getAttribute('data-waiting')).toBe('3');
    expect(await link.textContent()).toContain(english.line.lost);
    expect(await link.textContent()).toContain('3 scans kept');
    expect(await link.textContent()).toContain('1-3C · 1-2D · 1-3D');
    await dealer.isAsked('WAIT_FOR_LINK');
    await lookAt(dealer, 'lost-link');
    expect(await outsideDesk(dealer)).toEqual([]);
    await page.goto('about:blank'); // the page is loaded anew meanwhile
    cable.repair();
    await page.goto(new URL('dealer', cable.through(studio.url)).href);
    await dealer.isAsked('PUNTO_DRAWS');
    expect(await dealer.totals()).toBe('4 6');
    await expect.poll(() => page.locator('[data-link]').count()).toBe(0);
    await dealer.deals('1-6S');
    const { rows } = await testbed.pool.query<{ code: string }>(
      `select payload::json ->> 'code' as code from table_events
        where table_id = 'pb-4' and kind in ('card_dealt', 'scan_refused') order by seq`,
    );
    expect(rows.map(({ code }) => code)).toEqual(['1-2H', '1-3C', '1-2D', '1-3D', '1-6S']);
    cable.close();
  });
});

describe('a card by hand', () => {
  test('waits for the pit, which refuses it or lets it be placed', async () => {
    const { staff } = await readyTable('pb-8', 'Dede');
    const pit = await openPit(testbed, studio, 'Sven');
    await pit.watch();
    const dealer = await comes('Dede', { table: 'pb-8' });
    const { page } = dealer;
    const { seq } = await staff.openBetting();
    await staff.betsClosed(seq);
    const asks = async (rank: string, suit: string) => {
      await dealer.presses('e');
      await dealer.sheet('hand').waitFor();
      const before = (await pit.must('approval:list', { table: 'pb-8' })).approvals.length;
      await dealer.presses(rank);
      await dealer.presses(suit);
      if (before === 0) await lookAt(dealer, 'hand');
      if (before === 0) expect(await axeFaults(page), 'axe, by hand').toEqual([]);
      await dealer.presses('Enter');
      await page.locator('[data-request="pending"]').waitFor();
      const { approvals } = await pit.must('approval:list', { table: 'pb-8' });
      expect(approvals).toHaveLength(before + 1);
      return approvals[0]!;
    };
    await dealer.isAsked('DEAL_PUNTO_1');
    const first = await asks('k', 'h');
    expect(first).toMatchObject({ card: 'Kh', requestedBy: 'Dede', state: 'pending' });
    await lookAt(dealer, 'hand-pending');
    await page.reload();
    await dealer.isAsked('DEAL_PUNTO_1');
    await dealer.presses('e');
    await page.locator('[data-request="pending"]').waitFor();
    await pit.must('approval:decide', { approval: first.id, verdict: 'refused' });
    await page.locator('[data-request="refused"]').waitFor();
    await dealer.presses('Escape');
    expect(await dealer.cards()).toBe(0);
    const second = await asks('0', 'd');
    await pit.must('approval:decide', { approval: second.id, verdict: 'approved' });
    await page.locator('[data-request="done"]').waitFor();
    await dealer.presses('Escape');
    await dealer.isAsked('DEAL_BANCO_1');
    expect(await dealer.totals()).toBe('0 –');
    await dealer.deals('1-3C');
  });

  test('that was asked for is known to whoever takes over the table', async () => {
    const table = await testbed.addTable(studio, QUICK);
    const { staff } = await readyTable(table, 'Dede');
    const { game, seq } = await staff.openBetting();
    await staff.betsClosed(seq);
    const kind = { kind: 'card', card: 'Kh', seat: 'punto_1' } as const;
    const why = { reason: 'equipment_fault', note: '' } as const;
    const asked = await staff.call('approval:request', { ...kind, ...why, table, game });
    if (!asked.ok) throw new Error(asked.refusal);
    await staff.call('relief:allow', { table, dealer: 'Dino' });
    const dealer = await comes('Dino', { table });
    const taking = await testbed.staff(studio, 'Dino', { table });
    expect(await taking.call('table:relieve', { table })).toMatchObject({ ok: true });
    await dealer.isAsked('DEAL_PUNTO_1');
    await dealer.presses('e');
    await dealer.page.locator('[data-request="pending"]').waitFor();
    const pit = await openPit(testbed, studio, 'Sven');
    await pit.must('approval:decide', { approval: asked.approval.id, verdict: 'approved' });
    await dealer.page.locator('[data-request="done"]').waitFor();
    await dealer.presses('Escape');
    await dealer.isAsked('DEAL_BANCO_1');
  });

  test('may be the first of a shoe; and the cut card may be entered, too', async () => {
    const staff = await testbed.staff(studio, 'Didi', { table: 'pb-11' });
    await staff.must('table:open');
    await staff.placeShoe();
    const pit = await openPit(testbed, studio, 'Sven');
    const dealer = await comes('Didi', { table: 'pb-11' });
    const { page } = dealer;
    const asked = async () => {
      await page.locator('[data-request="pending"]').waitFor();
      const { approvals } = await pit.must('approval:list', { table: 'pb-11' });
      return approvals[0]!;
    };
    const hand = dealer.sheet('hand');
    await dealer.isAsked('SCAN_BURN');
    await dealer.presses('e');
    await hand.locator('[data-due="burn"]').waitFor();
    expect(await hand.textContent()).toContain(sheets.hand.burn.lead);
    expect(await hand.textContent()).not.toContain(sheets.hand.cutCard);
    for (const key of ['8', 's']) await dealer.presses(key);
    await page.locator('[data-chosen="8s"]').waitFor();
    await lookAt(dealer, 'hand-burn');
    expect(await axeFaults(page), 'axe, the burn by hand').toEqual([]);
    await dealer.presses('Enter');
    const first = await asked();
    expect(first).toMatchObject({ kind: 'burn_card', card: '8s', game: null, requestedBy: 'Didi' });
    expect(await page.locator('[data-request]').textContent()).toContain('8♠');
    await lookAt(dealer, 'hand-burn-pending');
    await pit.must('approval:decide', { approval: first.id, verdict: 'refused' });
    await page.locator('[data-request="refused"]').waitFor();
    await dealer.presses('Escape');
    await dealer.isAsked('SCAN_BURN');

    await dealer.presses('e');
    for (const key of ['8', 's', 'Enter']) await dealer.presses(key);
    const second = await asked();
    await pit.must('approval:decide', { approval: second.id, verdict: 'approved' });
    await page.locator('[data-request="done"]').waitFor();
    await dealer.presses('Escape');
    await dealer.isAsked('BURN');
    expect(await dealer.title.textContent()).toContain('8');

    const { seq } = await staff.openBetting();
    await staff.betsClosed(seq);
    await dealer.isAsked('DEAL_PUNTO_1');
    await dealer.presses('e');
    await hand.locator('[data-due="punto_1"]').waitFor();
    await dealer.presses('x');
    await page.locator('[data-chosen="cut_card"]').waitFor();
    await lookAt(dealer, 'hand-cut-card');
    expect(await axeFaults(page), 'axe, the cut card by hand').toEqual([]);
    await dealer.presses('Enter');
    const cut = await asked();
    expect(cut).toMatchObject({ kind: 'cut_card', card: null, game: null });
    await lookAt(dealer, 'hand-cut-card-pending');
    await pit.must('approval:decide', { approval: cut.id, verdict: 'approved' });
    await page.locator('[data-request="done"]').waitFor();
    await dealer.presses('Escape');
    await page.locator('[data-warning="lastHand"]').waitFor();
    await dealer.presses('e');
    await hand.locator('[data-due="punto_1"]').waitFor();
    expect(await hand.textContent()).not.toContain(sheets.hand.cutCard);
    await dealer.presses('Escape');
  });
});

/** Of the practice, on a small desk and on a large one. */
const outsidePracticeAtAll = async (dealer: BrowserDealer): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const size of [SCREEN, DESK, SMALL_DESK]) {
    await dealer.page.setViewportSize(size);
    const found = await outsidePractice(dealer);
    wrong.push(...found.map((fault) => `${size.width}: ${fault}`));
  }
  return wrong;
};

/** Ten hands before a table is chosen: one wrong answer, all others right, and back again. */
const practises = async (dealer: BrowserDealer): Promise<void> => {
  const { page } = dealer;
  await dealer.presses('0');
  const practice = page.locator('[data-part=practice]');
  const drills = drillsOf(Number(await practice.getAttribute('data-seed')), 10);
  const [first, ...others] = drills.flat();
  const keyOf = (answer: DrillAnswer): string =>
    isFault(answer) ? malfunctionCap(answer) : String(STEPS.indexOf(answer) + 1);
  const faces = await practice.locator('[data-seat] figcaption b').allTextContents();
  expect(faces).toHaveLength(first!.lying.length);
  expect(await outsidePracticeAtAll(dealer)).toEqual([]);
  await lookAt(dealer, 'practice');
  expect(await axeFaults(page), 'axe, the practice').toEqual([]);
  await dealer.presses(keyOf(STEPS.find((answer) => answer !== first!.right)!));
  await practice.locator('[data-answered="wrong"]').waitFor();
  for (const { right } of others) {
    expect.soft(await outsidePracticeAtAll(dealer), right).toEqual([]);
    await dealer.presses(keyOf(right));
    await practice.locator('[data-answered="right"]').waitFor();
    // What is to be done about a fault is said as the sheet of malfunctions says it.
    if (isFault(right)) await practice.locator(`[data-help="${right}"]`).waitFor();
  }
  const score = practice.locator('[data-score]');
  await score.waitFor();
  const percent = Math.round((others.length / (others.length + 1)) * 100);
  expect(await score.getAttribute('data-score')).toBe(String(percent));
  expect(await score.getAttribute('data-flawless')).toBe('9');
  await lookAt(dealer, 'practice-over');
  expect(await axeFaults(page), 'axe, the score').toEqual([]);
  await dealer.presses('Escape');
  await page.locator('main > div > [aria-keyshortcuts]').first().waitFor();
};

describe('the dealer', () => {
  test('signs in by badge and PIN, chooses the table once, and is relieved at the desk', async () => {
    const root = await testbed.employ({ id: 'root', role: 'administrator' });
    const [dora, dirk] = await Promise.all(
      ['Dora B.', 'Dirk C.'].map((name) => opened(root, name)),
    );
    const dealer = await BrowserDealer.visit(browser, studio);
    dealers.push(dealer);
    dealer.forgiven = REFUSED_REQUEST;
    const { page } = dealer;
    const signsIn = async ({ badge, pin }: Omit<Credentials, 'id'>) => {
      await page.locator('[name=badge]').fill(badge);
      await page.locator('[name=pin]').fill(pin);
      await page.locator('[name=pin]').press('Enter');
    };
    await signsIn({ ...dora!, pin: 'not the PIN' });
    await page.locator('[data-sign-in-refused="wrong_badge_or_pin"]').waitFor();
    expect(await axeFaults(page), 'axe, signing in').toEqual([]);
    await lookAt(dealer, 'sign-in');
    await signsIn(dora!);
    const choosing = page.locator('[data-part=own-pin]');
    for (const field of ['next', 'again'])
      await choosing.locator(`[name=${field}]`).fill('7-of-hearts');
    await lookAt(dealer, 'own-pin');
    await choosing.locator('[name=again]').press('Enter');
    await page.locator('main > div > [aria-keyshortcuts]').first().waitFor();
    await lookAt(dealer, 'tables');
    expect(await axeFaults(page), 'axe, the tables').toEqual([]);
    await practises(dealer);
    // Whoever waits at the list sees what becomes of the tables.
    const added = await testbed.addTable(studio, QUICK);
    await page.locator('main small').filter({ hasText: added }).waitFor();
    const names = await page.locator('main > div > [aria-keyshortcuts]').allTextContents();
    const index = names.findIndex((name) => name.includes('pb-0'));
    await page.keyboard.press('123456789abcdef'.charAt(index));
    await dealer.isAsked('OPEN_TABLE');
    await dealer.presses('Enter');
    await dealer.isAsked('BRING_CARDS');
    await dealer.presses('Enter');
    await page.locator('[name=cards]').waitFor();
    await dealer.types('box-9');
    await page.keyboard.press('Enter');
    await dealer.isAsked('SHUFFLE');
    expect(await page.locator('[data-dealer]').textContent()).toContain('Dora B.');
    await dealer.presses('y');
    await dealer.isAsked('CUT');
    await dealer.presses('Enter');
    await dealer.isAsked('SCAN_BURN');
    await dealer.scans('3-7H');
    await dealer.isAsked('BURN');
    await dealer.presses('Enter');
    await dealer.isAsked('WAIT_FOR_CLOSE');

    // In mid-round, as the one who deals lets the other sign in here.
    await dealer.presses('r');
    await dealer.sheet('relieve').waitFor();
    await lookAt(dealer, 'relieve');
    await dealer.scans(dirk!.badge); // a badge is scanned as a card is
    await expect.poll(() => page.locator('[name=badge]').inputValue()).toBe(dirk!.badge);
    await dealer.types(dirk!.pin);
    await page.keyboard.press('Enter');
    await page.locator('[data-part=own-pin] [name=next]').waitFor();
    await lookAt(dealer, 'relieve-own-pin');
    await page.locator('[data-do=later]').click();
    await expect.poll(() => page.locator('[data-dealer]').textContent()).toContain('Dirk C.');
    await testbed.passing(dealer.isAsked('DEAL_PUNTO_1'));
    await dealer.presses('r');
    await dealer.sheet('relieve').waitFor();
    await dealer.scans('1-9H'); // a card is no badge
    await dealer.isAsked('DEAL_BANCO_1');
    expect(await page.locator('[name=badge]').inputValue()).toBe('');
    await dealer.presses('Escape');
    await dealer.deals('1-3C 1-9D 1-4S');
    await dealer.isAsked('OPEN_BETS');
    const { rows } = await testbed.pool.query<{ dealer: string; was: string }>(
      `select payload::json ->> 'dealer' as dealer, payload::json ->> 'was' as was
         from table_events where table_id = 'pb-0' and kind = 'dealer_changed'`,
    );
    expect(rows).toEqual([{ dealer: dirk!.id, was: dora!.id }]);
    const signedOut = async () => {
      const { rows } = await testbed.pool.query<{ staff_id: string }>(
        `select staff_id from staff_actions where operation = 'staff:sign-out' order by seq`,
      );
      return rows.map(({ staff_id }) => staff_id);
    };
    expect(await signedOut(), 'who is relieved may deal elsewhere').toEqual([]);

    await dealer.presses('b');
    await dealer.sheet('shoe').waitFor();
    await lookAt(dealer, 'shoe');
    const done = await dealer.sheet('shoe').locator('[data-procedure]').allTextContents();
    expect(done.join('\n')).toMatch(
      /Dirk C\. took over from Dora B\.[^]*box-9 brought · Dora B\.[^]*Table opened · Dora B\./,
    );
    const closing = page.locator('[data-asked="table:close"]');
    await dealer.presses('l');
    await closing.waitFor();
    await lookAt(dealer, 'shoe-closing');
    expect(await axeFaults(page), 'axe, before it is closed').toEqual([]);
    await dealer.presses('n'); // the shift manager’s
    await dealer.presses('Escape');
    await expect.poll(() => closing.count(), { message: 'taken back' }).toBe(0);
    await dealer.presses('Enter');
    expect(await dealer.sheet('shoe').count(), 'Enter by itself does nothing').toBe(1);
    await dealer.presses('Escape');
    await dealer.isAsked('OPEN_BETS');
    for (const key of ['b', 'l', 'Enter']) await dealer.presses(key);
    await expect.poll(() => dealer.sheet('shoe').count()).toBe(0);
    await dealer.isAsked('COLLECT_LAST');
    await dealer.presses('Enter');
    await dealer.isAsked('OPEN_TABLE');
    await dealer.presses('o');
    await dealer.sheet('options').waitFor();
    await lookAt(dealer, 'options');
    expect(await axeFaults(page), 'axe, options').toEqual([]);
    await dealer.presses('x');
    await page.locator('[data-notice="signed_out"]').waitFor();
    await expect.poll(signedOut).toEqual([dirk!.id]);
    await page.reload();
    await page.locator('[name=badge]').waitFor(); // signed out for good
  });
});

test('the pages of the staff are served with and without a slash, under the page’s policy', async () => {
  for (const name of ['dealer', 'pit']) {
    const answer = await fetch(`${studio.url}/${name}`);
    expect(answer.status, name).toBe(200);
    expect(await answer.text()).toContain('<div id="page">');
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'self'`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const slashed = await fetch(`${studio.url}/${name}/`);
    expect(slashed.url, 'the page’s own address').toBe(`${studio.url}/${name}`);
    expect(slashed.status).toBe(200);
  }
});

/** So long after a step is drawn, a key is meant for it. */
const SLOW_MS = 400;

/** The sounds of a scan that is taken, and of one that is not. */
const TAKEN_HZ = 1_568;
const REFUSED_HZ = [196, 147] as const;

interface Credentials {
  readonly id: string;
  readonly badge: string;
  readonly pin: string;
}

/** A new dealer’s badge and PIN, as the administrator is shown them once. */
const opened = async (token: string, name: string): Promise<Credentials> => {
  const answer = await fetch(`${studio.url}/staff`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ role: 'dealer', name, reason: 'a new colleague' }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Credentials;
};

/** The table has stopped, and the screen says why and what to do. */
const expectStop = async (
  dealer: BrowserDealer,
  malfunction: MalfunctionKind,
  words: typeof ENGLISH,
  says = words.malfunction[malfunction].do,
): Promise<void> => {
  const next = dealer.page.locator('[data-part=next]');
  await next.locator(`[data-malfunction="${malfunction}"]`).waitFor();
  await expect.poll(() => next.textContent()).toContain(says);
  const said = await next.textContent();
  expect(said).toContain(words.names[malfunction]);
  expect(said).toContain(words.step.WAIT_FOR_MANAGER.title);
};

/** What needs words of the dealer’s. */
const WORDED: ReadonlySet<MalfunctionKind> = new Set([
  'forgotten_button',
  'wrong_payment',
  'other',
]);

const incidentsAt = async (table: string) => {
  const { rows } = await testbed.pool.query<{ kind: string; detail: string }>(
    'select kind, detail from incidents where table_id = $1 order by id',
    [table],
  );
  return rows;
};

/** Six cards: both sides draw. */
const DEAL = [
  ['DEAL_PUNTO_1', '1-2H'],
  ['DEAL_BANCO_1', '1-3C'],
  ['DEAL_PUNTO_2', '1-2D'],
  ['DEAL_BANCO_2', '1-3D'],
  ['PUNTO_DRAWS', '1-6S'],
  ['BANCO_DRAWS', '1-KH'],
] as const;

/**
 * Neither on the screen nor in anything that the page was sent: in euros or cents, as a number of
 * its own and not within a time of day.
 */
const expectNoStake = async ({ page, frames }: BrowserDealer, euros: string): Promise<void> => {
  const stake = new RegExp(`(?<!\\w)${euros}(00)?(?!\\w)`);
  expect(frames.length, 'frames that were seen').toBeGreaterThan(5);
  expect(frames.filter((frame) => stake.test(frame) || frame.includes('bets_accepted'))).toEqual(
    [],
  );
  expect(await page.content()).not.toMatch(stake);
};
