/**
 * Whether the studio's login may do more than the application: whoever holds such a connection gets
 * all of it back with RESET ROLE, and no guard is left.
 */
import type pg from 'pg';

type Querying = Pick<pg.ClientBase, 'query'>;

/** Owns the tables, or may become who does, as a superuser may. */
const MAY_DO_MORE = `pg_has_role(name, (select relowner from pg_class where oid = 'public.staff'::regclass), 'member')`;

/** The name of this connection's login, where it may do more. */
export const loginBeyond = async (client: Querying): Promise<string | undefined> => {
  const { rows } = await client.query<{ name: string }>(
    `select name from (select session_user as name) as login where ${MAY_DO_MORE}`,
  );
  return rows[0]?.name;
};

/** The logins of the studios that are connected now, where they may do more. */
export const studioLoginsBeyond = async (client: Querying): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from (
       select usename as name from pg_stat_activity
        where datname = current_database() and application_name like 'sabot%'
          and pid <> pg_backend_pid()) as login
      where ${MAY_DO_MORE} order by 1`,
  );
  return rows.map(({ name }) => name);
};
