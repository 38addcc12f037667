/**
 * How far a long simulation has come, kept in a file, so that one that was broken off goes on where
 * it was. What another version of the sources has simulated counts for nothing.
 */
import fs from 'node:fs';
import path from 'node:path';
import { NOTHING_YET, type Report } from './report.js';

export interface Progress {
  readonly report: Report;
  /** The parts that are done, by their numbers. */
  readonly done: readonly number[];
}

interface Kept extends Progress {
  /** Which sources, the first seed, and how many rounds a world has. */
  readonly of: string;
}

const NONE: Progress = { report: NOTHING_YET, done: [] };

export const readProgress = (file: string | undefined, of: string): Progress => {
  if (file === undefined || !fs.existsSync(file)) return NONE;
  const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as Kept;
  return kept.of === of ? kept : NONE;
};

export const keepProgress = (file: string, of: string, { report, done }: Progress): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const kept: Kept = { of, report, done };
  fs.writeFileSync(`${file}.new`, JSON.stringify(kept));
  fs.renameSync(`${file}.new`, file);
};
