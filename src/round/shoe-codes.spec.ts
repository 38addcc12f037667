/** Card codes belong to the shoe. A change of them holds from the next one on. */
import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { copyOf, follow } from '../client/table-copy.js';
import { DEFAULT_SCAN_CODES, type ScanCodes } from './scan-code.js';
import type { SettingsChange } from './settings.js';
import { snapshot } from './snapshot.js';
import { completeState, scanCodesOf } from './state.js';

const OTHER: ScanCodes = { format: '<suit><rank>[.<deck>]', cutCard: 'END', checksum: 'mod36' };
const THIRD: ScanCodes = { format: 'x<rank><suit>', cutCard: 'LAST', checksum: 'none' };
const NATURAL = ['9h', 'Kd', 'Ts', 'Qs'] as const;

const change = (settings: SettingsChange) => ({
  kind: 'change_settings' as const,
  settings,
  by: 'Mona',
});

const scan = (table: LiveTable, code: string) =>
  table.give({ kind: 'scan', code, scanSeq: table.nextScan });

describe('card codes', () => {
  it('that are changed in the middle of a shoe leave the shoe’s other cards readable, round after round', () => {
    const table = new LiveTable().open().close();
    table.do(scanOf(table, '3-9H'), change({ scanCodes: OTHER }));
    table.scan('Kd', 'Ts', 'Qs');
    expect(table.phase).toBe('settled');
    table.tick().close();
    expect(table.state.settings.scanCodes).toEqual(OTHER);
    expect(scanCodesOf(table.state)).toEqual(DEFAULT_SCAN_CODES);
    // The same card of the shoe twice is still recognised, and so is its cut card.
    expect(scan(table, '3-9H')).toMatchObject({ ok: false, refusal: 'same_card_twice' });
    table.do({ kind: 'resume', by: 'Mona' });
    expect(scan(table, 'CUT')).toMatchObject({ ok: true });
    expect(scan(table, 'END')).toMatchObject({ ok: false, refusal: 'unreadable_code' });
    table.scan(...NATURAL);
    expect(table.phase).toBe('settled');
    table.tick();
    expect(table.phase).toBe('shoe_change');
    expect(scanCodesOf(table.state)).toEqual(OTHER);
    table.newShoe();
    const burn = { kind: 'burn' as const, scanSeq: table.nextScan };
    expect(table.give({ ...burn, code: '5C' })).toMatchObject({ refusal: 'unreadable_code' });
    table
      .burn('5c')
      .do({ kind: 'open_betting' })
      .close()
      .scan(...NATURAL);
    expect(table.state.shoe?.coups).toHaveLength(1);
  });

  it('before any shoe are those that are set for the next', () => {
    const table = new LiveTable().do(change({ scanCodes: OTHER }));
    expect(scanCodesOf(table.state)).toEqual(OTHER);
    table.do({ kind: 'open_table', dealer: 'Dora' }, change({ scanCodes: THIRD }));
    expect(scanCodesOf(table.state)).toEqual(THIRD);
    table.newShoe().do(change({ scanCodes: OTHER }));
    table.do({ kind: 'burn', code: 'x5C', scanSeq: 1 });
    expect(table.state.shoe?.scanCodes).toEqual(THIRD);
  });

  it('are sent to the desk as they are read, by the snapshot and by every message after it', () => {
    const table = new LiveTable();
    let copy = copyOf(snapshot(table.state, 'dealer'), true);
    let published = 0;
    const look = (): void => {
      for (const message of table.published('dealer').slice(published))
        copy = follow(copy, message);
      published = table.published('dealer').length;
      expect(copy.desk?.scanCodes).toEqual(scanCodesOf(table.state));
      expect(snapshot(table.state, 'dealer').desk?.scanCodes).toEqual(scanCodesOf(table.state));
    };
    const steps: readonly (() => unknown)[] = [
      () => table.do(change({ scanCodes: OTHER })),
      () => table.do({ kind: 'open_table', dealer: 'Dora' }),
      () => table.bringCards(),
      () => table.do(change({ scanCodes: THIRD })),
      () => table.do({ kind: 'shuffle_cards', how: 'manual', by: 'Dora' }),
      () => table.do({ kind: 'cut_shoe', by: 'Dora' }),
      () => table.do(change({ scanCodes: OTHER })),
      () =>
        table
          .burn('5c')
          .do({ kind: 'open_betting' })
          .close()
          .scan(...NATURAL),
      () => table.do({ kind: 'start_shoe_change', by: 'Mona' }),
      () => table.do(change({ scanCodes: DEFAULT_SCAN_CODES })),
      () => table.newShoe().burn(),
    ];
    for (const step of steps) {
      step();
      look();
    }
  });

  it('of a shoe that was kept before shoes had codes are those of the settings then', () => {
    const { state } = new LiveTable({ scanCodes: OTHER }).open();
    const { scanCodes, ...shoe } = state.shoe!;
    expect(scanCodes).toEqual(OTHER);
    expect(completeState({ ...state, shoe } as typeof state)).toEqual(state);
  });
});

describe('a change of settings', () => {
  it('adds to the one before it, whoever made that', () => {
    const table = new LiveTable().open();
    const was = table.state.settings;
    table.do(change({ confirms: 'dealer' }));
    table.do(change({ limits: { punto: { min: '500', max: '900' } }, betMs: undefined }));
    table.do(change({ pauseMs: 9_000 }));
    expect(table.state.nextSettings).toEqual({
      ...was,
      confirms: 'dealer',
      pauseMs: 9_000,
      limits: { ...was.limits, punto: { min: '500', max: '900' } },
    });
    expect(table.log.at(-1)?.event).toMatchObject({ kind: 'settings_changed', by: 'Mona' });
  });

  it('that contradicts what was set before it is refused, and changes nothing', () => {
    const table = new LiveTable().open().do(change({ betMs: 6_000 }));
    const { state } = table;
    for (const settings of [
      { lastBetsMs: 6_001 },
      { scanCodes: { ...OTHER, cutCard: 'KH.3', format: '<rank><suit>.<deck>', checksum: 'none' } },
      { scanCodes: { ...OTHER, format: '<rank>' } },
      { cardsMaxMs: 0 },
      { limits: { punto: { min: '2', max: '1' } } },
    ] satisfies SettingsChange[]) {
      expect(table.give(change(settings))).toMatchObject({ refusal: 'settings_are_unsound' });
    }
    expect(table.state).toBe(state);
  });

  it('to the dealer’s confirmation makes the next coup wait for it, not the one in hand', () => {
    const table = new LiveTable().open().close().scan('9h', 'Kd', 'Ts');
    table.do(change({ confirms: 'dealer' })).scan('Qs');
    expect(table.phase).toBe('settled');
    table
      .tick()
      .close()
      .scan(...NATURAL);
    expect(table.phase).toBe('dealing');
    table.do({ kind: 'withdraw_card', reason: 'misread', setAside: false, by: 'Dora' });
    table.do({ kind: 'resume', by: 'Mona' }).scan('Js');
    table.do({ kind: 'confirm_coup', by: 'Dora' });
    expect(table.state.shoe?.coups.at(-1)?.coup).toContain('Js');
  });

  it('after which no encoder is watched ends the loss of the picture', () => {
    const table = new LiveTable({ streamLostMs: 5_000 }).open().do({ kind: 'lose_stream' });
    expect(table.state.streamLost).toBe(true);
    table.do(change({ betMs: 9_000 }));
    expect(table.state.streamLost).toBe(true);
    table.do(change({ streamLostMs: null }));
    expect(table.state.streamLost).toBe(false);
  });
});

describe('what a person began', () => {
  it('is signed, and players do not learn by whom', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: 'Dora' }).newShoe().burn();
    table
      .do({ kind: 'open_betting', by: 'Dora' })
      .close()
      .scan(...NATURAL)
      .tick();
    table
      .close()
      .scan(...NATURAL)
      .do(change({ betMs: 9_000 }));
    table.do({ kind: 'start_shoe_change', by: 'Mona' }, { kind: 'close_table', by: 'Dora' });
    const KINDS = ['betting_opened', 'settings_changed', 'shoe_change_started', 'table_closed'];
    const signers = (audience: 'player' | 'dealer' | 'pit') =>
      table
        .published(audience)
        .filter(({ kind }) => KINDS.includes(kind))
        .map((message) => ('by' in message ? message.by : undefined));
    const signed = [undefined, 'Dora', undefined, 'Mona', 'Mona', 'Dora'];
    expect(signers('pit')).toEqual(signed);
    expect(signers('dealer')).toEqual(signed);
    expect(signers('player')).toEqual(signed.map(() => undefined));
  });
});

const scanOf = (table: LiveTable, code: string) => ({
  kind: 'scan' as const,
  code,
  scanSeq: table.nextScan,
});
