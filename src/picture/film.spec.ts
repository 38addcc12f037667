import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { copyOf } from '../client/table-copy.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { emptyTable } from '../round/state.js';
import type { Film } from './film.js';

/** The package is optional. Without it nothing is filmed. */
const canvas = await import('@napi-rs/canvas').catch(() => undefined);
const films = canvas && (await import('./film.js'));

let folder: string;
let film: Film;
const notes: string[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-film-'));
  notes.length = 0;
});
afterEach(() => {
  film.stop();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const EMPTY = copyOf(snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), 'dealer'), true);

/** Films a table with an ffmpeg that is this. */
const filming = (clock: ManualClock, dayMs: () => number, does = saysHour(dayMs())): void => {
  const ffmpeg = path.join(folder, 'ffmpeg');
  fs.writeFileSync(ffmpeg, `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  const streams = path.join(folder, 'pb-1');
  fs.mkdirSync(streams);
  const note = (text: string) => void notes.push(text);
  const print = canvas!.createCanvas(2, 2);
  const prints = { faces: new Map(), back: print, felt: print, shoe: print };
  film = new films!.Film({ ffmpeg, folder: streams, ports: undefined, clock, dayMs, prints, note });
  film.show(EMPTY);
};

/** Says when its first frame came, and takes whatever comes. */
const saysHour = (atMs: number): string => {
  const hour = new Date(atMs).toISOString().replace('Z', '+0000');
  return `echo '#EXT-X-PROGRAM-DATE-TIME:${hour}' > high.m3u8; exec cat > /dev/null`;
};

const hasBegun = (): Promise<void> =>
  vi.waitFor(
    () => expect(fs.readFileSync(path.join(folder, 'pb-1/high.m3u8'), 'utf8')).not.toBe(''),
    10_000,
  );

describe.skipIf(canvas === undefined)('a film', () => {
  it.each([-3_600_000, 3_600_000])(
    'goes on where the machine’s time of day has moved by %s ms against its clock',
    async (aheadMs) => {
      const clock = new ManualClock();
      filming(clock, () => clock.nowMs() + aheadMs);
      await clock.advance(200);
      await hasBegun();
      await clock.advance(500);
      expect(notes).toEqual([]);
      expect(film.isLive).toBe(true);
    },
  );

  it('begins anew, and once, where the machine was asleep: its hours would be of before', async () => {
    const clock = new ManualClock();
    let sleptMs = 0;
    filming(clock, () => clock.nowMs() + sleptMs);
    await clock.advance(200);
    await hasBegun();
    await clock.advance(500);
    sleptMs = 3_600_000; // Its clock stood still meanwhile.
    await clock.advance(200);
    expect(notes).toEqual(['the stream begins anew: the picture stood still']);
  });

  it('says nothing of what was to be heard while there was no stream', async () => {
    const clock = new ManualClock();
    filming(clock, () => clock.nowMs(), '[ -e ../works ] || exit 1; exec cat <&3 > ../sound');
    await clock.advance(100);
    await vi.waitFor(() => expect(notes).toEqual(['the stream begins anew: code 1']), 10_000);
    film.show({ ...EMPTY, phase: 'dealing', round: { game: '7', cards: ['9h'] } as never });
    fs.writeFileSync(path.join(folder, 'works'), '');
    await clock.advance(2_000);
    await clock.advance(500);
    const sound = await vi.waitFor(() => {
      const bytes = fs.readFileSync(path.join(folder, 'sound'));
      expect(bytes.length).toBeGreaterThan(20_000);
      return bytes;
    }, 10_000);
    expect(Math.max(...sound)).toBe(0);
  });
});
