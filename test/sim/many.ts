/** Many worlds, on every core: each core asks for the next part of the seeds when it is done. */
import { Worker, parentPort } from 'node:worker_threads';
import { type Progress, keepProgress, readProgress } from './progress.js';
import { type Report, type WorldReport, added, inWords } from './report.js';
import { planOf, simulate } from './world.js';

/** Worlds that are handed out at once. */
const PART = 10;
/** How often a long simulation says how far it is, and keeps it. */
const SAY_EVERY_MS = 30_000;

export interface Worlds {
  /** The first. The others follow it. */
  readonly seed: number;
  /** Of each world. */
  readonly rounds: number;
  readonly worlds: number;
}

interface Part extends Worlds {
  readonly part: number;
}

/** Where to go on from, and which sources it is about. */
interface Resuming {
  readonly file: string | undefined;
  readonly version: string;
  readonly say: (line: string) => void;
}

/** No part is begun any more once a world has failed. */
export const simulateMany = async (
  all: Worlds,
  cores: number,
  { file, version, say }: Resuming,
): Promise<Report> => {
  const of = `${version} ${all.seed} ${all.rounds}`;
  let progress: Progress = readProgress(file, of);
  const parts = partsOf(all, new Set(progress.done));
  const startedAt = performance.now();
  const { rounds: before } = progress.report;
  let saidAt = startedAt;
  const took = (part: number, reports: readonly WorldReport[]): void => {
    progress = {
      report: reports.reduce(added, progress.report),
      done: [...progress.done, part],
    };
    const nowAt = performance.now();
    if (file === undefined || nowAt - saidAt < SAY_EVERY_MS) return;
    saidAt = nowAt;
    keepProgress(file, of, progress);
    const { rounds } = progress.report;
    const perSecond = Math.round((rounds - before) / ((nowAt - startedAt) / 1_000));
    const wanted = all.rounds * all.worlds;
    say(`${inWords(rounds)} of about ${inWords(wanted)} rounds, ${perSecond} a second`);
  };
  const next = (): Part | undefined =>
    progress.report.failed.length > 0 ? undefined : parts.shift();
  await Promise.all(Array.from({ length: cores }, () => onOneCore(next, took)));
  if (file !== undefined) keepProgress(file, of, progress);
  return progress.report;
};

const partsOf = ({ seed, rounds, worlds }: Worlds, done: ReadonlySet<number>): Part[] => {
  const parts: Part[] = [];
  for (let first = 0; first < worlds; first += PART) {
    const part = first / PART;
    if (done.has(part)) continue;
    parts.push({ part, seed: seed + first, rounds, worlds: Math.min(PART, worlds - first) });
  }
  return parts;
};

const onOneCore = (
  next: () => Part | undefined,
  took: (part: number, reports: readonly WorldReport[]) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
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

const simulatePart = async ({ seed, rounds, worlds }: Part): Promise<readonly WorldReport[]> => {
  const reports: WorldReport[] = [];
  for (let index = 0; index < worlds; index += 1) {
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
