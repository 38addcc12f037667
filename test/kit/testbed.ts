/**
 * A testbed for a test file: a database, a Redis, tables, studios and the people who connect to
 * them.
 */
import { SignJWT } from 'jose';
import type pg from 'pg';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { tokenKey } from '../../src/access/tokens.js';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import { inTransaction } from '../../src/platform/transaction.js';
import type { Role } from '../../src/protocol/command.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import { expectBooksInOrder, expectReconciled, logEnds } from './books.js';
import { Client, Player, Staff } from './clients.js';
import { type TestDatabase, createDatabase } from './database.js';
import { MovingClock } from './moving-clock.js';
import { StudioInside } from './studio-inside.js';
import { type Env, type Studio, StudioProcess, eventually, pause, tablesRunBy } from './studio.js';

export const JWT_KEY = 'the key of the tests, which no studio in the world has';
/** Signs the anchors of the tests, and not those of any real studio. */
export const ANCHOR_KEY = 'MC4CAQAwBQYDK2VwBCIEIEY8wT1RZ9yWDxW1nPyYTDxoBs8f5V7bkbfDhrUVCJyC';
/** Seals the decks of the tests. */
export const HANDS_KEY = 'c2VhbHMgZGVja3Mgb2YgdGhlIHRlc3RzLCBubyBvdGg=';

interface TestbedOptions {
  /** Tables by name; where none is named there is one, `pb-1`. */
  readonly tables?: Readonly<Record<string, Partial<TableSettings>>>;
  readonly env?: Env;
  /** A superuser's URL of a Postgres of its own in place of the tests' common one. */
  readonly server?: string;
  /** A Redis of its own in place of the tests' common one. */
  readonly redisUrl?: string;
}

/** Short enough to wait for. A dealer opens every round by hand. */
export const QUICK: Partial<TableSettings> = {
  betMs: 700,
  lastBetsMs: 300,
  pauseMs: 0,
  opensItself: false,
};
/** Long enough to bet, even on a slow machine. */
export const BETTING: Partial<TableSettings> = { ...QUICK, betMs: 4_000 };
/** Bets that nobody ever sees closed. */
export const SLOW: Partial<TableSettings> = { ...QUICK, betMs: 3_600_000, lastBetsMs: 0 };
/** Bets that are closed as soon as they are open. */
export const SHUT: Partial<TableSettings> = { ...QUICK, betMs: 0, lastBetsMs: 0 };

/**
 * Time is moved on in steps, so that what is waited for again and again is seen in between. The
 * first are short. What does not come within them comes at the end of a long time: a lease is kept.
 */
const STEP_MS = 100;
const SHORT_STEPS = 10;
const LONG_STEP_MS = 300;
const STEPS_MAX = 50;
/** In the world's time: what has happened is received within it. */
const PATIENCE_MS = 5;
const COMPLAINTS_SHOWN = 20;
const FAULTS_SHOWN = 5;
const noop = (): void => undefined;

/** How many steps so much time is moved on in. */
const stepsOf = (ms: number): number => {
  const short = Math.ceil(ms / STEP_MS);
  return short <= SHORT_STEPS ? short : Math.max(SHORT_STEPS, Math.ceil(ms / LONG_STEP_MS));
};

export class Testbed {
  readonly #clients: Client[] = [];
  readonly #studios: Studio[] = [];
  /** Where studios of another version are, which say what that one describes. */
  readonly #others = new Set<string>();
  readonly clock = new MovingClock();
  /** One after the other: there is one time. */
  #advanced: Promise<void> = Promise.resolve();
  #tables = 0;
  /** Where the logs ended whose books were checked last. */
  #checked: ReadonlyMap<string, string> = new Map();
  #names = 0;

  #database: TestDatabase | undefined;
  /** The environment of every studio of the testbed. */
  env: Env = {};

  async open({
    tables = { 'pb-1': QUICK },
    env = {},
    server,
    redisUrl,
  }: TestbedOptions): Promise<void> {
    this.#database = await createDatabase(server);
    this.env = {
      DATABASE_URL: this.#database.studioUrl,
      SABOT_JWT_KEY: JWT_KEY,
      SABOT_ANCHOR_KEY: ANCHOR_KEY,
      SABOT_HANDS_KEY: HANDS_KEY,
      ...(await queueEnv(redisUrl)),
      MESSAGES_PER_SECOND: '100000',
      MESSAGES_AT_ONCE: '100000',
      ARRIVALS_AT_ONCE: '100000',
      STAFF_CONNECTIONS: '1000',
      SIGN_INS_AT_ONCE: '1000',
      DEALER_TABLES: '1000',
      DRAIN_MS: '0',
      TABLE_STAY_MS: '3600000',
      ...env,
    };
    if (this.env['SABOT_DEMO'] === '1') {
      await this.pool.query('insert into demo_mark ("only") values (true)');
    }
    for (const [id, settings] of Object.entries(tables)) await this.setTable(id, settings);
  }

  get database(): TestDatabase {
    if (this.#database === undefined) throw new Error('the studio is not open yet');
    return this.#database;
  }

  get pool(): pg.Pool {
    return this.database.pool;
  }

  /** A studio takes the settings when it takes the table. */
  async setTable(id: string, settings: Partial<TableSettings>): Promise<void> {
    await this.pool.query(
      `insert into tables (id, settings) values ($1, $2)
       on conflict (id) do update set settings = excluded.settings`,
      [id, JSON.stringify({ ...DEFAULT_SETTINGS, ...settings })],
    );
  }

  /** One more table, which `studio` runs when this resolves. Returns its name. */
  async addTable(studio: Studio, settings: Partial<TableSettings> = QUICK): Promise<string> {
    this.#tables += 1;
    const id = `more-${this.#tables}`;
    await this.setTable(id, settings);
    await this.isRunBy(studio, id);
    return id;
  }

  /** Resolves when `studio` runs the table. */
  async isRunBy(studio: Studio, id = 'pb-1'): Promise<void> {
    await eventually(`${id} is run`, async () => {
      return (await tablesRunBy(studio)).includes(id);
    });
  }

  /**
   * Moves time on, in the studios of this process and in the database. What comes due meanwhile
   * happens, in its order. What goes on again and again does so only a few times. It resolves when
   * the database has nothing to do any more. What is on its way to clients is still to come.
   */
  advance(ms: number, steps = stepsOf(ms)): Promise<void> {
    const advanced = this.#advanced.then(() => this.#advance(ms, steps));
    this.#advanced = advanced.catch(noop);
    return advanced;
  }

  async #advance(ms: number, stepsWanted: number): Promise<void> {
    const steps = Math.min(STEPS_MAX, Math.max(1, stepsWanted));
    const endMs = this.clock.movedMs + ms;
    for (let step = 1; step <= steps; step += 1) {
      const stepMs = Math.ceil((endMs - this.clock.movedMs) / (steps - step + 1));
      await this.database.moveTimeTo(this.clock.movedMs + stepMs);
      await this.clock.move(stepMs);
      await this.database.isIdle();
    }
  }

  /**
   * Moves time on, a step at a time, until what is awaited has come. Where a studio has a process
   * of its own, time passes as it does in the world.
   */
  readonly passing = async <T>(
    awaited: Promise<T>,
    { stepMs }: { readonly stepMs?: number } = {},
  ): Promise<T> => {
    if (this.#studios.some(isLiveProcess)) return awaited;
    let isOver = false;
    const over = awaited.finally(() => (isOver = true));
    over.catch(() => undefined);
    const isSoon = () => Promise.race([over.then(noop, noop), pause(PATIENCE_MS)]);
    await isSoon();
    for (let step = 0; !isOver; step += 1) {
      await (step < SHORT_STEPS || stepMs !== undefined
        ? this.advance(stepMs ?? STEP_MS)
        : this.advance(LONG_STEP_MS, 1));
      await isSoon();
    }
    return over;
  };

  /** A studio in the test's own process, on the testbed’s clock. */
  async start(env: Env = {}): Promise<Studio> {
    const studio = await StudioInside.start({ ...this.env, ...env }, this.clock);
    this.#studios.push(studio);
    return studio;
  }

  /** The same, once it runs the table. */
  async restart(env: Env = {}, table = 'pb-1'): Promise<Studio> {
    const studio = await this.start(env);
    await this.isRunBy(studio, table);
    return studio;
  }

  /**
   * A studio in a process of its own, which a test can kill or freeze. It lives in the world's
   * time. `main` is the program of another version.
   */
  async startProcess(env: Env = {}, main?: string): Promise<StudioProcess> {
    const studio = await StudioProcess.start({ ...this.env, ...env }, main);
    if (main !== undefined) this.#others.add(studio.url);
    this.#studios.push(studio);
    return studio;
  }

  /** The same, once it runs the table. Where another ran it, its lease has expired. */
  async restartProcess(env: Env = {}, table = 'pb-1'): Promise<StudioProcess> {
    const studio = await this.startProcess(env);
    await this.isRunBy(studio, table);
    return studio;
  }

  /**
   * A new player with `euros` in the game account, or so much of another currency of two decimals.
   * Returns the number and a token.
   */
  async enlist(
    name: string,
    euros = 10_000,
    currency = 'EUR',
  ): Promise<{ id: string; token: string }> {
    this.#names += 1;
    const ref = `${name} ${this.#names}`;
    const id = await inTransaction(this.pool, (tx) =>
      openPlayer(tx, 'house', ref, name, amount(euros * 100), currency),
    );
    return { id, token: await sign({ id, role: 'player' }, { generation: 0 }) };
  }

  /** A player who is connected, has bought in and sits at the table. */
  async player(
    studio: Studio,
    name: string,
    { euros = 10_000, table = 'pb-1', currency = 'EUR' } = {},
  ) {
    const player = await this.visitor(studio, name, { euros, table, currency });
    await player.buyIn(euros);
    await player.join();
    return player;
  }

  /** A player who is connected, and nothing else. */
  async visitor(
    studio: Studio,
    name: string,
    { euros = 10_000, table = 'pb-1', currency = 'EUR' } = {},
  ) {
    const { id, token } = await this.enlist(name, euros, currency);
    return this.connect(new Player(studio.url, token, id, table));
  }

  /** The same player on another connection, to whichever studio. */
  again(studio: Studio, { token, id, table }: Player): Promise<Player> {
    return this.connect(new Player(studio.url, token, id, table));
  }

  /** Five at a time. More would wait for the studio's connections to Postgres, and not for long. */
  async players(studio: Studio, count: number, prefix: string, options = {}): Promise<Player[]> {
    const players: Player[] = [];
    while (players.length < count) {
      const next = Array.from({ length: Math.min(5, count - players.length) }, (_, index) =>
        this.player(studio, `${prefix} ${players.length + index + 1}`, options),
      );
      players.push(...(await Promise.all(next)));
    }
    return players;
  }

  /**
   * One of the staff, of that role from now on. Returns a token. A device stays one, at its table.
   */
  async employ(member: { id: string; role: string; table?: string }): Promise<string> {
    const { id, role, table = 'pb-1' } = member;
    if (role === 'device') {
      await this.pool.query(
        `insert into staff (id, role, name, table_id) values ($1, $2, $1, $3) on conflict do nothing`,
        [id, role, table],
      );
      return sign({ id, role });
    }
    await this.pool.query(
      `insert into staff (id, role, name) values ($1, $2, $1)
       on conflict (id) do update set role = excluded.role, disabled_at = null`,
      [id, role],
    );
    return sign({ id, role });
  }

  /** Someone of the staff who watches the table. */
  async staff(studio: Studio, name: string, { role = 'dealer', table = 'pb-1' } = {}) {
    const token = await this.employ({ id: name, role, table });
    const staff = await this.connect(new Staff(studio.url, token, name, table, this.passing));
    await staff.watch();
    return staff;
  }

  async connect<C extends Client>(client: C): Promise<C> {
    this.#clients.push(client);
    return client.connect();
  }

  /**
   * What must hold whatever a test did: messages gapless and as described, books in order. The
   * books of tables at which nothing happened since the last look are looked at again when the
   * testbed closes.
   */
  async check(): Promise<void> {
    for (const client of this.#clients) {
      // What was found is of the test that ends here, not of those after it.
      const whose = `messages of ${client.token as string}`;
      expect(client.gaps.splice(0), whose).toEqual([]);
      const undescribed = client.undescribed.splice(0);
      if (!this.#others.has(client.url))
        expect(undescribed.slice(0, FAULTS_SHOWN), whose).toEqual([]);
    }
    const ends = await logEnds(this.pool);
    const tables = [...ends.keys()].filter((id) => ends.get(id) !== this.#checked.get(id));
    await expectBooksInOrder(this.pool, { tables });
    this.#checked = ends;
  }

  /** What the studios have warned of, for whoever looks for the cause of a failure. */
  complaints(): string {
    const lines = this.#studios.flatMap(({ log }) =>
      log
        .split('\n')
        .filter((line) => /"level":(40|50|60)/.test(line))
        .slice(-COMPLAINTS_SHOWN),
    );
    return lines.join('\n');
  }

  /**
   * All that money and the tables are, as one text: two that are equal say that nothing changed.
   */
  async everything(): Promise<string> {
    const { rows } = await this.pool.query<Record<string, string>>(`
      select (select json_agg(a order by id)::text from accounts a) as accounts,
             (select count(*) from bets) as bets, (select count(*) from entries) as entries,
             (select count(*) from sessions) as sessions, (select json_agg(p order by id)::text from players p) as players,
             (select json_agg(json_build_array(table_id, seq, kind) order by table_id, seq)::text
                from table_events
                where kind not in ('scan_refused', 'betting_opened', 'last_bets_called', 'betting_closed')) as events`);
    return JSON.stringify(rows[0]);
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await Promise.all(this.#studios.map((studio) => end(studio)));
    try {
      await expectBooksInOrder(this.pool);
      await expectReconciled(this.pool);
    } finally {
      await this.#database?.drop();
    }
  }
}

const isLiveProcess = (studio: Studio): boolean =>
  studio instanceof StudioProcess && !studio.hasEnded;

/** Nothing is proved by how a studio ends that nobody needs any more, so a process is killed. */
const end = (studio: Studio): Promise<unknown> =>
  studio instanceof StudioProcess ? studio.kill() : studio.stop();

/** One testbed for a whole test file, checked after every test. */
export const useTestbed = (options: TestbedOptions = {}): Testbed => {
  const testbed = new Testbed();
  beforeAll(() => testbed.open(options));
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.log(testbed.complaints());
    await testbed.check();
  });
  afterAll(() => testbed.close());
  return testbed;
};

export const sign = (
  { id, role }: { id: string; role: string },
  {
    key = JWT_KEY,
    expires = '1h',
    ...claims
  }: { key?: string; expires?: string | number | undefined; generation?: number } = {},
): Promise<string> =>
  new SignJWT({ role, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setIssuer('sabot')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(tokenKey(new TextEncoder().encode(key), role as Role));

/** BullMQ's names are the same in every studio, so each testbed has a Redis database to itself. */
const queueEnv = async (redisUrl: string | undefined): Promise<Env> => {
  if (redisUrl !== undefined) return { REDIS_URL: redisUrl };
  const common = process.env['TEST_REDIS_URL'];
  if (common === undefined) return { QUEUE_BACKEND: 'postgres' };
  const url = new URL(common);
  url.pathname = `/${await emptyRedisDatabase(common)}`;
  return { REDIS_URL: url.href };
};

/** Of the sixteen databases of a Redis, each of the four test workers takes its own in turn. */
const WORKERS = 4;
const PER_WORKER = 4;
let testbedsOpened = 0;

const emptyRedisDatabase = async (url: string): Promise<number> => {
  const worker = (Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % WORKERS;
  const number = worker * PER_WORKER + (testbedsOpened % PER_WORKER);
  testbedsOpened += 1;
  const redis = new Redis(url, { db: number });
  await redis.flushdb();
  redis.disconnect();
  return number;
};
