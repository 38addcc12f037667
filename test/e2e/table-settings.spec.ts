/**
 * A table is set otherwise while it runs: each setting from its time on, in the table's row, its
 * log and the audit at once, or nowhere.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '../../src/protocol/command.js';
import type { PitCommands } from '../../src/protocol/pit.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import type { TableSettings } from '../../src/round/settings.js';
import type { Staff } from '../kit/clients.js';
import { FURTHER } from '../kit/currencies.js';
import { QUICK, SHUT, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

const testbed = useTestbed({ env: { TABLE_LEASE_MS: '600' } });
let studio: Studio;
let table: string;
let dealer: Staff;
let mona: Pit;

beforeAll(async () => {
  studio = await testbed.start();
  mona = await openPit(testbed, studio, 'Mona');
});

const setUp = async (settings: Partial<TableSettings> = SHUT) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
};

type Change = RequestOf<PitCommands['settings:change']>['settings'];
const change = (settings: Change) => mona.must('settings:change', { table, settings });
const refusal = (settings: object) => mona.raw('settings:change', { table, settings, reason: 'x' });

const seen = async () => (await mona.must('table:watch', { table })).snapshot!;

/** What is kept of the table: its row, its log, what the audit holds of it. */
const kept = async () => {
  const { rows } = await testbed.pool.query<{ row: TableSettings; seq: string; lines: number }>(
    `select (select settings from tables where id = $1) as row,
            (select coalesce(max(seq), 0) from table_events where table_id = $1) as seq,
            (select count(*)::int from staff_actions where table_id = $1) as lines`,
    [table],
  );
  return rows[0]!;
};

const actions = async () => {
  const { rows } = await testbed.pool.query(
    `select operation, staff_id as by, before, after from staff_actions where table_id = $1 order by id`,
    [table],
  );
  return rows as Record<string, unknown>[];
};

describe('the dealer’s confirmation', () => {
  it('is asked for from the next round on, and until then its last card can be withdrawn', async () => {
    await setUp();
    await dealer.makeReady();
    await dealer.openBetting();
    await dealer.betsClosed(0);
    await dealer.deal('9h Kd');
    await change({ confirms: 'dealer' });
    expect(await seen()).toMatchObject({
      settings: { confirms: 'itself' },
      nextSettings: { confirms: 'dealer' },
      desk: { confirms: 'itself' },
    });
    await dealer.deal('Ts Qs');
    const { seq } = await dealer.next('round_settled');

    const { game } = await dealer.openBetting();
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts 7s');
    expect(await seen()).toMatchObject({ phase: 'dealing', desk: { next: 'CONFIRM' } });
    const withdrawn = await dealer.call('card:withdraw', {
      table,
      reason: 'misread',
      setAside: false,
    });
    expect(withdrawn).toMatchObject({ ok: true });
    await mona.must('table:resume', { table });
    await dealer.deal('8s');
    expect(await dealer.call('coup:confirm', { table })).toMatchObject({ ok: true });
    expect(await dealer.next('coup_decided', { after: seq })).toMatchObject({
      game,
      coup: 'P 9h Ts . B Kd 8s',
    });
    expect(await actions()).toMatchObject([
      {
        operation: 'settings:change',
        by: 'Mona',
        before: { settings: { confirms: 'itself' } },
        after: { settings: { confirms: 'dealer' } },
      },
      { operation: 'incident:close', after: { kind: 'misread' } },
      { operation: 'table:resume' },
    ]);
  });
});

describe('changed card codes', () => {
  it('are read from the next shoe on; the shoe in place goes on with its own', async () => {
    const scanCodes = { format: '<suit><rank>.<deck>', cutCard: 'END', checksum: 'mod36' } as const;
    await setUp();
    await dealer.makeReady();
    await change({ scanCodes });
    await dealer.playRound('9h Kd Ts Qs');
    await dealer.playRound('3-8h 3-Kd 3-Ts 3-Qs');
    expect(await seen()).toMatchObject({
      settings: { scanCodes },
      desk: { scanCodes: { cutCard: 'CUT' } },
    });
    await mona.must('shoe:change', { table });
    expect((await seen()).desk?.scanCodes).toEqual(scanCodes);
    await dealer.placeShoe();
    expect(await dealer.burn('3H')).toMatchObject({ refusal: 'unreadable_code' });
    expect(await dealer.burn(makeScanCode('3h', scanCodes, 1))).toMatchObject({ ok: true });
    const faces = ['9h', 'Kd', 'Ts', 'Qs'] as const;
    await dealer.playRound(faces.map((card) => makeScanCode(card, scanCodes, 2)).join(' '));
    expect(await dealer.scan('END')).toMatchObject({ ok: true, scanned: 'cut_card' });
  });
});

describe('the watch over the encoder', () => {
  it('begins at once, counted from the change, and ends at once', async () => {
    await setUp({ ...QUICK, betMs: 3_600_000 });
    await dealer.makeReady();
    await dealer.openBetting();
    await testbed.advance(600);
    await change({ streamLostMs: 500 });
    const changed = await dealer.next('settings_changed');
    const lost = await testbed.passing(dealer.next('stream_lost'));
    expect(lost.atMs - changed.atMs).toBeGreaterThanOrEqual(500);
    expect((await seen()).phase).toBe('suspended');
    await change({ streamLostMs: null });
    expect((await seen()).desk?.streamLost).toBe(false);
    await mona.must('table:resume', { table });
    await testbed.advance(700);
    expect((await seen()).phase).toBe('betting');
  });
});

describe('a change of settings', () => {
  it('survives a restart, and a change that another made at the same moment', async () => {
    await setUp({ ...QUICK, name: 'Salon Vert' });
    await dealer.makeReady();
    await Promise.all([
      change({ betMs: 4_000, lastBetsMs: 1_000 }),
      mona.must('limits:change', { table, limits: { punto: { min: '500', max: '900' } } }),
      change({ pauseMs: 2_000, opensItself: true }),
    ]);
    const set = {
      name: 'Salon Vert',
      betMs: 4_000,
      lastBetsMs: 1_000,
      pauseMs: 2_000,
      opensItself: true,
      limits: { punto: { min: '500', max: '900' }, banco: { min: '100' } },
    };
    expect((await seen()).nextSettings).toMatchObject(set);
    expect((await kept()).row).toMatchObject(set);
    await studio.stop();
    studio = await testbed.restart({}, table);
    mona = await openPit(testbed, studio, 'Mona');
    dealer = await testbed.staff(studio, 'Dora', { table });
    const { lastBetsAtMs, closesAtMs, atMs } = await dealer.openBetting();
    expect(closesAtMs - atMs).toBe(4_000);
    expect(closesAtMs - lastBetsAtMs).toBe(1_000);
    expect(await seen()).toMatchObject({ settings: set, nextSettings: null });
  });

  it('of a further currency undoes no other that was made at the same moment', async () => {
    await setUp({ ...SHUT, further: { CHF: FURTHER.CHF } });
    await dealer.makeReady();
    const rates = async () => {
      const { further = {} } = (await seen()).nextSettings!;
      return Object.entries(further).map(([currency, { rate }]) => `${currency} ${rate}`);
    };
    const at = (currency: 'CHF' | 'JPY', rate: string, was: 'CHF' | null = null) => ({
      ...{
        table,
        reason: 'x',
        settings: { further: { [currency]: { ...FURTHER[currency], rate } } },
      },
      was: { further: { [currency]: was && FURTHER[was] } },
    });
    const asked = [at('CHF', '1.1', 'CHF'), at('CHF', '1.2', 'CHF'), at('JPY', '0.006')];
    const replies = await Promise.all(asked.map((each) => mona.raw('settings:change', each)));
    expect(replies).toMatchObject([
      { ok: true },
      { ok: false, refusal: 'settings_moved_on' },
      { ok: true },
    ]);
    expect(await rates()).toEqual(['CHF 1.1', 'JPY 0.006']);
    const before = await kept();
    expect(await mona.raw('settings:change', at('JPY', '0.007'))).toMatchObject({
      refusal: 'settings_moved_on',
    });
    expect(await kept()).toEqual(before);
    // Who says nothing of what was changes whatever there is.
    const { settings } = at('CHF', '1.2');
    const blind = { table, reason: 'x', settings };
    expect(await mona.raw('settings:change', blind)).toMatchObject({ ok: true });
    expect(await rates()).toEqual(['CHF 1.2', 'JPY 0.006']);
  });

  it('that is unsound or out of range is refused, and nothing has changed', async () => {
    await setUp();
    await dealer.makeReady();
    const before = await kept();
    const codes = { format: '<rank><suit>', cutCard: 'CUT', checksum: 'none' };
    for (const unsound of [
      { betMs: 5_000, lastBetsMs: 5_001 },
      { scanCodes: { ...codes, cutCard: 'KH' } },
      { scanCodes: { ...codes, format: '<rank>' } },
      { scanCodes: { ...codes, format: '<rank><suit><colour>' } },
    ]) {
      expect(await refusal(unsound)).toEqual({ ok: false, refusal: 'settings_are_unsound' });
    }
    for (const malformed of [
      {},
      { betMs: 999 },
      { betMs: 10_000.5 },
      { pauseMs: -1 },
      { cardsMaxMs: 24 * 3_600_000 + 1 },
      { cardsMaxMs: null },
      { streamLostMs: 0 },
      { confirms: 'nobody' },
      { name: ' ' },
      { name: 'Salon\u0000' },
      { videoUrl: 'javascript:alert(1)' },
      { scanCodes: { cutCard: 'END' } },
      { scanCodes: { ...codes, cutCard: 'THE END' } },
      { decks: 6 },
      { limits: {} },
      { betMs: 9_000, stranger: 1 },
    ]) {
      expect(await refusal(malformed), JSON.stringify(malformed)).toMatchObject({
        refusal: 'malformed_message',
      });
    }
    expect(await kept()).toEqual(before);
    expect((await seen()).nextSettings).toBeNull();
  });
});

describe('an action of the pit', () => {
  it('that the audit cannot record is not done, and the table goes on', async () => {
    await setUp();
    await dealer.makeReady();
    const before = await kept();
    const known = await seen();
    const orders = [
      ['settings:change', { settings: { confirms: 'dealer' } }],
      ['limits:change', { limits: { punto: { min: '500', max: '900' } } }],
      ['spot:close', { spot: 'punto' }],
      ['table:press', { button: 'betting:open' }],
      ['table:suspend', { reason: 'the light is out' }],
      ['closing:call', {}],
    ] as const;
    await asSuperuser(testbed.database, (client) =>
      client.query(
        `alter table staff_actions add constraint nobody_writes check (false) not valid`,
      ),
    );
    try {
      for (const [name, request] of orders) {
        expect(await mona.raw(name, { table, reason: 'x', ...request }), name).toEqual({
          ok: false,
          refusal: 'internal_error',
        });
      }
    } finally {
      await asSuperuser(testbed.database, (client) =>
        client.query('alter table staff_actions drop constraint nobody_writes'),
      );
    }
    expect(await kept()).toEqual(before);
    expect(await seen()).toEqual(known);
    await mona.must('table:press', { table, button: 'betting:open' });
    const { rows } = await testbed.pool.query(
      'select count(distinct epoch)::int as epochs from table_events where table_id = $1',
      [table],
    );
    expect(rows, 'the table never stopped').toEqual([{ epochs: 1 }]);
    expect((await actions()).map(({ operation }) => operation)).toEqual(['table:press']);
  });

  it('that the table refuses leaves no line in the audit', async () => {
    await setUp({ ...QUICK, betMs: 3_600_000 });
    await dealer.makeReady();
    await dealer.openBetting();
    const { lines } = await kept();
    expect(await mona.refusal('table:press', { table, button: 'table:close' })).toBe(
      'round_in_hand',
    );
    expect(await mona.refusal('shoe:change', { table })).toBe('round_in_hand');
    expect(await mona.refusal('table:resume', { table })).toBe('table_is_not_suspended');
    expect((await kept()).lines).toBe(lines);
  });

  it('is signed in the log as the dealer’s own are, and players do not read it', async () => {
    await setUp({ ...QUICK, betMs: 3_600_000 });
    await dealer.makeReady();
    const anna = await testbed.player(studio, 'Anna', { table });
    await mona.must('table:press', { table, button: 'betting:open' });
    expect(await dealer.next('betting_opened')).toMatchObject({ by: 'Mona' });
    expect(await anna.next('betting_opened')).not.toHaveProperty('by');
    await change({ betMs: 9_000 });
    expect(await dealer.next('settings_changed')).toMatchObject({ by: 'Mona' });
    const { rows } = await testbed.pool.query(
      `select kind, payload::json ->> 'by' as by from table_events
        where table_id = $1 and kind in ('betting_opened', 'settings_changed') order by seq`,
      [table],
    );
    expect(rows).toEqual([
      { kind: 'betting_opened', by: 'Mona' },
      { kind: 'settings_changed', by: 'Mona' },
    ]);
  });
});
