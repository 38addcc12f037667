/**
 * The program of the thread that makes reports, one at a time and on a connection of its own. While
 * a report waits for the database, it works out what the choices of a hand have cost. The tables of
 * the process are not held up by it.
 */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.js';
import { assert } from '../money/assert.js';
import { createPool } from '../platform/database.js';
import type { ReportProgress } from '../protocol/report.js';
import { makeReport } from './make-report.js';
import type { FromThread, ReportAsk, ToThread } from './report-ask.js';

/** Nobody sees more of them. The last one always comes. */
const PROGRESS_EVERY_MS = 100;

const port = parentPort;
assert(port !== null, 'this is the program of a thread');
// Where cores are short the tables go first. On Linux this is of the thread alone.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const pool = createPool(workerData as Config['database'], 'reports', 1);
const wanted = new Map<number, AbortController>();

const say = (said: FromThread): void => port.postMessage(said);

const make = async (id: number, ask: ReportAsk): Promise<void> => {
  const waiter = new AbortController();
  wanted.set(id, waiter);
  let saidAt = -Infinity;
  const onProgress = (progress: ReportProgress): void => {
    const now = performance.now();
    if (progress.done < progress.of && now - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = now;
    say({ kind: 'progress', id, progress });
  };
  try {
    const bytes = await makeReport(pool, ask, { signal: waiter.signal, onProgress });
    say({ kind: 'made', id, bytes });
  } catch (error) {
    say({ kind: 'failed', id, error });
  } finally {
    wanted.delete(id);
  }
};

port.on('message', (asked: ToThread) => {
  if (asked.kind === 'make') void make(asked.id, asked.ask);
  else wanted.get(asked.id)?.abort();
});
