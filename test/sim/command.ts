/**
 * `npm run sim -- --seed n --rounds n`: worlds of the seeds n, n + 1, … until so many rounds were
 * dealt, on every core. A failure is shrunk, and printed as the command that brings it about again.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Wanted, simulateMany } from './many.js';
import { counts, inWords, summary } from './report.js';
import { shrink } from './shrink.js';
import { type Plan, planOf, simulate } from './world.js';

/** Of one world, unless fewer are asked for. */
const ROUNDS_IN_WORLD = 60;
const ROUNDS = 5_000;
/** The page on which a proof is written down, between these two lines. */
const WRITTEN_FROM = '<!-- what `npm run prove` has simulated -->';
const WRITTEN_TO = '<!-- to here -->';

const whole = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${text} is no number`);
  return value;
};

const inMain = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      rounds: { type: 'string' },
      studios: { type: 'string' },
      tables: { type: 'string' },
      players: { type: 'string' },
      hands: { type: 'string' },
      wallets: { type: 'string' },
      faults: { type: 'string' },
      trace: { type: 'boolean' },
      cores: { type: 'string' },
      // For a long one: where it keeps how far it is, and the page that it is written down on.
      progress: { type: 'string' },
      page: { type: 'string' },
    },
  });
  const seed = whole(values.seed, 1);
  const wanted = whole(values.rounds, ROUNDS);
  const rounds = Math.min(wanted, ROUNDS_IN_WORLD);
  const isOne =
    wanted <= ROUNDS_IN_WORLD && (values.seed !== undefined || values.trace !== undefined);
  if (isOne) {
    // The faults are numbered as in the longest plan of the seed.
    const plan = planOf(seed, rounds);
    const walletPlayers = whole(values.wallets, plan.walletPlayers);
    const numbered = planOf(seed, ROUNDS_IN_WORLD).faults;
    const kept = values.faults?.split(',').filter(Boolean).map(Number);
    return again(
      {
        ...plan,
        studios: whole(values.studios, plan.studios),
        tables: whole(values.tables, plan.tables),
        players: whole(values.players, plan.players),
        handPlayers: whole(values.hands, plan.handPlayers),
        walletPlayers,
        endsSessions: plan.endsSessions && walletPlayers === 0,
        faults: kept === undefined ? plan.faults : numbered.filter((_, at) => kept.includes(at)),
      },
      values.trace === true,
    );
  }
  const cores = whole(values.cores, availableParallelism());
  return many({ seed, roundsInWorld: rounds, rounds: wanted }, cores, values);
};

/** One world, as it was. */
const again = async (plan: Plan, isTraced: boolean): Promise<number> => {
  const run = await simulate(plan, isTraced ? (line) => console.log(line) : undefined);
  if (run.fault === undefined) {
    console.log(`seed ${plan.seed}: ${run.rounds} rounds, all held (${run.digest})`);
    return 0;
  }
  console.log(`seed ${plan.seed}: ${run.fault.message}`);
  if (!isTraced) await printShrunk(plan);
  return 1;
};

interface Keeping {
  readonly progress?: string | undefined;
  readonly page?: string | undefined;
}

const many = async (
  wanted: Wanted,
  cores: number,
  { progress: file, page }: Keeping,
): Promise<number> => {
  const startedAt = performance.now();
  const version = fs.readFileSync(new URL('../../.stamp', import.meta.url), 'utf8');
  const say = (line: string): void => console.log(line);
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  const report = await simulateMany(wanted, cores, {
    ...{ file, version, say },
    stopped: stopping.signal,
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const seeds = `Seeds ${wanted.seed} to ${wanted.seed + report.worlds - 1}`;
  console.log(`${seeds}, ${seconds.toFixed(1)} s: ${summary(report)}`);
  console.log(counts(report));
  const failed = [...report.failed].sort((a, b) => a.seed - b.seed);
  for (const { seed, fault } of failed) console.log(`seed ${seed}: ${fault}`);
  const [first] = failed;
  if (first !== undefined) {
    await printShrunk(planOf(first.seed, wanted.roundsInWorld));
    return 1;
  }
  const seen = `${seeds} at ${commit()}: ${summary(report)}.\n\n${tableOf(report.seen)}`;
  if (page !== undefined) writeDown(page, seen);
  return 0;
};

const tableOf = (seen: Readonly<Record<string, number>>): string => {
  const rows = Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([what, count]) => `| ${what} | ${inWords(count)} |`);
  return ['| what came about | times |', '|---|---|', ...lines].join('\n');
};

const writeDown = (page: string, seen: string): void => {
  const text = fs.readFileSync(page, 'utf8');
  const from = text.indexOf(WRITTEN_FROM) + WRITTEN_FROM.length;
  const to = text.indexOf(WRITTEN_TO);
  if (from < WRITTEN_FROM.length || to < from) throw new Error(`${page} has no place for it`);
  fs.writeFileSync(page, `${text.slice(0, from)}\n\n${seen}\n\n${text.slice(to)}`);
};

const printShrunk = async (plan: Plan): Promise<void> => {
  const { plan: small, run } = await shrink(plan, await simulate(plan));
  const { seed, rounds, studios, tables, players, handPlayers, walletPlayers } = small;
  const all = planOf(seed, ROUNDS_IN_WORLD).faults.map((fault) => JSON.stringify(fault));
  const kept = small.faults.map((fault) => all.indexOf(JSON.stringify(fault))).join(',');
  console.log(`\nShrunk, it is ${run.fault?.message}`);
  for (const { kind, atMs, forMs, studio } of small.faults) {
    console.log(`  at ${atMs} ms: ${kind} of studio ${studio} for ${forMs} ms`);
  }
  console.log(
    `At ${commit()}: npm run sim -- --seed ${seed} --rounds ${rounds} --studios ${studios} --tables ${tables} --players ${players} --hands ${handPlayers} --wallets ${walletPlayers} --faults=${kept} --trace`,
  );
};

const commit = (): string => {
  try {
    return `commit ${execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()}`;
  } catch {
    return 'this version';
  }
};

process.exitCode = await inMain();
