/**
 * A database for a bench: a cluster of its own that waits for the disk at every commit. It is
 * migrated, and thrown away afterwards.
 */
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { startPostgres } from '../../scripts/setup/services.js';
import { limitsFor } from '../../src/platform/database.js';

export interface BenchDatabase {
  /** The superuser's. */
  readonly url: string;
  /** The superuser's, for preparations and for the baselines. */
  readonly admin: pg.Pool;
  /** In the application's role, with the limits of the studio's payments. */
  readonly pool: pg.Pool;
  readonly version: string;
  /** Another pool in the application's role. It is closed with the rest. */
  readonly openPool: (size: number) => pg.Pool;
  /** A connection of its own in the application's role, as a table has. */
  readonly connect: () => Promise<pg.Client>;
  readonly stop: () => Promise<void>;
}

/** The studio's own default (config.ts). */
const POOL_SIZE = 10;
const ROLE = 'sabot_app';

export const startDatabase = async (): Promise<BenchDatabase> => {
  const { url, stop } = await startPostgres({ durable: true, database: 'sabot' });
  const pools: pg.Pool[] = [];
  const open = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({ connectionString: url, ...config });
    // When the cluster stops, idle connections are notified.
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  };
  const admin = open({ max: 2 });
  const openPool = (size: number) =>
    open({ ...limitsFor('money', ROLE), max: size, pipeline: true });
  const pool = openPool(POOL_SIZE);
  const migrate = ['dist/migration/migrate-command.js', 'deploy'];
  execFileSync(process.execPath, migrate, { env: { ...process.env, DATABASE_URL: url } });
  const { rows } = await admin.query<{ version: string; commit: string }>(
    `select current_setting('server_version') as version, current_setting('synchronous_commit') as commit`,
  );
  if (rows[0]?.commit !== 'on') throw new Error('the database does not wait for the disk');
  return {
    url,
    admin,
    pool,
    version: rows[0].version,
    openPool,
    connect: async () => {
      const own = limitsFor('table', ROLE);
      const client = new pg.Client({ connectionString: url, ...own, pipeline: true });
      await client.connect();
      return client;
    },
    stop: async () => {
      await Promise.all(pools.map((each) => each.end()));
      await stop();
    },
  };
};

/**
 * Opens players of the operator `house` with `credit` minor units each in their sessions, and
 * returns their numbers.
 */
export const openPlayers = async (
  admin: pg.Pool,
  count: number,
  credit: bigint,
): Promise<readonly string[]> => {
  await admin.query(
    `with player as (
       insert into players (operator_id, ref, name)
       select 'house', 'bench-' || i, 'bench ' || i from generate_series(1, $1::int) as i returning id
     ), account as (
       insert into accounts (name, kind, player_id, balance)
       select 'player:' || id || ':' || kind, kind, id, case kind when 'session' then $2::bigint else 0 end
         from player, unnest(array['game', 'session']::account_kind[]) as kind
       returning id, kind, player_id
     ), entry as (
       insert into entries (key, kind)
       select 'deposit:' || id || ':opening', 'deposit'::entry_kind from player
       union all
       select 'buy-in:' || id || ':first', 'buy_in' from player
       returning id, key
     )
     insert into postings (entry_id, line, source_id, destination_id, amount)
     select entry.id, 1, outside.id, game.id, $2::bigint
       from entry join account game on game.kind = 'game' and entry.key = 'deposit:' || game.player_id || ':opening'
      cross join (select id from accounts where name = 'outside') as outside
     union all
     select entry.id, 1, game.id, session.id, $2::bigint
       from entry join account game on game.kind = 'game' and entry.key = 'buy-in:' || game.player_id || ':first'
       join account session on session.player_id = game.player_id and session.kind = 'session'`,
    [count, credit],
  );
  await admin.query('vacuum analyze');
  const { rows } = await admin.query<{ id: string }>(
    `select id from players where ref like 'bench-%' order by id`,
  );
  return rows.map(({ id }) => id);
};
