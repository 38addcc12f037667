/**
 * What changes the schema waits for no lock for long. Whoever waits for a table makes everybody
 * behind it wait too, bets among them. So it gives up soon, and tries again a little later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from '../platform/transaction.js';

/** How long it waits for one lock. */
export const LOCK_MS = 500;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Times {
  /** For how long it is tried. */
  readonly triedForMs: number;
  /**
   * After this long it is tried all the same: the sessions that still work may hold other tables.
   */
  readonly idleForMs: number;
}

const TIMES: Times = { triedForMs: 60_000, idleForMs: 10_000 };

/**
 * `work` changes nothing where it could not get a lock. It is tried for about a minute, and not
 * while those go on who held a table when it failed, such as a dump. They are named in the
 * `StaysInUse` in which it ends. `client` is in no transaction between the tries.
 */
export const untilUnlocked = async <T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  { triedForMs, idleForMs }: Times = TIMES,
): Promise<T> => {
  const startedAtMs = performance.now();
  for (let holders: Holders = new Map(); ;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() - startedAtMs > triedForMs) throw inUse(holders, error);
      holders = await whoGoesOn(client, Math.min(triedForMs, idleForMs));
    }
  }
};

/** By its SQLSTATE, or by that of what Prisma's engine was refused. */
const isLocked = (error: unknown): boolean =>
  sqlState(error) === LOCK_NOT_AVAILABLE ||
  (error instanceof Error && sqlState(error.cause) === LOCK_NOT_AVAILABLE);

/** Transactions that hold a table, each with who it is. */
type Holders = ReadonlyMap<string, string>;

/** Since when others are at it Postgres shows to a superuser alone, as a rule. */
const HOLDERS = `
select l.virtualtransaction as transaction,
       format('%s (%s%s)', coalesce(nullif(application_name, ''), backend_type, 'somebody'),
              coalesce('process ' || a.pid, 'a prepared transaction'),
              ', since ' || date_trunc('second', xact_start)) as name
  from pg_catalog.pg_locks l
  join pg_catalog.pg_class c on c.oid = l.relation
  left join pg_catalog.pg_stat_activity a on a.pid = l.pid
 where l.granted and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   and l.database = (select oid from pg_catalog.pg_database where datname = current_database())`;

const readHolders = async (client: pg.ClientBase): Promise<Holders> => {
  const { rows } = await client.query<{ transaction: string; name: string }>(HOLDERS);
  return new Map(rows.map(({ transaction, name }) => [transaction, name]));
};

/** Waits for those who hold a table now, and for nobody after them. Returns who still holds one. */
const whoGoesOn = async (client: pg.ClientBase, forMs: number): Promise<Holders> => {
  const startedAtMs = performance.now();
  let holders = await readHolders(client);
  do {
    await sleep(PAUSE_MS);
    const now = await readHolders(client);
    holders = new Map([...holders].filter(([transaction]) => now.has(transaction)));
  } while (holders.size > 0 && performance.now() - startedAtMs < forMs);
  return holders;
};

/** A table that is needed stays in use. What was tried has changed nothing. */
export class StaysInUse extends Error {
  override readonly name = 'StaysInUse';
}

const inUse = (holders: Holders, cause: unknown): StaysInUse => {
  const names = [...holders.values()];
  const by = names.length === 0 ? '' : `, by ${names.join(', ')}`;
  return new StaysInUse(`a table that it needs stays in use${by}: deploy again when that is over`, {
    cause,
  });
};
