/** `npm start` refuses in plain words what cannot work, before it sets anything up. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const RUN = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'sabot-start-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const start = (args: readonly string[], env: Record<string, string> = {}): Promise<Ending> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', SABOT_DATA: folder, ...env } };
    execFile(process.execPath, [RUN, 'start', ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/**
 * What a running process writes into the lock (scripts/setup/lock.mjs): its pid, and when it was
 * born.
 */
const lockOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const born = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return JSON.stringify({ pid, born });
};

describe('the flags', () => {
  test('--help tells them all', async () => {
    const { code, stdout } = await start(['--help']);
    expect(code).toBe(0);
    for (const flag of [
      '--tables n',
      '--players n',
      '--port n',
      '--fast',
      '--no-dealer',
      '--no-picture',
      '--shoe-file f',
    ]) {
      expect(stdout).toContain(flag);
    }
  });

  test.each([
    [['--tabels', '3'], "Unknown option '--tabels'"],
    [['--tables', '0'], '--tables must be a whole number from 1 to'],
    [['--tables', '1.5'], '--tables must be a whole number from 1 to'],
    [['--players', 'many'], '--players must be a whole number from 0 to'],
    [['--port', '65536'], '--port must be a whole number from 1 to 65535'],
    [['--port'], '--port'],
    [['--fast=yes'], '--fast'],
    [['fast'], 'fast'],
    [['--shoe-file', 'nowhere.txt'], 'The shoe file nowhere.txt cannot be read'],
  ])('%j is refused', async (args, sentence) => {
    const { code, stderr } = await start(args);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain('npm start -- --help');
    expect(stderr).not.toContain('    at ');
  });

  test('a flag that npm kept for itself is not passed over', async () => {
    const { code, stderr } = await start([], { npm_config_fast: 'true' });
    expect(code).toBe(1);
    expect(stderr).toContain('npm start -- --fast');
  });
});

describe('what stands in the way', () => {
  test('a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await start(['--port', String(port)]);
    server.close();
    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(
      new RegExp(`^Port ${port} is taken by another program\\..* --port \\d+$`),
    );
  });

  test('another start on the same data', async () => {
    writeFileSync(path.join(folder, 'lock'), lockOf(process.pid));
    const { code, stderr } = await start([]);
    expect(code).toBe(1);
    expect(stderr).toContain(`already running on the data folder ${realpathSync(folder)}`);
    expect(readFileSync(path.join(folder, 'lock'), 'utf8')).toBe(lockOf(process.pid));
  });

  test('a file in the place of the data folder', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    const { code, stderr } = await start([], { SABOT_DATA: file });
    expect(code).toBe(1);
    expect(stderr).toContain('a file is in its place');
  });
});
