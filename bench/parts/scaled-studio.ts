/**
 * A studio of several processes by role, with tables, players who have credit, and robot dealers
 * who deal at every table. It has a Postgres and a Redis of its own.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { removeDataFolder, throwAwayFolder } from '../../scripts/setup/data-folder.js';
import { findRedis, startRedisServer } from '../../scripts/setup/redis.js';
import { makeUpAnchorKey, parseAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { DealerClient } from '../../src/client/dealer-client.js';
import { PitClient } from '../../src/client/pit-client.js';
import type { Role } from '../../src/protocol/command.js';
import { EVENT_KINDS } from '../../src/round/event.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { isShownTo } from '../../src/round/view.js';
import { diceOf } from '../../src/simulator/dice.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import type { Pace } from '../../src/simulator/pace.js';
import { RobotDealer } from '../../src/simulator/robot-dealer.js';
import { Schedule } from '../../src/simulator/schedule.js';
import { ShoeRack } from '../../src/simulator/shoe-rack.js';
import { type AnyWay, openAnyWay } from './any-way.js';
import { cpuUsOf } from './cpu-of.js';
import { type BenchDatabase, openPlayers, startDatabase } from './database.js';
import { Hops } from './hops.js';
import type { LoadSeat } from './load-crowd.js';
import type { StudioAddress } from './load-player.js';
import { BenchStudio } from './studio.js';
import { signToken } from './sign-token.js';

/**
 * How many processes of each role. Without table processes and workers each edge has all the roles.
 */
export interface StudioShape {
  readonly edges: number;
  readonly tableProcesses: number;
  readonly workers: number;
}

interface Wishes extends StudioShape {
  readonly players: number;
  readonly tables: number;
  readonly betMs: number;
  readonly pace: Pace;
}

type Part = 'edge' | 'table' | 'worker';

export interface ScaledProcess {
  readonly part: Part;
  /** As SABOT_ROLES names them. */
  readonly roles: string;
  readonly name: string;
  readonly studio: BenchStudio;
}

/** Of each kind of process together, in µs. */
export type CpuUs = Readonly<Record<Part | 'redis' | 'postgres', number>>;

const CREDIT = 100_000_000n;
const MANAGER = 'Mara';
const ALL = 'edge,table,worker';
/** So that seven processes and more find room in one cluster. */
const SMALL_POOLS = {
  DATABASE_POOL: '6',
  DATABASE_MONEY_POOL: '3',
  DATABASE_STUDIO_POOL: '3',
  DATABASE_HANDS_POOL: '2',
};
/**
 * Each table is opened a moment after the one before, so that the processes share them: whichever
 * looks next takes it.
 */
const TABLE_EVERY_MS = 260;

export class ScaledStudio {
  readonly members: ScaledProcess[] = [];
  readonly tables: readonly string[];
  readonly #dealers: { close(): void }[] = [];
  readonly #schedule = new Schedule();
  readonly notes: string[] = [];
  #way: AnyWay | undefined;
  #started = 0;

  private constructor(
    private readonly wishes: Wishes,
    readonly database: BenchDatabase,
    readonly redis: LoadRedis,
    private readonly env: Readonly<Record<string, string>>,
    private readonly playerIds: readonly string[],
    private readonly folder: string,
  ) {
    this.tables = Array.from({ length: wishes.tables }, (_, index) => `pb-${index + 1}`);
  }

  /** Everything runs, and no table is open yet. */
  static async start(wishes: Wishes): Promise<ScaledStudio> {
    const database = await startDatabase();
    const redis = await LoadRedis.start();
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SABOT_JWT_KEY: randomUUID() + randomUUID(),
      SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
      SABOT_ANCHOR_KEY: makeUpAnchorKey()
        .privateKey.export({ format: 'der', type: 'pkcs8' })
        .toString('base64'),
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'warn',
      ...SMALL_POOLS,
    };
    const players = await openPlayers(database.admin, wishes.players, CREDIT);
    const folder = throwAwayFolder(tmpdir(), 'sabot-load');
    const studio = new ScaledStudio(wishes, database, redis, env, players, folder);
    await studio.#startAll();
    return studio;
  }

  async #startAll(): Promise<void> {
    const { edges, tableProcesses, workers } = this.wishes;
    const isOne = tableProcesses + workers === 0;
    for (let each = 0; each < edges; each += 1) this.launch('edge', isOne ? ALL : 'edge');
    for (let each = 0; each < tableProcesses; each += 1) this.launch('table');
    for (let each = 0; each < workers; each += 1) this.launch('worker');
    await Promise.all(this.members.map(({ studio }) => studio.isReady()));
    this.#way = await openAnyWay(this.ways.map(({ port }) => port));
    for (const table of this.tables) await this.#addTable(table);
  }

  /** Another process. `isReady` says when it may be used. A port of an edge stays for ever. */
  launch(part: Part, roles: string = part, port?: number): ScaledProcess {
    this.#started += 1;
    const env = { ...this.env, SABOT_ROLES: roles, ...(port && { PORT: String(port) }) };
    const member = { part, roles, name: `${part} ${this.#started}`, studio: new BenchStudio(env) };
    this.members.push(member);
    return member;
  }

  /** The process is not counted among the members any more. */
  forget(member: ScaledProcess): void {
    this.members.splice(this.members.indexOf(member), 1);
  }

  /** How long bets are open at its tables. */
  get betMs(): number {
    return this.wishes.betMs;
  }

  of(part: Part): readonly ScaledProcess[] {
    return this.members.filter((member) => member.part === part);
  }

  /** The addresses that players come in by. */
  get ways(): readonly StudioAddress[] {
    return this.of('edge').map(({ studio }) => ({ host: '127.0.0.1', port: studio.port }));
  }

  async #addTable(table: string): Promise<void> {
    const { betMs } = this.wishes;
    const settings = {
      ...DEFAULT_SETTINGS,
      betMs,
      lastBetsMs: Math.min(1_000, betMs / 4),
      pauseMs: 1_500,
    };
    await this.database.admin.query(`insert into tables (id, settings) values ($1, $2)`, [
      table,
      settings,
    ]);
    await new Promise((resolve) => setTimeout(resolve, TABLE_EVERY_MS));
  }

  /** Robot dealers open the tables, and deal. */
  async openTables(): Promise<void> {
    const { admin } = this.database;
    const url = this.#way!.url;
    await admin.query(`insert into staff (id, role, name) values ($1, 'shift_manager', $1)`, [
      MANAGER,
    ]);
    const manager = new PitClient(url, await this.#sign(MANAGER, 'shift_manager'));
    this.#dealers.push(manager);
    const comeBack = (connection: DealerClient['connection'] | PitClient['connection']) =>
      connection.onState((state) => {
        if (state === 'ended') this.#schedule.after(500, () => connection.connect());
      });
    comeBack(manager.connection);
    for (const table of this.tables) {
      const name = `Dealer of ${table}`;
      await admin.query(`insert into staff (id, role, name) values ($1, 'dealer', $1)`, [name]);
      const client = new DealerClient(url, await this.#sign(name, 'dealer'));
      this.#dealers.push(client);
      comeBack(client.connection);
      const reason = 'the robot dealer asked for it';
      new RobotDealer({
        client,
        table,
        name,
        rack: new ShoeRack(this.folder, 'load', table),
        schedule: this.#schedule,
        dice: diceOf(hashStream(`hands at ${table}`)),
        pace: this.wishes.pace,
        askForShoeChange: () => manager.send('shoe:change', { table, reason }),
        askToResume: () => manager.send('table:resume', { table, reason }),
        note: (text) => this.notes.push(text),
      });
    }
  }

  /** A place for every player, spread over the tables. */
  async seats(): Promise<readonly LoadSeat[]> {
    const seats: LoadSeat[] = [];
    for (const [place, id] of this.playerIds.entries()) {
      const token = await this.#sign(id, 'player');
      seats.push({ token, table: this.tables[place % this.tables.length]!, place });
    }
    return seats;
  }

  #sign(id: string, role: Role): Promise<string> {
    return signToken(this.env['SABOT_JWT_KEY']!, id, role, '4h');
  }

  /** What each kind of process has used of the processors. Those that have ended are left out. */
  async cpuUs(): Promise<CpuUs> {
    const of = (part: Part): number =>
      this.of(part).reduce((sum, { studio }) => sum + cpuOrZero(studio.pid), 0);
    return {
      edge: of('edge'),
      table: of('table'),
      worker: of('worker'),
      redis: cpuOrZero(this.redis.pid),
      postgres: await this.#postgresCpuUs(),
    };
  }

  /** The server, with those of its processes that have ended. */
  async #postgresCpuUs(): Promise<number> {
    const { rows } = await this.database.admin.query<{ pid: number }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
    );
    return cpuUsOfFamily(rows[0]!.pid);
  }

  /** The hops of all edges together, since they were started. */
  async hops(): Promise<Hops> {
    const pageOf = ({ studio }: ScaledProcess): Promise<string> =>
      fetch(`${studio.operationsUrl}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      );
    return Hops.readFrom(await Promise.all(this.members.map(pageOf)));
  }

  /** Rounds with stakes that are not paid yet. */
  async openRounds(): Promise<number> {
    const { rows } = await this.database.admin.query<{ count: number }>(
      `select count(*)::int as count from accounts where kind = 'stakes' and balance <> 0`,
    );
    return rows[0]!.count;
  }

  /** How many of the bets of those numbers are in the books. */
  async countBets(ids: readonly string[]): Promise<number> {
    const { rows } = await this.database.admin.query<{ count: number }>(
      `select count(distinct bet_id)::int as count from bets where bet_id = any($1::uuid[])`,
      [ids],
    );
    return rows[0]!.count;
  }

  /** What the logs of the tables say happened. */
  async lookIntoLog(): Promise<{ events: number; settled: number; voided: number }> {
    const { rows } = await this.database.admin.query<{
      events: number;
      settled: number;
      voided: number;
    }>(
      `select count(*)::int as events, count(*) filter (where kind = 'round_settled')::int as settled,
              count(*) filter (where kind = 'round_voided')::int as voided from table_events`,
    );
    return rows[0]!;
  }

  /** By table, the last event that its players are sent. */
  async lastShown(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.database.admin.query<{ table: string; seq: number }>(
      `select table_id as table, max(seq)::int as seq from table_events
        where kind = any($1::text[]) group by table_id`,
      [EVENT_KINDS.filter((kind) => isShownTo(kind, 'player'))],
    );
    return new Map(rows.map(({ table, seq }) => [table, seq]));
  }

  /** Nobody deals any more. */
  leaveTables(): void {
    this.#schedule.stop();
    for (const client of this.#dealers) client.close();
  }

  /** Ends the processes of the studio in good order. */
  async stopStudio(): Promise<void> {
    await Promise.all(this.members.map(({ studio }) => studio.stop()));
    this.#way?.close();
  }

  /** `npm run reconcile` on the books. Resolves with its report, and whether they are in order. */
  reconcile(): { readonly isInOrder: boolean; readonly report: string } {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['dist/reconcile/reconcile-command.js'],
      {
        env: { ...process.env, DATABASE_URL: this.database.url },
        encoding: 'utf8',
        maxBuffer: 1e8,
      },
    );
    return { isInOrder: status === 0, report: stdout + stderr };
  }

  /** What `npm run verify` finds in the logs, besides the staff, whom the load opens by itself. */
  async verify(): Promise<readonly string[]> {
    const key = parsePublicKey(parseAnchorKey(this.env['SABOT_ANCHOR_KEY']!)!.publicKey)!;
    const client = await this.database.admin.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      const verdicts = await verifyDatabase(client, { keys: [key], witnesses: [] });
      await client.query('rollback');
      const found = verdicts.flatMap(({ faults }) => faults.map(({ says }) => says));
      return found.filter((says) => !says.startsWith('the account'));
    } finally {
      client.release();
    }
  }

  async end(): Promise<void> {
    await this.redis.stop();
    await this.database.stop();
    removeDataFolder(this.folder);
  }
}

const cpuOrZero = (pid: number): number => {
  try {
    return cpuUsOf(pid);
  } catch {
    return 0;
  }
};

const TICK_US = 10_000;

/** A process, its children that live, and those that it has waited for. */
const cpuUsOfFamily = (pid: number): number => {
  let ticks = 0;
  for (const each of readdirSync('/proc')) {
    if (!/^\d+$/.test(each)) continue;
    try {
      const fields = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1]!.split(' ');
      if (Number(each) !== pid && Number(fields[1]) !== pid) continue;
      const own = Number(fields[11]) + Number(fields[12]);
      ticks += own + (Number(each) === pid ? Number(fields[13]) + Number(fields[14]) : 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * TICK_US;
};

/** A Redis that can be killed, flushed and frozen. */
class LoadRedis {
  #pid = 0;
  #server: Awaited<ReturnType<typeof startRedisServer>> | undefined;

  private constructor(
    private readonly program: NonNullable<Awaited<ReturnType<typeof findRedis>>>,
    private readonly dir: string,
  ) {}

  static async start(): Promise<LoadRedis> {
    const program = await findRedis();
    if (program === undefined) throw new Error('several processes need Redis, and there is none');
    const redis = new LoadRedis(
      program,
      path.join(throwAwayFolder(tmpdir(), 'sabot-redis'), 'redis'),
    );
    await redis.startAgain();
    return redis;
  }

  get url(): string {
    return this.#server!.url;
  }

  get pid(): number {
    return this.#pid;
  }

  /** On the same port. */
  async startAgain(): Promise<void> {
    const { program, dir } = this;
    this.#server = await startRedisServer({ program, dir, port: this.#server?.port });
    const info = await this.#ask((redis) => redis.info('server'));
    this.#pid = Number(/process_id:(\d+)/.exec(info)?.[1]);
  }

  kill(): void {
    process.kill(this.#pid, 'SIGKILL');
  }

  freeze(): void {
    process.kill(this.#pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.#pid, 'SIGCONT');
  }

  async flush(): Promise<void> {
    await this.#ask((redis) => redis.flushall());
  }

  /** Bytes that it holds. */
  async bytes(): Promise<number> {
    const info = await this.#ask((redis) => redis.info('memory'));
    return Number(/used_memory:(\d+)/.exec(info)?.[1]);
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    removeDataFolder(path.dirname(this.dir));
  }

  async #ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { retryStrategy: () => null });
    try {
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }
}
