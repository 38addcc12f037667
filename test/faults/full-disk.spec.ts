/** Where the log cannot be written its lines are lost, and the process goes on. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newFolder } from '../kit/new-folder.js';
import { eventually } from '../kit/studio.js';
import { useTestbed } from '../kit/testbed.js';

/** Whoever writes to it is answered that the disk is full. */
const FULL = '/dev/full';
const PORT = String(19_000 + (process.pid % 900));

const testbed = useTestbed();

/** A studio whose log goes to this file. */
const start = (log: number): ChildProcess => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, HOST: '127.0.0.1', PORT, ...testbed.env, LOG_LEVEL: 'trace' };
  const studio = spawn(process.execPath, [path.resolve('dist/main.js')], {
    env,
    stdio: ['ignore', log, 'ignore'],
  });
  closeSync(log);
  onTestFinished(() => void studio.kill('SIGKILL'));
  return studio;
};

const serves = async (studio: ChildProcess): Promise<void> => {
  const isReady = async () => {
    expect(studio.exitCode, 'the process has ended').toBeNull();
    const signal = AbortSignal.timeout(10_000);
    const url = `http://127.0.0.1:${PORT}/health/ready`;
    return (await fetch(url, { signal }).catch(() => undefined))?.status === 200;
  };
  await eventually('it is ready', isReady);
  for (let each = 0; each < 50; each += 1) {
    await (await fetch(`http://127.0.0.1:${PORT}/tables`)).text();
  }
  expect(await isReady()).toBe(true);
};

/** A pipe that takes nothing more until somebody reads it. */
const fullPipe = () => {
  const file = path.join(newFolder(), 'log');
  execFileSync('mkfifo', [file]);
  const reader = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const block = Buffer.alloc(4_096);
  let size = 0;
  try {
    for (;;) size += writeSync(reader, block);
  } catch {
    // It is full.
  }
  const read = (): string => {
    const bytes = Buffer.alloc(1_048_576);
    try {
      return bytes.toString('utf8', 0, readSync(reader, bytes));
    } catch {
      return '';
    }
  };
  return { writer: openSync(file, 'w'), read, before: '\0'.repeat(size) };
};

describe('a studio whose log has no room', () => {
  it.skipIf(!existsSync(FULL))('serves all the same', async () => {
    await serves(start(openSync(FULL, 'w')));
  });
});

describe('a studio whose log nobody reads', () => {
  it.skipIf(process.platform === 'win32')('serves, and ends when it is asked to', async () => {
    const { writer, read, before } = fullPipe();
    const studio = start(writer);
    await serves(studio);
    studio.kill('SIGTERM');
    const [code] = (await once(studio, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(read()).toBe(before);
  });
});
