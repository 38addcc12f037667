/** What a database keeps, table by table: two that are equal say that nothing was changed. */
import type pg from 'pg';

/** What a studio writes again and again, whoever asks for nothing. */
const RESTLESS = [
  'table_leases',
  'connections',
  'processes',
  'readiness',
  'anchors',
  'guards',
  'rounds_due',
  'round_takings',
];

/** For each table a digest of all its rows. */
export type Kept = Readonly<Record<string, string>>;

/** One statement that reads a digest of each table. */
export const keptBy = async (pool: pg.Pool): Promise<() => Promise<Kept>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)
        and has_table_privilege(oid, 'select')`,
    [RESTLESS],
  );
  const digests = tables.map(
    ({ name }) =>
      `(select md5(string_agg(t::text, '' order by t::text collate "C")) from ${name} t) as "${name}"`,
  );
  const text = `select ${digests.join(', ')}`;
  return async () => (await pool.query<Record<string, string>>(text)).rows[0]!;
};
