/** pgbench, from the PATH or from where Debian keeps it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const HOW_TO_GET_IT =
  'pgbench is missing. It comes with Postgres: `apt-get install postgresql-client postgresql-contrib` on Debian and Ubuntu, `brew install libpq` on a Mac; put it on the PATH.';

export const findPgbench = (): string => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const found = folders.map((folder) => join(folder, 'pgbench')).find(existsSync);
  if (found === undefined) throw new Error(HOW_TO_GET_IT);
  return found;
};

/**
 * Runs `script` `transactions` times on one connection, prepared, and returns how many it did a
 * second.
 */
export const pgbench = async (
  program: string,
  url: string,
  script: string,
  transactions: number,
): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'sabot-pgbench-'));
  try {
    const file = join(folder, 'batch.sql');
    writeFileSync(file, script);
    const { stdout } = await promisify(execFile)(program, [
      '--no-vacuum',
      '--protocol=prepared',
      '--client=1',
      '--jobs=1',
      `--transactions=${transactions}`,
      `--file=${file}`,
      url,
    ]);
    const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (perSecond === undefined) throw new Error(`pgbench did not say its rate:\n${stdout}`);
    return Number(perSecond);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
