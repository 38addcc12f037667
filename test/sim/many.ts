/**
 * Many worlds, on every core, until as many rounds were dealt as are wanted: each core asks for the
 * next part of the seeds when it is done.
 */
import { Worker, parentPort } from 'node:worker_threads';
import { type Progress, keepProgress, readProgress } from './progress.js';
import { type Report, type WorldReport, added, inWords } from './report.js';
import { planOf, simulate } from './world.js';

/** Worlds that are handed out at once: few, so that all cores are done at about the same time. */
const PART = 2;
/**
 * What a world has made is gone with it. In a young generation of this size most of it has gone
 * before anything is copied, which takes a tenth less time.
 */
const YOUNG_MB = 128;
/** How often a long simulation says how far it is, and keeps it. */
const SAY_EVERY_MS = 30_000;

export interface Wanted {
  /** The first. The others follow it. */
  readonly seed: number;
  /** Of each world. It may deal a few more. */
  readonly roundsInWorld: number;
  /** In all. */
  readonly rounds: number;
}

/** Worlds whose seeds follow one another. */
interface Part {
  readonly part: number;
  readonly seed: number;
  readonly rounds: number;
}

/** Where to go on from, and which sources it is about. */
interface Resuming {
  readonly file: string | undefined;
  readonly version: string;
  readonly say: (line: string) => void;
  /** Nobody waits any longer. What was seen until then is kept. */
  readonly stopped: AbortSignal;
}

/** No part is begun any more once a world has failed, or `stopped` is aborted. */
export const simulateMany = async (
  wanted: Wanted,
  cores: number,
  { file, version, say, stopped }: Resuming,
): Promise<Report> => {
  const { seed, roundsInWorld } = wanted;
  const of = `${version} ${seed} ${roundsInWorld}`;
  const kept = readProgress(file, of);
  const done = new Set(kept.done);
  let { report } = kept;
  const progress = (): Progress => ({ report, done: [...done] });
  const startedAt = performance.now();
  const { rounds: before } = report;
  let saidAt = startedAt;
  const took = (part: number, reports: readonly WorldReport[]): void => {
    report = reports.reduce(added, report);
    done.add(part);
    const nowAt = performance.now();
    if (file === undefined || nowAt - saidAt < SAY_EVERY_MS) return;
    saidAt = nowAt;
    keepProgress(file, of, progress());
    const { rounds } = report;
    const perSecond = Math.round((rounds - before) / ((nowAt - startedAt) / 1_000));
    say(`${inWords(rounds)} of ${inWords(wanted.rounds)} rounds, ${perSecond} a second`);
  };
  let part = -1;
  const next = (): Part | undefined => {
    const { failed, rounds } = report;
    if (stopped.aborted || failed.length > 0 || rounds >= wanted.rounds) return undefined;
    do part += 1;
    while (done.has(part));
    return { part, seed: seed + part * PART, rounds: roundsInWorld };
  };
  await Promise.all(Array.from({ length: cores }, () => onOneCore(next, took)));
  if (file !== undefined) keepProgress(file, of, progress());
  return report;
};

const onOneCore = (
  next: () => Part | undefined,
  took: (part: number, reports: readonly WorldReport[]) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    let part: Part | undefined;
    const handOut = (): void => {
      part = next();
      worker.postMessage(part);
    };
    worker.on('message', (reports: readonly WorldReport[]) => {
      if (part !== undefined) took(part.part, reports);
      handOut();
    });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
    handOut();
  });

/** What runs on each core: parts come one after the other, and nothing when there is none. */
export const simulateParts = (): void => {
  const port = parentPort;
  if (port === null) throw new Error('this is for a worker');
  port.on('message', (part: Part | undefined) => {
    if (part === undefined) return port.close();
    void simulatePart(part).then((reports) => port.postMessage(reports));
  });
};

const simulatePart = async ({ seed, rounds }: Part): Promise<readonly WorldReport[]> => {
  const reports: WorldReport[] = [];
  for (let index = 0; index < PART; index += 1) {
    const run = await simulate(planOf(seed + index, rounds));
    reports.push({
      seed: seed + index,
      rounds: run.rounds,
      seen: run.seen,
      simulatedMs: run.simulatedMs,
      fault: run.fault?.message,
    });
  }
  return reports;
};
