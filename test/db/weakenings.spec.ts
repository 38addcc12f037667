/** What somebody with all rights took from the database is named, and what stands is not. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploy } from '../../src/migration/deploy.js';
import { readObjects, weakenings } from '../../src/migration/weakenings.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { type NewDatabase, createNewDatabase } from '../kit/new-database.js';

const AS_DEPLOYED = '../../prisma/as-deployed.json';

let ofTests: TestDatabase;
let database: NewDatabase;
let owner: pg.Client;

beforeAll(async () => {
  ofTests = await createDatabase();
  database = await createNewDatabase(ofTests);
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  await ofTests.drop();
});

/** What is named after these statements, which are undone. */
const named = async (...statements: readonly string[]): Promise<readonly string[]> => {
  await owner.query('begin');
  try {
    for (const sql of statements) await owner.query(sql);
    return await weakenings(owner);
  } finally {
    await owner.query('rollback');
  }
};

const definitions = async (): Promise<Readonly<Record<string, string>>> => {
  const objects = [...(await readObjects(owner)).values()];
  return Object.fromEntries(objects.map(({ name, definition }) => [name, definition] as const));
};

const deployed = (what: string): string => `The ${what}: npm run db:deploy puts that back.`;
const byOwner = (what: string): string =>
  `The ${what}: the owner of the tables puts that back (docs/operations.md).`;

const TRIGGER = 'trigger bets_before_the_close on bets';
const MADE_ANEW = [deployed(`${TRIGGER} of the database is not the one in prisma/guards`)];
const SWITCHED_OFF = [deployed(`${TRIGGER} of the database is switched off`)];
const CHECK = 'check postings_amount_is_positive on postings';
const FOREIGN_KEY = 'foreign key tips_player_id_fkey on tips';

/** Under the name of the guard, but for what is said here. */
const trigger = ({
  made = 'create or replace trigger',
  when = 'after insert',
  rows = 'referencing new table as placed for each statement',
  calls = 'bets_come_before_the_close()',
}): string => `${made} bets_before_the_close ${when} on bets ${rows} execute function ${calls}`;

const NO_TRIGGER = 'drop trigger bets_before_the_close on bets';
const NO_CHECK = 'alter table postings drop constraint postings_amount_is_positive';
const NO_KEY = 'alter table tips drop constraint tips_player_id_fkey';
const NO_BET_PASSES = `create function lets_pass() returns trigger language plpgsql as
  $$ begin return null; end $$`;

const WEAKENED: readonly (readonly [
  title: string,
  statements: readonly string[],
  sentences: readonly string[],
])[] = [
  ['a trigger that is gone', [NO_TRIGGER], [deployed(`${TRIGGER} is gone from the database`)]],
  [
    'a trigger that is disabled',
    ['alter table bets disable trigger bets_before_the_close'],
    SWITCHED_OFF,
  ],
  [
    'a trigger that is for replicas only',
    ['alter table bets enable replica trigger bets_before_the_close'],
    SWITCHED_OFF,
  ],
  [
    'a trigger that asks another function',
    [NO_BET_PASSES, trigger({ calls: 'lets_pass()' })],
    MADE_ANEW,
  ],
  [
    'a trigger that asks a function of the same name in another schema',
    [
      'create schema other',
      NO_BET_PASSES.replace('lets_pass', 'other.bets_come_before_the_close'),
      trigger({ calls: 'other.bets_come_before_the_close()' }),
      'set local search_path = other, public',
    ],
    MADE_ANEW,
  ],
  [
    'a trigger on another event',
    [
      NO_TRIGGER,
      trigger({ when: 'after delete', rows: 'referencing old table as placed for each statement' }),
    ],
    MADE_ANEW,
  ],
  [
    'a trigger at another time',
    [NO_TRIGGER, trigger({ when: 'before insert', rows: 'for each statement' })],
    MADE_ANEW,
  ],
  ['a trigger for each row', [NO_TRIGGER, trigger({ rows: 'for each row' })], MADE_ANEW],
  [
    'a trigger that never fires',
    [
      NO_TRIGGER,
      trigger({ rows: 'referencing new table as placed for each statement when (false)' }),
    ],
    MADE_ANEW,
  ],
  [
    'a trigger of one column',
    [
      `create or replace trigger rounds_end_at_zero before insert or update of coup on rounds
         for each row when (new.status in ('settled', 'refunded')) execute function round_ends_at_zero()`,
    ],
    [
      deployed(
        'trigger rounds_end_at_zero on rounds of the database is not the one in prisma/guards',
      ),
    ],
  ],
  [
    'a trigger whose condition leaves a status out',
    [
      `create or replace trigger rounds_end_at_zero before insert or update on rounds
         for each row when (new.status in ('settled')) execute function round_ends_at_zero()`,
    ],
    [
      deployed(
        'trigger rounds_end_at_zero on rounds of the database is not the one in prisma/guards',
      ),
    ],
  ],
  [
    'a trigger that gives another argument',
    [
      `create or replace trigger wallet_movements_have_lines after update on wallet_movements
         for each row when (old.ended_at is null and new.ended_at is not null)
         execute function movement_has_a_line('none')`,
    ],
    [
      deployed(
        'trigger wallet_movements_have_lines on wallet_movements of the database is not the one in prisma/guards',
      ),
    ],
  ],
  [
    'a trigger that was added',
    [
      NO_BET_PASSES,
      'create trigger z before insert on bets for each row execute function lets_pass()',
    ],
    ['The trigger z on bets of the database is not of this code.'],
  ],
  [
    'a rule that was added',
    ['create rule z as on insert to bets do instead nothing'],
    ['The rule z on bets of the database is not of this code.'],
  ],
  [
    'a table of which not everybody sees every row',
    [
      'alter table play_bars enable row level security',
      'create policy in_part on play_bars using (false)',
    ],
    [
      'The policy in_part on play_bars of the database is not of this code.',
      'The row security on play_bars of the database is not of this code.',
    ],
  ],
  [
    'a table whose rows are read as those of another',
    ['create table more () inherits (postings)'],
    ['The table more that is read as postings of the database is not of this code.'],
  ],
  [
    'a table that a crash empties',
    ['alter table postings set unlogged'],
    ['The unlogged table postings of the database is not of this code.'],
  ],
  [
    'a function with another body',
    [
      `create or replace function event_json(payload text)
       returns json language plpgsql immutable parallel safe as $$ begin return null; end $$`,
    ],
    [deployed('function event_json(text) of the database is not the one in prisma/guards')],
  ],
  [
    'a function with the body of its namesake',
    [
      `do $do$ begin execute replace(
         (select pg_get_functiondef('stake_refusal(bigint)'::regprocedure)),
         '(player bigint)', '(player bigint, stake bigint)'); end $do$`,
    ],
    [
      deployed(
        'function stake_refusal(bigint,bigint) of the database is not the one in prisma/guards',
      ),
    ],
  ],
  [
    'a function that finds its tables by the path of whoever calls',
    ['alter function bets_come_before_the_close() set search_path = other, public'],
    [
      deployed(
        'function bets_come_before_the_close() of the database is not the one in prisma/guards',
      ),
    ],
  ],
  [
    'a function with the rights of its owner',
    ['alter function bets_come_before_the_close() security definer'],
    [
      deployed(
        'function bets_come_before_the_close() of the database is not the one in prisma/guards',
      ),
    ],
  ],
  [
    'a function that is called in the place of another',
    ['create function is_known_hand(varchar) returns boolean language sql as $$ select true $$'],
    ['The function is_known_hand(character varying) of the database is not of this code.'],
  ],
  [
    'a function of a migration',
    [
      'create or replace function outside_is_made_up() returns boolean language sql stable as $$ select true $$',
    ],
    [byOwner('function outside_is_made_up() of the database is not the one in the migrations')],
  ],
  [
    'a sum of a migration',
    [
      'create or replace aggregate bigint_sum(bigint) (sfunc = int8mi, stype = bigint, initcond = 0)',
    ],
    [byOwner('function bigint_sum(bigint) of the database is not the one in the migrations')],
  ],
  ['a check that is gone', [NO_CHECK], [byOwner(`${CHECK} is gone from the database`)]],
  [
    'another check of the same name',
    [
      NO_CHECK,
      'alter table postings add constraint postings_amount_is_positive check (amount <> 0)',
    ],
    [byOwner(`${CHECK} of the database is not the one in the migrations`)],
  ],
  [
    'a check that is not valid',
    [
      NO_CHECK,
      'alter table postings add constraint postings_amount_is_positive check (amount > 0) not valid',
    ],
    [byOwner(`${CHECK} of the database is not valid for rows of before`)],
  ],
  [
    'a foreign key that deletes',
    [
      NO_KEY,
      'alter table tips add constraint tips_player_id_fkey foreign key (player_id) references players(id) on update cascade on delete cascade',
    ],
    [byOwner(`${FOREIGN_KEY} of the database is not the one in the migrations`)],
  ],
  [
    'a primary key that is gone',
    ['alter table tips drop constraint tips_pkey cascade'],
    [byOwner('primary key tips_pkey on tips is gone from the database')],
  ],
  [
    'an index that is not unique any more',
    [
      'drop index sessions_one_open',
      'create index sessions_one_open on sessions(player_id) where closed_at is null',
    ],
    [byOwner('unique index sessions_one_open on sessions is gone from the database')],
  ],
];

describe('a database that was just deployed', () => {
  it('is what prisma/as-deployed.json says', async () => {
    const text = JSON.stringify(await definitions(), null, 2);
    await expect(`${text}\n`).toMatchFileSnapshot(AS_DEPLOYED);
  });

  // Whoever inserts a row decides otherwise whose tables, functions and operators its guards use.
  it('has no guard that goes by the path of whoever writes', async () => {
    const { rows } = await owner.query(
      `select distinct p.oid::regprocedure::text as guard
         from pg_trigger t
         join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
         join pg_proc p on p.oid = t.tgfoid
           or p.pronamespace = 'public'::regnamespace
             and pg_get_triggerdef(t.oid) ~ format(' WHEN .*\\m%s\\(', p.proname)
        where not t.tgisinternal
          and not coalesce('search_path=public, pg_temp' = any(p.proconfig), false)`,
    );
    expect(rows).toEqual([]);
  });

  it('has nothing that is weaker, and keeps the path of whoever asks', async () => {
    await owner.query('set search_path = pg_catalog');
    const found = await weakenings(owner);
    const { rows } = await owner.query('show search_path');
    await owner.query('reset search_path');
    expect(found).toEqual([]);
    expect(rows).toEqual([{ search_path: 'pg_catalog' }]);
  });

  it('is asked of Postgres itself, whatever answers in its place', async () => {
    const found = await named(
      'create schema other',
      `create function other.current_setting(text) returns text language sql as $$ select '990000' $$`,
      `create function other.set_config(text, text, boolean) returns text language sql as $$ select $2 $$`,
      `create function other.pg_get_triggerdef(oid) returns text language sql as $$ select 'none' $$`,
      NO_CHECK,
      'set local search_path = other, pg_catalog, public',
    );
    expect(found).toEqual([byOwner(`${CHECK} is gone from the database`)]);
  });

  it('is compared without definitions where a later Postgres may print them otherwise', async () => {
    await owner.query('begin');
    await owner.query(NO_CHECK);
    await owner.query('alter function bets_come_before_the_close() security definer');
    const found = await weakenings(owner, { known: 17 });
    await owner.query('rollback');
    expect(found).toEqual([
      byOwner(`${CHECK} is gone from the database`),
      'Postgres is later than 17, and may print definitions otherwise: guards and constraints are compared by name, body and whether they are in force.',
    ]);
  });

  it('may print as its owner likes, and have proven what its migrations left unproven', async () => {
    const unproven = Object.entries(await definitions()).filter(([, text]) =>
      text.endsWith(' NOT VALID'),
    );
    expect(unproven.length).toBeGreaterThan(0);
    const proven = unproven.map(([name]) => {
      const [, constraint, table] = /(\w+) on (\w+)$/.exec(name)!;
      return `alter table ${table} validate constraint ${constraint}`;
    });
    const printed = [
      "set local intervalstyle = 'iso_8601'",
      'set local quote_all_identifiers = on',
    ];
    expect(await named(...proven, ...printed)).toEqual([]);
  });

  it('may have triggers that fire on replicas too', async () => {
    const always = 'alter table bets enable always trigger bets_before_the_close';
    expect(await named(always)).toEqual([]);
  });
});

describe('what is weaker than its SQL is named', () => {
  it.each(WEAKENED)('%s', async (_, statements, sentences) => {
    expect(await named(...statements)).toEqual(sentences);
  });

  it('a foreign key that is switched off with all triggers of its table', async () => {
    const sentences = await named('alter table tips disable trigger all');
    expect(sentences).toContain(byOwner(`${FOREIGN_KEY} of the database is switched off`));
    expect(sentences).toContain(
      deployed('trigger tips_move_money on tips of the database is switched off'),
    );
  });

  it('a setting of the whole server by which no trigger fires', async () => {
    const options = '-c session_replication_role=replica';
    const reader = new pg.Client({ connectionString: database.url, options });
    await reader.connect();
    const found = await weakenings(reader);
    await reader.end();
    expect(found).toEqual([
      'No trigger holds for the server: session_replication_role is set to replica.',
    ]);
  });

  it('a setting by which no trigger fires', async () => {
    const { rows } = await owner.query<{ name: string }>('select current_database() as name');
    const sets = (whom: string): string => `alter ${whom} set session_replication_role = 'replica'`;
    expect(await named(sets(`database ${rows[0]!.name}`), sets('role sabot_app'))).toEqual([
      'No trigger holds for everybody: session_replication_role is set to replica.',
      'No trigger holds for sabot_app: session_replication_role is set to replica.',
    ]);
  });
});

describe('what was weakened', () => {
  it('is put back by deploy where it is a guard', async () => {
    for (const [title, statements, sentences] of WEAKENED) {
      if (sentences.length === 0 || !sentences.every((each) => each.includes('db:deploy')))
        continue;
      for (const sql of statements) await owner.query(sql.replace('set local', 'set'));
      expect(await deploy(database.url), title).toEqual(['guards']);
      await owner.query(
        'reset search_path; drop function if exists lets_pass; drop schema if exists other cascade',
      );
      expect(await weakenings(owner), title).toEqual([]);
    }
    expect(await deploy(database.url)).toEqual([]);
  });
});
