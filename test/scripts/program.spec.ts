/** The programs of the console, by `npm run`: on whose database they work. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const RUN = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'sabot-program-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (args: readonly string[], env: Record<string, string>): Promise<Ending> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', SABOT_DATA: folder, ...env } };
    execFile(process.execPath, [RUN, ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const GIVEN = 'postgres://127.0.0.1:1/sabot';

describe('a program that needs the database', () => {
  // As `export DATABASE_URL=$DATABASE_OWNER_URL` leaves it, in a shell without the second.
  it.each([
    ['DATABASE_URL', ['staff', 'list'], {}],
    ['DATABASE_URL', ['table', 'list'], { DATABASE_OWNER_URL: GIVEN }],
    ['DATABASE_OWNER_URL', ['migrate', 'status'], { DATABASE_URL: GIVEN }],
  ])('refuses a %s that is set and empty, and touches nothing', async (name, args, env) => {
    const { code, stdout, stderr } = await run(args, { ...env, [name]: '' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^\\n${name} is set, and empty[^\\n]*\\n$`));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('minds neither where it needs none', async () => {
    const none = { DATABASE_URL: '', DATABASE_OWNER_URL: '' };
    expect(await run(['staff', '--help'], none)).toMatchObject({ code: 0 });
    const { code, stdout } = await run(['services', '--help'], none);
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'npm run services']);
    expect(readdirSync(folder)).toEqual([]);
  });
});
