/**
 * The login that a studio uses: it has the rights of the application's role, and nothing more, so
 * that nothing comes back with RESET ROLE.
 */
import pg from 'pg';
import { sqlState } from '../platform/transaction.js';
import { passwordVerifier } from './password-verifier.js';

const ROLE = 'sabot_app';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes the login that `studioUrl` names, with its password, or takes away rights that it should
 * not have. `ownerUrl` is of who may make logins; `queue` says where the studio keeps its jobs.
 * Returns its name.
 */
export const makeLogin = async (
  ownerUrl: string,
  studioUrl: string,
  queue: 'redis' | 'postgres',
): Promise<string> => {
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
    await makeRole(client, name, secret);
    const login = client.escapeIdentifier(name);
    // Where there is no Redis, BullMQ keeps its jobs here, in a schema that it makes itself. One
    // that another login made is given up: a sweep finds what was in it. Nobody else makes any.
    const { rows: queues } = await client.query<{ owner: string }>(
      `select nspowner::regrole::text as owner from pg_namespace where nspname = 'bullmq'`,
    );
    if (queues.some(({ owner }) => owner !== login && owner !== name)) {
      await client.query('drop schema bullmq cascade');
    }
    const isQueueHere = queue === 'postgres';
    const { rows: grants } = await client.query<{ grant: string }>(
      `select format(case when $2 then 'grant create on database %I to %I'
                          else 'revoke create on database %I from %I' end,
                     current_database(), $1::text) as grant
        where has_database_privilege($1, current_database(), 'create') is distinct from $2`,
      [name, isQueueHere],
    );
    for (const { grant } of grants) await client.query(grant);
    await client.query('commit');
    return name;
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      `The owner may not make the login ${name}, or not as it must be (${String(error)}): an administrator of Postgres does, as docs/operations.md says.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
};

/** The rights to take away, as options of `alter role`. Nobody but a superuser may name others. */
const KNOWN = `
select rolcanlogin as can_login, array_remove(array[
         case when rolsuper then 'nosuperuser' end, case when rolcreatedb then 'nocreatedb' end,
         case when rolcreaterole then 'nocreaterole' end,
         case when rolreplication then 'noreplication' end,
         case when rolbypassrls then 'nobypassrls' end], null) as too_much
  from pg_roles where rolname = $1`;

/** Each with who granted it: nobody else takes it back. */
const ROLES = `
select g.rolname as role, by.rolname as grantor
  from pg_auth_members m join pg_roles g on g.oid = m.roleid
  join pg_roles u on u.oid = m.member left join pg_roles by on by.oid = m.grantor
 where u.rolname = $1`;

/** A member of the application's role, and of nothing else. */
const makeRole = async (client: pg.Client, name: string, secret: string): Promise<void> => {
  const login = client.escapeIdentifier(name);
  // Without one in the URL the studio signs in by other means, or from a file.
  const password =
    secret === '' ? '' : `password ${client.escapeLiteral(passwordVerifier(secret))}`;
  const { rows } = await client.query<{ can_login: boolean; too_much: readonly string[] }>(KNOWN, [
    name,
  ]);
  const known = rows[0];
  if (known === undefined) await client.query(`create role ${login} login ${password}`);
  else {
    const changes = [...(known.can_login ? [] : ['login']), ...known.too_much].join(' ');
    await client.query('savepoint before');
    try {
      await client.query(`alter role ${login} with ${changes} ${password}`);
    } catch (error) {
      // One that an administrator made as it must be stays as it is.
      if (sqlState(error) !== INSUFFICIENT_PRIVILEGE || changes !== '') throw error;
      await client.query('rollback to savepoint before');
    }
  }
  const { rows: roles } = await client.query<{ role: string; grantor: string | null }>(ROLES, [
    name,
  ]);
  for (const { role, grantor } of roles.filter((each) => each.role !== ROLE)) {
    const by = grantor === null ? '' : `granted by ${client.escapeIdentifier(grantor)}`;
    await client.query(`revoke ${client.escapeIdentifier(role)} from ${login} ${by}`);
  }
  if (!roles.some(({ role }) => role === ROLE)) await client.query(`grant ${ROLE} to ${login}`);
};
