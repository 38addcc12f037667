/**
 * The login that a studio uses: it has the rights of the application's role, and nothing more, so
 * that nothing comes back with RESET ROLE.
 */
import pg from 'pg';

const ROLE = 'sabot_app';

/**
 * Makes the login that `studioUrl` names, with its password, or takes away what it has too much.
 * `ownerUrl` is of who may make logins. Returns its name.
 */
export const makeLogin = async (ownerUrl: string, studioUrl: string): Promise<string> => {
  const { username, password } = new URL(studioUrl);
  const name = decodeURIComponent(username);
  const secret = decodeURIComponent(password);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ me: string }>('select current_user as me');
    if (name === '' || name === rows[0]?.me) {
      throw new Error(
        'DATABASE_URL must name another login than DATABASE_OWNER_URL: the studio’s own.',
      );
    }
    await client.query('begin');
    // Logins are of the whole cluster, and others may make this one at the same time.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('sabot login', 0))`);
    const known = await client.query('select from pg_roles where rolname = $1', [name]);
    const login = client.escapeIdentifier(name);
    await client.query(
      `${known.rowCount === 0 ? 'create' : 'alter'} role ${login} with login nosuperuser nocreatedb nocreaterole
         noreplication nobypassrls password ${client.escapeLiteral(secret)}`,
    );
    const { rows: others } = await client.query<{ role: string }>(
      `select g.rolname as role from pg_auth_members m join pg_roles g on g.oid = m.roleid
         join pg_roles u on u.oid = m.member where u.rolname = $1 and g.rolname <> $2`,
      [name, ROLE],
    );
    for (const { role } of others) {
      await client.query(`revoke ${client.escapeIdentifier(role)} from ${login}`);
    }
    await client.query(`grant ${ROLE} to ${login}`);
    // Where there is no Redis, BullMQ keeps its jobs here, in a schema that it makes itself. One
    // that another login made is given up: a sweep finds what was in it.
    const { rows: queues } = await client.query<{ owner: string }>(
      `select nspowner::regrole::text as owner from pg_namespace where nspname = 'bullmq'`,
    );
    if (queues.some(({ owner }) => owner !== login && owner !== name)) {
      await client.query('drop schema bullmq cascade');
    }
    await client.query(
      `do $$ begin execute format('grant create on database %I to ${login}', current_database()); end $$`,
    );
    await client.query('commit');
    return name;
  } finally {
    await client.end();
  }
};
