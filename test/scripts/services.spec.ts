/** The servers that the scripts start: nothing of them outlives whoever started them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { removeDataFolder } from '../../scripts/setup/data-folder.js';
import { findRedis, startRedisServer } from '../../scripts/setup/redis.js';
import { startPostgres } from '../../scripts/setup/services.js';

/** Compiled: no test runner may stand between the server and who started it. */
const SERVICES = new URL('../../node_modules/.cache/scripts/setup/services.js', import.meta.url)
  .href;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });

/** The first line that a child writes. */
const firstLine = async (child: ChildProcess): Promise<string> => {
  const [text] = (await once(child.stdout!, 'data')) as [Buffer];
  return text.toString().split('\n')[0]!;
};

test('a throw-away Postgres lets its user do everything, and leaves nothing', async () => {
  const postgres = await startPostgres({ durable: false });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  await client.query('create database another');
  await client.end();
  await postgres.stop();
  expect(await answers(postgres.port)).toBe(false);
  expect(existsSync(rows[0]!.folder)).toBe(false);
});

test('a server ends when whoever started it is killed', { timeout: 180_000 }, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sabot-killed-'));
  onTestFinished(() => removeDataFolder(dataDir));
  const program = `
    const { startPostgres } = await import(${JSON.stringify(SERVICES)});
    const { port } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log(port);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = Number(await firstLine(child));
  expect(await answers(port)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => answers(port), { timeout: 60_000, interval: 200 }).toBe(false);
});

test.runIf(process.env['TEST_REDIS_URL'] !== undefined)(
  'a Redis that cannot read its data puts it aside and starts without it',
  async () => {
    const program = await findRedis();
    const dir = mkdtempSync(path.join(tmpdir(), 'sabot-redis-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const first = await startRedisServer({ program: program!, dir });
    await first.stop();
    const log = path.join(dir, 'appendonlydir');
    for (const file of readdirSync(log)) writeFileSync(path.join(log, file), 'nonsense');
    const second = await startRedisServer({ program: program!, dir });
    expect(await answers(second.port)).toBe(true);
    await second.stop();
    expect(existsSync(`${log}.unreadable`)).toBe(true);
  },
);
