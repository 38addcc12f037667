/** The lease of a table: who may write its log now, and in which epoch (invariant I10). */
import type pg from 'pg';
import { statement } from '../platform/statement.js';

export interface Lease {
  readonly table: string;
  readonly owner: string;
  readonly epoch: bigint;
  /**
   * The database was restored, and nothing has happened at the table since: what happened there in
   * the lost part of its history is not in its log.
   */
  readonly isAfterRestore?: boolean;
}

/** As in `first_epoch` of the guards: what is above this counts the timelines of the database. */
export const EPOCHS_OF_A_TIMELINE = 1_000_000_000n;

/** The timeline in which a lease was taken. */
export const timelineOf = ({ epoch }: Lease): number => Number(epoch / EPOCHS_OF_A_TIMELINE);

/** Another owner has the table. The database refused what was tried, and nothing has changed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor({ table, epoch }: Lease) {
    super(`epoch ${epoch} of table ${table} is over`);
  }
}

/**
 * A lease that somebody else holds a lock of is not waited for: its owner is writing, or it is
 * being taken. No epoch begins before every transaction has ended that the fence has let through.
 */
const TAKE = statement({
  inputs: { table: 'text', owner: 'uuid', ttlMs: 'float8' },
  text: `
with free as materialized (
  select table_id from table_leases
   where table_id = :table and (owner is null or owner = :owner or expires_at < studio_now())
   for update skip locked
), taken as (
  update table_leases l set owner = :owner, epoch = l.epoch + 1, expires_at = studio_now() + :ttlMs * interval '1 ms'
    from free where l.table_id = free.table_id
  returning l.epoch
), first as (
  insert into table_leases (table_id, owner, epoch, expires_at)
  select :table, :owner, 1, studio_now() + :ttlMs * interval '1 ms'
   where not exists (select from table_leases where table_id = :table)
  on conflict do nothing
  returning epoch
)
select epoch, coalesce((
         select e.epoch / ${EPOCHS_OF_A_TIMELINE} < lease.epoch / ${EPOCHS_OF_A_TIMELINE}
           from table_events e where e.table_id = :table order by e.seq desc limit 1), false) as is_after_restore
  from (select epoch from taken union all select epoch from first) as lease`,
});

/**
 * Takes the lease of `table` for `owner` when it is free, has expired, or is the owner's own
 * already, and nobody writes under it at this moment. Its epoch grows by one: whatever the former
 * epoch wrote is committed, and it writes nothing more. Undefined when it cannot be taken now.
 */
export const takeLease = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  owner: string,
  ttlMs: number,
): Promise<Lease | undefined> => {
  const { rows } = await pool.query<{ epoch: string; is_after_restore: boolean }>(
    TAKE({ table, owner, ttlMs }),
  );
  const taken = rows[0];
  if (taken === undefined) return undefined;
  const lease = { table, owner, epoch: BigInt(taken.epoch) };
  return taken.is_after_restore ? { ...lease, isAfterRestore: true } : lease;
};

/** Who holds the lease of a table, and for how many ms more, unless it is renewed. */
export interface HeldElsewhere {
  readonly owner: string;
  readonly epoch: bigint;
  readonly leftMs: number;
}

/** The tables that somebody other than `owner` holds the lease of. */
export const leasedToOthers = async (
  pool: Pick<pg.Pool, 'query'>,
  owner: string,
): Promise<ReadonlyMap<string, HeldElsewhere>> => {
  const { rows } = await pool.query<{
    table_id: string;
    owner: string;
    epoch: string;
    left_ms: number;
  }>(
    `select table_id, owner, epoch, ceil(extract(epoch from expires_at - studio_now()) * 1000)::float8 as left_ms
       from table_leases where owner <> $1 and expires_at >= studio_now()`,
    [owner],
  );
  return new Map(
    rows.map(({ table_id, owner: its, epoch, left_ms }) => {
      return [table_id, { owner: its, epoch: BigInt(epoch), leftMs: left_ms }] as const;
    }),
  );
};

/**
 * What became of a lease that was to be renewed. `locked`: somebody else holds a lock of its row,
 * and it is as it was.
 */
export type Renewal = 'renewed' | 'locked' | 'lost';

/**
 * Each lease by itself: none waits for another's row. The table's own writers hold a lock that a
 * renewal does not wait for.
 */
const RENEW = statement({
  inputs: { tables: 'text[]', epochs: 'bigint[]', owners: 'uuid[]', ttlMs: 'float8' },
  text: `
with held as materialized (
  select * from unnest(:tables, :epochs, :owners) as h(table_id, epoch, owner)
), ours as materialized (
  select l.table_id from held h join table_leases l using (table_id, epoch, owner)
   for no key update of l skip locked
), renewed as (
  update table_leases l set expires_at = studio_now() + :ttlMs * interval '1 ms'
    from ours where l.table_id = ours.table_id
  returning l.table_id
)
select h.table_id,
       extract(epoch from studio_clock()) * 1000 as now_ms,
       case when exists (select from renewed r where r.table_id = h.table_id) then 'renewed'
            when exists (select from table_leases l
                          where (l.table_id, l.epoch, l.owner) = (h.table_id, h.epoch, h.owner)) then 'locked'
            else 'lost' end as renewal
  from held h`,
});

/**
 * What became of each of the `leases`, all of one owner, by their tables. Waits for no lock. `hear`
 * is given the database's time.
 */
export const renewLeases = async (
  pool: Pick<pg.Pool, 'query'>,
  leases: readonly Lease[],
  ttlMs: number,
  hear: (databaseMs: number) => void = () => undefined,
): Promise<ReadonlyMap<string, Renewal>> => {
  const { rows } = await pool.query<{ table_id: string; renewal: Renewal; now_ms: string }>(
    RENEW({
      tables: leases.map(({ table }) => table),
      epochs: leases.map(({ epoch }) => epoch.toString()),
      owners: leases.map(({ owner }) => owner),
      ttlMs,
    }),
  );
  if (rows[0] !== undefined) hear(Number(rows[0].now_ms));
  return new Map(rows.map(({ table_id, renewal }) => [table_id, renewal]));
};

/** For how long, in ms, only the one that a table was given to may take it. */
export const GIVEN_MS = 2_000;

const RELEASE = statement({
  inputs: {
    table: 'text',
    owner: 'uuid',
    epoch: 'bigint',
    next: 'uuid null',
    givenMs: 'float8',
  },
  text: `
update table_leases set owner = :next, expires_at = studio_now() + :givenMs * interval '1 ms'
 where table_id = :table and owner = :owner and epoch = :epoch`,
});

/**
 * Frees the lease at once, so that the next owner need not wait for it to expire. Where `next` is
 * said, that process may take it at once, and any other only after `GIVEN_MS`.
 */
export const releaseLease = async (
  pool: Pick<pg.Pool, 'query'>,
  { table, owner, epoch }: Lease,
  next?: string,
): Promise<void> => {
  const givenMs = next === undefined ? 0 : GIVEN_MS;
  await pool.query(RELEASE({ table, owner, epoch, next, givenMs }));
};
