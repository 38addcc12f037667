/**
 * The programs of the image as the first process of a container: asked to end before they have
 * begun, they do. The kernel ends no such process by itself.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ANCHOR_KEY, HANDS_KEY, JWT_KEY } from '../kit/testbed.js';

/** A space of processes of its own, which ends with the program that began it. */
const SPACE = ['--fork', '--pid', '--mount-proc', '--kill-child'];
const isAllowed = spawnSync('unshare', [...SPACE, 'true']).status === 0;
if (!isAllowed) {
  console.log(
    'unshare is not allowed here: no program is tried as the first process of a container',
  );
}

const KEYS = { SABOT_JWT_KEY: JWT_KEY, SABOT_ANCHOR_KEY: ANCHOR_KEY, SABOT_HANDS_KEY: HANDS_KEY };

/** The process in it, as this machine numbers it. */
const firstIn = ({ pid }: ChildProcess): number => {
  const first = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  // 0 would be this test and whoever started it.
  expect(first).toBeGreaterThan(1);
  return first;
};

describe.runIf(isAllowed)('the first process of a container', () => {
  it.each([
    ['SIGTERM', 'dist/main.js', 143],
    ['SIGINT', 'dist/main.js', 130],
    ['SIGTERM', 'dist/migration/migrate-command.js', 143],
  ] as const)('ends by %s as long as %s has not begun', async (signal, file, code) => {
    /** A Postgres that takes connections, and never says a word. */
    const silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const { PATH = '' } = process.env;
    const DATABASE_URL = `postgres://sabot@127.0.0.1:${port}/sabot`;
    const space = spawn('unshare', [...SPACE, process.execPath, file], {
      env: { PATH, ...KEYS, DATABASE_URL },
      stdio: 'ignore',
    });
    onTestFinished(() => {
      space.kill('SIGKILL');
      silent.close();
    });
    const ended = once(space, 'exit');
    await once(silent, 'connection');
    process.kill(firstIn(space), signal);
    expect(await ended).toEqual([code, null]);
  });
});
