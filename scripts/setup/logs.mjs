/**
 * Log files of the programs we start: opened anew at each start, and read back when one of them
 * fails.
 */
import fs from 'node:fs';
import { shown } from './paths.mjs';

/** Opens an empty log for writing; the one of the start before is kept beside it as `….1`. */
export function openLog(file) {
  if (fs.existsSync(file)) fs.renameSync(file, `${file}.1`);
  return fs.openSync(file, 'a', 0o600);
}

/** Goes on with a log, for a program that is started again. */
export const continueLog = (file) => fs.openSync(file, 'a', 0o600);

/** A sentence that ends with the last lines of a log. */
export function endOf(file) {
  const lines = lastLines(file);
  return lines === '' ? `${shown(file)} is empty.` : `The end of ${shown(file)}:\n${lines}`;
}

/** The last lines of a log, those of our own JSON logs in plain words. */
export function lastLines(file, count = 8) {
  let text;
  try {
    const handle = fs.openSync(file, 'r');
    const { size } = fs.fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, 64 * 1024));
    fs.readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    fs.closeSync(handle);
    text = buffer.toString('utf8');
  } catch {
    return '';
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(-count)
    .map((line) => `    ${inPlainWords(line).slice(0, 300)}`)
    .join('\n');
}

const LEVELS = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

function inPlainWords(line) {
  if (!line.startsWith('{')) return line;
  try {
    const { level, msg, err } = JSON.parse(line);
    if (msg === undefined && err === undefined) return line;
    return [LEVELS[level] ?? level, msg, err?.message !== msg && err?.message]
      .filter(Boolean)
      .join(' ');
  } catch {
    return line;
  }
}
