/**
 * `npm run restore`: puts the data folder's own Postgres back as it was at a moment, and hands it
 * over to the studio.
 */
import fs from 'node:fs';
import util from 'node:util';
import { makeBackup } from './setup/backups.js';
import { CODE, building } from './setup/build.js';
import { command } from './setup/command.js';
import { dataFolder, openDataFolder } from './setup/data-folder.js';
import { migrate } from './setup/migrations.js';
import { shown } from './setup/paths.js';
import { postgresHome } from './setup/postgres-home.js';
import { restoreCluster } from './setup/postgres.js';
import { step } from './setup/progress.js';
import { Trouble } from './setup/trouble.mjs';

const HELP = `npm run restore -- --to 2026-11-21T21:03:00Z   the Postgres of the data folder as it was then
npm run restore -- --latest                    as far as its log goes, for a cluster that is lost

The studio must not run. The cluster of before is kept beside it, and a backup is made at the end.
What happened after that moment is lost: docs/operations.md says what to do about it.`;

/** Undefined for the last moment that there is. */
const readMoment = (): Date | undefined | 'help' => {
  const options = {
    to: { type: 'string' },
    latest: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  let wanted;
  try {
    wanted = util.parseArgs({ args: process.argv.slice(3), options }).values;
  } catch (error) {
    throw new Trouble(`${error instanceof Error ? error.message : String(error)}.\n\n${HELP}`);
  }
  const { to, latest, help } = wanted;
  if (help) return 'help';
  if ((to === undefined) === !latest) throw new Trouble(`Say to which moment.\n\n${HELP}`);
  if (to === undefined) return undefined;
  // A time without a zone would be taken for that of this machine.
  const moment = /[zZ]$|[+-]\d\d:?\d\d$/.test(to) ? new Date(to) : new Date(NaN);
  if (!Number.isNaN(moment.getTime()) && moment.getTime() <= Date.now()) return moment;
  throw new Trouble(`“${to}” is no moment of the past, as in 2026-11-21T21:03:00Z.`);
};

await command(async (context) => {
  const until = readMoment();
  if (until === 'help') return console.log(HELP);
  if (process.env['DATABASE_URL']) {
    throw new Trouble(
      'DATABASE_URL names a Postgres of yours: restore it by its own means. The studio hands it over when it starts (docs/operations.md).',
    );
  }
  const { signal } = context;
  const { folder, release } = openDataFolder(dataFolder());
  context.onStop(release);
  const wishes = { dataDir: folder, durable: true, database: 'sabot', signal, until };
  let url = '';
  await building(context, (make) => make(CODE));
  await step('restore', async () => {
    const cluster = await restoreCluster(wishes);
    context.onStop(cluster.stop);
    url = cluster.url;
    return cluster.before && `the cluster of before is ${shown(cluster.before)}`;
  });
  await step('migrations', () => migrate(url, signal));
  await step('hand-over', () => handOver(url));
  await step('backup', () => backUp(folder, url));
});

/** The next restore need not replay the log of before. */
async function backUp(dataDir: string, url: string): Promise<string> {
  const { home, account } = postgresHome(fs.realpathSync(dataDir));
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return shown((await makeBackup(home, account, client)).folder);
  } finally {
    await client.end();
  }
}

/** The studio does the same when it starts: nothing is written before. */
async function handOver(url: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select hand_over()');
    const { rows } = await client.query<{ number: string; known: Date | null }>(
      'select number, known_until as known from timelines order by number desc limit 1',
    );
    const { number, known } = rows[0]!;
    const end = known === null ? '' : `; the last that is known is of ${known.toISOString()}`;
    return `timeline ${number}${end}`;
  } finally {
    await client.end();
  }
}
