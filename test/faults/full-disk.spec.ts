/** Where the log cannot be written its lines are lost, and the process goes on. */
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestbed } from '../kit/testbed.js';
import { eventually } from '../kit/studio.js';

/** Whoever writes to it is answered that the disk is full. */
const FULL = '/dev/full';
const PORT = String(19_000 + (process.pid % 900));

const testbed = useTestbed();

describe('a studio whose log has no room', () => {
  it.skipIf(!existsSync(FULL))('serves all the same', async () => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, HOST: '127.0.0.1', PORT, ...testbed.env, LOG_LEVEL: 'trace' };
    const studio = spawn(process.execPath, [path.resolve('dist/main.js')], {
      env,
      stdio: ['ignore', openSync(FULL, 'w'), 'ignore'],
    });
    const isReady = async () => {
      expect(studio.exitCode, 'the process has ended').toBeNull();
      const answer = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => undefined);
      return answer?.status === 200;
    };
    try {
      await eventually('it is ready', isReady);
      for (let each = 0; each < 50; each += 1) {
        await (await fetch(`http://127.0.0.1:${PORT}/tables`)).text();
      }
      expect(await isReady()).toBe(true);
    } finally {
      studio.kill('SIGKILL');
    }
  });
});
