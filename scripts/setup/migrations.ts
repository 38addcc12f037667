/** Brings a database to the schema of this code, which is built. */
import { inRoot } from './paths.js';
import { run } from './processes.js';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/** Returns what was applied, in words. */
export async function migrate(url: string, signal: AbortSignal): Promise<string> {
  const program = [inRoot('dist/migration/migrate-command.js'), 'deploy'];
  const env = { DATABASE_URL: url };
  const { code, output } = await run(process.execPath, program, { env, signal });
  if (saysDiskIsFull(output)) throw diskIsFull('the database');
  if (code !== 0) throw new Trouble(`The database could not be migrated:\n${output.trim()}`);
  return output.trim();
}
