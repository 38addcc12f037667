/**
 * Which backups and which files of the log belong to a history of the cluster. Each restore begins
 * a timeline of Postgres: it shares the log of the one that it left up to that place, and what
 * comes after that place is no part of it.
 */

/** The first eight hexadecimal digits of a log file are its timeline, the others its place. */
const WAL = /^([0-9A-F]{8})([0-9A-F]{16})/;
const HISTORY = /^([0-9A-F]{8})\.history$/;
/** A file of it as a whole, archived or not. */
const WHOLE_WAL = /^([0-9A-F]{8})([0-9A-F]{16})(?:\.gz)?$/;
/** So much of the log is in one file, and so many files have the same first half of their place. */
const FILE_BYTES = 2n ** 24n;
const FILES_OF_HALF = 2n ** 8n;

/** What says where a backup belongs. */
export interface Origin {
  readonly endedAt: Date;
  /** The first file of the write-ahead log that it needs. */
  readonly firstWal: string;
  /** The place in the log from which on it is whole, as in `0/3000120`. */
  readonly endLsn: string;
}

/** Where a timeline was left for another one. */
interface Fork {
  readonly timeline: number;
  readonly lsn: string;
}

/** A timeline, and those that led to it. */
export interface History {
  readonly timeline: number;
  readonly forks: readonly Fork[];
}

const hex = (digits: string): number => Number.parseInt(digits, 16);

const timelineOf = (wal: string): number => hex(wal.slice(0, 8));

/** The highest of the timelines that files are named by. Postgres begins with 1. */
export const latestTimeline = (files: readonly string[]): number =>
  Math.max(
    1,
    ...files.flatMap((file) => {
      const digits = (WAL.exec(file) ?? HISTORY.exec(file))?.[1];
      return digits === undefined ? [] : [hex(digits)];
    }),
  );

/** The name of the file in which Postgres says which timelines led to this one. 1 has none. */
export const historyFile = (timeline: number): string =>
  `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;

/** Reads the text of that file: a line for each timeline that was left, and where. */
export const parseHistory = (timeline: number, text: string): History => ({
  timeline,
  forks: text.split('\n').flatMap((line) => {
    const [, left, lsn] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? [];
    return left === undefined || lsn === undefined ? [] : [{ timeline: Number(left), lsn }];
  }),
});

/** Which file that is, counted from the first one. */
const fileNumber = (place: string): bigint =>
  BigInt(`0x${place.slice(0, 8)}`) * FILES_OF_HALF + BigInt(`0x${place.slice(8)}`);

const placeOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/** Whether the log leads from the backup to this history: it was whole before the fork. */
export const leadsTo = ({ timeline, forks }: History, { firstWal, endLsn }: Origin): boolean => {
  const own = timelineOf(firstWal);
  if (own === timeline) return true;
  const left = forks.find((fork) => fork.timeline === own);
  return left !== undefined && placeOf(endLsn) <= placeOf(left.lsn);
};

/**
 * The newest of `backups`, which are sorted by age, from which `history` is restored as of the
 * moment `until`, or as far as it goes.
 */
export const chooseBackup = <T extends Origin>(
  backups: readonly T[],
  history: History,
  until: Date | undefined,
): T | undefined =>
  backups.findLast(
    (backup) => leadsTo(history, backup) && (until === undefined || backup.endedAt <= until),
  );

/**
 * Which files of the archive none of the kept backups needs. One needs its own timeline and all
 * later ones from its first place on. The files that say which timeline led to which are all kept.
 */
export const unneededWal = (
  files: readonly string[],
  kept: readonly Pick<Origin, 'firstWal'>[],
): readonly string[] =>
  files.filter((file) => {
    const [, timeline, place] = WAL.exec(file) ?? [];
    if (timeline === undefined || place === undefined) return false;
    return !kept.some(
      ({ firstWal }) => hex(timeline) >= timelineOf(firstWal) && place >= firstWal.slice(8, 24),
    );
  });

/**
 * The first file that is missing on the way from a backup, which begins with the file `from`, to
 * the last one that is archived of `history`. The cluster's `own` files may fill a gap. How far the
 * log goes they do not say, since some of them are only prepared.
 */
export const firstGap = (
  archived: readonly string[],
  own: readonly string[],
  history: History,
  from: string,
): string | undefined => {
  const { timeline, forks } = history;
  const numbersOf = (files: readonly string[], timelines: readonly number[]): readonly bigint[] =>
    files.flatMap((file) => {
      const [, of = '', place = ''] = WHOLE_WAL.exec(file) ?? [];
      return timelines.includes(hex(of)) ? [fileNumber(place)] : [];
    });
  const last = numbersOf(archived, [timeline]).reduce((a, b) => (a > b ? a : b), 0n);
  const all = [timeline, ...forks.map((fork) => fork.timeline)];
  const there = new Set(numbersOf([...archived, ...own], all));
  for (let number = fileNumber(from.slice(8, 24)); number < last; number += 1n) {
    if (!there.has(number)) return fileAt(number, history);
  }
  return undefined;
};

/** The name of a file, by the timeline that the history was in at its end. */
const fileAt = (number: bigint, { timeline, forks }: History): string => {
  const fork = forks.find(({ lsn }) => placeOf(lsn) >= (number + 1n) * FILE_BYTES);
  return [BigInt(fork?.timeline ?? timeline), number / FILES_OF_HALF, number % FILES_OF_HALF]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
};
