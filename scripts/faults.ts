/**
 * `npm run faults`: real processes are killed and frozen at every step, they lose Postgres and
 * Redis, bets race the close and crowds come back at once: all of it, several times, and what was
 * measured. `npm run faults -- kills --times 5` does one group alone, and so often; a word that is
 * no group means the files of test/faults that have it in their name. `--only 'a bet'` does the
 * cells alone that have this in their name.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CODE, building } from './setup/build.js';
import { type Context, command } from './setup/command.js';
import { inRoot } from './setup/paths.js';
import { run } from './setup/processes.js';
import { together } from './setup/progress.js';
import { startTestServices } from './setup/services.js';
import { Trouble } from './setup/trouble.mjs';

const TIMES = 3;

/** What is done by itself: a file of test/faults, and a part of the names of its tests. */
interface Group {
  readonly file: string;
  readonly tests?: string;
}

const GROUPS: Readonly<Record<string, Group>> = {
  kills: { file: '/matrix', tests: 'is killed' },
  freezes: { file: '/matrix', tests: 'is frozen' },
  cuts: { file: '/matrix', tests: 'is cut' },
  silences: { file: '/matrix', tests: 'is (stalled|half-open)' },
  solo: { file: '/solo-' },
  'past-posting': { file: 'close-race' },
  crowds: { file: 'storms', tests: 'a crowd' },
  deaf: { file: 'storms', tests: 'clients that read nothing' },
  postgres: { file: 'postgres' },
  redis: { file: 'redis' },
  wallets: { file: 'wallet-calls' },
};

/** A line that a test has written (test/kit/fault-report.ts). */
interface Measured {
  readonly part: string;
  readonly what: string;
  readonly ms?: number;
  readonly count?: number;
}

await command(
  async (context) => {
    const wished = wishes(process.argv.slice(3));
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-faults-'));
    context.onStop(() => fs.rmSync(folder, { recursive: true, force: true }));
    const report = path.join(folder, 'report.jsonl');
    const code = await runTests(wished, report, context);
    const lines = fs.existsSync(report) ? fs.readFileSync(report, 'utf8').trim().split('\n') : [];
    show(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Measured));
    return code;
  },
  { exitCodeWhenInterrupted: 130 },
);

/** One run of vitest. */
interface TestRun {
  readonly files: readonly string[];
  /** A pattern of the tests' names. Empty means all of them. */
  readonly tests: string;
}

interface Wishes {
  readonly times: number;
  readonly runs: readonly TestRun[];
}

function wishes(args: readonly string[]): Wishes {
  const words = [...args];
  const times = Number(taken(words, '--times') ?? TIMES);
  if (!Number.isInteger(times) || times < 1) throw new Trouble('--times is a number from 1 on.');
  const only = taken(words, '--only') ?? '';
  const runs =
    words.length === 0
      ? [runOf({ file: '' }, only)]
      : words.map((word) => runOf(GROUPS[word] ?? { file: word }, only));
  return { times, runs };
}

/** The value of an option, which is taken out of the words. */
function taken(words: string[], option: string): string | undefined {
  const at = words.indexOf(option);
  return at === -1 ? undefined : words.splice(at, 2)[1];
}

function runOf({ file, tests = '' }: Group, only: string): TestRun {
  const all = fs.readdirSync(inRoot('test/faults')).map((name) => `test/faults/${name}`);
  const files = all.filter((name) => name.includes(file));
  const groups = Object.keys(GROUPS).join(', ');
  if (files.length === 0) {
    throw new Trouble(`No file of test/faults is called ${file}. The groups are: ${groups}.`);
  }
  return { files, tests: [tests, only].filter((part) => part !== '').join('.*') };
}

/** One file after the other, so that what is measured is not each other. */
async function runTests(
  { times, runs }: Wishes,
  report: string,
  context: Context,
): Promise<number> {
  const services = await building(context, async (make) => {
    const [started] = await together(startTestServices(context), make(CODE));
    return started;
  });
  const vitest = inRoot('node_modules/vitest/vitest.mjs');
  let failed = 0;
  for (const { files, tests } of runs) {
    const chosen = [...files, ...(tests === '' ? [] : ['-t', tests])];
    const how = ['--no-file-parallelism', '--reporter=verbose'];
    const args = [vitest, 'run', ...chosen, ...how];
    const { code } = await run(process.execPath, args, {
      env: {
        ...services,
        SABOT_FAULTS: String(times),
        SABOT_FAULTS_REPORT: report,
        SABOT_RUNS: 'full',
        SABOT_NO_BROWSER: '1',
      },
      signal: context.signal,
      show: true,
    });
    failed ||= code ?? 1;
  }
  return failed;
}

function quantile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!);
}

function grouped(
  lines: readonly Measured[],
  by: 'part' | 'what',
): ReadonlyMap<string, readonly Measured[]> {
  const groups = new Map<string, Measured[]>();
  for (const line of lines) groups.set(line[by], [...(groups.get(line[by]) ?? []), line]);
  return groups;
}

/** A table for people, and the same as one line of JSON. */
function show(lines: readonly Measured[]): void {
  const summary: Record<string, unknown> = {};
  const tell = (name: string, figures: Readonly<Record<string, number>>): void => {
    summary[name] = figures;
    const columns = Object.values(figures).map((figure) => String(figure).padStart(8));
    console.log(`${name.padEnd(64)}${columns.join('')}`);
  };
  const tellTimes = (name: string, of: readonly Measured[]): void => {
    const sorted = of.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
    if (sorted.length === 0) return;
    const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(sorted, share));
    tell(name, { n: sorted.length, p50: p50!, p99: p99!, worst: worst! });
  };
  console.log(
    `\n${'times in milliseconds, and counts'.padEnd(64)}       n     p50     p99   worst`,
  );
  for (const [part, of] of grouped(lines, 'part')) {
    for (const [what, all] of grouped(of, 'what')) {
      tellTimes(`${part}: ${what}`, all);
      const counts = all.flatMap(({ count }) => count ?? []);
      if (counts.length > 0) {
        tell(`${part}: ${what}`, { n: counts.reduce((sum, count) => sum + count, 0) });
      }
    }
    tellTimes(`${part}: in all`, of);
  }
  console.log(`\n${JSON.stringify(summary)}`);
}
