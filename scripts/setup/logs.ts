/** Log files of the programs we start: begun anew at each start, and read back when one fails. */
import fs from 'node:fs';
import { shown } from './paths.js';
import { ask } from './processes.js';

/** The log of the start before is kept beside the new one as `….1`. */
export function beginLog(file: string): void {
  if (fs.existsSync(file)) fs.renameSync(file, `${file}.1`);
}

/** A sentence that ends with the last lines of a log. */
export function endOf(file: string): string {
  const lines = lastLines(file);
  return lines === '' ? `${shown(file)} is empty.` : `The end of ${shown(file)}:\n${lines}`;
}

/** The last lines of a log. Those of the studio's own JSON logs are put in plain words. */
export const lastLines = (file: string): string =>
  (ask('tail', ['-n', '8', file]) ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `    ${inPlainWords(line).slice(0, 300)}`)
    .join('\n');

const LEVELS: Readonly<Record<number, string>> = {
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message: string };
}

function inPlainWords(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as LogLine;
    if (msg === undefined && err === undefined) return line;
    const words = new Set([LEVELS[level], msg, err?.message]);
    return [...words].filter((word) => word !== undefined).join(' ');
  } catch {
    return line;
  }
}
