/**
 * `npm run backup`: copies the data folder's own Postgres, while it runs or not, and keeps its log
 * from then on.
 */
import fs from 'node:fs';
import util from 'node:util';
import { backUp, listBackups } from './setup/backups.js';
import { type Context, command } from './setup/command.js';
import { dataFolder, openDataFolder } from './setup/data-folder.js';
import { clusterIn, postgresHome } from './setup/postgres-home.js';
import { startCluster } from './setup/postgres.js';
import { step } from './setup/progress.js';
import { mustNotBeLost } from './setup/restores.js';
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

await command(run, {
  exitCodeWhenInterrupted: 130,
  saysWhenInterrupted: () => 'Interrupted. No backup was made.',
});

async function run(context: Context): Promise<void> {
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
    const backups = listBackups(home);
    if (backups.length === 0) console.log('There is no backup yet: npm run backup makes one.');
    for (const { name, endedAt } of backups) {
      console.log(`${name}   any moment from ${endedAt.toISOString()} on`);
    }
    return;
  }
  const { signal } = context;
  const url = runningServices()?.['DATABASE_URL'] ?? (await started());
  await step('backup', () => backUp(home, account, url, { keep: flags.keep, signal }));

  async function started(): Promise<string> {
    mustNotBeLost(home);
    if (!fs.existsSync(clusterIn(home))) {
      throw new Trouble(`There is no database in ${dataFolder()} yet: npm start makes one.`);
    }
    const { folder, release } = openDataFolder(dataFolder());
    context.onStop(release);
    const cluster = { dataDir: folder, durable: true, database: 'sabot', signal };
    const { url: address, stop } = await startCluster(cluster);
    context.onStop(stop);
    return address;
  }
}
