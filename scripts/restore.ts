/**
 * `npm run restore`: puts the data folder's own Postgres back as it was at a moment, and hands it
 * over to the studio.
 */
import util from 'node:util';
import { backUp } from './setup/backups.js';
import { CODE, building } from './setup/build.js';
import { type Context, command } from './setup/command.js';
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

let isRestored = false;

await command(run, {
  exitCodeWhenInterrupted: 130,
  saysWhenInterrupted: () =>
    isRestored
      ? 'Interrupted. The cluster is restored: the studio does the rest when it starts. Then make a backup.'
      : 'Interrupted. Nothing was restored: the cluster is as it was before.',
});

async function run(context: Context): Promise<void> {
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
    isRestored = true;
    context.onStop(cluster.stop);
    url = cluster.url;
    return cluster.before && `the cluster of before is ${shown(cluster.before)}`;
  });
  await step('migrations', () => migrate(url, signal));
  await step('hand-over', () => handOver(url));
  const { home, account } = postgresHome(folder);
  // The next restore need not replay the log of before.
  await step('backup', () => backUp(home, account, url, { signal }));
  console.log(
    '\nRestored. Start the studio, then prove it: npm run verify, npm run reconcile. What is lost, and whom to tell: docs/operations.md, What a restore means.',
  );
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
