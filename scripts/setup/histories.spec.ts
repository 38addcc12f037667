import { describe, expect, it } from 'vitest';
import {
  chooseBackup,
  firstGap,
  historyFile,
  latestTimeline,
  leadsTo,
  parseHistory,
  unneededWal,
} from './histories.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 21, minute));
const wal = (timeline: number, place: number): string =>
  `${timeline.toString(16).padStart(8, '0')}00000000${place.toString(16).padStart(8, '0')}`.toUpperCase();

const b1 = { name: 'b1', endedAt: at(0), firstWal: wal(1, 2), endLsn: '0/2000120' };
const b2 = { name: 'b2', endedAt: at(20), firstWal: wal(1, 9), endLsn: '0/9000120' };
const b3 = { name: 'b3', endedAt: at(40), firstWal: wal(2, 6), endLsn: '0/6000120' };

const first = parseHistory(1, '');
/** Restored from `b1` to a moment before `b2`. */
const second = parseHistory(2, '1\t0/5000A28\tbefore 2026-11-21 21:10:00+00\n');
const third = parseHistory(3, '1\t0/5000A28\tbefore …\n\n2\t0/7000000\tno recovery target\n');

describe('the backup that a history is restored from', () => {
  it('is the newest that ended before the moment', () => {
    expect(chooseBackup([b1, b2], first, undefined)).toBe(b2);
    expect(chooseBackup([b1, b2], first, at(20))).toBe(b2);
    expect(chooseBackup([b1, b2], first, at(19))).toBe(b1);
    expect(chooseBackup([b1, b2], first, new Date(at(0).getTime() - 1))).toBeUndefined();
  });

  it('is none of a part that was given up', () => {
    expect(chooseBackup([b1, b2], second, undefined)).toBe(b1);
    expect(chooseBackup([b1, b2], second, at(30))).toBe(b1);
    expect(chooseBackup([b2], second, undefined)).toBeUndefined();
    expect(chooseBackup([b1, b2, b3], second, undefined)).toBe(b3);
    expect(chooseBackup([b1, b2, b3], second, at(30))).toBe(b1);
    expect(chooseBackup([b1, b2, b3], third, undefined)).toBe(b3);
  });

  it('may end where the history was left, and not after', () => {
    expect(leadsTo(second, { ...b1, endLsn: '0/5000A28' })).toBe(true);
    expect(leadsTo(second, { ...b1, endLsn: '0/5000A29' })).toBe(false);
    expect(leadsTo(second, { ...b1, endLsn: '1/0' })).toBe(false);
    expect(leadsTo(first, b3)).toBe(false);
  });
});

it('a timeline is read from the names of files', () => {
  expect(latestTimeline([])).toBe(1);
  expect(latestTimeline(['archive_status', wal(2, 900), `${wal(10, 1)}.gz`])).toBe(10);
  expect(latestTimeline([wal(2, 1), '0000000B.history'])).toBe(11);
  expect(historyFile(11)).toBe('0000000B.history');
});

describe('the log that no backup needs', () => {
  it('lies before the first place of each of them', () => {
    const files = [wal(1, 1), wal(1, 2), wal(1, 8), wal(1, 9)];
    expect(unneededWal(files, [b1, b2])).toEqual([wal(1, 1)]);
    expect(unneededWal(files, [b2])).toEqual([wal(1, 1), wal(1, 2), wal(1, 8)]);
    expect(unneededWal(files, [])).toEqual(files);
  });

  it('is not that of a later timeline that is behind an earlier one', () => {
    const needed = [wal(2, 6), wal(2, 7), wal(1, 9), wal(2, 9), wal(3, 7)];
    const files = [wal(1, 8), wal(2, 5), ...needed].map((file) => `${file}.gz`);
    expect(unneededWal(files, [b2, b3])).toEqual([`${wal(1, 8)}.gz`, `${wal(2, 5)}.gz`]);
    expect(unneededWal(files, [b3])).toEqual([
      `${wal(1, 8)}.gz`,
      `${wal(2, 5)}.gz`,
      `${wal(1, 9)}.gz`,
    ]);
  });

  it('is no file that says which timeline led to which', () => {
    expect(unneededWal(['00000002.history.gz', 'notes'], [b3])).toEqual([]);
  });
});

describe('a gap of the log', () => {
  const files = [wal(1, 2), wal(1, 3), wal(1, 4), wal(1, 5)].map((file) => `${file}.gz`);

  it('is the first file that is missing before the last', () => {
    expect(firstGap(files, [], first, wal(1, 2))).toBeUndefined();
    expect(firstGap(files.slice(1), [], first, wal(1, 2))).toBe(wal(1, 2));
    expect(firstGap(files.toSpliced(1, 2), [], first, wal(1, 2))).toBe(wal(1, 3));
    expect(
      firstGap(
        [`${wal(1, 255)}.gz`, `${wal(1, 1).slice(0, 15)}100000001.gz`],
        [],
        first,
        wal(1, 255),
      ),
    ).toBe(`${wal(1, 0).slice(0, 15)}100000000`);
  });

  it('is none where the cluster still has it, nor after what is archived', () => {
    expect(firstGap(files.toSpliced(1, 1), [wal(1, 3)], first, wal(1, 2))).toBeUndefined();
    expect(firstGap(files, [wal(1, 9)], first, wal(1, 2))).toBeUndefined();
    expect(firstGap([], [], first, wal(1, 2))).toBeUndefined();
  });

  it('is filled by each timeline of the history, and by no other', () => {
    const others = [`${wal(2, 5)}.gz`, `${wal(2, 6)}.gz`, `${wal(2, 7)}.gz`];
    expect(firstGap([...files.slice(0, 3), ...others], [], second, wal(1, 2))).toBeUndefined();
    expect(firstGap([...files, `${wal(2, 7)}.gz`], [], second, wal(1, 2))).toBe(wal(2, 6));
    expect(firstGap([...files.toSpliced(1, 1), ...others], [], second, wal(1, 2))).toBe(wal(1, 3));
    expect(firstGap([`${wal(2, 2)}.gz`, ...files.slice(2)], [], first, wal(1, 2))).toBe(wal(1, 2));
  });
});
