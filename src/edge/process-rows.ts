/** The rows of the processes: each says that it is there, and what it takes part in. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';

type Reads = Pick<pg.Pool, 'query'>;

/** A process that was heard of a moment ago. */
export interface ProcessRow {
  /** The owner of its leases. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly roles: readonly string[];
  /** Whether it takes tables, unless it is drained. */
  readonly takes: boolean;
  /** Whether the pit has ordered it to give its tables away. */
  readonly isDrained: boolean;
  /** Whether it has run for so long that tables are moved to it. */
  readonly isSettled: boolean;
  readonly startedAtMs: number;
  /** How many tables it has the lease of. */
  readonly tables: number;
}

/** A process that was not heard of for this long, in ms, is taken to be gone or frozen. */
const GONE_MS = 3_500;
/** What is left of processes that have ended without a word. */
const FORGOTTEN = `interval '1 hour'`;

const THERE_INPUTS = { stayMs: 'float8', goneMs: 'float8' } as const;
/** Of the rows `p`: a settled one has run for `:stayMs`, and all were heard of within `:goneMs`. */
const THERE = `
select p.id, p.name, p.version, p.roles, p.takes, p.drained_at is not null as "isDrained",
       p.started_at <= studio_now() - :stayMs * interval '1 ms' as "isSettled",
       (extract(epoch from p.started_at) * 1000)::float8 as "startedAtMs",
       (select count(*)::int from table_leases l where l.owner = p.id and l.expires_at >= studio_now()) as tables
  from p where p.seen_at >= studio_now() - :goneMs * interval '1 ms' order by p.id`;

type Own = Pick<ProcessRow, 'id' | 'name' | 'version' | 'roles' | 'takes'>;

const SAY_HERE = statement({
  inputs: {
    ...THERE_INPUTS,
    id: 'uuid',
    name: 'text',
    version: 'text',
    roles: 'text[]',
    takes: 'boolean',
  },
  text: `
with here as (
  insert into processes (id, name, version, roles, takes) values (:id, :name, :version, :roles, :takes)
  on conflict (id) do update set seen_at = studio_now(), takes = excluded.takes returning *
), p as (
  select * from here union all select * from processes where id <> :id
) ${THERE}`,
});

/**
 * Begins with the row of a process, or says that it is still there. Reads who is there with it, as
 * `readProcesses` does.
 */
export const sayHere = async (
  pool: Reads,
  own: Own,
  stayMs: number,
): Promise<readonly ProcessRow[]> => {
  const { rows } = await pool.query<ProcessRow>(SAY_HERE({ stayMs, goneMs: GONE_MS, ...own }));
  return rows;
};

/** Removes the row of a process that ends, and those of others that ended long ago. */
export const sayGone = async (pool: Reads, id: string): Promise<void> => {
  await pool.query(`delete from processes where id = $1 or seen_at < studio_now() - ${FORGOTTEN}`, [
    id,
  ]);
};

/** Waits until no other drain is being ordered. Two that were at once might leave no process. */
export const oneDrainAtATime = async (tx: Reads): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('processes'))`);
};

/** Drains the process, or ends that. It gets a notice. */
export const setDrained = async (tx: Reads, id: string, isDrained: boolean): Promise<void> => {
  await tx.query(
    'update processes set drained_at = case when $2 then studio_now() end where id = $1',
    [id, isDrained],
  );
};

const READ_PROCESSES = statement({
  inputs: THERE_INPUTS,
  text: `with p as (select * from processes) ${THERE}`,
});

/**
 * Those that are there, with the tables that they have now, in the order of their ids. One that has
 * run for `stayMs` is settled.
 */
export const readProcesses = async (pool: Reads, stayMs = 0): Promise<readonly ProcessRow[]> => {
  const { rows } = await pool.query<ProcessRow>(READ_PROCESSES({ stayMs, goneMs: GONE_MS }));
  return rows;
};
