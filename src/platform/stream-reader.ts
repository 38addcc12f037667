/**
 * Reads streams of Redis over one connection: one question for all of them, again and again. In a
 * cluster they are streams of one slot.
 */
import type { Cluster, Redis } from 'ioredis';

interface Followed {
  /** The last entry that was read. */
  lastId: string;
  readonly take: (id: string, fields: readonly string[]) => void;
}

/** In place of an id: what is added from now on. */
export const FROM_NOW_ON = '$';

/** How long Redis keeps a question open while nothing comes, and how long an answer may take. */
const BLOCK_MS = 250;
const ANSWER_WITHIN_MS = 1_000;
/** Entries of a stream that are read at once. */
const AT_ONCE = 500;
const AGAIN_AFTER_MS = 50;

export class StreamReader {
  readonly #followed = new Map<string, Followed>();
  #isReading = false;
  #isOver = false;

  /** `onRead` hears after each question whether it was answered, and if not, why. */
  constructor(
    private readonly redis: Redis | Cluster,
    private readonly onRead: (error?: unknown) => void,
  ) {}

  /** Whether anything is read. */
  get isWanted(): boolean {
    return this.#followed.size > 0;
  }

  /** `take` gets the entries of the stream above `id`, in their order. It returns at once. */
  follow(key: string, id: string, take: Followed['take']): void {
    this.#followed.set(key, { lastId: id, take });
    void this.#read();
  }

  leave(key: string): void {
    this.#followed.delete(key);
  }

  end(): void {
    this.#isOver = true;
    this.#followed.clear();
    this.redis.disconnect();
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#followed.size > 0 && !this.#isOver) {
      const late = setTimeout(() => this.redis.disconnect(true), ANSWER_WITHIN_MS);
      try {
        await this.#ask();
      } catch (error) {
        this.onRead(error);
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      } finally {
        clearTimeout(late);
      }
    }
    this.#isReading = false;
  }

  async #ask(): Promise<void> {
    const keys = [...this.#followed.keys()];
    await this.#findEnds();
    const ids = keys.map((key) => this.#followed.get(key)?.lastId ?? FROM_NOW_ON);
    const block = ['COUNT', AT_ONCE, 'BLOCK', BLOCK_MS, 'STREAMS'] as const;
    const read = await this.redis.xread(...block, ...keys, ...ids);
    this.onRead();
    for (const [key, entries] of read ?? []) {
      for (const [id, fields] of entries) {
        const followed = this.#followed.get(key);
        if (followed === undefined) break;
        followed.lastId = id;
        followed.take(id, fields);
      }
    }
  }

  /** Where streams end now that are followed from now on. */
  async #findEnds(): Promise<void> {
    for (const [key, followed] of this.#followed) {
      if (followed.lastId !== FROM_NOW_ON) continue;
      const [last] = await this.redis.xrevrange(key, '+', '-', 'COUNT', 1);
      followed.lastId = last?.[0] ?? '0-0';
    }
  }
}
