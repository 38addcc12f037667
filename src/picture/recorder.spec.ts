import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KEPT_MS, makeSegmentName } from '../demo/recording.js';
import { Recorder } from './recorder.js';

const BEGAN_MS = Date.parse('2026-11-26T17:10:00Z');
let folder: string;
let kept: string;
let list: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-recorder-'));
  kept = path.join(folder, 'recorded', 'pb-1');
  list = path.join(folder, 'high.m3u8');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const lists = (...seconds: readonly number[]): void => {
  const lines = seconds.flatMap((second) => [
    '#EXTINF:1.000000,',
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(BEGAN_MS + second * 1_000).toISOString().replace('Z', '+0000')}`,
    `high-${second}.ts`,
  ]);
  fs.writeFileSync(list, ['#EXTM3U', ...lines, ''].join('\n'));
};
const films = (second: number): void =>
  fs.writeFileSync(path.join(folder, `high-${second}.ts`), `film ${second}`);
const nameOf = (second: number) =>
  makeSegmentName({ fromMs: BEGAN_MS + second * 1_000, forMs: 1_000 });

it('what a stream has let go of is kept, until it is too old', () => {
  const recorder = new Recorder({ list, kept });
  recorder.look(BEGAN_MS);
  expect(fs.readdirSync(kept)).toEqual([]);
  films(0);
  films(1);
  lists(0, 1);
  recorder.look(BEGAN_MS + 2_000);
  fs.rmSync(path.join(folder, 'high-0.ts'));
  fs.rmSync(path.join(folder, 'high-1.ts'));
  lists(1, 2); // The third is gone before it is looked at.
  recorder.look(BEGAN_MS + 3_000);
  expect(fs.readdirSync(kept).sort()).toEqual([nameOf(0), nameOf(1)]);
  expect(fs.readFileSync(path.join(kept, nameOf(0)), 'utf8')).toBe('film 0');

  // Another start of the program goes on with it.
  const next = new Recorder({ list, kept });
  next.look(BEGAN_MS + KEPT_MS + 500);
  expect(fs.readdirSync(kept)).toEqual([nameOf(1)]);
});

it('where the disk has no hard links a segment is copied', () => {
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' });
  });
  try {
    const recorder = new Recorder({ list, kept });
    films(0);
    lists(0, 1); // The second is gone before it is looked at.
    recorder.look(BEGAN_MS + 2_000);
    expect(fs.readdirSync(kept)).toEqual([nameOf(0)]);
    expect(fs.readFileSync(path.join(kept, nameOf(0)), 'utf8')).toBe('film 0');
  } finally {
    link.mockRestore();
  }
});
