/**
 * The comparison of a journal with an operator's list that go back two days (W8): a look compares
 * what has changed since the look before, part by part, and one that fails loses nothing.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { limitsFor } from '../../src/platform/database.js';
import type { ListedMovement, WalletListing } from '../../src/protocol/wallet.js';
import {
  claimStatement,
  claimStatements,
  readPart,
  readWindow,
} from '../../src/wallet/statement-rows.js';
import { compareStatement } from '../../src/wallet/wallet-statements.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { scansOf } from '../kit/plan.js';
import { asSuperuser } from '../kit/superuser.js';

/** One each ten seconds, for some hours. */
const MOVEMENTS = 6_000;
const EVERY_S = 10;
const BOOKS = new Set(['wallet_movements', 'wallet_lines']);
const { options } = limitsFor('money');

let database: TestDatabase;
let player: string;

beforeAll(async () => {
  database = await createDatabase();
  const [one] = await openPlayers(database.pool, [1_000]);
  player = one!.id;
  await beyondGuards(
    `insert into operators (id, name, mode, currencies, callback_url) values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    `update players set operator_id = 'acme', ref = 'anna' where id = ${player}`,
  );
});
afterAll(() => database.drop());
beforeEach(() =>
  beyondGuards(
    'delete from wallet_movements',
    'delete from wallet_lines',
    'delete from wallet_cases',
    'delete from wallet_statements',
  ),
);

const beyondGuards = (...statements: readonly string[]) =>
  asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const sql of statements) await client.query(sql);
  });

/** Movements `m-1` to `m-6000`, the last one `agoS` ago, in both books, or in one alone. */
const booked = (agoS: number, books: readonly ('ours' | 'theirs')[]) => {
  const at = `studio_clock() - interval '${agoS} s' - (${MOVEMENTS} - n) * interval '${EVERY_S} s'`;
  const all = `generate_series(1, ${MOVEMENTS}) as n`;
  return beyondGuards(
    ...(books.includes('ours') ? [journalOf(`'m-' || n`, at, all)] : []),
    ...(books.includes('theirs')
      ? [
          `insert into wallet_lines (operator_id, movement_id, kind, player_ref, currency, total, status, listed_at)
           select 'acme', 'm-' || n, 'debit', 'anna', 'EUR', 7, 'done', ${at} + interval '1 s' from ${all}`,
        ]
      : []),
  );
};

const journalOf = (id: string, at: string, from = `(select) as one`) =>
  `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, game_number, status, asked_at, ended_at, kid, signed, signature, body)
   select 'acme', ${id}, 'debit', ${player}, 7, 'key', 1000000000, 'done', ${at}, ${at}, 'kid', 'signed', '\\x01', '\\x01' from ${from}`;

/** A look, to which the wallet lists these at the end. */
const look = async (
  movements: readonly ListedMovement[] = [],
  isAll = false,
  partsMost?: number,
) => {
  let listed = movements;
  const list = (_: unknown, after: string | null): Promise<WalletListing> => {
    const next = listed.length === 0 ? after : randomUUID();
    const page = { requestId: '', status: 'done', movements: listed, next } as const;
    listed = [];
    return Promise.resolve({ ...page, movements: [...page.movements] });
  };
  const to = await claimStatement(database.pool, 'acme');
  const compared = await compareStatement(database.pool, { list }, to!, isAll, partsMost);
  if (typeof compared === 'string') throw new Error(compared);
  return compared;
};

const cases = async (): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ movement: string; kind: string }>(
    `select movement_id as movement, kind from wallet_cases where closed_at is null order by id`,
  );
  return rows.map(({ movement, kind }) => `${kind} ${movement}`);
};

const wholeAgo = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ ago: number }>(
    `select extract(epoch from studio_clock() - whole_at)::float8 as ago from wallet_statements`,
  );
  return rows[0]!.ago;
};

it('is of what has changed since the look before, however much there is', async () => {
  await booked(700, ['ours', 'theirs']);
  expect(await look()).toEqual({ looked: MOVEMENTS, differences: [] });
  expect(await wholeAgo()).toBeLessThan(30);
  // None of them has ended within the ten minutes before that.
  expect((await look()).looked).toBe(0);
  // All of it is compared when somebody asks for that.
  expect((await look([], true)).looked).toBe(MOVEMENTS);
});

it('names a movement that is not listed once it must be, and one that is cancelled there', async () => {
  await booked(700, ['ours', 'theirs']);
  await beyondGuards(journalOf(`'late'`, `studio_clock() - interval '50 s'`));
  expect((await look()).differences).toEqual([]);
  await beyondGuards(
    `update wallet_movements set ended_at = ended_at - interval '15 s' where movement_id = 'late'`,
  );
  expect((await look()).differences.map(({ movementId }) => movementId)).toEqual(['late']);
  const cancel = { movementId: 'theirs', kind: 'cancel', refers: 'm-3' } as const;
  const of = { player: 'anna', currency: 'EUR', total: '7', status: 'done' } as const;
  const { looked, differences } = await look([{ ...cancel, ...of }]);
  expect([looked, differences.map(({ movementId }) => movementId).sort()]).toEqual([
    2,
    ['late', 'm-3'],
  ]);
  expect(await cases()).toEqual(['missing_there late', 'outcome_differs m-3']);
});

it('sees that what is a movement of both books as a cancel is listed otherwise', async () => {
  await booked(700, ['ours', 'theirs']);
  const undo = `studio_clock() - interval '20 minutes'`;
  await beyondGuards(
    journalOf(`'round.1.cancel'`, undo),
    `update wallet_movements set kind = 'credit' where movement_id = 'round.1.cancel'`,
  );
  const of = {
    movementId: 'round.1.cancel',
    kind: 'cancel',
    refers: 'm-3',
    status: 'done',
  } as const;
  const line = { ...of, player: 'anna', currency: 'EUR' };
  expect((await look([{ ...line, total: '7' }])).differences).toEqual([]);
  await beyondGuards(`update wallet_lines set listed_at = ${undo} where kind = 'cancel'`);
  const { looked, differences } = await look([{ ...line, total: '9' }]);
  expect(looked).toBe(2);
  expect(differences).toMatchObject([{ movementId: 'round.1.cancel', kind: 'amount_differs' }]);
});

it('is of so much at a time, of which it reads no more, and goes on at the next look', async () => {
  await booked(700, ['ours', 'theirs']);
  const [first, second] = [await look([], false, 2), await look([], false, 2)];
  expect(first.looked).toBeGreaterThan(1_900);
  expect(first.looked).toBeLessThan(2_500);
  expect(await wholeAgo()).toBeGreaterThan(MOVEMENTS);
  expect(second.looked).toBeGreaterThan(1_900);
  // It is due at once, until all is compared.
  expect(await claimStatements(database.pool, 600_000)).toHaveLength(1);
  expect((await look([], false, 9)).looked).toBeGreaterThan(1_900);
  expect(await wholeAgo()).toBeLessThan(30);
  expect(await claimStatements(database.pool, 600_000)).toEqual([]);

  const to = await claimStatement(database.pool, 'acme');
  const found = await asSuperuser(database, async (client) => {
    const sent: pg.QueryConfig[] = [];
    const query = (config: pg.QueryConfig) => {
      sent.push(config);
      return client.query(config);
    };
    await client.query('analyze wallet_movements');
    await client.query('analyze wallet_lines');
    await client.query('begin');
    const window = await readWindow(client, to!, true);
    const middle = new Date(Date.now() - 20_000_000).toISOString();
    const { compared } = await readPart({ query } as never, to!, middle, window);
    expect(compared.length).toBeGreaterThan(900);
    const found: unknown[] = [];
    // What these name is then looked up by its key.
    for (const { text, values } of sent.filter((each) => !each.text.includes('unnest'))) {
      const statement = { key: text, text, values: values ?? [], options };
      found.push(...(await scansOf(client, statement, BOOKS, 2_100)));
    }
    return found;
  });
  expect(found).toEqual([]);
});

it('goes on where it stopped, after a failure in the middle', async () => {
  await booked(3_600, ['ours']);
  await beyondGuards(
    `create function no_case() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
    `create trigger no_case before insert on wallet_cases for each row when (new.movement_id = 'm-4500') execute function no_case()`,
    'alter table wallet_cases enable always trigger no_case',
  );
  await expect(look()).rejects.toThrow('the disk is full');
  const before = await cases();
  expect(before.length).toBeGreaterThan(2_000);
  expect(before.length).toBeLessThan(4_500);
  await expect(look()).rejects.toThrow('the disk is full');
  await beyondGuards('drop trigger no_case on wallet_cases', 'drop function no_case');
  // The cases that are open, and what comes after them.
  await look();
  const all = await cases();
  expect(new Set(all).size).toBe(MOVEMENTS);
  expect(all).toHaveLength(MOVEMENTS);
  expect(await wholeAgo()).toBeLessThan(30);
});

it('names each difference once, though both books say it at different times', async () => {
  await booked(3_600, ['ours']);
  await booked(0, ['theirs']);
  await beyondGuards(`update wallet_lines set total = 8 where movement_id like 'm-%5'`);
  const { looked, differences } = await look([], true);
  expect([looked, differences.length]).toEqual([MOVEMENTS, MOVEMENTS / 10]);
  const again = await look([], true);
  expect([again.looked, again.differences.length]).toEqual([MOVEMENTS, MOVEMENTS / 10]);
  // The operator puts one right, and lists it again.
  const of = { kind: 'debit', player: 'anna', currency: 'EUR', total: '7' } as const;
  await look([{ movementId: 'm-15', status: 'done', ...of }]);
  expect((await cases()).length).toBe(MOVEMENTS / 10 - 1);
});
