/** Log files of the programs we start: begun anew at each start, and read back when one fails. */
import fs from 'node:fs';
import { shown } from './paths.js';

/** The log of the start before is kept beside the new one as `….1`. */
export function beginLog(file: string): void {
  if (fs.existsSync(file)) fs.renameSync(file, `${file}.1`);
}

export const openLog = (file: string): number => fs.openSync(file, 'a', 0o600);

/** A sentence that ends with the last lines of a log. */
export function endOf(file: string): string {
  const lines = lastLines(file);
  return lines === '' ? `${shown(file)} is empty.` : `The end of ${shown(file)}:\n${lines}`;
}

const LINES = 8;
const BYTES = 64 * 1024;

/** The last lines of a log, those of our own JSON logs in plain words. */
export function lastLines(file: string): string {
  if (!fs.existsSync(file)) return '';
  const handle = fs.openSync(file, 'r');
  const buffer = Buffer.alloc(BYTES);
  const { size } = fs.fstatSync(handle);
  const length = fs.readSync(handle, buffer, 0, BYTES, Math.max(0, size - BYTES));
  fs.closeSync(handle);
  const lines = buffer.toString('utf8', 0, length).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(-LINES)
    .map((line) => `    ${inPlainWords(line).slice(0, 300)}`)
    .join('\n');
}

const LEVELS = new Map([
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message: string };
}

function inPlainWords(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as LogLine;
    if (msg === undefined && err === undefined) return line;
    const words = new Set([LEVELS.get(level), msg, err?.message]);
    return [...words].filter((word) => word !== undefined).join(' ');
  } catch {
    return line;
  }
}
