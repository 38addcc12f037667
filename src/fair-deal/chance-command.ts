/**
 * `npm run chance`: deals 10 million decks of each kind, as hands are dealt, and tests by
 * chi-square what comes of it. Exits with 1 where chance does not explain it.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { withUsage } from '../platform/call-fault.js';
import { chanceReport } from './chance-report.js';
import type { Dealt, Share } from './chance-thread.js';
import { DECKS_OF, DECK_KINDS, type DeckKind } from './dealt-decks.js';
import { ShuffleCounts } from './shuffle-counts.js';

const USAGE = `npm run chance -- [--shuffles N] [--threads N] [--only '${DECK_KINDS.join("'|'")}']

--shuffles  of each kind of deck; 10,000,000 where nothing is said, and at least 30,000
--threads   as many as there are cores, where nothing is said
--only      this kind of deck alone`;

/** With fewer, some pairs of neighbours would be expected too rarely for a chi-square. */
const SHUFFLES_MIN = 30_000;

/** What was asked for, or what is wrong with it. */
const read = () => {
  try {
    const { values } = parseArgs({
      options: {
        shuffles: { type: 'string', default: '10000000' },
        threads: { type: 'string', default: String(availableParallelism()) },
        only: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { help: true as const };
    const [shuffles, threads] = [Number(values.shuffles), Number(values.threads)];
    const kinds = DECK_KINDS.filter((kind) => values.only === undefined || kind === values.only);
    const fewest = SHUFFLES_MIN.toLocaleString('en');
    if (!Number.isSafeInteger(shuffles) || shuffles < SHUFFLES_MIN) {
      return `--shuffles ${values.shuffles}: is not a number of ${fewest} or more`;
    }
    if (!Number.isSafeInteger(threads) || threads < 1) {
      return `--threads ${values.threads}: is not a number of 1 or more`;
    }
    if (kinds.length === 0) return `--only ${values.only}: one of ${DECK_KINDS.join(', ')}`;
    return { shuffles, threads, kinds, help: false as const };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const startedAt = performance.now();
let shown = '';
/** One line that is written over; where nobody looks, one for each twentieth. */
const showProgress = (kind: DeckKind, done: number, of: number): void => {
  const share = process.stderr.isTTY
    ? Math.floor((1000 * done) / of) / 10
    : Math.floor((20 * done) / of) * 5;
  const line = `${kind}: ${share} % of ${of}, ${Math.round((performance.now() - startedAt) / 1000)} s`;
  const mark = `${kind} ${share}`;
  if (mark === shown) return;
  shown = mark;
  process.stderr.write(process.stderr.isTTY ? `\r${line}   ` : `${line}\n`);
};

const deal = async (kind: DeckKind, shuffles: number, threads: number): Promise<ShuffleCounts> => {
  const counts = new ShuffleCounts(DECKS_OF[kind]);
  let done = 0;
  const shares = Array.from({ length: threads }, (_, thread): Share => {
    const from = Math.floor((shuffles * thread) / threads);
    return { kind, from, shuffles: Math.floor((shuffles * (thread + 1)) / threads) - from };
  });
  await Promise.all(
    shares.map(
      (share) =>
        new Promise<void>((resolve, reject) => {
          const url = new URL('./chance-thread.js', import.meta.url);
          const worker = new Worker(url, { workerData: share });
          worker.on('message', ({ dealt, counted }: Dealt) => {
            done += dealt;
            showProgress(kind, done, shuffles);
            if (counted !== undefined) counts.add(counted);
          });
          worker.on('error', reject);
          worker.on('exit', () => resolve());
        }),
    ),
  );
  return counts;
};

const given = read();
if (typeof given === 'string') {
  console.error(withUsage(USAGE, given));
  process.exitCode = 1;
} else if (given.help) {
  console.log(USAGE);
} else {
  const counted = [];
  for (const kind of given.kinds) {
    const counts = await deal(kind, given.shuffles, given.threads);
    counted.push({ kind, shuffles: counts.counted.shuffles, tests: counts.tests() });
  }
  const { lines, isFair } = chanceReport(counted);
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(lines.join('\n'));
  if (!isFair) process.exitCode = 1;
}
