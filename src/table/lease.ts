/** The lease of a table: who may write its log now, and in which epoch (invariant I10). */
import type pg from 'pg';

export interface Lease {
  readonly table: string;
  readonly owner: string;
  readonly epoch: bigint;
}

/** Another owner has the table. The database refused what was tried, and nothing has changed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor({ table, epoch }: Lease) {
    super(`epoch ${epoch} of table ${table} is over`);
  }
}

/**
 * Takes the lease of `table` for `owner` when it is free, has expired, or is the owner's own
 * already. Its epoch grows by one. Undefined when another owner holds it.
 */
export const takeLease = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  owner: string,
  ttlMs: number,
): Promise<Lease | undefined> => {
  const { rows } = await pool.query<{ epoch: string }>(
    `insert into table_leases (table_id, owner, epoch, expires_at)
     values ($1, $2, 1, studio_now() + $3 * interval '1 ms')
     on conflict (table_id) do update
       set owner = excluded.owner, epoch = table_leases.epoch + 1, expires_at = excluded.expires_at
     where table_leases.owner is null or table_leases.owner = excluded.owner or table_leases.expires_at < studio_now()
     returning epoch`,
    [table, owner, ttlMs],
  );
  return rows[0] && { table, owner, epoch: BigInt(rows[0].epoch) };
};

/** The tables that somebody other than `owner` holds the lease of. */
export const leasedToOthers = async (
  pool: Pick<pg.Pool, 'query'>,
  owner: string,
): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ table_id: string }>(
    'select table_id from table_leases where owner <> $1 and expires_at >= studio_now()',
    [owner],
  );
  return new Set(rows.map(({ table_id }) => table_id));
};

/** Those of the `leases`, all of one owner, that are still held, by their tables. */
export const renewLeases = async (
  pool: Pick<pg.Pool, 'query'>,
  leases: readonly Lease[],
  ttlMs: number,
): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ table_id: string }>(
    `update table_leases set expires_at = studio_now() + $4 * interval '1 ms'
       from unnest($1::text[], $2::bigint[], $3::uuid[]) as held(table_id, epoch, owner)
      where table_leases.table_id = held.table_id and table_leases.epoch = held.epoch
        and table_leases.owner = held.owner
     returning table_leases.table_id`,
    [
      leases.map(({ table }) => table),
      leases.map(({ epoch }) => epoch.toString()),
      leases.map(({ owner }) => owner),
      ttlMs,
    ],
  );
  return new Set(rows.map(({ table_id }) => table_id));
};

/** Frees the lease at once, so that the next owner need not wait for it to expire. */
export const releaseLease = async (
  pool: Pick<pg.Pool, 'query'>,
  { table, owner, epoch }: Lease,
): Promise<void> => {
  await pool.query(
    `update table_leases set owner = null, expires_at = studio_now()
      where table_id = $1 and owner = $2 and epoch = $3`,
    [table, owner, epoch.toString()],
  );
};
