/**
 * `npm run mutants` changes the code of the rooms that decide about play and money, one small
 * change at a time, and sees whether a test fails. A room of which too many changes stay unnoticed
 * is named. `npm run mutants -- money` tries one room, `npm run mutants -- round/scan.ts` one file
 * of a room. What was tried before is tried again only where the code or its tests have changed;
 * `--anew` tries everything.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Context, command } from './setup/command.js';
import { ROOT, inRoot, shown } from './setup/paths.js';
import { run } from './setup/processes.js';
import { step } from './setup/progress.js';
import { strykerPlugins } from './setup/sentences.js';
import { Trouble } from './setup/trouble.mjs';

interface Room {
  readonly name: string;
  /** How many of a hundred mutants must be noticed. */
  readonly least: number;
  /** What tests it, besides the room's own specs. */
  readonly specs: readonly string[];
}

const ROOMS: readonly Room[] = [
  { name: 'money', least: 95, specs: [] },
  { name: 'punto-banco', least: 95, specs: [] },
  { name: 'roads', least: 95, specs: [] },
  // The document of the protocol is made of the round's events.
  { name: 'round', least: 85, specs: ['src/documentation/document.spec.ts'] },
  { name: 'punto-e-banco', least: 90, specs: [] },
  // Its best play is compared with the printed one, cell by cell, by a spec of the pages.
  { name: 'sette-e-mezzo', least: 85, specs: [] },
];

/**
 * Stryker brings more than a hundred packages, which nothing else needs. So it is fetched by this
 * command alone. From where it is put it finds the Vitest of this tree.
 */
const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1'];
const HOME = inRoot('node_modules/.cache/stryker');
const STAMP = path.join(HOME, '.installed');
const PROGRAM = path.join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');

await command(
  async (context) => {
    const words = process.argv.slice(3);
    const anew = words.includes('--anew');
    const places = words.filter((word) => word !== '--anew').map(placeOf);
    if (!isInstalled()) await step('npm install stryker', () => install(context));
    const failed: string[] = [];
    for (const room of ROOMS) {
      const asked = places.filter((place) => place.room === room);
      if (places.length > 0 && asked.length === 0) continue;
      console.log(`\n${room.name}: ${room.least} of 100 must be noticed.`);
      const files = asked.flatMap(({ file }) => file ?? []);
      if ((await tryRoom(room, files, anew, context)) !== 0) failed.push(room.name);
    }
    if (failed.length === 0) return 0;
    console.error(`\nToo few were noticed, or the tests did not pass, in ${failed.join(', ')}.`);
    return 1;
  },
  { exitCodeWhenInterrupted: 130 },
);

interface Place {
  readonly room: Room;
  /** Of the room. Undefined for all of it. */
  readonly file: string | undefined;
}

/** `round` or `round/scan.ts`. */
function placeOf(word: string): Place {
  const [name = '', ...rest] = word.split('/');
  const room = ROOMS.find((each) => each.name === name);
  const file = rest.length === 0 ? undefined : rest.join('/');
  if (room === undefined || (file !== undefined && !fs.existsSync(inRoot('src', name, file)))) {
    const names = ROOMS.map((each) => each.name).join(', ');
    throw new Trouble(`There is no ${word}: name one of ${names}, or a file of one of them.`);
  }
  return { room, file };
}

function isInstalled(): boolean {
  return fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === PACKAGES.join('\n');
}

async function install({ signal }: Context): Promise<void> {
  fs.mkdirSync(HOME, { recursive: true });
  const flags = ['--no-save', '--package-lock=false', '--legacy-peer-deps', '--ignore-scripts'];
  const quiet = ['--no-audit', '--no-fund'];
  const args = ['install', '--prefix', HOME, ...flags, ...quiet, ...PACKAGES];
  const { code, output } = await run('npm', args, { cwd: ROOT, signal });
  if (code !== 0) throw new Trouble(`Stryker could not be fetched:\n${output}`);
  fs.writeFileSync(STAMP, PACKAGES.join('\n')); // last: a broken-off one does not pass
}

async function tryRoom(
  { name, least, specs }: Room,
  files: readonly string[],
  anew: boolean,
  { signal, onStop }: Context,
): Promise<number | null> {
  const trees = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-mutants-'));
  onStop(() => fs.rmSync(trees, { recursive: true, force: true }));
  const report = path.join(HOME, `${name}.html`);
  const config = path.join(HOME, `${name}.json`);
  fs.writeFileSync(
    config,
    JSON.stringify({
      mutate:
        files.length > 0
          ? files.map((file) => `src/${name}/${file}`)
          : [`src/${name}/**/*.ts`, '!src/**/*.spec.ts'],
      // What is copied for the mutants: everything else in the tree is left out.
      ignorePatterns: ['/*', '!/src', '!/test', '!/docs', '!/tsconfig.json', '!/package.json'],
      tempDirName: trees,
      cleanTempDir: 'always',
      testRunner: 'vitest',
      vitest: { configFile: 'test/mutants/vitest.config.ts', related: true },
      plugins: [
        '@stryker-mutator/vitest-runner',
        inRoot('node_modules/.cache/scripts/setup/sentences.js'),
      ],
      ignorers: strykerPlugins.map((plugin) => plugin.name),
      disableTypeChecks: false,
      coverageAnalysis: 'perTest',
      concurrency: Math.max(1, os.availableParallelism() - 1),
      // A slow machine is no endless loop, but each of those costs as long as this.
      timeoutMS: 5_000,
      timeoutFactor: 2,
      incremental: true,
      incrementalFile: path.join(HOME, `${name}.tried.json`),
      force: anew,
      thresholds: { high: least, low: least, break: least },
      reporters: ['clear-text', 'progress-append-only', 'html'],
      clearTextReporter: { logTests: false, reportTests: false },
      htmlReporter: { fileName: report },
      allowEmpty: false,
    }),
  );
  const { code } = await run(process.execPath, [PROGRAM, 'run', config], {
    cwd: ROOT,
    env: {
      SABOT_SPECS: [`src/${name}/**/*.spec.ts`, ...specs].join(),
      SABOT_RUNS: process.env['SABOT_RUNS'] ?? 'least',
    },
    signal,
    show: true,
  });
  console.log(`The mutants are shown in ${shown(report)}.`);
  return code;
}
