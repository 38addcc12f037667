/**
 * `npm run backup`: copies the data folder's own Postgres, while it runs or not, and keeps its log
 * from then on.
 */
import fs from 'node:fs';
import util from 'node:util';
import { listBackups, makeBackup, pruneBackups } from './setup/backups.js';
import { command } from './setup/command.js';
import { dataFolder, openDataFolder } from './setup/data-folder.js';
import { shown } from './setup/paths.js';
import { postgresHome } from './setup/postgres-home.js';
import { startCluster } from './setup/postgres.js';
import { step } from './setup/progress.js';
import { runningServices } from './setup/services.js';
import { Trouble } from './setup/trouble.mjs';

const HELP = `npm run backup                copies the Postgres of the data folder, while it runs or not
npm run backup -- --list      the backups that there are
  --keep n    removes all but the last n backups, and what they do not need of the log (7)

From the first backup on, the log is kept as well: npm run restore goes back to any moment since.
They lie beside the cluster. Copy them to another machine.`;

const KEPT = '7';

const readFlags = () => {
  const options = {
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    keep: { type: 'string', default: KEPT },
  } as const;
  try {
    const { keep, ...flags } = util.parseArgs({ args: process.argv.slice(3), options }).values;
    if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Error('--keep must be a number from 1 to 9999');
    return { ...flags, keep: Number(keep) };
  } catch (error) {
    throw new Trouble(`${error instanceof Error ? error.message : String(error)}.\n\n${HELP}`);
  }
};

await command(async (context) => {
  const flags = readFlags();
  if (flags.help) return console.log(HELP);
  if (process.env['DATABASE_URL']) {
    throw new Trouble(
      'DATABASE_URL names a Postgres of yours: back it up by its own means (docs/operations.md says what to do after a restore).',
    );
  }
  fs.mkdirSync(dataFolder(), { recursive: true });
  const { home, account } = postgresHome(fs.realpathSync(dataFolder()));
  if (flags.list) {
    for (const { name, endedAt } of listBackups(home)) {
      console.log(`${name}   any moment from ${endedAt.toISOString()} on`);
    }
    return;
  }
  const url = runningServices()?.['DATABASE_URL'] ?? (await started());
  await step('backup', async () => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { folder } = await makeBackup(home, account, client);
      const gone = pruneBackups(home, flags.keep);
      return gone === 0 ? shown(folder) : `${shown(folder)}; ${gone} older removed`;
    } finally {
      await client.end();
    }
  });

  async function started(): Promise<string> {
    const { folder, release } = openDataFolder(dataFolder());
    context.onStop(release);
    const { signal } = context;
    const cluster = { dataDir: folder, durable: true, database: 'sabot', signal };
    const { url: address, stop } = await startCluster(cluster);
    context.onStop(stop);
    return address;
  }
});
