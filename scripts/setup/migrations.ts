/** Brings a database to the schema of this code, which is built. */
import { inRoot } from './paths.js';
import { run } from './processes.js';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/**
 * By whom the tables belong to, or shall. `studioUrl` is of the login that the studio uses, and is
 * made; `services` say where its jobs are kept. Returns what was applied, in words.
 */
export async function migrate(
  url: string,
  signal: AbortSignal,
  studioUrl?: string,
  services?: Readonly<Record<string, string>>,
): Promise<string> {
  const program = [inRoot('dist/migration/migrate-command.js'), 'deploy'];
  const env =
    studioUrl === undefined
      ? { DATABASE_URL: url }
      : { ...services, DATABASE_OWNER_URL: url, DATABASE_URL: studioUrl };
  const { code, output } = await run(process.execPath, program, { env, signal });
  if (saysDiskIsFull(output)) throw diskIsFull('the database');
  if (code !== 0) throw new Trouble(`The database could not be migrated:\n${output.trim()}`);
  return output.trim();
}

/**
 * A demo of before is marked as one, even where somebody has worked in it. Only for the data
 * folder's own Postgres, whose superuser's `ownerUrl` is: nothing else is kept there.
 */
export async function markDemo(ownerUrl: string, signal: AbortSignal): Promise<void> {
  const program = [inRoot('dist/migration/migrate-command.js'), 'mark-demo'];
  const env = { DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: '' };
  const { code, output } = await run(process.execPath, program, { env, signal });
  if (code !== 0) throw new Trouble(`The demo's database could not be marked:\n${output.trim()}`);
}
