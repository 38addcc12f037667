/**
 * The baseline of a hop: a line that goes to another process over a stream of Redis and comes back
 * over a second one, with nothing in either process but the clients of Redis.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { Histogram } from './histogram.js';
import { sendLine, takeLines } from './bare-stream.js';

const PROGRAM = fileURLToPath(new URL('./bare-hops-process.js', import.meta.url));
/** About as often as a few players bet. */
const EVERY_MS = 100;

/** How long lines took, one after the other, for `forMs`. */
export const bareHops = async (url: string, forMs: number): Promise<Histogram> => {
  const child = fork(PROGRAM, [url]);
  await once(child, 'message');
  const [writer, reader] = [new Redis(url), new Redis(url)];
  const took = new Histogram();
  const sentAtMs = new Map<string, number>();
  let isOver = false;
  const taking = takeLines(
    reader,
    'bare:back',
    () => isOver,
    (line) => {
      took.add(performance.now() - sentAtMs.get(line)!);
    },
  );
  const untilMs = performance.now() + forMs;
  for (let line = 0; performance.now() < untilMs; line += 1) {
    sentAtMs.set(String(line), performance.now());
    sendLine(writer, 'bare:there', String(line));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS * (0.5 + Math.random())));
  }
  isOver = true;
  await taking;
  child.disconnect();
  for (const redis of [writer, reader]) redis.disconnect();
  return took;
};
