/** Runs one of the built programs beside the studio, after building what is stale. */
import fs from 'node:fs';
import { CODE, building } from './setup/build.js';
import { type Context, command } from './setup/command.js';
import { dataFolder, openDataFolder } from './setup/data-folder.js';
import { migrate } from './setup/migrations.js';
import { inRoot } from './setup/paths.js';
import { run } from './setup/processes.js';
import { type ServicesEnv, runningServices, startServices } from './setup/services.js';
import { demoKey, demoPublicKey } from './setup/studio.js';
import { Trouble } from './setup/trouble.mjs';

interface Program {
  readonly file: string;
  /**
   * Whether these arguments need the studio's database: the `running` one, or one that is `started`
   * and brought up to date for this one run.
   */
  readonly database: (args: readonly string[]) => 'running' | 'started' | undefined;
  /** It reads what we are given. */
  readonly readsInput?: true;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  staff: {
    file: 'dist/staff/staff-command.js',
    database: (args) => (args.includes('--help') ? undefined : 'started'),
  },
  operator: {
    file: 'dist/operator/operator-command.js',
    database: (args) => (args.includes('--help') || args[0] === 'call' ? undefined : 'started'),
  },
  table: {
    file: 'dist/pit/floor/table-command.js',
    database: (args) => (args.includes('--help') ? undefined : 'started'),
  },
  'operator:sim': {
    file: 'dist/operator-simulator/simulator-command.js',
    database: () => undefined,
  },
  'operator:adapter': {
    file: 'dist/operator-adapter/adapter-command.js',
    database: () => undefined,
  },
  'operator:check': {
    file: 'dist/operator-check/check-command.js',
    database: () => undefined,
  },
  docs: { file: 'dist/documentation/protocol-page.js', database: () => undefined },
  migrate: {
    file: 'dist/migration/migrate-command.js',
    database: (args) => (args.includes('--help') ? undefined : 'running'),
  },
  reconcile: {
    file: 'dist/reconcile/reconcile-command.js',
    database: (args) => (args.includes('--help') ? undefined : 'started'),
  },
  verify: {
    file: 'dist/audit/verify-command.js',
    database: (args) => (args.some((arg) => /^--(file|help)\b/.test(arg)) ? undefined : 'started'),
  },
  period: {
    file: 'dist/period/period-command.js',
    database: (args) =>
      args[0] === 'verify' || args.includes('--help') || args.length === 0 ? undefined : 'started',
  },
  chance: { file: 'dist/fair-deal/chance-command.js', database: () => undefined },
  'verify-deal': { file: 'dist/fair-deal/verify-deal-command.js', database: () => undefined },
  returns: { file: 'dist/returns/returns-command.js', database: () => undefined },
  scanner: { file: 'dist/scanner/main.js', database: () => undefined, readsInput: true },
};

const stream = process.stderr; // stdout is the program's

await command(
  async (context) => {
    const [name = '', ...args] = process.argv.slice(2);
    const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
    if (program === undefined) {
      throw new Trouble(`Say which program to run: ${Object.keys(PROGRAMS).join(' or ')}.`);
    }
    const wants = program.database(args);
    if (wants !== undefined) mustBeNamed('DATABASE_URL', 'DATABASE_OWNER_URL');
    await building({ ...context, stream }, (make) => make(CODE));
    // Of a database of somebody's own nothing is mixed with the data folder's.
    const isGiven = Boolean(process.env['DATABASE_URL'] || process.env['DATABASE_OWNER_URL']);
    const wanted = isGiven ? undefined : wants;
    const env = wanted && (runningServices() ?? (wanted === 'started' && (await started(context))));
    if (name === 'verify' && wanted) args.push(...demoKeyFor(args));
    const secret = process.env['SABOT_JWT_KEY'] || (wanted && demoKey(dataFolder()));
    const { code } = await run(process.execPath, [inRoot(program.file), ...args], {
      ...(env && { env: { ...env, ...(secret && { SABOT_JWT_KEY: secret }) } }),
      signal: context.signal,
      show: true,
      ask: program.readsInput === true,
    });
    return code ?? 1;
  },
  { exitCodeWhenInterrupted: 130 },
);

/** What is set and empty was to name a database, and not the data folder's own. */
function mustBeNamed(...names: readonly string[]): void {
  const empty = names.find((name) => process.env[name] === '');
  if (empty === undefined) return;
  throw new Trouble(
    `${empty} is set, and empty. Set it to the URL of the studio’s database, or unset it for the data folder’s own.`,
  );
}

/** Of the data folder's own database, where no other key is named. */
function demoKeyFor(args: readonly string[]): readonly string[] {
  const file = demoPublicKey(dataFolder());
  const isNamed = args.some((arg) => /^--(key|export)\b/.test(arg));
  if (process.env['SABOT_ANCHOR_KEY'] || isNamed || !fs.existsSync(file)) return [];
  return ['--key', file];
}

/** The data folder's own database. */
async function started(context: Context): Promise<ServicesEnv> {
  const { folder, release } = openDataFolder(dataFolder());
  context.onStop(release);
  const { env } = await startServices({ ...context, folder, stream });
  await migrate(env.DATABASE_URL, context.signal);
  return env;
}
