/**
 * Redis Streams between the processes of a studio. What is added is never waited for, and what is
 * lost on the way is found in Postgres by whoever misses it: a stream is the fast way, and never
 * the only one. Each entry is signed by a key of the studio’s, so that nobody who can write Redis
 * bets as a player or shows a card. In a Redis Cluster the streams are spread over its nodes.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Cluster, Redis } from 'ioredis';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { Metrics } from './metrics.js';
import { type RedisAt, redisClient } from './redis-client.js';
import { FROM_NOW_ON, StreamReader } from './stream-reader.js';

export { FROM_NOW_ON };

/** Fields of an entry, by name. */
export type StreamEntry = Readonly<Record<string, string>>;

/** How many entries of a stream stay, about, and for how long after the last one. */
interface Keep {
  readonly entries: number;
  readonly ms?: number;
  /** It has a place also where others have taken all that they may. */
  readonly isFirst?: boolean;
}

/** How long an answer of Redis may take. */
const ANSWER_WITHIN_MS = 1_000;
/** Entries that may be on their way to Redis. What is added beyond that is left out. */
const UNSENT_MAX = 5_000;
/** So many more may, of those that come first. */
const UNSENT_FIRST_MAX = 500;
const NEXT_ID = '*';
const SIGNATURE = 'signature';
const SIGNATURE_BYTES = 32;
const KEY_BYTES = 32;
/** The part of its time to stay after which Redis hears of it again. */
const STAY_AGAIN_AFTER = 0.1;
/** Of streams of processes that are gone nothing more is said. */
const STAYS_KNOWN_MAX = 10_000;
/** How often a Redis that has refused a write is asked whether it takes one, in ms. */
const TRIED_EVERY_MS = 5_000;
/** How long, in ms, until a Redis that is away is asked for again: from the first to the last. */
const RETRY_MIN_MS = 50;
const RETRY_MAX_MS = 1_000;
/**
 * One question reads the streams of one slot, so that in a cluster all streams share so many slots,
 * each of which is read over a connection of its own. More nodes than these are no use.
 */
const SLOTS = 16;
/** The key that is written to see whether Redis takes writes, and how long it stays, in ms. */
const TRIAL = 'trial';
const TRIAL_MS = 60_000;

/** A reader, and what its last question came to. */
interface Reading {
  readonly reader: StreamReader;
  outcome: 'not_yet' | 'read' | 'failed';
}

@Injectable()
export class Streams implements OnApplicationShutdown {
  readonly #redis: (RedisAt & { readonly prefix: string }) | undefined;
  readonly #writer: Redis | Cluster | undefined;
  /** By the slot that they read, of which a single server has one. */
  readonly #readings = new Map<number, Reading>();
  readonly #key: Buffer;
  /** By key: when Redis heard last how long the stream stays. */
  readonly #stayKnownAtMs = new Map<string, number>();
  /** Keys whose entries were numbered by whoever added them, as far as was seen. */
  readonly #numbered = new Set<string>();
  #unsent = 0;
  /** When the entry was added that Redis has not answered for the longest time. */
  #oldestAtMs = 0;
  /** Is there while Redis refuses writes: it is full, say. */
  #trials: NodeJS.Timeout | undefined;
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
    this.#redis = queue;
    this.#writer = this.#connect(queue, 'writer');
    metrics.streamsAway.set(1); // until they are read for the first time
  }

  /**
   * Whether what is added is not read for the time being: by this process, or because Redis refuses
   * it, as far as it knows.
   */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** The same, where there is a Redis. Without one nothing comes from other processes. */
  get isCutOff(): boolean {
    return this.#redis !== undefined && this.#isAway;
  }

  /** `act` is called when Redis has gone. */
  onAway(act: () => void): void {
    this.#onAway.push(act);
  }

  /**
   * Adds an entry under `id`, or under the next one (`*`). An entry whose id is not above the last
   * one of the stream is there already. Never rejects. `left_out`: Redis does not have it, and will
   * not. `unsure`: the connection was lost on the way. A cluster’s client may have tried it again
   * by then, so that of a refusal it is not known what it is of.
   */
  async add(
    stream: string,
    id: string,
    entry: StreamEntry,
    { entries, ms, isFirst = false }: Keep,
  ): Promise<'added' | 'left_out' | 'unsure'> {
    const writer = this.#writer;
    if (writer === undefined || writer.status !== 'ready' || !this.#hasRoom(writer, isFirst)) {
      this.metrics.streamEntries.inc({ outcome: 'left_out' });
      return 'left_out';
    }
    if (this.#unsent === 0) this.#oldestAtMs = performance.now();
    this.#unsent += 1;
    try {
      const key = this.#keyOf(stream);
      const fields = Object.entries(entry).flat();
      fields.push(SIGNATURE, this.#sign(key, id, fields).toString('base64'));
      const added = writer.xadd(key, 'MAXLEN', '~', entries, id, ...fields);
      if (ms !== undefined) this.#expire(writer, key, ms);
      await added;
      this.metrics.streamEntries.inc({ outcome: 'added' });
      return 'added';
    } catch (error) {
      if (isThereAlready(error)) return 'added';
      this.metrics.streamEntries.inc({ outcome: 'left_out' });
      if (!isRefusal(error)) return 'unsure';
      this.#noteRefusal(error);
      return this.#redis?.isCluster === true ? 'unsure' : 'left_out';
    } finally {
      this.#unsent -= 1;
      this.#oldestAtMs = performance.now();
    }
  }

  /**
   * Whether Redis takes what is written: of a cluster, in each slot of the streams. One that does
   * not is away, before that has cost anybody a bet. True where there is no Redis.
   */
  async takesWrites(): Promise<boolean> {
    const writer = this.#writer;
    if (writer === undefined) return true;
    const slots = this.#redis?.isCluster === true ? SLOTS : 1;
    const keys = Array.from({ length: slots }, (_, slot) => this.#keyIn(slot, TRIAL));
    try {
      await Promise.all(keys.map((key) => writer.set(key, '', 'PX', TRIAL_MS)));
      this.#endTrials();
      this.#see();
      return true;
    } catch (error) {
      if (isRefusal(error)) this.#noteRefusal(error);
      return false;
    }
  }

  /** A refusal stands until a trial is taken, in each slot: an entry that is added is in one. */
  #noteRefusal(error: unknown): void {
    if (this.#isOver) return;
    this.#trials ??= setInterval(() => void this.takesWrites(), TRIED_EVERY_MS).unref();
    this.#see(error);
  }

  #endTrials(): void {
    clearInterval(this.#trials);
    this.#trials = undefined;
  }

  /** A stream to which much is added does not say with each entry how long it stays. */
  #expire(writer: Redis | Cluster, key: string, ms: number): void {
    const nowMs = performance.now();
    if (nowMs - (this.#stayKnownAtMs.get(key) ?? -Infinity) < ms * STAY_AGAIN_AFTER) return;
    if (this.#stayKnownAtMs.size >= STAYS_KNOWN_MAX) this.#stayKnownAtMs.clear();
    this.#stayKnownAtMs.set(key, nowMs);
    writer.pexpire(key, ms).catch(() => this.#stayKnownAtMs.delete(key));
  }

  /** A Redis that has not answered for long is connected to anew, and what waited is lost. */
  #hasRoom(writer: Redis | Cluster, isFirst: boolean): boolean {
    if (this.#unsent === 0) return true;
    const unsentMax = UNSENT_MAX + (isFirst ? UNSENT_FIRST_MAX : 0);
    if (performance.now() - this.#oldestAtMs <= ANSWER_WITHIN_MS) return this.#unsent < unsentMax;
    writer.disconnect(true);
    return false;
  }

  /** `take` gets the entries of the stream above `id`, in their order. It returns at once. */
  follow(stream: string, id: string, take: (entry: StreamEntry, id: string) => void): void {
    if (this.#redis === undefined) return;
    const key = this.#keyOf(stream);
    this.#readingOf(stream, this.#redis).reader.follow(key, id, (of, fields) =>
      this.#hand(key, of, fields, take),
    );
  }

  leave(stream: string): void {
    const reading = this.#readings.get(this.#slotOf(stream));
    reading?.reader.leave(this.#keyOf(stream));
    this.#numbered.delete(this.#keyOf(stream));
    this.#see();
  }

  onApplicationShutdown(): void {
    this.#isOver = true;
    this.#endTrials();
    this.#writer?.disconnect();
    for (const { reader } of this.#readings.values()) reader.end();
  }

  #slotOf(stream: string): number {
    if (this.#redis?.isCluster !== true) return 0;
    return createHash('sha1').update(stream).digest().readUInt32BE() % SLOTS;
  }

  #keyOf(stream: string): string {
    return this.#keyIn(this.#slotOf(stream), stream);
  }

  /** The part in braces decides about the slot. */
  #keyIn(slot: number, name: string): string {
    const { prefix = '', isCluster = false } = this.#redis ?? {};
    return isCluster ? `{${prefix}-${slot}}:${name}` : `${prefix}:${name}`;
  }

  #readingOf(stream: string, redis: RedisAt): Reading {
    const slot = this.#slotOf(stream);
    const known = this.#readings.get(slot);
    if (known !== undefined) return known;
    const reader = new StreamReader(this.#connect(redis, 'reader'), (error) => {
      reading.outcome = error === undefined ? 'read' : 'failed';
      this.#see(error);
    });
    const reading: Reading = { reader, outcome: 'not_yet' };
    this.#readings.set(slot, reading);
    return reading;
  }

  #hand(
    stream: string,
    id: string,
    fields: readonly string[],
    take: (entry: StreamEntry, id: string) => void,
  ): void {
    try {
      if (this.#isOurs(stream, id, fields)) take(entryOf(fields), id);
      else this.logger.error({ stream, id }, 'an entry is left out that the studio has not signed');
    } catch (error) {
      this.logger.error({ err: error, stream, id }, 'an entry could not be taken');
    }
  }

  #sign(key: string, id: string, fields: readonly string[]): Buffer {
    const text = JSON.stringify([key, id, ...fields]);
    return createHmac('sha256', this.#key).update(text).digest();
  }

  /**
   * The signature is the last field. Of an entry that Redis has numbered, it is for any number.
   * Which of the two it is goes by stream, so that it is mostly right at the first try.
   */
  #isOurs(key: string, id: string, fields: readonly string[]): boolean {
    const signed = fields.slice(0, -2);
    if (fields.at(-2) !== SIGNATURE) return false;
    const signature = Buffer.from(fields.at(-1) ?? '', 'base64');
    if (signature.length !== SIGNATURE_BYTES) return false;
    const isFor = (of: string): boolean => timingSafeEqual(this.#sign(key, of, signed), signature);
    if (this.#numbered.has(key)) return isFor(id) || isFor(NEXT_ID);
    if (isFor(NEXT_ID)) return true;
    const isNumbered = isFor(id);
    if (isNumbered) this.#numbered.add(key);
    return isNumbered;
  }

  /** Redis is away where anything that is followed is not read, or where it takes no writes. */
  #see(error?: unknown): void {
    const outcomes = [...this.#readings.values()]
      .filter(({ reader }) => reader.isWanted)
      .map(({ outcome }) => outcome);
    const isRead = outcomes.includes('read') && !outcomes.includes('failed');
    const isAway = !isRead || this.#trials !== undefined;
    if (this.#isAway === isAway || this.#isOver) return;
    this.#isAway = isAway;
    this.metrics.streamsAway.set(isAway ? 1 : 0);
    if (!isAway) return this.logger.info('the streams of Redis are read');
    this.logger.warn({ err: error }, 'Redis is away: what other processes say is read in Postgres');
    for (const act of this.#onAway) act();
  }

  #connect(at: RedisAt, purpose: 'writer' | 'reader'): Redis | Cluster {
    const redis = redisClient(at, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      // One that is stalled takes connections, and answers nothing, not even who asks to come in.
      socketTimeout: 2 * ANSWER_WITHIN_MS,
      retryStrategy: (attempt) =>
        this.#isOver ? null : Math.min(RETRY_MIN_MS * 2 ** Math.min(attempt, 10), RETRY_MAX_MS),
      enableAutoPipelining: purpose === 'writer',
      // Of a cluster, one node may be silent while the others answer.
      ...(at.isCluster && purpose === 'writer' && { commandTimeout: ANSWER_WITHIN_MS }),
    });
    // Whoever asks hears of it. Without a listener it would be printed each time.
    redis.on('error', () => undefined);
    return redis;
  }
}

const isThereAlready = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('equal or smaller');

/** Redis has answered, and said no: it has done nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError';

const entryOf = (fields: readonly string[]): StreamEntry => {
  const entry: Record<string, string> = {};
  for (let index = 0; index + 1 < fields.length; index += 2) {
    entry[fields[index]!] = fields[index + 1]!;
  }
  return entry;
};
