/**
 * Redis Streams between the processes of a studio. What is added is never waited for, and what is
 * lost on the way is found in Postgres by whoever misses it: a stream is the fast way, and never
 * the only one. Each entry is signed by a key of the studio’s, so that nobody who can write Redis
 * bets as a player or shows a card.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { Metrics } from './metrics.js';

/** Fields of an entry, by name. */
export type Entry = Readonly<Record<string, string>>;

interface Followed {
  /** The last entry that was read. */
  lastId: string;
  readonly take: (entry: Entry, id: string) => void;
}

/** How many entries of a stream stay, about, and for how long after the last one. */
interface Keep {
  readonly entries: number;
  readonly ms?: number;
}

/** In place of an id: what is added from now on. */
export const FROM_NOW_ON = '$';

/** How long Redis keeps a question open while nothing comes, and how long an answer may take. */
const BLOCK_MS = 250;
const ANSWER_WITHIN_MS = 1_000;
/** Entries of a stream that are read at once. */
const AT_ONCE = 500;
/** Entries that may be on their way to Redis. What is added beyond that is left out. */
const UNSENT_MAX = 5_000;
const NEXT_ID = '*';
const SIGNATURE = 'signature';
const SIGNATURE_BYTES = 32;
const KEY_BYTES = 32;
/** How long, in ms, until a Redis that is away is asked for again: from the first to the last. */
const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 1_000;

@Injectable()
export class Streams implements OnApplicationShutdown {
  readonly #followed = new Map<string, Followed>();
  readonly #writer: Redis | undefined;
  readonly #reader: Redis | undefined;
  readonly #prefix: string = '';
  readonly #key: Buffer;
  #unsent = 0;
  /** When the entry was added that Redis has not answered for the longest time. */
  #oldestAtMs = 0;
  #isReading = false;
  #isAway = true;
  #isOver = false;
  readonly #onAway: (() => void)[] = [];

  constructor(
    @Inject(CONFIG) { queue, jwtKey }: Pick<Config, 'queue' | 'jwtKey'>,
    private readonly metrics: Metrics,
    @InjectPinoLogger('streams') private readonly logger: PinoLogger,
  ) {
    this.#key = Buffer.from(hkdfSync('sha256', jwtKey, '', 'sabot streams', KEY_BYTES));
    if (queue.backend !== 'redis') return;
    this.#prefix = `${queue.prefix}:`;
    this.#writer = this.#connect(queue.url, { enableAutoPipelining: true });
    this.#reader = this.#connect(queue.url, {});
  }

  /** Whether what is added is not read for the time being: by this process, as far as it knows. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** `act` is called when Redis has gone. */
  onAway(act: () => void): void {
    this.#onAway.push(act);
  }

  /**
   * Adds an entry under `id`, or under the next one (`*`). An entry whose id is not above the last
   * one of the stream is there already. Never rejects. `left_out`: Redis does not have it, and will
   * not. `unsure`: the connection was lost on the way.
   */
  async add(
    stream: string,
    id: string,
    entry: Entry,
    { entries, ms }: Keep,
  ): Promise<'added' | 'left_out' | 'unsure'> {
    const writer = this.#writer;
    if (writer === undefined || writer.status !== 'ready' || !this.#hasRoom()) {
      this.metrics.streamEntries.inc({ outcome: 'left_out' });
      return 'left_out';
    }
    if (this.#unsent === 0) this.#oldestAtMs = performance.now();
    this.#unsent += 1;
    try {
      const key = this.#prefix + stream;
      const fields = Object.entries(entry).flat();
      fields.push(SIGNATURE, this.#sign(key, id, fields).toString('base64'));
      const added = writer.xadd(key, 'MAXLEN', '~', entries, id, ...fields);
      if (ms !== undefined) writer.pexpire(key, ms).catch(() => undefined);
      await added;
      this.metrics.streamEntries.inc({ outcome: 'added' });
      return 'added';
    } catch (error) {
      if (isThereAlready(error)) return 'added';
      this.metrics.streamEntries.inc({ outcome: 'left_out' });
      return 'unsure';
    } finally {
      this.#unsent -= 1;
      this.#oldestAtMs = performance.now();
    }
  }

  /** A Redis that has not answered for long is connected to anew, and what waited is lost. */
  #hasRoom(): boolean {
    if (this.#unsent === 0) return true;
    if (performance.now() - this.#oldestAtMs > ANSWER_WITHIN_MS) this.#writer?.disconnect(true);
    return this.#unsent < UNSENT_MAX;
  }

  /** `take` gets the entries of the stream above `id`, in their order. It returns at once. */
  follow(stream: string, id: string, take: Followed['take']): void {
    this.#followed.set(this.#prefix + stream, { lastId: id, take });
    void this.#read();
  }

  leave(stream: string): void {
    this.#followed.delete(this.#prefix + stream);
  }

  onApplicationShutdown(): void {
    this.#isOver = true;
    this.#followed.clear();
    this.#writer?.disconnect();
    this.#reader?.disconnect();
  }

  /** One question for all streams that are followed, again and again. */
  async #read(): Promise<void> {
    const reader = this.#reader;
    if (this.#isReading || reader === undefined) return;
    this.#isReading = true;
    while (this.#followed.size > 0 && !this.#isOver) {
      const streams = [...this.#followed.keys()];
      const late = setTimeout(() => reader.disconnect(true), ANSWER_WITHIN_MS);
      try {
        await this.#findEnds(reader);
        const ids = streams.map((stream) => this.#followed.get(stream)?.lastId ?? FROM_NOW_ON);
        const read = await reader.xread(
          'COUNT',
          AT_ONCE,
          'BLOCK',
          BLOCK_MS,
          'STREAMS',
          ...streams,
          ...ids,
        );
        this.#setAway(false);
        for (const [stream, entries] of read ?? []) this.#hand(stream, entries);
      } catch (error) {
        this.#setAway(true, error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MIN_MS));
      } finally {
        clearTimeout(late);
      }
    }
    this.#isReading = false;
  }

  /** Where streams end now that are followed from now on. */
  async #findEnds(reader: Redis): Promise<void> {
    for (const [stream, followed] of this.#followed) {
      if (followed.lastId !== FROM_NOW_ON) continue;
      const [last] = await reader.xrevrange(stream, '+', '-', 'COUNT', 1);
      followed.lastId = last?.[0] ?? '0-0';
    }
  }

  #hand(stream: string, entries: readonly (readonly [string, readonly string[]])[]): void {
    for (const [id, fields] of entries) {
      const followed = this.#followed.get(stream);
      if (followed === undefined) return;
      followed.lastId = id;
      try {
        if (this.#isOurs(stream, id, fields)) followed.take(entryOf(fields), id);
        else
          this.logger.error({ stream, id }, 'an entry is left out that the studio has not signed');
      } catch (error) {
        this.logger.error({ err: error, stream, id }, 'an entry could not be taken');
      }
    }
  }

  #sign(key: string, id: string, fields: readonly string[]): Buffer {
    const text = JSON.stringify([key, id, ...fields]);
    return createHmac('sha256', this.#key).update(text).digest();
  }

  /** The signature is the last field. Of an entry that Redis has numbered, it is for any number. */
  #isOurs(key: string, id: string, fields: readonly string[]): boolean {
    const signed = fields.slice(0, -2);
    if (fields.at(-2) !== SIGNATURE) return false;
    const signature = Buffer.from(fields.at(-1) ?? '', 'base64');
    if (signature.length !== SIGNATURE_BYTES) return false;
    return [NEXT_ID, id].some((of) => timingSafeEqual(this.#sign(key, of, signed), signature));
  }

  #setAway(isAway: boolean, error?: unknown): void {
    if (this.#isAway === isAway || this.#isOver) return;
    this.#isAway = isAway;
    this.metrics.streamsAway.set(isAway ? 1 : 0);
    if (!isAway) return this.logger.info('the streams of Redis are read');
    this.logger.warn({ err: error }, 'Redis is away: what other processes say is read in Postgres');
    for (const act of this.#onAway) act();
  }

  #connect(url: string, options: { readonly enableAutoPipelining?: boolean }): Redis {
    const redis = new Redis(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) =>
        this.#isOver ? null : Math.min(RETRY_MIN_MS * 2 ** Math.min(attempt, 10), RETRY_MAX_MS),
      ...options,
    });
    // Whoever asks hears of it. Without a listener it would be printed each time.
    redis.on('error', () => undefined);
    return redis;
  }
}

const isThereAlready = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('equal or smaller');

const entryOf = (fields: readonly string[]): Entry => {
  const entry: Record<string, string> = {};
  for (let index = 0; index + 1 < fields.length; index += 2) {
    entry[fields[index]!] = fields[index + 1]!;
  }
  return entry;
};
