/**
 * What the database no longer refuses, although its SQL says so: a guard or a constraint that is
 * gone, switched off, or another one under the same name.
 *
 * The bodies of functions are compared with the SQL files themselves. All else that Postgres says
 * of an object is compared with prisma/as-deployed.json, which a test writes from a database that
 * was just deployed (test/db/weakenings.spec.ts): how a condition is printed is known to Postgres
 * alone.
 */
import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import { type GuardFile, PRISMA, guardFiles } from './guard-files.js';

/** An object of the database, named as a drop names it. */
interface Found {
  readonly name: string;
  /** All that Postgres says of it, but for the body of a function. */
  readonly definition: string;
  /** A function's. */
  readonly body: string | null;
  readonly isInForce: boolean;
}

/** `as-deployed.json`: names and definitions. */
type Definitions = Readonly<Record<string, string>>;

const readDefinitions = (prisma: URL): Definitions =>
  JSON.parse(readFileSync(new URL('as-deployed.json', prisma), 'utf8')) as Definitions;

/** The last that prints definitions as `as-deployed.json` has them; 16, 17 and 18 do. */
const POSTGRES_KNOWN = 18;

/** Functions and triggers, with the transaction that made them. Extensions have their own. */
export const GUARDS = `
select format('trigger %I on %I', t.tgname, c.relname) as name, t.xmin as made_by,
       pg_get_triggerdef(t.oid) as definition, null as body,
       t.tgenabled in ('O', 'A') as "isInForce"
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
 where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
union all
select format('function %s', p.oid::regprocedure), p.xmin,
       case p.prokind
         when 'a' then (
           select format('AGGREGATE %s %s %s %s', aggtransfn, aggfinalfn, aggcombinefn, agginitval)
             from pg_aggregate where aggfnoid = p.oid)
         else split_part(pg_get_functiondef(p.oid), E'\\nAS $', 1) end,
       case when p.prokind <> 'a' then p.prosrc end, true
  from pg_proc p
 where p.pronamespace = 'public'::regnamespace
   and not exists (select from pg_depend
                    where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`;

/** A constraint holds by triggers of its own where it looks at another table. */
const OBJECTS = `
select name, definition, body, "isInForce" from (${GUARDS}) as guard
union all
select format('%s %I on %s',
              case contype when 'c' then 'check' when 'f' then 'foreign key'
                           when 'p' then 'primary key' when 'u' then 'unique constraint'
                           else 'exclusion' end,
              conname, conrelid::regclass),
       pg_get_constraintdef(k.oid), null,
       not exists (select from pg_trigger
                    where tgconstraint = k.oid and tgenabled not in ('O', 'A'))
  from pg_constraint k
 where connamespace = 'public'::regnamespace and conrelid <> 0
   and contype in ('c', 'f', 'p', 'u', 'x')
union all
select format('unique index %I on %s', c.relname, indrelid::regclass),
       pg_get_indexdef(indexrelid), null, indisvalid and indisready
  from pg_index join pg_class c on c.oid = indexrelid
 where c.relnamespace = 'public'::regnamespace and indisunique
   and not exists (select from pg_constraint
                    where conindid = indexrelid and contype in ('p', 'u', 'x'))
union all
select format('rule %I on %s', rulename, ev_class::regclass), pg_get_ruledef(r.oid), null, true
  from pg_rewrite r join pg_class c on c.oid = ev_class
 where c.relnamespace = 'public'::regnamespace and ev_type <> '1'
union all
select format('policy %I on %s', polname, polrelid::regclass), polcmd::text, null, true
  from pg_policy p join pg_class c on c.oid = polrelid
 where c.relnamespace = 'public'::regnamespace
union all
select format('%s %s', kind, oid::regclass), '', null, true
  from pg_class,
       lateral (values ('row security on', relrowsecurity),
                       ('unlogged table', relpersistence = 'u' and relkind = 'r')) as of_it (kind, has)
 where relnamespace = 'public'::regnamespace and has
union all
select format('table %s that is read as %s', inhrelid::regclass, inhparent::regclass), '', null, true
  from pg_inherits join pg_class c on c.oid = inhparent
 where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/**
 * Whom a setting frees from every trigger and foreign key that is not `enable always`. What is set
 * for the server is what this connection began with.
 */
const FREED = `
with freed as (
  select coalesce(rolname, 'everybody') as name
    from pg_db_role_setting left join pg_roles on pg_roles.oid = setrole
   where setdatabase in (0, (select oid from pg_database where datname = current_database()))
     and exists (select from unnest(setconfig) as one
                  where lower(one) = 'session_replication_role=replica'))
select 'the server' as name from pg_settings
 where pg_settings.name = 'session_replication_role' and reset_val = 'replica'
   and not exists (select from freed where freed.name in ('everybody', session_user))
union all
(select name from freed order by 1)`;

/**
 * Asked as if nothing but `public` were there: a schema is named where it is another one, and no
 * function of the same name answers in the place of Postgres's own.
 */
const inPublic = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  const names = Object.keys(PRINTED);
  const { rows } = await client.query<{ name: string; value: string }>(
    `select name, pg_catalog.current_setting(name) as value from pg_catalog.unnest($1::text[]) as name`,
    [names],
  );
  await set(client, Object.entries(PRINTED));
  const result = await work();
  await set(
    client,
    rows.map(({ name, value }) => [name, value] as const),
  );
  return result;
};

/** What Postgres prints goes by these. */
const PRINTED = {
  search_path: 'public, pg_temp',
  quote_all_identifiers: 'off',
  intervalstyle: 'postgres',
};

const set = async (
  client: pg.ClientBase,
  settings: readonly (readonly [name: string, value: string])[],
): Promise<void> => {
  for (const [name, value] of settings) {
    await client.query('select pg_catalog.set_config($1, $2, false)', [name, value]);
  }
};

/** What is there, by name. */
type Objects = ReadonlyMap<string, Found>;

export const readObjects = (client: pg.ClientBase): Promise<Objects> =>
  inPublic(client, async () => {
    const { rows } = await client.query<Found>(
      `select * from (${OBJECTS}) as object order by name collate "C"`,
    );
    return new Map(rows.map((row) => [row.name, row]));
  });

/** A function with its arguments and its body, as the files write it and Postgres keeps it. */
const FUNCTION = /\bcreate (?:or replace )?function "?(\w+)"?\(([^)]*)\)[^$]*\bas \$\$(.*?)\$\$/gis;

const bodiesIn = (sql: string): readonly (readonly [key: string, body: string])[] =>
  [...sql.matchAll(FUNCTION)].map(([, name, given, body]) => [keyOf(name!, given!), body!]);

/** A function may be there twice, with more arguments and with fewer. */
const keyOf = (name: string, given: string): string =>
  `${name} ${given.split(',').filter((each) => !/^\s*(?:out\s|$)/i.test(each)).length}`;

/** Of the functions that migrations have made, as the last one that made it says. */
const bodiesOfMigrations = (prisma: URL): ReadonlyMap<string, string> => {
  const folder = new URL('migrations/', prisma);
  const migrations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return new Map(
    migrations.flatMap((name) =>
      bodiesIn(readFileSync(new URL(`${name}/migration.sql`, folder), 'utf8')),
    ),
  );
};

/** What the SQL of this code makes. */
interface Due {
  readonly definitions: Definitions;
  /** Of functions, by their names and the number of their arguments. */
  readonly bodies: ReadonlyMap<string, string>;
  /** False where Postgres may print definitions otherwise. */
  readonly areDefinitionsKnown: boolean;
}

export const readDue = (
  client: pg.ClientBase,
  files: readonly GuardFile[],
  known = POSTGRES_KNOWN,
  prisma = PRISMA,
): Promise<Due> =>
  inPublic(client, async () => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    return {
      definitions: readDefinitions(prisma),
      bodies: new Map([
        ...bodiesOfMigrations(prisma),
        ...files.flatMap(({ sql }) => bodiesIn(sql)),
      ]),
      areDefinitionsKnown: rows[0]!.version <= known,
    };
  });

type Fault = 'gone' | 'off' | 'unproven' | 'other';

const NOT_VALID = ' NOT VALID';

/** What is wrong with the object of this name, if anything. */
export const faultOf = (name: string, found: Found | undefined, due: Due): Fault | undefined => {
  if (found === undefined) return 'gone';
  if (!found.isInForce) return 'off';
  if (found.body !== (due.bodies.get(functionOf(name)?.key ?? '') ?? null)) return 'other';
  const definition = due.definitions[name];
  // The files may be ahead of what is known of them.
  if (definition === undefined || !due.areDefinitionsKnown) return undefined;
  // What the migrations leave unproven may have been proven since.
  if ([found.definition, found.definition + NOT_VALID].includes(definition)) return undefined;
  return found.definition === definition + NOT_VALID ? 'unproven' : 'other';
};

const functionOf = (name: string): { readonly name: string; readonly key: string } | undefined => {
  const [, called, given] = /^function (\w+)\((.*)\)$/.exec(name) ?? [];
  return called === undefined ? undefined : { name: called, key: keyOf(called, given!) };
};

/**
 * What the SQL of this code makes none of, or names all of. Rows are seen by some and not by
 * others, are gone after a crash, or come in by a table that no guard looks at.
 */
const ADDED = /^(?:trigger|rule|policy|row security on|unlogged table|table) /;

/**
 * All that is weaker in the database than its SQL, each in a sentence. What was added is said too:
 * a trigger or a rule may change what the guards have looked at. `prisma` is the folder of the SQL.
 */
export const weakenings = async (
  client: pg.ClientBase,
  { known = POSTGRES_KNOWN, prisma = PRISMA } = {},
): Promise<readonly string[]> => {
  const files = guardFiles(prisma);
  const due = await readDue(client, files, known, prisma);
  const objects = await readObjects(client);
  const ofFiles = new Set(files.flatMap(({ sql }) => bodiesIn(sql).map(([key]) => key)));
  const isGuard = (name: string): boolean =>
    name.startsWith('trigger ') || ofFiles.has(functionOf(name)?.key ?? '');

  const weaker = Object.keys(due.definitions).flatMap((name) => {
    const fault = faultOf(name, objects.get(name), due);
    return fault === undefined ? [] : [`${sentenceOf(name, fault, isGuard(name))}.`];
  });
  const functions = new Set(
    Object.keys(due.definitions).flatMap((name) => functionOf(name)?.name ?? []),
  );
  const added = [...objects.keys()]
    .filter((name) => due.definitions[name] === undefined)
    // A function of the same name is called where its arguments suit better.
    .filter((name) => functions.has(functionOf(name)?.name ?? '') || ADDED.test(name))
    .map((name) => `The ${name} of the database is not of this code.`);
  const { rows } = await inPublic(client, () => client.query<{ name: string }>(FREED));
  const freed = rows.map(
    ({ name }) => `No trigger holds for ${name}: session_replication_role is set to replica.`,
  );
  return [...weaker, ...added, ...freed, ...(due.areDefinitionsKnown ? [] : [unknown(known)])];
};

const unknown = (known: number): string =>
  `Postgres is later than ${known}, and may print definitions otherwise: guards and constraints are compared by name, body and whether they are in force.`;

const sentenceOf = (name: string, fault: Fault, isGuard: boolean): string => {
  const source = isGuard ? 'prisma/guards' : 'the migrations';
  const says = {
    gone: 'is gone from the database',
    off: 'of the database is switched off',
    unproven: 'of the database is not valid for rows of before',
    other: `of the database is not the one in ${source}`,
  }[fault];
  const remedy = isGuard
    ? 'npm run db:deploy puts that back'
    : 'the owner of the tables puts that back (docs/operations.md)';
  return `The ${name} ${says}: ${remedy}`;
};
