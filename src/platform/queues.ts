/** How queues are used, and closed without waiting for a Redis that has disappeared. */
import type { BullRootModuleOptions } from '@nestjs/bullmq';
import {
  type BackendFactory,
  type ConnectionOptions,
  type FlowProducer,
  type PostgresConnectionOptions,
  type Queue,
  type QueueOptions,
  RedisConnection,
  RedisQueueBackend,
  type Worker,
  createIORedisClient,
  createPostgresBackend,
  createRedisBackend,
  setDefaultBackendFactory,
} from 'bullmq';
import type { Config } from '../config.js';
import { assert } from '../money/assert.js';
import { limitedTo } from './database.js';
import { isOfReplica, redisClient } from './redis-client.js';
import { atShutdown } from './within.js';

type Connection = ConnectionOptions | PostgresConnectionOptions;

const isPostgres = (connection: Connection): connection is PostgresConnectionOptions =>
  typeof connection === 'object' && 'connectionString' in connection;

/**
 * Where no Redis can be had, BullMQ keeps its jobs in Postgres. Each connection says itself which
 * it is.
 */
const createBackend: BackendFactory<ReturnType<BackendFactory>, Connection> = (
  name,
  { connection, ...options },
  more,
) =>
  isPostgres(connection)
    ? createPostgresBackend(name, { ...options, connection }, more)
    : createRedisBackend(name, { ...options, connection }, more);

setDefaultBackendFactory(createBackend);

/** BullMQ makes its own connections to Redis by what each queue and worker is given. */
RedisConnection.clientFactory = ({ url, isCluster, ...options }) => {
  assert(url !== undefined, 'every queue is given the URL of its Redis');
  return createIORedisClient(redisClient({ url, isCluster: isCluster === true }, options));
};

/**
 * A Redis that has disappeared is asked for again and again, but not after the studio has stopped:
 * BullMQ leaves a connection behind that was lost when it was closed.
 */
export class Reconnecting {
  #isOver = false;

  /** From the end of the studio on nothing connects again. */
  end(): void {
    this.#isOver = true;
  }

  /** In ms, as BullMQ waits by itself: from a second to twenty. Null gives up. */
  readonly waitMs = (attempt: number): number | null =>
    this.#isOver ? null : Math.max(Math.min(Math.exp(attempt), 20_000), 1_000);
}

/**
 * A connection on which what was asked has no answer for so long leads to a Redis that is stalled:
 * another is made, to whichever is in its place. A worker asks for a job for ten seconds at most.
 */
const SILENT_MS = 15_000;

/** What every queue and worker of a studio is set to. */
export const queueOptions = (
  { queue, roles }: Pick<Config, 'queue' | 'roles'>,
  reconnecting: Reconnecting,
): BullRootModuleOptions => {
  // Where it is so, Nest starts no worker.
  const extraOptions = { manualRegistration: !roles.has('worker') };
  if (queue.backend === 'postgres') {
    const connection: object = { migrate: true, ...limitedTo(queue.url, 'queue') };
    return { connection, extraOptions };
  }
  const { url, isCluster, prefix } = queue;
  const connection: object = {
    url,
    isCluster,
    maxRetriesPerRequest: null,
    retryStrategy: reconnecting.waitMs,
    socketTimeout: SILENT_MS,
  };
  // In a cluster, all keys of a queue must be in one slot, which the part in braces decides.
  return { connection, prefix: isCluster ? `{${prefix}}` : prefix, extraOptions };
};

/**
 * A Redis that cannot be reached is reported at once. The job is not kept for its return, because
 * by then a sweep has done the work.
 */
const FAILS_FAST = { maxRetriesPerRequest: 1, commandTimeout: 5_000 };

/** The same for whatever puts jobs on a queue. */
export const producing = (
  { connection, ...options }: BullRootModuleOptions,
  { backend }: Config['queue'],
): QueueOptions => ({
  ...options,
  connection: { ...connection, ...(backend === 'redis' && FAILS_FAST) },
});

/**
 * Connects again where jobs were refused by a Redis that has become a replica. Its client does so
 * by itself, but for transactions, which jobs are added in: it does not look into their answers.
 */
export const leaveReplica = async (
  producer: Pick<Queue | FlowProducer, 'getBackend'>,
  error: unknown,
): Promise<void> => {
  if (!isOfReplica(error)) return;
  const backend: object = producer.getBackend();
  const client = backend instanceof RedisQueueBackend ? await backend.client : undefined;
  if (client?.status === 'ready') client.disconnect(true);
};

/**
 * Puts these jobs on the queue, in their order. In Postgres one by one: for many at once BullMQ
 * makes a temporary table, which the studio's login may not.
 */
export const addAll = async (
  queue: Queue,
  { backend }: Config['queue'],
  jobs: Parameters<Queue['addBulk']>[0],
): Promise<void> => {
  if (backend === 'redis') {
    await queue.addBulk(jobs);
    return;
  }
  for (const { name, data, opts } of jobs) await queue.add(name, data, opts);
};

/**
 * The jobs under way are finished. Redis is not asked, since it may have disappeared. A process
 * that works off no queues has none to leave.
 */
export const leaveQueue = async (
  { roles }: Pick<Config, 'roles'>,
  host: { readonly worker: Worker },
): Promise<void> => {
  if (!roles.has('worker')) return;
  const { worker } = host;
  await atShutdown(worker.pause());
  await atShutdown(worker.close(true));
};
