/**
 * `npm run sim -- --seed n --rounds n`: worlds of the seeds n, n + 1, … until so many rounds were
 * dealt, on every core. A failure is shrunk, and printed as the command that brings it about again.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { shrink } from './shrink.js';
import { type Plan, type Run, planOf, simulate } from './world.js';

/** Of one world, unless fewer are asked for. */
const ROUNDS_IN_WORLD = 60;
const ROUNDS = 5_000;

/** What a core is to simulate: of `worlds` seeds from the first, every `of`th from `start`. */
interface Share {
  readonly seed: number;
  readonly rounds: number;
  readonly worlds: number;
  readonly start: number;
  readonly of: number;
}

type Report = Pick<Run, 'rounds' | 'seen' | 'simulatedMs'> & {
  readonly seed: number;
  readonly fault: string | undefined;
};

const whole = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${text} is no number`);
  return value;
};

const simulateShare = async ({ seed, rounds, worlds, start, of }: Share): Promise<void> => {
  for (let index = start; index < worlds; index += of) {
    const run = await simulate(planOf(seed + index, rounds));
    const report: Report = {
      seed: seed + index,
      rounds: run.rounds,
      seen: run.seen,
      simulatedMs: run.simulatedMs,
      fault: run.fault?.message,
    };
    parentPort!.postMessage(report);
  }
};

const inMain = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      rounds: { type: 'string' },
      studios: { type: 'string' },
      tables: { type: 'string' },
      players: { type: 'string' },
      faults: { type: 'string' },
      trace: { type: 'boolean' },
      cores: { type: 'string' },
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
    const numbered = planOf(seed, ROUNDS_IN_WORLD).faults;
    const kept = values.faults?.split(',').filter(Boolean).map(Number);
    return again(
      {
        ...plan,
        studios: whole(values.studios, plan.studios),
        tables: whole(values.tables, plan.tables),
        players: whole(values.players, plan.players),
        faults: kept === undefined ? plan.faults : numbered.filter((_, at) => kept.includes(at)),
      },
      values.trace === true,
    );
  }
  const worlds = Math.ceil(wanted / rounds);
  const cores = Math.min(worlds, whole(values.cores, availableParallelism()));
  return many({ seed, rounds, worlds }, cores);
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

const many = async (all: Omit<Share, 'start' | 'of'>, cores: number): Promise<number> => {
  const startedAt = performance.now();
  const seen: Record<string, number> = {};
  let rounds = 0;
  let simulatedMs = 0;
  const failed: Report[] = [];
  await Promise.all(
    Array.from({ length: cores }, (_, start) => {
      const workerData: Share = { ...all, start, of: cores };
      const worker = new Worker(new URL(import.meta.url), { workerData });
      worker.on('message', (report: Report) => {
        rounds += report.rounds;
        simulatedMs += report.simulatedMs;
        for (const [what, count] of Object.entries(report.seen)) {
          seen[what] = (seen[what] ?? 0) + count;
        }
        if (report.fault !== undefined) failed.push(report);
      });
      return new Promise<void>((resolve, reject) => {
        worker.once('error', reject);
        worker.once('exit', () => resolve());
      });
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const last = all.seed + all.worlds - 1;
  console.log(
    `seeds ${all.seed} to ${last}: ${rounds} rounds in ${seconds.toFixed(1)} s, ${(simulatedMs / 3_600_000).toFixed(1)} hours of simulated time`,
  );
  const counts = Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(counts.map(([what, count]) => `  ${String(count).padStart(10)}  ${what}`).join('\n'));
  for (const { seed, fault } of failed) console.log(`seed ${seed}: ${fault}`);
  const [first] = failed.sort((a, b) => a.seed - b.seed);
  if (first === undefined) return 0;
  await printShrunk(planOf(first.seed, all.rounds));
  return 1;
};

const printShrunk = async (plan: Plan): Promise<void> => {
  const { plan: small, run } = await shrink(plan, await simulate(plan));
  const { seed, rounds, studios, tables, players } = small;
  const all = planOf(seed, ROUNDS_IN_WORLD).faults.map((fault) => JSON.stringify(fault));
  const kept = small.faults.map((fault) => all.indexOf(JSON.stringify(fault))).join(',');
  console.log(`\nShrunk, it is ${run.fault?.message}`);
  for (const { kind, atMs, forMs, studio } of small.faults) {
    console.log(`  at ${atMs} ms: ${kind} of studio ${studio} for ${forMs} ms`);
  }
  console.log(
    `At ${commit()}: npm run sim -- --seed ${seed} --rounds ${rounds} --studios ${studios} --tables ${tables} --players ${players} --faults=${kept} --trace`,
  );
};

const commit = (): string => {
  try {
    return `commit ${execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()}`;
  } catch {
    return 'this version';
  }
};

if (isMainThread) process.exitCode = await inMain();
else await simulateShare(workerData as Share);
