/** The programs of the console, as they are built: how they answer wrong arguments. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { status } from '../../src/migration/deploy.js';
import { StudioTables } from '../../src/pit/floor/studio-tables.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { type NewDatabase, createNewDatabase } from '../kit/new-database.js';
import { recordStatements } from '../kit/sent-statements.js';
import { asSuperuser } from '../kit/superuser.js';

const DIST = path.join(import.meta.dirname, '../../dist');
const PROGRAMS = {
  table: 'pit/floor/table-command.js',
  staff: 'staff/staff-command.js',
  operator: 'operator/operator-command.js',
  period: 'period/period-command.js',
  verify: 'audit/verify-command.js',
  reconcile: 'reconcile/reconcile-command.js',
  migrate: 'migration/migrate-command.js',
  returns: 'returns/returns-command.js',
  chance: 'fair-deal/chance-command.js',
  'verify-deal': 'fair-deal/verify-deal-command.js',
  scanner: 'scanner/main.js',
  'operator:sim': 'operator-simulator/simulator-command.js',
  'operator:adapter': 'operator-adapter/adapter-command.js',
  'operator:check': 'operator-check/check-command.js',
} as const;
type Program = keyof typeof PROGRAMS;

/** They read the database, and nothing of it is asked for besides. */
const READING: readonly (readonly [Program, readonly string[]])[] = [
  ['table', ['list']],
  ['staff', ['list']],
  ['operator', ['list']],
  ['period', ['list']],
  ['verify', []],
  ['reconcile', []],
];

const run = async (
  program: Program,
  args: readonly string[],
  url: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; said: string }> => {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url, ...more };
  const file = path.join(DIST, PROGRAMS[program]);
  try {
    const done = await promisify(execFile)(process.execPath, [file, ...args], { env });
    return { code: 0, said: done.stdout + done.stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const timelines = (): Promise<number> =>
  asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from timelines',
    );
    return rows[0]!.count;
  });

describe.each(READING)('%s', (program, args) => {
  it('says in a sentence that no Postgres answers, and where it was looked for', async () => {
    const { code, said } = await run(program, args, 'postgres://127.0.0.1:1/sabot');
    expect(code).toBe(1);
    expect(said).toMatch(/^DATABASE_URL: .*127\.0\.0\.1:1.*\n$/);
  });

  it('says in a sentence that it is not let in', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'another';
    const { code, said } = await run(program, args, wrong.href);
    expect(code).toBe(1);
    expect(said).toMatch(/^DATABASE_URL: .*password authentication failed.*\n$/);
  });

  it('names what brings a database up to date that is not of this version', async () => {
    const empty = new URL(database.url);
    empty.pathname = '/postgres';
    const { code, said } = await run(program, args, empty.href);
    expect(code).toBe(1);
    expect(said).toMatch(/^[^\n]*npm run db:deploy[^\n]*\n$/);
  });

  it('refuses a flag that it does not know, by its name', async () => {
    const { code, said } = await run(program, [...args, '--frob'], database.studioUrl);
    expect(code).toBe(1);
    expect(said).toMatch(/^[^\n]*'--frob'[^\n]*\n$/);
  });

  it('answers --help', async () => {
    const { code, said } = await run(program, ['--help'], database.studioUrl);
    expect(code).toBe(0);
    expect(said).toContain(`npm run ${program}`);
  });
});

const ADAPTED = [
  ...['--protocol', 'hub88', '--url', 'http://127.0.0.1:1', '--kid', 'k'],
  ...['--authority', 'a', '--secret', 'package.json', '--studio-key', 'package.json'],
];
const TRIED = ['http://127.0.0.1:1', '--player', 'anna'];
const NO_KEY = 'is neither a private key of Ed25519 as PEM nor a secret as base64';

describe('a wrong call', () => {
  // Without a database: none is asked before the call is understood.
  it.each<readonly [Program, readonly string[], string]>([
    ['verify', ['--key', '/nope'], '--key /nope: is neither an Ed25519 public key nor a file'],
    ['verify', ['--key', 'package.json'], '--key package.json: has no Ed25519 public key'],
    ['verify', ['--file', '/nope'], "ENOENT: no such file or directory, open '/nope'"],
    ['verify', ['--file', '/tmp'], 'EISDIR: illegal operation on a directory, read'],
    ['verify', ['--file', 'x', '--bets', 'y'], '--file: an export is only read'],
    ['period', ['frob'], 'frob: one of list, seal, export, verify, detach'],
    ['period', ['seal'], 'seal: an option of it is missing'],
    ['period', ['seal', '--until', '2026-02-31'], '--until 2026-02-31: is not a day'],
    ['period', ['export', '--period', 'x', '--to', 'F'], '--period x: is not a period’s number'],
    ['period', ['export', '--period', '1'], 'export: an option of it is missing'],
    ['period', ['detach', 'x', '--files', 'D'], 'detach x: is not a period’s number'],
    [
      'period',
      ['detach', '--older-than', 'abc', '--files', 'D'],
      '--older-than abc: is not a number of days',
    ],
    [
      'period',
      ['verify', 'x', '--key', '/nope'],
      '--key /nope: is neither an Ed25519 public key nor a file',
    ],
    ['migrate', ['frob'], 'frob: one of deploy, status, diff, create, hand-over, mark-demo, reset'],
    ['migrate', ['deploy', 'now'], 'deploy knows nothing of "now"'],
    ['returns', ['frob'], 'frob: one of punto-banco, punto-e-banco, sette-e-mezzo, blackjack'],
    ['returns', ['--hands', '3'], '--hands 3: is not a number of 10,000 or more'],
    ['returns', ['--frob'], "Unknown option '--frob'"],
    ['chance', ['--shuffles', '7'], '--shuffles 7: is not a number of 30,000 or more'],
    ['chance', ['--threads', 'x'], '--threads x: is not a number of 1 or more'],
    ['chance', ['--only', 'frob'], '--only frob: one of one deck, six decks'],
    ['verify-deal', [], 'FILE: missing'],
    ['verify-deal', ['--frob'], "Unknown option '--frob'"],
    ['operator', ['call'], 'call: an option of it is missing'],
    ['operator', ['call', '--kid', 'k', '--key', 'package.json', 'x'], 'x: is not a URL'],
    [
      'operator',
      ['call', '--kid', 'k', '--key', 'package.json', 'http://x'],
      `package.json: ${NO_KEY}`,
    ],
    ['operator:sim', ['--kid', 'k'], '--key: missing'],
    ['operator:sim', ['--frob'], "Unknown option '--frob'"],
    ['operator:sim', ['--kid', 'k', '--key', 'package.json'], `package.json: ${NO_KEY}`],
    [
      'operator:adapter',
      ['--protocol', 'x'],
      '--protocol x: one of hub88, softswiss, evolution, pragmatic',
    ],
    ['operator:adapter', ADAPTED, '--key: missing'],
    ['operator:adapter', ['frob'], "Unexpected argument 'frob'"],
    ['operator:adapter', [...ADAPTED, '--key', 'package.json'], `package.json: ${NO_KEY}`],
    ['operator:check', TRIED, '--public-key: missing'],
    ['operator:check', ['x', ...TRIED.slice(1), '--public-key', 'y'], 'x: is not a URL'],
    [
      'operator:check',
      [...TRIED, '--public-key', 'y', '--try-within', '4001'],
      '--try-within 4001: is not from 250 to 4000 ms',
    ],
    [
      'operator:check',
      [...TRIED, '--public-key', '/nope'],
      "ENOENT: no such file or directory, open '/nope'",
    ],
    [
      'operator:check',
      [...TRIED, '--public-key', 'package.json'],
      'package.json: is neither a public key as PEM nor a secret as base64',
    ],
  ])('of %s with %j ends with what is wrong with it', async (program, args, fault) => {
    const { code, said } = await run(program, args, '');
    expect(code).toBe(1);
    const last = said.trimEnd().split('\n').at(-1)!;
    expect(last.replace(/^✖ /, '').slice(0, fault.length)).toBe(fault);
  });
});

describe('--help', () => {
  it.each<readonly [Program, readonly string[]]>([
    ['returns', ['frob']],
    ['returns', ['--hands', '3']],
    ['chance', ['--shuffles', '7']],
    ['chance', ['--only', 'frob']],
  ])('of %s is answered beside what is wrong: %j', async (program, args) => {
    const { code, said } = await run(program, [...args, '--help'], '');
    expect(code).toBe(0);
    expect(said).toMatch(new RegExp(`^npm run ${program} `));
    expect(said).not.toContain('✖');
  });
});

describe('the scanner’s bridge', () => {
  it.each<readonly [readonly string[], string]>([
    [[], '--table: which table?'],
    [['--table', 'pb-1'], 'Say one way in: --stdin, --tcp HOST:PORT or --serial PATH.'],
    [['--stdin', '--table', 'pb-1', '--url', 'x'], '--url x: is not an http or https URL'],
    [['--frob'], "Unknown option '--frob'"],
  ])('says how it is used, and what is wrong: %j', async (args, fault) => {
    const { code, said } = await run('scanner', args, '');
    expect(code).toBe(2);
    expect(said).toMatch(/^npm run scanner -- WAY /);
    expect(said.trimEnd().split('\n').at(-1)).toBe(`✖ ${fault}`);
  });
});

describe('the gaming day', () => {
  it('is changed by both of its words, and not read where one was given', async () => {
    for (const half of [
      ['--zone', 'Europe/Rome'],
      ['--begins', '06:00'],
    ]) {
      const { code, said } = await run('table', ['day', ...half], database.url);
      expect(code).toBe(1);
      expect(said).toContain('--zone Europe/Rome --begins 06:00');
    }
  });
});

describe('the beginning of the gaming day', () => {
  let owner: pg.Pool;
  beforeAll(() => {
    owner = new pg.Pool({ connectionString: database.url, max: 1 });
  });
  afterAll(() => owner.end());

  const set = (timeZone: string, beginsAt: string) =>
    new StudioTables(owner, 'a test').setDay({ timeZone, beginsAt });

  it.each([
    ['Europe/Rome', '02:30'], // twice in autumn, and not in spring
    ['Europe/Rome', '02:00'],
    ['America/Santiago', '00:00'], // not in spring
    ['America/Santiago', '23:30'], // twice in autumn
    ['Australia/Lord_Howe', '01:45'], // clocks are changed by half an hour
  ])('is refused where a day has it twice or not at all: %s %s', async (zone, begins) => {
    expect(await set(zone, begins)).toBe('not_once_a_day');
  });

  it.each([
    ['Europe/Rome', '01:59'],
    ['Europe/Rome', '03:00'],
    ['America/Santiago', '01:00'],
    ['Australia/Lord_Howe', '02:30'],
    ['UTC', '00:00'],
  ])('is taken where every day has it once: %s %s', async (timeZone, beginsAt) => {
    expect(await set(timeZone, beginsAt)).toEqual({ timeZone, beginsAt });
  });

  it('is refused by the console in a sentence that says why', async () => {
    const args = ['day', '--zone', 'Europe/Rome', '--begins', '02:30'];
    const { code, said } = await run('table', args, database.url);
    expect(code).toBe(1);
    expect(said).toMatch(/^not_once_a_day: [^\n]* twice, or not at all\.[^\n]*\n$/);
  });
});

describe('a period', () => {
  it('ends with a day that there is', async () => {
    const { code, said } = await run('period', ['seal', '--until', '2026-02-31'], database.url);
    expect(code).toBe(1);
    expect(said).toContain('npm run period -- seal --until');
  });
});

describe('an export of the logs', () => {
  it.skipIf(!existsSync('/dev/full'))('says in a sentence that the disk is full', async () => {
    const { code, said } = await run('verify', ['--export', '/dev/full'], database.url);
    expect(code).toBe(1);
    expect(said).toMatch(/^[^\n]*no space left[^\n]*\n$/);
  });

  it('leaves the one of before where it fails', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'sabot-export-')), 'logs.jsonl');
    writeFileSync(file, 'of last week\n');
    await asSuperuser(database, async (client) => {
      await client.query('begin; lock table staff_actions in access exclusive mode');
      const { code, said } = await run('verify', ['--export', file], database.url);
      expect({ code, said }).toMatchObject({
        code: 1,
        said: expect.stringContaining('Try again') as string,
      });
    });
    expect(readFileSync(file, 'utf8')).toBe('of last week\n');
    expect(readdirSync(path.dirname(file))).toEqual(['logs.jsonl']);
    rmSync(path.dirname(file), { recursive: true });
  });
});

describe('the program of the migrations', () => {
  it.each([
    ['hand-over', '--help'],
    ['hand-over', 'now'],
    ['deploy', '--help'],
    ['deploy', '--dry-run'],
    ['reset', '--force', 'now'],
  ])('does nothing where it is asked for what it does not know: %s %s', async (...args) => {
    const before = await timelines();
    const { said } = await run('migrate', args, database.url);
    expect(said).toContain('begins another timeline');
    expect(await timelines()).toBe(before);
  });

  it('says what DATABASE_URL must be, and who migrates', async () => {
    expect((await run('migrate', ['status'], 'nonsense')).said).toMatch(/^DATABASE_URL: .*URL/);
    const studio = await run('migrate', ['hand-over'], database.studioUrl);
    expect(studio).toMatchObject({ code: 1 });
    expect(studio.said).toContain('owner of the tables');
  });
});

describe('the status of the migrations', () => {
  const mark = (sets: string) =>
    asSuperuser(database, async (client) => {
      await client.query(
        `update _prisma_migrations set ${sets}
          where migration_name = (select max(migration_name) from _prisma_migrations)`,
      );
    });

  it.each([
    ['pending', 'rolled_back_at = now()', 'rolled_back_at = null'],
    ['failed', 'finished_at = null', 'finished_at = now()'],
    ['edited', 'checksum = reverse(checksum)', 'checksum = reverse(checksum)'],
  ])('ends with 2 where one is %s', async (_, spoils, mends) => {
    await mark(spoils);
    try {
      expect(await run('migrate', ['status'], database.url)).toMatchObject({ code: 2 });
    } finally {
      await mark(mends);
    }
  });

  it('ends with 0 where none is', async () => {
    expect(await run('migrate', ['status'], database.url)).toMatchObject({ code: 0 });
  });

  it('is read without a database of its own, which would stay where it is killed', async () => {
    const { statements, stop } = recordStatements();
    await status(database.url);
    const texts = statements().map(({ text }) => text);
    stop();
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /create database/i.test(text))).toEqual([]);
  });
});

describe('a request of an operator', () => {
  it.each([
    [200, 0],
    [400, 1],
  ])('that is answered %i ends with %i', async (status, expected) => {
    const server = createServer((_, response) => void response.writeHead(status).end('said'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { privateKey } = generateKeyPairSync('ed25519');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sabot-key-'));
    const file = path.join(folder, 'acme.pem');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    try {
      const call = ['call', '--kid', 'k', '--key', file, `http://127.0.0.1:${port}/self`];
      expect(await run('operator', call, '')).toEqual({ code: expected, said: `${status} said\n` });
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('an owner of the tables who is no superuser', () => {
  it('looks at the logs and proves the books', async () => {
    const owner = new URL(database.url);
    const name = owner.pathname.slice(1);
    owner.username = `owner_of_${name}`;
    owner.password = 'o';
    await asSuperuser(database, async (client) => {
      await client.query(`create role ${owner.username} login createrole password 'o'`);
      // As CREATE ROLE leaves it where the owner made the role: to be given, and not taken on.
      await client.query(
        `grant sabot_app to ${owner.username} with admin true, inherit false, set false`,
      );
      await client.query(`create database ${name}_owned owner ${owner.username}`);
    });
    owner.pathname = `/${name}_owned`;
    try {
      expect((await run('migrate', ['deploy'], owner.href)).code).toBe(0);
      expect(await run('reconcile', [], owner.href)).toMatchObject({ code: 0 });
      expect((await run('verify', [], owner.href)).said).not.toContain('permission denied');
    } finally {
      await asSuperuser(database, async (client) => {
        await client.query(`drop database ${name}_owned with (force)`);
        await client.query(`drop role ${owner.username}`);
      });
    }
  });
});

describe('a guard that was changed', () => {
  it('is named by verify, and put back by deploy', async () => {
    const named = async () =>
      (await run('verify', [], database.url)).said.match(/^The .*deploy puts that back\.$/gm) ?? [];
    expect(await named()).toEqual([]);
    await asSuperuser(database, (client) =>
      client.query(
        `create or replace function event_json(payload text) returns json language sql as $$ select '{}'::json $$;
         alter table bets enable replica trigger bets_before_the_close`,
      ),
    );
    expect(await named()).toEqual([
      'The function event_json(text) of the database is not the one in prisma/guards: npm run db:deploy puts that back.',
      'The trigger bets_before_the_close on bets of the database is switched off: npm run db:deploy puts that back.',
    ]);
    expect((await run('migrate', ['deploy'], database.url)).code).toBe(0);
    expect(await named()).toEqual([]);
  });
});

describe('a key that is gone', () => {
  const KEYS = ['settlement_chunks_pkey', 'tips_player_id_fkey'];
  let restored: NewDatabase;

  beforeAll(async () => {
    restored = await createNewDatabase(database);
    // As a restore leaves it that broke off: keys come after the rows, and triggers after keys.
    await asSuperuser(restored, (client) =>
      client.query(
        `alter table settlement_chunks drop constraint settlement_chunks_pkey;
         alter table tips drop constraint tips_player_id_fkey;
         drop trigger bets_before_the_close on bets`,
      ),
    );
  });
  afterAll(() => restored.drop());

  const deployed = (dropped: string) =>
    run('migrate', ['deploy'], restored.url, { DATABASE_KEYS_DROPPED: dropped });

  it('is named by deploy, and no studio starts after it', async () => {
    const { code, said } = await deployed('');
    expect(code).toBe(1);
    expect(said).toContain('  primary key settlement_chunks_pkey on settlement_chunks\n');
    expect(said).toContain('  foreign key tips_player_id_fkey on tips\n');
    const [, heading] = /docs\/operations\.md#([\w-]+)/.exec(said)!;
    const page = readFileSync('docs/operations.md', 'utf8').toLowerCase();
    expect(page).toContain(`\n### ${heading!.replaceAll('-', ' ')}\n`);
  });

  it('stops nobody who has dropped it on purpose and names it', async () => {
    const [one, other] = KEYS;
    const { code, said } = await deployed(one!);
    expect(code).toBe(1);
    expect(said).not.toContain(one);
    expect(said).toContain(other);
    expect((await deployed(KEYS.join(', '))).code).toBe(0);
  });

  it('is not missed in the database of a newer studio', async () => {
    await asSuperuser(restored, (client) =>
      client.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
         values ('newer', '', '99991231235959_newer', now())`,
      ),
    );
    expect((await deployed('')).code).toBe(0);
  });
});

describe('the returns', () => {
  it.each(['', '1', '2', '9999', '-1', 'x'])(
    'are not compared with so few hands that chance explains nothing: "%s"',
    async (hands) => {
      const { code, said } = await run('returns', ['punto-e-banco', '--hands', hands], '');
      expect(code).toBe(1);
      expect(said).toMatch(/^npm run returns/);
      expect(said).toMatch(/\n✖ .*--hands/);
    },
  );
});
