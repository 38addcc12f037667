import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NONE_WAITING, type WaitingScans } from '../../../src/client/waiting-scans.js';
import {
  keepProcedures,
  keepScans,
  keepUncollected,
  keepWithdrawn,
  keptScans,
  keptUncollected,
  keptWithdrawn,
} from './kept.js';

/** The storage of a tab. What is longer than there is room for throws, as in a browser. */
class Storage {
  readonly items = new Map<string, string>();
  room = 1_000;

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (value.length > this.room) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

let storage: Storage;
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

const waiting: WaitingScans = {
  scans: [{ id: 7, code: 'KH', game: undefined, sent: undefined }],
  stop: undefined,
  lastId: 7,
};

describe('scans that wait', () => {
  it('are kept beyond a reload, as long as they wait', () => {
    expect(keptScans('pb-1')).toEqual(NONE_WAITING);
    expect(keepScans('pb-1', waiting)).toBe(true);
    expect(keptScans('pb-1')).toEqual(waiting);
    expect(keptScans('pb-2')).toEqual(NONE_WAITING);
    expect(keepScans('pb-1', { ...waiting, scans: [] })).toBe(true);
    expect(storage.items.size).toBe(0);
  });

  it('are not kept as they no longer are, where there is no room', () => {
    keepScans('pb-1', waiting);
    storage.room = 10;
    const sent = { name: 'card:scan', scanSeq: 1, shoe: 1 } as const;
    expect(keepScans('pb-1', { ...waiting, scans: [{ ...waiting.scans[0]!, sent }] })).toBe(false);
    expect(keptScans('pb-1')).toEqual(NONE_WAITING);
  });
});

it('what else is kept fails nothing where there is no room', () => {
  storage.room = 1;
  expect(keepUncollected('pb-1', { game: '1000000001', isVoid: false })).toBe(false);
  expect(keptUncollected('pb-1')).toBeUndefined();
  expect(keepProcedures('pb-1', [])).toBe(false);
  expect(keepWithdrawn('pb-1', undefined)).toBe(false);
  expect(keptWithdrawn('pb-1')).toBeUndefined();
});

describe('scans that a former version of the page left', () => {
  const former = 'sabot.desk.scans.pb-1';
  const leave = (...scans: readonly object[]) => storage.setItem(former, JSON.stringify(scans));
  const ks = { code: 'KS', game: '1000000001', isLate: true };
  const sent = { code: '3C', sent: { command: 'card:scan', scanSeq: 4 } };
  const report = { code: '', note: 'smudge was refused; 1 code behind it is dropped: KH' };

  it.each([
    ['are reported', [ks, sent], 'the desk was updated; 2 codes behind it are dropped: KS 3C'],
    ['are reported with what was to be', [report], report.note],
    ['are reported behind it', [report, ks], `${report.note}; 1 code behind it is dropped: KS`],
  ])('%s, and not sent', (_, scans, stop) => {
    leave(...scans);
    const expected = { scans: [], stop, lastId: 0 };
    expect(keptScans('pb-1')).toEqual(expected);
    expect([...storage.items.keys()]).toEqual(['sabot.desk.waiting.pb-1']);
    expect(keptScans('pb-1')).toEqual(expected); // after another reload, too
  });

  it('are reported before what waits now', () => {
    keepScans('pb-1', waiting);
    leave(ks);
    const stop = 'the desk was updated; 1 code behind it is dropped: KS';
    expect(keptScans('pb-1')).toEqual({ ...waiting, stop });
  });

  it('stay until the report is kept', () => {
    leave(ks);
    storage.room = 10;
    expect(keptScans('pb-1').stop).toContain('KS');
    expect([...storage.items.keys()]).toEqual([former]);
  });
});
