/**
 * Brings a database to the schema of this code, in a process of its own that takes the engine with
 * it.
 */
import { inRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/** Returns what was applied, in words. */
export async function migrate(url, { signal }) {
  const { code, output } = await run(
    process.execPath,
    [inRoot('dist/migration/migrate-command.js'), 'deploy'],
    {
      env: { DATABASE_URL: url },
      signal,
    },
  );
  if (saysDiskIsFull(output)) throw diskIsFull('the database');
  if (code !== 0) throw new Trouble(`The database could not be migrated:\n${output.trim()}`);
  return output.trim();
}
