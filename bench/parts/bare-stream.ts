/** Lines over a stream of Redis, and nothing else. */
import type { Redis } from 'ioredis';

/** As long as the studio’s own readers wait for an entry, in ms. */
const BLOCK_MS = 250;

export const sendLine = (redis: Redis, stream: string, line: string): void =>
  void redis.xadd(stream, 'MAXLEN', '~', 1_000, '*', 'line', line);

/** `take` gets every line from the start of the stream on. Resolves when `isOver`. */
export const takeLines = async (
  redis: Redis,
  stream: string,
  isOver: () => boolean,
  take: (line: string) => void,
): Promise<void> => {
  let last = '0-0';
  while (!isOver()) {
    const [read] = (await redis.xread('BLOCK', BLOCK_MS, 'STREAMS', stream, last)) ?? [];
    for (const [id, [, line]] of read?.[1] ?? []) {
      last = id;
      take(line!);
    }
  }
};
