/**
 * The queue of jobs that all studios of a simulation share. As the real one, it carries the chunks
 * of a payment and then its end, to whichever process has time; a job may come late, twice, again
 * after a failure or a process that died with it, or be lost.
 */
import type { FlowJob } from 'bullmq';
import type { Chance } from './chance.js';
import type { Timeline } from './timeline.js';

export interface QueuedJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
}

/** Who does jobs: a studio's worker. */
export interface JobWorker {
  /** Done in the worker's own process, as soon as that goes on. It never answers where it dies. */
  readonly take: (job: QueuedJob, done: () => void, failed: () => void) => void;
}

interface QueueParts {
  readonly timeline: Timeline;
  readonly chance: Chance;
  /** Those who can be reached now. */
  readonly workers: () => readonly JobWorker[];
  /** Whether what is put into it now is lost. */
  readonly forgets: () => boolean;
  /** One more of `what` came about. */
  readonly count: (what: string) => void;
}

const ATTEMPTS_MAX = 3;
/** A job of which nothing is heard for so long is given to another worker. */
const STALLED_MS = 1_500;
const STALLED_MAX = 2;

export class JobQueue {
  readonly #ids = new Set<string>();

  constructor(private readonly parts: QueueParts) {}

  /** A job whose id is in the queue already is not added again. */
  add({ children = [], ...flow }: FlowJob): void {
    const { forgets, count } = this.parts;
    if (forgets()) return count('jobs: flow forgotten');
    const parent = jobOf(flow);
    if (this.#ids.has(parent.id)) return count('jobs: flow known');
    this.#ids.add(parent.id);
    const waiting = new Set(children.map((child) => jobOf(child).id));
    for (const child of this.parts.chance.shuffled(children)) {
      const job = jobOf(child);
      this.#queue(job, () => {
        waiting.delete(job.id);
        if (waiting.size === 0) this.#queue(parent, () => void this.#ids.delete(parent.id));
      });
    }
  }

  #queue(job: QueuedJob, whenDone: () => void): void {
    const { timeline, chance, forgets, count } = this.parts;
    let isDone = false;
    let attempts = 0;
    let stalled = 0;
    const lose = (): void => {
      this.#ids.delete(job.id);
      count('jobs: lost');
    };
    const handOut = (): void => {
      if (isDone) return;
      const workers = this.parts.workers();
      if (workers.length === 0) return void timeline.after(STALLED_MS, handOut);
      if (forgets()) return lose();
      let isHeard = false;
      const heard = (act: () => void): void => {
        if (isHeard) return;
        isHeard = true;
        if (!isDone) act();
      };
      const done = (): void =>
        heard(() => {
          isDone = true;
          whenDone();
        });
      const failed = (): void =>
        heard(() => {
          attempts += 1;
          count('jobs: failed');
          if (attempts >= ATTEMPTS_MAX) lose();
          else timeline.after(chance.between(1, 100), handOut);
        });
      chance.pick(workers).take(job, done, failed);
      if (chance.percent(15)) {
        count('jobs: done twice');
        chance.pick(workers).take(job, done, failed);
      }
      timeline.after(STALLED_MS, () =>
        heard(() => {
          stalled += 1;
          count('jobs: stalled');
          if (stalled > STALLED_MAX) lose();
          else handOut();
        }),
      );
    };
    timeline.after(chance.percent(5) ? chance.between(500, 4_000) : chance.between(1, 60), handOut);
  }
}

const jobOf = ({ name, data, opts }: FlowJob): QueuedJob => ({
  id: opts?.jobId ?? name,
  name,
  data: data as unknown,
});
