import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type WaitingScans, type ScanChange, afterChange } from '../client/waiting-scans.js';
import { Spool } from './spool.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-spool-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let files = 0;
const newFile = (): string => path.join(folder, String((files += 1)));

/** What a queue does with a spool, and what waits by then. */
const after = (spool: Spool, ...changes: readonly ScanChange[]): WaitingScans =>
  changes.reduce((before, change) => {
    const waiting = afterChange(before, change);
    spool.keep(change, waiting);
    return waiting;
  }, spool.left);

const scanned = (id: number, code: string, game?: string): ScanChange => ({
  line: 'scanned',
  id,
  code,
  game,
});
const done = (id: number): ScanChange => ({ line: 'done', id });
const codes = ({ left }: Spool): readonly string[] => left.scans.map(({ code }) => code);

describe('a spool', () => {
  it('gives back in order what was not finished, and how far each had gone', () => {
    const file = newFile();
    const sent = { name: 'card:scan', scanSeq: 7, shoe: 2 } as const;
    const read = ['KH', 'AS', 'KH'].map((code, index) => scanned(index + 1, code));
    after(new Spool(file), ...read, done(1), { line: 'sent', id: 2, ...sent });
    const second = new Spool(file);
    expect(second.left.lastId).toBe(3);
    after(second, scanned(4, '9D'));
    const third = new Spool(file);
    expect(third.left).toEqual({
      scans: [
        { id: 2, code: 'AS', sent },
        { id: 3, code: 'KH' },
        { id: 4, code: '9D' },
      ],
      stop: undefined,
      lastId: 4,
    });
    after(third, done(2), done(3), done(4));
    expect(codes(new Spool(file))).toEqual([]);
  });

  it('knows what was certainly not taken', () => {
    const file = newFile();
    after(
      new Spool(file),
      scanned(1, 'KH'),
      { line: 'sent', id: 1, name: 'shoe:burn', scanSeq: 1, shoe: 1 },
      { line: 'kept', id: 1 },
    );
    expect(new Spool(file).left.scans).toEqual([{ id: 1, code: 'KH' }]);
  });

  it('survives a line that was cut off in the middle', () => {
    const file = newFile();
    after(new Spool(file), scanned(1, 'KH'));
    fs.appendFileSync(file, '{"line":"scanned","id":2,"co');
    after(new Spool(file), scanned(2, 'AS'));
    expect(codes(new Spool(file))).toEqual(['KH', 'AS']);
  });

  it('is whole where the disk takes a part of a line at first', () => {
    const file = newFile();
    const spool = new Spool(file);
    const sent = { name: 'card:scan', scanSeq: 7, shoe: 2 } as const;
    const before = after(spool, scanned(1, 'KH'));
    const change = { line: 'sent', id: 1, ...sent } as const;
    const { writeSync } = fs;
    const inParts = vi
      .spyOn(fs, 'writeSync')
      .mockImplementationOnce((to: number, all: string | NodeJS.ArrayBufferView) =>
        typeof all === 'string'
          ? writeSync(to, all.slice(0, 9))
          : writeSync(to, new Uint8Array(all.buffer, all.byteOffset, 9)),
      );
    spool.keep(change, afterChange(before, change));
    inParts.mockRestore();
    expect(new Spool(file).left.scans).toEqual([{ id: 1, code: 'KH', sent }]);
  });

  it('holds no more than what waits', () => {
    const file = newFile();
    const passed = Array.from({ length: 50 }, (_, index) => [
      scanned(index + 2, 'KH'),
      done(index + 2),
    ]);
    after(new Spool(file), scanned(1, 'AS'), ...passed.flat());
    expect(fs.statSync(file).size).toBeGreaterThan(1_000);
    const second = new Spool(file);
    expect(fs.statSync(file).size).toBeLessThan(100);
    after(second, done(1));
    expect(fs.statSync(file).size).toBe(0);
  });

  it('keeps with each code the round that it was read in', () => {
    const file = newFile();
    after(new Spool(file), scanned(1, 'KH', '1000000007'), scanned(2, 'AS'));
    expect(new Spool(file).left.scans.map(({ code, game }) => [code, game])).toEqual([
      ['KH', '1000000007'],
      ['AS', undefined],
    ]);
  });

  it('throws away everything that waits in one step, and remembers it until it is reported', () => {
    const file = newFile();
    const note = '3 codes are dropped';
    const read = ['KH', 'AS', '3C'].map((code, index) => scanned(index + 1, code));
    after(new Spool(file), ...read, { line: 'stopped', id: 3, note });
    const second = new Spool(file);
    expect([codes(second), second.left.stop]).toEqual([[], note]);
    after(second, scanned(4, '9D'));
    const third = new Spool(file);
    expect([codes(third), third.left.stop]).toEqual([['9D'], note]);
    after(third, { line: 'reported', id: 4 });
    const fourth = new Spool(file);
    expect([codes(fourth), fourth.left.stop]).toEqual([['9D'], undefined]);
    after(fourth, done(4));
    expect(fs.statSync(file).size).toBe(0);
    // As an earlier bridge left it.
    const lines = [
      '{"line":"stopped","id":2,"note":"2 codes are dropped"}',
      '{"line":"told","id":2}',
    ];
    fs.writeFileSync(file, `${lines[0]}\n`);
    expect(new Spool(file).left.stop).toBe('2 codes are dropped');
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    expect(new Spool(file).left.stop).toBeUndefined();
  });

  it('without a file keeps nothing beyond its process', () => {
    const spool = new Spool();
    expect(after(spool, scanned(1, 'KH')).scans).toHaveLength(1);
    expect(spool.left.scans).toEqual([]);
  });
});
