/**
 * The guards: functions and triggers by which the database itself refuses what must not be. They
 * live in prisma/guards, one file a subject. They are made anew as a whole, in one transaction,
 * when a file has changed: what has a new signature, or is gone from the files, is gone from the
 * database too.
 */
import pg from 'pg';
import { type GuardFile, guardFiles } from './guard-files.js';
import { ownersConnection } from './owners-connection.js';
import { LOCK_MS, type Times, untilUnlocked } from './until-unlocked.js';
import { GUARDS, faultOf, readDue, readObjects } from './weakenings.js';

/** What a file made when it was last put in place, as the table `guards` keeps it. */
interface Made {
  readonly file: string;
  readonly hash: string;
  readonly makes: readonly string[];
}

/**
 * Puts the guards of `files` in place in the database at `url`, which has all `migrations`; true
 * when there was anything to do. A database with migrations that are not among these is of a newer
 * studio, and keeps its guards.
 */
export const putGuards = async (
  url: string,
  migrations: readonly string[],
  files: readonly GuardFile[] = guardFiles(),
  times?: Times,
): Promise<boolean> => {
  const client = new pg.Client(ownersConnection(url));
  await client.connect();
  try {
    const work = () => inTransaction(client, () => replace(client, migrations, files));
    return await untilUnlocked(client, work, times);
  } finally {
    await client.end();
  }
};

const inTransaction = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const replace = async (
  client: pg.Client,
  migrations: readonly string[],
  files: readonly GuardFile[],
): Promise<boolean> => {
  await client.query('set local search_path = public');
  // Two deploys at a time: the second one finds the work done.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('guards', 0))`);
  if (await isOfNewerStudio(client, migrations)) return false;
  const made = await client.query<Made>('select file, hash, makes from guards order by file');
  if (await stand(client, made.rows, files)) return false;

  // Others see all of it or nothing, when the transaction commits.
  // A trigger is dropped only while nobody uses its table.
  await client.query(`set local lock_timeout = ${LOCK_MS}`);
  // A function may call another one that comes later.
  await client.query('set local check_function_bodies = off');
  const objects = made.rows.flatMap(({ makes }) => makes);
  for (const kind of ['trigger', 'function']) {
    for (const object of objects.filter((each) => each.startsWith(`${kind} `))) {
      await client.query(`drop ${kind} if exists ${object.slice(kind.length + 1)}`);
    }
  }
  await client.query('delete from guards');
  for (const { file, sql, hash } of files) {
    try {
      await client.query(sql);
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError)) throw cause;
      throw new Error(`prisma/guards/${file}${lineOf(sql, cause)}: ${cause.message}`, { cause });
    }
    await client.query(KEEP, [file, hash]);
  }
  return true;
};

const isOfNewerStudio = async (
  client: pg.Client,
  migrations: readonly string[],
): Promise<boolean> => {
  const { rows } = await client.query(
    'select 1 from _prisma_migrations where rolled_back_at is null and migration_name <> all ($1) limit 1',
    [migrations],
  );
  return rows.length > 0;
};

/**
 * Whether these very files were put in place last, and all that they made is still there, in force,
 * and as they say.
 */
const stand = async (
  client: pg.Client,
  made: readonly Made[],
  files: readonly GuardFile[],
): Promise<boolean> => {
  const names = (of: readonly Omit<Made, 'makes'>[]): string =>
    of.map(({ file, hash }) => `${file} ${hash}`).join();
  if (names(made) !== names(files)) return false;
  const due = await readDue(client, files);
  const objects = await readObjects(client);
  return made.every(({ makes }) =>
    makes.every((name) => faultOf(name, objects.get(name), due) === undefined),
  );
};

/** What this transaction has made, and no file before. */
const KEEP = `
insert into guards (file, hash, makes)
select $1, $2, coalesce(array_agg(name order by name), '{}') from (${GUARDS}) as guard
 where made_by = pg_current_xact_id()::xid and name not in (select unnest(makes) from guards)`;

const lineOf = (sql: string, { position }: pg.DatabaseError): string =>
  position === undefined ? '' : `:${sql.slice(0, Number(position)).split('\n').length}`;
