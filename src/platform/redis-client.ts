/**
 * Connections to Redis: to one server, or to a cluster, of which the URL names any node that is
 * there at the start.
 */
import { Cluster, Redis, type RedisOptions } from 'ioredis';

export interface RedisAt {
  readonly url: string;
  readonly isCluster: boolean;
}

type Options = Omit<RedisOptions, 'replyMapping'>;

/** How often a command follows a slot that has moved, or waits for a node that has gone. */
const REDIRECTIONS_MAX = 5;
/** How often the nodes are asked which of them has which slot, in ms. */
const SLOTS_EVERY_MS = 2_000;

/**
 * Whether Redis has refused a write because it is a replica now: another one has taken its place,
 * and is at the same address for whoever connects again. A cluster's client asks by itself.
 */
export const isOfReplica = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('READONLY');

export const redisClient = ({ url, isCluster }: RedisAt, options: Options): Redis | Cluster =>
  isCluster
    ? clusterClient(url, options)
    : new Redis(url, { ...options, reconnectOnError: isOfReplica });

interface Node {
  readonly host: string;
  readonly port: number;
}

const clusterClient = (url: string, options: Options): Cluster => {
  const { retryStrategy, enableOfflineQueue = true, enableAutoPipelining = false } = options;
  const { commandTimeout, connectionName, maxRetriesPerRequest } = options;
  const { socketTimeout } = options;
  const { username, password, protocol } = new URL(url);
  let known: readonly Node[] = [];
  const cluster = new Cluster([url], {
    // The node of the URL may be the one that is stalled: who was there last is asked, too.
    clusterRetryStrategy(this: { startupNodes: (string | Node)[] }, attempt) {
      this.startupNodes = [url, ...known];
      return retryStrategy?.(attempt) ?? null;
    },
    // Each connection looks its own name up: one that is gone costs the others nothing.
    dnsLookup: (host, done) => done(null, host),
    enableOfflineQueue,
    enableAutoPipelining,
    maxRedirections: REDIRECTIONS_MAX,
    slotsRefreshInterval: SLOTS_EVERY_MS,
    // The nodes name one another by address alone.
    redisOptions: {
      commandTimeout,
      connectionName,
      maxRetriesPerRequest,
      socketTimeout,
      username: username === '' ? undefined : decodeURIComponent(username),
      password: password === '' ? undefined : decodeURIComponent(password),
      tls: protocol === 'rediss:' ? {} : undefined,
    },
  });
  cluster.on('ready', () => {
    known = cluster.nodes().map(({ options: { host = '', port = 0 } }) => ({ host, port }));
  });
  return cluster;
};
