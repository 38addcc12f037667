/**
 * The only place that reads the environment. A setting that is wrong stops the start with a
 * sentence that names it.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type AnchorKey, makeUpAnchorKey, parseAnchorKey } from './audit/anchor-key.js';
import { type HandsKeys, makeUpHandsKeys, parseHandsKeys } from './hands/sealing.js';
import { DEMO_RECORDING_URL, DEMO_STILL_URL } from './protocol/demo.js';
import { RECOVERY_POLICIES, type RecoveryPolicy } from './ledger/recover.js';
import {
  type OperatorsKeys,
  derivedOperatorsKeys,
  parseOperatorsKeys,
} from './operator/shared-secrets.js';
import { type StudioKey, studioKey, studioKeyOf } from './wallet/studio-key.js';

const flag = z.enum(['0', '1']).transform((text) => text === '1');
const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
/** PKCS #8, as PEM or as base64. */
const ed25519Key = z.string().transform((text, issues) => {
  const key = parseAnchorKey(text);
  if (key !== undefined) return key;
  issues.addIssue('must be an Ed25519 private key, as PEM or as base64');
  return z.NEVER;
});

const operatorsKeys = z.string().transform((text, issues) => {
  const keys = parseOperatorsKeys(text);
  if (keys !== undefined) return keys;
  issues.addIssue('must be 32 bytes as base64, or several such keys with commas between them');
  return z.NEVER;
});

/** Lower-case names, each with its port where a request names one. */
const hosts = z.string().transform((text, issues) => {
  const names = text.split(',').map((each) => each.trim().toLowerCase());
  if (names.every((each) => HOST.test(each))) return new Set(names);
  issues.addIssue('must be hosts as requests name them, as studio.example, with commas between');
  return z.NEVER;
});
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/** An address, or a path of the studio itself, that has these places to be filled in. */
const filmUrl = (places: readonly string[]) =>
  z
    .string()
    .refine(
      (text) =>
        /^(https?:\/\/[^\s/]|\/[^\s/])\S*$/.test(text) &&
        places.every((place) => text.includes(place)),
      `must be an address, or a path, with ${places.join(' and ')} in it`,
    );

/** What a process may be for. By default it is for everything. */
export const ROLES = ['edge', 'table', 'worker'] as const;

const environment = z.object({
  DATABASE_URL: z.url({
    protocol: /^(postgres(ql)?|socket)$/,
    error: 'must be the URL of a Postgres database',
  }),
  /** The role that the studio takes on after it has signed in. Empty keeps the one in the URL. */
  DATABASE_ROLE: z.string().default('sabot_app'),
  /** Connections for what anybody asks to be read, and how many may wait for one. */
  DATABASE_POOL: count(2, 200).default(10),
  DATABASE_WAITING: count(1, 100_000).default(2_000),
  /** Connections for payments and sessions, and for the staff and what the studio looks at. */
  DATABASE_MONEY_POOL: count(2, 200).default(6),
  DATABASE_STUDIO_POOL: count(2, 200).default(6),
  /** Connections for hands of solo games: two batches of each game, and two for who reads. */
  DATABASE_HANDS_POOL: count(2, 200).default(8),
  /** Requests to one operator's wallet at a time, each on a connection of its own. */
  WALLET_CONNECTIONS: count(1, 2_000).default(256),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be the URL of a Redis server' })
    .optional(),
  /** Whether REDIS_URL names a node of a Redis Cluster. */
  REDIS_CLUSTER: flag.default(false),
  QUEUE_BACKEND: z.enum(['redis', 'postgres']).optional(),
  /**
   * Everything that the studio keeps in Redis has this prefix, so that other studios may share the
   * server.
   */
  QUEUE_PREFIX: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ and -, 64 at most')
    .default('bull'),
  HOST: z.string().optional(),
  PORT: count(0, 65_535).default(3000),
  /** The address of the players' page, for launches. By default where the operator asks for one. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be the URL of the players’ page' })
    .optional(),
  /**
   * The hosts by which operators ask the studio: what they have signed for another is refused. By
   * default whatever a request names is taken.
   */
  OPERATOR_HOSTS: hosts.optional(),
  /**
   * The operator's own port: metrics, health and /docs. By default PORT + 6000 (a PORT above 59535:
   * PORT - 6000), or any where that is 0, and on this machine alone.
   */
  OPERATIONS_PORT: count(0, 65_535).optional(),
  OPERATIONS_HOST: z.string().default('127.0.0.1'),
  /**
   * The operator's own proxies in front of the studio: this many of the last addresses in
   * X-Forwarded-For are trusted.
   */
  TRUSTED_PROXIES: count(0, 10).default(0),
  SABOT_DEMO: flag.default(false),
  /** The demo is reached at another address than this machine's, by whoever can. */
  DEMO_ANYWHERE: flag.default(false),
  /**
   * What the process does, with commas between: `edge` takes connections, `table` runs tables, and
   * `worker` works off the queues. Every process sees all tables and serves HTTP.
   */
  SABOT_ROLES: z
    .string()
    .default(ROLES.join())
    .transform((text, issues) => {
      const roles = ROLES.filter((role) => text.split(',').includes(role));
      if (roles.length > 0 && roles.length === text.split(',').length) return new Set(roles);
      issues.addIssue(`must be one or more of ${ROLES.join(', ')}, with commas between them`);
      return z.NEVER;
    }),
  NODE_ENV: z.string().optional(),
  DEMO_TABLES: count(1, 200).default(1),
  DEMO_FAST: flag.default(false),
  DEMO_FURTHER: flag.default(false),
  /** The folder of the streams of the demo's tables. Without it they have no picture. */
  DEMO_PICTURE: z.string().optional(),
  /** Where the relay of these streams takes offers of WebRTC. Without it there are none. */
  DEMO_RELAY: z.url({ protocol: /^http$/ }).optional(),
  /**
   * Where the pictures of the tables are recorded: the address of a list of HLS, with `{table}`,
   * and `{from}` and `{to}` as ISO 8601. A path is one of the studio itself.
   */
  RECORDING_URL: filmUrl(['{table}', '{from}', '{to}']).optional(),
  /** Where a still of a table's picture is, as it is now, with `{table}`. */
  STILL_URL: filmUrl(['{table}']).optional(),
  SABOT_JWT_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /**
   * Signs the requests to operators: an Ed25519 private key, as the next one. Without it a key that
   * is derived of `SABOT_JWT_KEY`.
   */
  SABOT_STUDIO_KEY: ed25519Key.optional(),
  /** Will sign them next: operators read its public half, and take it from then on. */
  SABOT_STUDIO_KEY_NEXT: ed25519Key.optional(),
  /**
   * What the secrets that are shared with operators are derived of: 32 bytes as base64, or several
   * such keys, of which the first makes new secrets. Without it one that is derived of
   * `SABOT_JWT_KEY`.
   */
  SABOT_OPERATORS_KEY: operatorsKeys.optional(),
  /** Signs the anchors of the logs: an Ed25519 private key, PKCS #8, as PEM or as base64. */
  SABOT_ANCHOR_KEY: ed25519Key.optional(),
  /**
   * Seals the decks of solo hands at rest: 32 bytes as base64. Where there are several, with commas
   * between them, the first one seals, and all of them open.
   */
  SABOT_HANDS_KEY: z
    .string()
    .transform((text, issues) => {
      const keys = parseHandsKeys(text);
      if (keys !== undefined) return keys;
      issues.addIssue('must be 32 bytes as base64, or several such keys with commas between them');
      return z.NEVER;
    })
    .optional(),
  /** No event of a log stays longer than this without an anchor, in ms. */
  ANCHOR_EVERY_MS: count(500, 86_400_000).default(3_600_000),
  /** How often ends of shoes, and anchors that the queue forgot, are looked for, in ms. */
  ANCHOR_SWEEP_MS: count(50, 60_000).default(5_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /**
   * A table is stalled when its clock is this late, when no card and no outcome comes for this
   * long, or when a round is not paid within this time, in ms.
   */
  STALLED_CLOCK_MS: count(100, 60_000).default(2_000),
  STALLED_DEAL_MS: count(100, 600_000).default(30_000),
  STALLED_PAY_MS: count(100, 600_000).default(5_000),
  /** How long a table stays with a process that no longer answers, in ms. */
  TABLE_LEASE_MS: count(500, 60_000).default(2_000),
  /**
   * How long a process that is asked to end waits for the rounds at its tables, where another takes
   * them, in ms.
   */
  DRAIN_MS: count(0, 3_600_000).default(60_000),
  /**
   * How long a process has run, and a table has been with another, before it may be moved there to
   * spread the tables, in ms.
   */
  TABLE_STAY_MS: count(0, 3_600_000).default(10_000),
  TABLE_MAILBOX: count(1, 1_000_000).default(20_000),
  TABLE_BATCH: count(1, 1_000).default(500),
  /**
   * Where traces are sent by OTLP over HTTP, as `http://127.0.0.1:4318`, under which name, and
   * which part of them, from 0 to 1. Without it there are none. The names are OpenTelemetry's own.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the URL of an OTLP collector' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('sabot'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
  /** At how many tables one dealer may deal at once. A shift manager may stand in at any. */
  DEALER_TABLES: count(1, 1_000).default(1),
  /** About how many players are paid in one transaction. */
  SETTLEMENT_CHUNK: count(1, 100_000).default(5_000),
  /** What a player's shortfall after a correction is recovered from. */
  SHORTFALL_RECOVERY: z.enum(RECOVERY_POLICIES).default('cash_out'),
  /** After this long the sweep pays a round itself, in ms. */
  SETTLEMENT_SWEEP_MS: count(100, 60_000).default(2_000),
  /** A session ends this long after the last game action or deposit, in ms. */
  SESSION_IDLE_MS: count(200, 86_400_000).default(1_200_000),
  /** How long before that the player is warned, in ms. */
  SESSION_WARN_MS: count(0, 86_400_000).default(120_000),
  /** A session ends this long after its connection was lost, in ms. */
  SESSION_LOST_MS: count(200, 86_400_000).default(180_000),
  /** The same where the last action was in Sette e Mezzo or Blackjack, in ms. */
  SOLO_LOST_MS: count(200, 86_400_000).default(300_000),
  /** A solo hand that waits for its player this long is played by the house, in ms. */
  HAND_KEPT_MS: count(200, 31_536_000_000).default(604_800_000),
  /** How often such hands are looked for, in ms. */
  HAND_SWEEP_MS: count(50, 3_600_000).default(30_000),
  /** How often sessions that the queue forgot are looked for, in ms. */
  SESSION_SWEEP_MS: count(50, 60_000).default(5_000),
  /**
   * What one caller may send by socket, and two hundred at one address: so many a second, and so
   * many at once.
   */
  MESSAGES_PER_SECOND: count(1, 100_000).default(20),
  MESSAGES_AT_ONCE: count(1, 100_000).default(60),
  /** What one player may write, in the chat and to support. */
  CHAT_PER_MINUTE: count(1, 100_000).default(30),
  CHAT_AT_ONCE: count(1, 100_000).default(4),
  /**
   * What one address may write. A household shares an address, and so may many households behind
   * one proxy.
   */
  CHAT_ADDRESS_PER_MINUTE: count(1, 1_000_000).default(600),
  CHAT_ADDRESS_AT_ONCE: count(1, 1_000_000).default(80),
  /**
   * What one player may ask by HTTP, and ten at one address: so often a second, and so often at
   * once.
   */
  REQUESTS_PER_SECOND: count(1, 100_000).default(5),
  REQUESTS_AT_ONCE: count(1, 100_000).default(40),
  /** How long a connection may take to say what it wants, in ms. */
  SAID_WITHIN_MS: count(100, 60_000).default(10_000),
  /**
   * How many connections that do not sign in may come from one address: so many a second, and so
   * many at once. One that signs in does not count.
   */
  ARRIVALS_PER_SECOND: count(1, 100_000).default(10),
  ARRIVALS_AT_ONCE: count(1, 100_000).default(200),
  /**
   * How many open connections one of the staff may have: a desk, a page of the pit, and some that
   * were lost and not yet missed.
   */
  STAFF_CONNECTIONS: count(1, 100_000).default(30),
  /** A client that leaves more than this unread is cut, in bytes. */
  UNREAD_BYTES_MAX: count(1_024, 1_000_000_000).default(1_048_576),
  /** How often the staff at one address, which may be all of the staff, may try to sign in. */
  SIGN_INS_PER_SECOND: count(1, 1_000).default(1),
  SIGN_INS_AT_ONCE: count(1, 1_000).default(30),
});

interface ChatPace {
  readonly perMinute: number;
  readonly atOnce: number;
}

export interface Config {
  readonly database: {
    readonly url: string;
    readonly role: string;
    /** Connections at most. The tables have their own besides. */
    readonly pools: Readonly<Record<'public' | 'money' | 'studio' | 'hands', number>>;
    /** How many may wait for one of the public's. */
    readonly waitingMax: number;
  };
  readonly queue:
    | {
        readonly backend: 'redis';
        readonly url: string;
        /** Whether the URL is that of any node of a cluster. */
        readonly isCluster: boolean;
        readonly prefix: string;
      }
    | { readonly backend: 'postgres'; readonly url: string };
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly proxies: number;
    readonly saidWithinMs: number;
    readonly budget: { readonly perSecond: number; readonly atOnce: number };
  };
  /** Undefined: where the operator asks for a launch. */
  readonly publicUrl: string | undefined;
  /** Lower-case. Undefined: operators may ask by any. */
  readonly operatorHosts: ReadonlySet<string> | undefined;
  /** Addresses of what is recorded of a table’s picture, and of a still of it, to be filled in. */
  readonly film: { readonly recording: string | undefined; readonly still: string | undefined };
  readonly arrivals: {
    readonly perSecond: number;
    readonly atOnce: number;
    readonly staffConnections: number;
  };
  readonly unreadBytesMax: number;
  /** Undefined where no traces are made. */
  readonly tracing:
    | { readonly endpoint: string; readonly service: string; readonly sampled: number }
    | undefined;
  /** The operator's own port. */
  readonly operations: { readonly host: string; readonly port: number };
  readonly signIn: { readonly perSecond: number; readonly atOnce: number };
  readonly demo:
    | {
        readonly tables: number;
        readonly fast: boolean;
        /** Whether its first table takes francs besides. */
        readonly further: boolean;
        readonly picture: string | undefined;
        readonly relay: string | undefined;
      }
    | undefined;
  readonly jwtKey: Uint8Array;
  readonly studioKey: StudioKey;
  /** That operators read before it is used. */
  readonly nextStudioKey: StudioKey | undefined;
  readonly operatorsKeys: OperatorsKeys;
  readonly anchor: {
    readonly key: AnchorKey;
    readonly everyMs: number;
    readonly sweepMs: number;
  };
  readonly logLevel: string;
  /** How long a process that leaves waits for the rounds at its tables. */
  readonly drainMs: number;
  readonly roles: ReadonlySet<(typeof ROLES)[number]>;
  readonly table: {
    /** Whether the process takes tables that are free. */
    readonly isTaken: boolean;
    readonly leaseMs: number;
    /** How long a table stays where it is before it may move to spread the tables. */
    readonly stayMs: number;
    readonly mailboxCapacity: number;
    readonly batchMax: number;
  };
  /** At how many tables one dealer may deal at the same time. */
  readonly dealerTables: number;
  /** When a table counts as stalled (src/pit/watch/stall.ts). */
  readonly pit: { readonly clockMs: number; readonly dealMs: number; readonly payMs: number };
  readonly settlement: { readonly chunkSize: number; readonly sweepMs: number };
  readonly shortfallRecovery: RecoveryPolicy;
  /** Requests to one operator's wallet at a time. */
  readonly walletConnections: number;
  readonly chat: { readonly player: ChatPace; readonly address: ChatPace };
  readonly session: {
    readonly idleMs: number;
    readonly warnMs: number;
    readonly lostMs: number;
    /** `lostMs` where the last action was in a game in which hands wait for their players. */
    readonly soloLostMs: number;
    readonly sweepMs: number;
  };
  readonly handsKeys: HandsKeys;
  readonly hands: { readonly keptMs: number; readonly sweepMs: number };
  readonly budget: { readonly perSecond: number; readonly atOnce: number };
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws `ConfigError` with a line for each setting that is missing or wrong. */
export const readConfig = (env: Environment): Config => {
  const e = parse(environment, env);
  const isDemo = e.SABOT_DEMO;
  const jwtKey =
    e.SABOT_JWT_KEY === undefined ? randomBytes(32) : new TextEncoder().encode(e.SABOT_JWT_KEY);
  const hasDemoPicture = isDemo && Boolean(e.DEMO_PICTURE);
  if (!isDemo && e.SABOT_JWT_KEY === undefined) {
    throw new ConfigError(
      'SABOT_JWT_KEY: is needed, a secret of at least 32 characters that signs the logins. Only the demo (SABOT_DEMO=1) makes up its own.',
    );
  }
  if (!isDemo && e.SABOT_ANCHOR_KEY === undefined) {
    throw new ConfigError(
      'SABOT_ANCHOR_KEY: is needed, the Ed25519 private key that signs the anchors of the logs (openssl genpkey -algorithm ed25519). Only the demo (SABOT_DEMO=1) makes up its own.',
    );
  }
  if (!isDemo && e.SABOT_HANDS_KEY === undefined) {
    throw new ConfigError(
      'SABOT_HANDS_KEY: is needed, 32 bytes as base64 that seal the decks of solo hands (openssl rand -base64 32). Only the demo (SABOT_DEMO=1) makes up its own.',
    );
  }
  if (isDemo && e.NODE_ENV === 'production') {
    throw new ConfigError(
      'SABOT_DEMO: is 1, and NODE_ENV is production. Everybody knows the PIN of the demo, which is for no real player.',
    );
  }
  if (isDemo && !e.DEMO_ANYWHERE && !isThisMachine(e.HOST ?? DEMO_HOST)) {
    throw new ConfigError(
      `HOST: is ${e.HOST}, where others reach the demo, whose PIN everybody knows. DEMO_ANYWHERE=1 says that they may.`,
    );
  }
  const backend = e.QUEUE_BACKEND ?? (e.REDIS_URL === undefined ? 'postgres' : 'redis');
  if (backend === 'redis' && e.REDIS_URL === undefined) {
    throw new ConfigError('REDIS_URL: is needed when QUEUE_BACKEND is redis.');
  }
  if (e.REDIS_CLUSTER && backend !== 'redis') {
    throw new ConfigError('REDIS_CLUSTER: is 1, and the queue is not kept in Redis (REDIS_URL).');
  }
  if (e.OPERATIONS_PORT === e.PORT && e.PORT !== 0) {
    throw new ConfigError('OPERATIONS_PORT: must be another port than PORT.');
  }
  if (e.SESSION_WARN_MS >= e.SESSION_IDLE_MS) {
    throw new ConfigError('SESSION_WARN_MS: must be less than SESSION_IDLE_MS.');
  }
  return {
    database: databaseOf(e),
    queue:
      backend === 'redis'
        ? { backend, url: e.REDIS_URL!, isCluster: e.REDIS_CLUSTER, prefix: e.QUEUE_PREFIX }
        : { backend: 'postgres', url: e.DATABASE_URL },
    // Demo logins are open to anybody who can reach them: only this machine, unless set otherwise.
    http: {
      host: e.HOST ?? (isDemo ? DEMO_HOST : '0.0.0.0'),
      port: e.PORT,
      proxies: e.TRUSTED_PROXIES,
      saidWithinMs: e.SAID_WITHIN_MS,
      budget: { perSecond: e.REQUESTS_PER_SECOND, atOnce: e.REQUESTS_AT_ONCE },
    },
    publicUrl: e.PUBLIC_URL,
    operatorHosts: e.OPERATOR_HOSTS,
    film: {
      recording: e.RECORDING_URL ?? (hasDemoPicture ? DEMO_RECORDING_URL : undefined),
      still: e.STILL_URL ?? (hasDemoPicture ? DEMO_STILL_URL : undefined),
    },
    arrivals: {
      perSecond: e.ARRIVALS_PER_SECOND,
      atOnce: e.ARRIVALS_AT_ONCE,
      staffConnections: e.STAFF_CONNECTIONS,
    },
    unreadBytesMax: e.UNREAD_BYTES_MAX,
    tracing:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
            service: e.OTEL_SERVICE_NAME,
            sampled: e.OTEL_TRACES_SAMPLER_ARG,
          },
    operations: {
      host: e.OPERATIONS_HOST,
      port: e.OPERATIONS_PORT ?? besides(e.PORT),
    },
    signIn: { perSecond: e.SIGN_INS_PER_SECOND, atOnce: e.SIGN_INS_AT_ONCE },
    demo: isDemo
      ? {
          ...{ tables: e.DEMO_TABLES, fast: e.DEMO_FAST, further: e.DEMO_FURTHER },
          ...{ picture: e.DEMO_PICTURE, relay: e.DEMO_RELAY },
        }
      : undefined,
    jwtKey,
    studioKey:
      e.SABOT_STUDIO_KEY === undefined
        ? studioKey(jwtKey)
        : studioKeyOf(e.SABOT_STUDIO_KEY.privateKey),
    operatorsKeys: withDerived(e.SABOT_OPERATORS_KEY, jwtKey),
    nextStudioKey: e.SABOT_STUDIO_KEY_NEXT && studioKeyOf(e.SABOT_STUDIO_KEY_NEXT.privateKey),
    anchor: {
      key: e.SABOT_ANCHOR_KEY ?? makeUpAnchorKey(),
      everyMs: e.ANCHOR_EVERY_MS,
      sweepMs: e.ANCHOR_SWEEP_MS,
    },
    handsKeys: e.SABOT_HANDS_KEY ?? makeUpHandsKeys(),
    hands: { keptMs: e.HAND_KEPT_MS, sweepMs: e.HAND_SWEEP_MS },
    logLevel: e.LOG_LEVEL,
    drainMs: e.DRAIN_MS,
    roles: e.SABOT_ROLES,
    table: {
      isTaken: e.SABOT_ROLES.has('table'),
      leaseMs: e.TABLE_LEASE_MS,
      stayMs: e.TABLE_STAY_MS,
      mailboxCapacity: e.TABLE_MAILBOX,
      batchMax: e.TABLE_BATCH,
    },
    dealerTables: e.DEALER_TABLES,
    pit: { clockMs: e.STALLED_CLOCK_MS, dealMs: e.STALLED_DEAL_MS, payMs: e.STALLED_PAY_MS },
    settlement: { chunkSize: e.SETTLEMENT_CHUNK, sweepMs: e.SETTLEMENT_SWEEP_MS },
    shortfallRecovery: e.SHORTFALL_RECOVERY,
    walletConnections: e.WALLET_CONNECTIONS,
    session: {
      idleMs: e.SESSION_IDLE_MS,
      warnMs: e.SESSION_WARN_MS,
      lostMs: e.SESSION_LOST_MS,
      soloLostMs: e.SOLO_LOST_MS,
      sweepMs: e.SESSION_SWEEP_MS,
    },
    budget: { perSecond: e.MESSAGES_PER_SECOND, atOnce: e.MESSAGES_AT_ONCE },
    chat: {
      player: { perMinute: e.CHAT_PER_MINUTE, atOnce: e.CHAT_AT_ONCE },
      address: { perMinute: e.CHAT_ADDRESS_PER_MINUTE, atOnce: e.CHAT_ADDRESS_AT_ONCE },
    },
  };
};

/** Far from PORT: the next ports are those of the next processes on the machine. */
const besides = (port: number): number => {
  if (port === 0) return 0;
  return port + 6_000 <= 65_535 ? port + 6_000 : port - 6_000;
};

const DEMO_HOST = '127.0.0.1';

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const databaseSettings = environment.pick({
  DATABASE_URL: true,
  DATABASE_ROLE: true,
  DATABASE_POOL: true,
  DATABASE_WAITING: true,
  DATABASE_MONEY_POOL: true,
  DATABASE_STUDIO_POOL: true,
  DATABASE_HANDS_POOL: true,
});

/** For a program that needs the database alone. Throws as `readConfig` does. */
export const readDatabase = (env: Environment): Config['database'] =>
  databaseOf(parse(databaseSettings, env));

/** For a program that has no studio. Throws as `readConfig` does. */
export const readAnchorEveryMs = (env: Environment): number =>
  parse(environment.pick({ ANCHOR_EVERY_MS: true }), env).ANCHOR_EVERY_MS;

const periodSettings = z.object({
  /**
   * How long what a sealed period has moved stays in the database at least, in days after its end.
   * The database keeps it for 32 days (period-archives.sql).
   */
  PERIOD_KEPT_DAYS: count(32, 36_500).default(92),
});

/** For `npm run period`. Throws as `readConfig` does. */
export const readKeptDays = (env: Environment): number =>
  parse(periodSettings, env).PERIOD_KEPT_DAYS;

/** The secret that the studio's own keys are made of. Throws where there is none. */
const readSecret = (env: Environment): Uint8Array => {
  const secret = env['SABOT_JWT_KEY'] ?? '';
  if (secret.length < 32) throw new ConfigError('SABOT_JWT_KEY: is needed, as the studio has it.');
  return new TextEncoder().encode(secret);
};

const ownKey = z.object({ SABOT_STUDIO_KEY: ed25519Key.optional() });

/** What the studio's own requests are signed by. Throws where there is nothing to sign by. */
export const readStudioKey = (env: Environment): StudioKey => {
  const own = parse(ownKey, env).SABOT_STUDIO_KEY;
  return own === undefined ? studioKey(readSecret(env)) : studioKeyOf(own.privateKey);
};

/**
 * Secrets that were given before the studio had a key of its own for them are good after it, too.
 */
const withDerived = (own: OperatorsKeys | undefined, jwtKey: Uint8Array): OperatorsKeys => {
  const derived = derivedOperatorsKeys(jwtKey);
  return own === undefined ? derived : [...own, ...derived];
};

const secretsOfOperators = z.object({ SABOT_OPERATORS_KEY: operatorsKeys.optional() });

/** What the secrets of operators are derived of, for a command. Throws where there is nothing. */
export const readOperatorsKeys = (env: Environment): OperatorsKeys =>
  findOperatorsKeys(env) ?? derivedOperatorsKeys(readSecret(env));

/** The same. Undefined where the environment has nothing of it. */
export const findOperatorsKeys = (env: Environment): OperatorsKeys | undefined => {
  const own = parse(secretsOfOperators, env).SABOT_OPERATORS_KEY;
  if ((env['SABOT_JWT_KEY'] ?? '') === '') return own;
  return withDerived(own, readSecret(env));
};

const databaseOf = (e: z.infer<typeof databaseSettings>): Config['database'] => ({
  url: e.DATABASE_URL,
  role: e.DATABASE_ROLE,
  pools: {
    public: e.DATABASE_POOL,
    money: e.DATABASE_MONEY_POOL,
    studio: e.DATABASE_STUDIO_POOL,
    hands: e.DATABASE_HANDS_POOL,
  },
  waitingMax: e.DATABASE_WAITING,
});

const parse = <Schema extends z.ZodType>(schema: Schema, env: Environment): z.infer<Schema> => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse({ ...given, DATABASE_ROLE: env['DATABASE_ROLE'] });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `${String(path[0])}: ${message} (it is ${quoted(env, path[0])})`,
  );
  throw new ConfigError(lines.join('\n'));
};

/** Keys, and addresses that a password may be in. What is printed at a start ends up in logs. */
const SECRETS =
  /^(SABOT_(ANCHOR|HANDS|OPERATORS|STUDIO)_KEY|(DATABASE|REDIS)_URL$|OTEL_EXPORTER_OTLP_ENDPOINT$)/;

const quoted = (env: Environment, name: unknown): string => {
  const value = env[String(name)];
  if (value === undefined || value === '') return 'not set';
  if (SECRETS.test(String(name))) return 'none';
  return String(name) === 'SABOT_JWT_KEY' ? 'too short' : `“${value}”`;
};

export const CONFIG = Symbol('Config');
