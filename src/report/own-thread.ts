/**
 * The thread of this process that makes reports, as the process sees it. It is started when it is
 * first needed, and anew once it has died or was silent for too long. What is asked of it meanwhile
 * is made in the pauses of what is under way, when that waits for the database.
 */
import type { Worker } from 'node:worker_threads';
import type { ReportFollower, FromThread, ReportAsk, ToThread } from './report-ask.js';

/** A statement takes ten seconds at most, and something is said after each dozen. */
const SILENT_MS = 120_000;

/** The thread died, or froze, or could not make the report. */
class ReportFailed extends Error {
  override readonly name = 'ReportFailed';
}

interface Making {
  readonly follower: ReportFollower;
  readonly made: (bytes: Uint8Array) => void;
  readonly failed: (error: unknown) => void;
  /** When nothing was said of it for too long. */
  silence: NodeJS.Timeout;
}

export class OwnThread {
  #worker: Worker | undefined;
  /** By their ids. */
  readonly #making = new Map<number, Making>();
  #lastId = 0;
  #hasEnded = false;

  constructor(private readonly start: () => Worker) {}

  /**
   * Resolves with the bytes of the report. Rejects with `ReportFailed`, or with the reason of the
   * signal once the thread has stopped working on it.
   */
  async make(ask: ReportAsk, follower: ReportFollower): Promise<Uint8Array> {
    const { signal } = follower;
    signal.throwIfAborted();
    if (this.#hasEnded) throw new ReportFailed('the studio stops');
    const worker = (this.#worker ??= this.#begin());
    const id = (this.#lastId += 1);
    const say = (said: ToThread): void => worker.postMessage(said);
    const giveUp = (): void => say({ kind: 'give_up', id });
    signal.addEventListener('abort', giveUp);
    return new Promise<Uint8Array>((made, failed) => {
      this.#making.set(id, { follower, made, failed, silence: this.#listen(worker) });
      say({ kind: 'make', id, ask });
    }).finally(() => signal.removeEventListener('abort', giveUp));
  }

  /** Whatever is being made, or is asked for later, fails. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#lose(worker, new ReportFailed('the studio stops'));
    await worker.terminate();
  }

  #begin(): Worker {
    const worker = this.start();
    worker.unref(); // A process that has nothing else to do may end.
    worker.on('message', (said: FromThread) => this.#take(worker, said));
    worker.on('error', (cause) => this.#lose(worker, new ReportFailed('it died', { cause })));
    worker.on('exit', () => this.#lose(worker, new ReportFailed('it ended')));
    return worker;
  }

  #take(worker: Worker, said: FromThread): void {
    const making = this.#making.get(said.id);
    if (worker !== this.#worker || making === undefined) return;
    clearTimeout(making.silence);
    if (said.kind === 'progress') {
      making.silence = this.#listen(worker);
      making.follower.onProgress(said.progress);
      return;
    }
    this.#making.delete(said.id);
    if (said.kind === 'made') making.made(said.bytes);
    else {
      const { signal } = making.follower;
      const { error: cause } = said;
      making.failed(signal.aborted ? signal.reason : new ReportFailed('it failed', { cause }));
    }
  }

  #listen(worker: Worker): NodeJS.Timeout {
    return setTimeout(() => {
      this.#lose(worker, new ReportFailed(`it said nothing for ${SILENT_MS} ms`));
      void worker.terminate();
    }, SILENT_MS);
  }

  #lose(worker: Worker, error: ReportFailed): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const all = [...this.#making.values()];
    this.#making.clear();
    for (const { silence, failed } of all) {
      clearTimeout(silence);
      failed(error);
    }
  }
}
