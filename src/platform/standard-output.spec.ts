import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newFolder } from '../../test/kit/new-folder.js';
import { outputTo } from './standard-output.js';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const RETRY_MS = 100;
const KEPT_MAX = 1_048_576;

/** A pipe that refuses when it is full. */
const openPipe = () => {
  const file = path.join(newFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  const reader = openSync(file, O_RDONLY | O_NONBLOCK);
  const fd = openSync(file, O_WRONLY | O_NONBLOCK);
  onTestFinished(() => [reader, fd].forEach((each) => closeSync(each)));
  /** All that is in it now. */
  const read = (): Buffer => {
    const bytes = Buffer.alloc(KEPT_MAX);
    try {
      return bytes.subarray(0, readSync(reader, bytes));
    } catch {
      return bytes.subarray(0, 0);
    }
  };
  return { fd, read };
};

/** More than a pipe takes at a time, and not all of one byte a letter. */
const LINES = Array.from({ length: 100 }, (_, at) => `${at} ${'é'.repeat((at * 37) % 3_000)}\n`);
const WHOLE = LINES.join('');

describe.skipIf(process.platform === 'win32')('a log whose reader', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const start = () => {
    const { fd, read } = openPipe();
    const onLost = vi.fn<(lines: number) => void>();
    /** Reads, and gives what is kept its time, until no more comes. */
    const readAll = (): string => {
      const parts = [read()];
      while (parts.at(-1)!.length > 0) {
        vi.advanceTimersByTime(RETRY_MS);
        parts.push(read());
      }
      return Buffer.concat(parts).toString();
    };
    return { read, readAll, onLost, ...outputTo(fd, onLost) };
  };

  it('is slow has every line, whole and in order', () => {
    const { stream, readAll, onLost } = start();
    for (const line of LINES) stream.write(line);
    expect(readAll()).toBe(WHOLE);
    expect(onLost).not.toHaveBeenCalled();
  });

  it('stalls loses whole lines beyond a megabyte, which are counted when it goes on', () => {
    const { stream, readAll, onLost } = start();
    const times = Math.ceil((2 * KEPT_MAX) / Buffer.byteLength(WHOLE));
    for (let each = 0; each < times; each += 1) for (const line of LINES) stream.write(line);
    expect(onLost).not.toHaveBeenCalled();
    const lines = readAll().split(/(?<=\n)/);
    const whole = new Set(LINES);
    expect(lines.filter((line) => !whole.has(line))).toEqual([]);
    expect(onLost.mock.calls).toEqual([[times * LINES.length - lines.length]]);
  });

  it('is slow has the last lines of a process that ends', () => {
    const { stream, end, read } = start();
    const before = 'a'.repeat(70_000);
    stream.write(before);
    stream.write('the last line\n');
    const text = read().toString();
    end();
    expect(text + read().toString()).toBe(`${before}the last line\n`);
  });
});

/** Whoever writes to it is answered that the disk is full. */
const FULL = '/dev/full';

it.skipIf(!existsSync(FULL))('a fatal line does not wait for room on a full disk', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const fd = openSync(FULL, 'w');
  const wait = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    throw new Error('It would sleep for ever.');
  });
  onTestFinished(() => {
    closeSync(fd);
    wait.mockRestore();
    vi.useRealTimers();
  });
  pino(outputTo(fd, () => undefined).stream).fatal('this database is for another studio');
  expect(wait).not.toHaveBeenCalled();
});
