/**
 * `node scripts/run.mjs NAME`: runs one of the built programs beside the studio, after building
 * what is stale.
 */
import './setup/node-version.mjs';
import { dataFolder, openDataFolder } from './setup/data-folder.mjs';
import { runningServices } from './setup/addresses.mjs';
import { CODE } from './setup/build.mjs';
import { command } from './setup/command.mjs';
import { migrate } from './setup/migrations.mjs';
import { inRoot } from './setup/paths.mjs';
import { run } from './setup/processes.mjs';
import { readyCode } from './setup/ready-code.mjs';
import { demoPublicKey } from './setup/studio.mjs';
import { Trouble } from './setup/trouble.mjs';
import { startServices } from './services.mjs';

/**
 * The programs, which of them, asked so, need the studio's database, and which read what we are
 * given.
 */
const PROGRAMS = {
  staff: { file: 'dist/staff/staff-command.js', needsDatabase: (args) => !args.includes('--help') },
  docs: { file: 'dist/documentation/protocol-page.js', needsDatabase: () => false },
  reconcile: { file: 'dist/reconcile/reconcile-command.js', needsDatabase: () => true },
  verify: {
    file: 'dist/audit/verify-command.js',
    needsDatabase: (args) => !args.some((arg) => /^--(file|help)\b/.test(arg)),
  },
  migrate: {
    file: 'dist/migration/migrate-command.js',
    needsDatabase: () => true,
    migratesItself: true,
  },
  scanner: { file: 'dist/scanner/main.js', needsDatabase: () => false, readsInput: true },
};

await command(
  async (context) => {
    const [name, ...args] = process.argv.slice(2);
    const program = Object.hasOwn(PROGRAMS, name ?? '') ? PROGRAMS[name] : undefined;
    if (program === undefined) {
      throw new Trouble(`Say which program to run: ${Object.keys(PROGRAMS).join(' or ')}.`);
    }
    const { signal } = context;
    const stream = process.stderr; // stdout is the program's
    await readyCode({ signal, makes: [CODE], stream });
    const needsDatabase = !program.migratesItself && program.needsDatabase(args);
    const asksForUrl = program.migratesItself && !process.env.DATABASE_URL;
    const env = needsDatabase
      ? await database({ ...context, stream })
      : ((asksForUrl && runningServices()) ?? {});
    if (name === 'verify') args.push(...demoKeyFor(program, args));
    const { code } = await run(process.execPath, [inRoot(program.file), ...args], {
      env,
      signal,
      show: true,
      ask: program.readsInput === true,
    });
    return code ?? 1;
  },
  { exitCodeWhenInterrupted: 130 },
);

/** Of the data folder's own database, where no other key is named. */
function demoKeyFor({ needsDatabase }, args) {
  const { DATABASE_URL, SABOT_ANCHOR_KEY } = process.env;
  if (DATABASE_URL || SABOT_ANCHOR_KEY || !needsDatabase(args)) return [];
  if (args.some((arg) => /^--(key|export)\b/.test(arg))) return [];
  const file = demoPublicKey(dataFolder());
  return file === undefined ? [] : ['--key', file];
}

/**
 * The one that DATABASE_URL names, or that runs at present, or the data folder's, started for this
 * once.
 */
async function database({ signal, onStop, stream }) {
  if (process.env.DATABASE_URL) return {};
  const running = runningServices();
  if (running !== undefined) return running;
  const { folder, release } = openDataFolder(dataFolder());
  onStop(release);
  const say = (text) => stream.write(`\n${text}\n`);
  const options = { folder, durable: true, database: 'sabot', signal, say, stream, onStop };
  const { env } = await startServices(options);
  await migrate(env.DATABASE_URL, { signal });
  return env;
}
