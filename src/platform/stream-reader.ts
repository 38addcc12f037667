/**
 * Reads streams of Redis over one connection: one question for all of them, again and again. In a
 * cluster they are streams of one slot.
 */
import type { Cluster, Redis } from 'ioredis';

interface Followed {
  /** The last entry that was read. */
  lastId: string;
  /** The last few of those that were read. */
  readonly readIds: string[];
  /** Whether nothing was read since the last look at where streams end. */
  isSilent: boolean;
  readonly take: (id: string, fields: readonly string[]) => void;
}

/** In place of an id: what is added from now on. */
export const FROM_NOW_ON = '$';
const BEFORE_ALL = '0-0';

/** How long Redis keeps a question open while nothing comes, and how long an answer may take. */
const BLOCK_MS = 250;
const ANSWER_WITHIN_MS = 1_000;
/** Entries of a stream that are read at once. */
const AT_ONCE = 500;
const AGAIN_AFTER_MS = 50;
/** How often it is looked at where the streams end that are silent. */
const LOOK_EVERY_MS = 1_000;
const READ_IDS_KEPT = 100;

export class StreamReader {
  readonly #followed = new Map<string, Followed>();
  #isReading = false;
  #isOver = false;
  /** When it was looked at last where silent streams end. */
  #lookedAtMs = performance.now();

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
    this.#followed.set(key, { lastId: id, readIds: [], isSilent: false, take });
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
        this.#doubtAll();
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
        goOnFrom(followed, id);
        followed.take(id, fields);
      }
    }
  }

  /**
   * Where streams end now that are followed from now on, and whether others end where they did.
   * Redis numbers entries by its clock. One that has lost a stream, and whose clock is behind the
   * one that numbered it, would have nothing to say above the last entry until that has passed.
   */
  async #findEnds(): Promise<void> {
    const isDue = performance.now() - this.#lookedAtMs >= LOOK_EVERY_MS;
    const due = [...this.#followed].filter(
      ([, { lastId, isSilent }]) => lastId === FROM_NOW_ON || (isDue && isSilent),
    );
    await Promise.all(due.map(([key, followed]) => this.#findEnd(key, followed)));
    if (!isDue) return;
    this.#lookedAtMs = performance.now();
    for (const followed of this.#followed.values()) followed.isSilent = true;
  }

  async #findEnd(key: string, followed: Followed): Promise<void> {
    const [end = BEFORE_ALL] = await this.#readBack(key, 1);
    if (followed.lastId === FROM_NOW_ON) goOnFrom(followed, end);
    else if (isBefore(end, followed.lastId)) await this.#readAnew(key, followed);
  }

  /** The connection was lost: another Redis may be there by now. */
  #doubtAll(): void {
    this.#lookedAtMs = -Infinity;
    for (const followed of this.#followed.values()) followed.isSilent = true;
  }

  /** From behind the last that is still there of what was read. Otherwise it is another stream. */
  async #readAnew(key: string, followed: Followed): Promise<void> {
    const ids = await this.#readBack(key, AT_ONCE);
    followed.lastId = ids.find((id) => followed.readIds.includes(id)) ?? BEFORE_ALL;
  }

  /** The ids of the last entries of a stream, the last one first. */
  async #readBack(key: string, count: number): Promise<readonly string[]> {
    const entries = await this.redis.xrevrange(key, '+', '-', 'COUNT', count);
    return entries.map(([id]) => id);
  }
}

const goOnFrom = (followed: Followed, id: string): void => {
  followed.lastId = id;
  followed.isSilent = false;
  followed.readIds.push(id);
  if (followed.readIds.length > READ_IDS_KEPT) followed.readIds.shift();
};

/** An id is a time in ms, and a count within it. */
const isBefore = (one: string, other: string): boolean => {
  const [oneMs = 0n, oneCount = 0n] = one.split('-').map(BigInt);
  const [otherMs = 0n, otherCount = 0n] = other.split('-').map(BigInt);
  return oneMs < otherMs || (oneMs === otherMs && oneCount < otherCount);
};
