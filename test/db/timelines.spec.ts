/** A database that was restored: nothing is written into it before it is handed over. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS, deploy } from '../../src/migration/deploy.js';
import { readMovementLines } from '../../src/operator/movement-line-rows.js';
import { beginningOf, parsePlace } from '../../src/operator/feed-place.js';
import { readResults } from '../../src/operator/result-rows.js';
import { openWebhookPlaces } from '../../src/operator/webhook-rows.js';
import { handOver } from '../../src/platform/timelines.service.js';
import { takeLease, timelineOf } from '../../src/table/lease.js';
import { reserveGame } from '../../src/table/log.js';
import { coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { type NewDatabase, createEmptyDatabase } from '../kit/new-database.js';
import { RunningTable } from '../kit/running-table.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

const OWNER = '0198a3f0-0000-7000-8000-000000000001';
const OTHER = '0198a3f0-0000-7000-8000-000000000002';
const LEASE_MS = 2_000;

let database: TestDatabase;

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

/** As a restore does: from now on Postgres is in that timeline. */
const restored = (timeline = 2, of = database): Promise<unknown> =>
  asSuperuser(of, (client) =>
    client.query(
      `create or replace function postgres_timeline() returns bigint language sql volatile
         as $$ select ${timeline}::bigint $$`,
    ),
  );

const copiedToAnotherCluster = (copy: TestDatabase): Promise<unknown> =>
  asSuperuser(copy, (client) =>
    client.query(
      `create or replace function postgres_system() returns text language sql volatile
         as $$ select 'another' $$`,
    ),
  );

/** What a dump makes that is read back: the tables anew, with the rows that they had. */
const readBackFromDump = (of = database): Promise<unknown> =>
  asSuperuser(of, (client) =>
    client.query(
      `alter table timelines rename to dumped;
       create table timelines (like dumped including all);
       insert into timelines select * from dumped;
       drop table dumped;
       grant select on timelines to sabot_app`,
    ),
  );

const rowsOf = async (text: string) =>
  (await database.pool.query<Readonly<Record<string, string>>>(text)).rows;

describe('a database that was restored', () => {
  it('takes no event, no entry and no lease before the hand-over', async () => {
    const table = await RunningTable.open(database);
    await table.openBets();
    await restored();
    const { pool } = database;
    const refused = { code: 'SB040' };
    await expect(takeLease(pool, 'pb-9', OWNER, LEASE_MS)).rejects.toMatchObject(refused);
    await expect(
      pool.query(`insert into entries (key, kind) values ('a test', 'deposit')`),
    ).rejects.toMatchObject(refused);
    await expect(
      pool.query(
        `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
         values ('pb-9', 1, 1, 0, 'table_opened', '{"kind":"table_opened"}', '')`,
      ),
    ).rejects.toMatchObject(refused);
    expect(await handOver(pool)).toBe(1);
    expect(await takeLease(pool, 'pb-9', OWNER, LEASE_MS)).toBeDefined();
  });

  it('is handed over once, whoever asks, and its numbers go on far behind those of before', async () => {
    const { pool } = database;
    expect(await handOver(pool)).toBe(0);
    const lease = await takeLease(pool, 'pb-9', OWNER, LEASE_MS);
    const game = BigInt(await reserveGame(pool));
    await pool.query(`insert into staff_actions (staff_id, operation) values ('studio', 'test:a')`);
    const [before = {}] = await rowsOf(
      'select id, seq from staff_actions order by seq desc limit 1',
    );
    await restored();

    const all = await Promise.all(Array.from({ length: 5 }, () => handOver(pool)));
    expect(all).toEqual([1, 1, 1, 1, 1]);
    expect(await rowsOf('select number, postgres_timeline from timelines order by 1')).toEqual([
      { number: '0', postgres_timeline: '1' },
      { number: '1', postgres_timeline: '2' },
    ]);
    expect(BigInt(await reserveGame(pool)) - game).toBeGreaterThan(1_000_000n);
    const [after = {}] = await rowsOf(
      'select id, seq, operation, subject from staff_actions order by seq desc limit 1',
    );
    expect(after).toMatchObject({ operation: 'database:hand-over', subject: '1' });
    expect(BigInt(after['seq']!)).toBe(BigInt(before['seq']!) + 1n);
    expect(BigInt(after['id']!) - BigInt(before['id']!)).toBeGreaterThan(1_000_000n);

    // Whoever held the table holds it no longer, and its epoch, and a new table's, are far above.
    const anew = await takeLease(pool, 'pb-9', OTHER, LEASE_MS);
    const first = await takeLease(pool, 'pb-10', OTHER, LEASE_MS);
    expect([lease, anew, first].map((each) => timelineOf(each!))).toEqual([0, 1, 1]);
  });

  it('says where each log of solo games ends that no anchor vouches for to its end', async () => {
    const { pool } = database;
    const [today, day, before] = ['27', '26', '25'].map((each) => `@blackjack:2026-11-${each}`);
    await asSuperuser(database, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into solo_log (chain, seq, at_ms, payload, hash)
         select chain, seq, 0, '{}', sha256('x') from unnest($1::text[]) as chain, generate_series(1, 3) as seq`,
        [[today, day, before]],
      );
      await client.query(`insert into anchor_keys (id, public_key) values ('k', 'k')`);
      await client.query(
        `insert into anchors (table_id, number, ordinal, seq, hash, reason, at, key_id, signature)
         select log, 1, ordinal, seq, sha256('x'), 'hour', studio_now(), 'k', decode(repeat('00', 64), 'hex')
           from (values ($1, 1, 3), ($2, 2, 2)) as set(log, ordinal, seq)`,
        [before, day],
      );
    });
    await restored();
    await handOver(pool);
    const [line] = await rowsOf(
      `select after -> 'chains' as chains from staff_actions order by seq desc limit 1`,
    );
    expect(line?.['chains']).toEqual([
      { chain: day, seq: 3 },
      { chain: today, seq: 3 },
    ]);
  });

  it('leaves room for what a long time lost can have issued', async () => {
    const { pool } = database;
    await pool.query(`insert into staff_actions (staff_id, operation) values ('studio', 'test:a')`);
    const game = BigInt(await reserveGame(pool));
    await database.moveTimeTo(30 * 24 * 3_600_000);
    await restored();
    await handOver(pool);
    // 200 tables, two rounds a minute each.
    expect(BigInt(await reserveGame(pool)) - game).toBeGreaterThan(200n * 2n * 60n * 24n * 30n);
  });

  const HOUR_MS = 3_600_000;
  const HAND_LAST = 999_999_999_999n;
  const nextHand = async (of = database): Promise<bigint> => {
    const hands = await asSuperuser(of, (client) =>
      client.query<{ hand: string }>(`select nextval('hand_numbers') as hand`),
    );
    return BigInt(hands.rows[0]!.hand);
  };

  it('is handed over after a year and more, with numbers of hands that are left', async () => {
    const { pool } = database;
    await pool.query(`insert into staff_actions (staff_id, operation) values ('studio', 'test:a')`);
    const hand = await nextHand();
    await database.moveTimeTo(400 * 24 * HOUR_MS);
    await restored();
    expect(await handOver(pool)).toBe(1);
    // A thousand hands a second, all that time.
    const jump = (await nextHand()) - hand;
    expect(jump).toBeGreaterThan(1_000n * 3_600n * 24n * 400n);
    expect(jump).toBeLessThan((HAND_LAST - hand) / 10n);
  });

  it('is handed over whatever was lost, and no two that were lost go on at the same number', async () => {
    const copies = await Promise.all([createDatabase(), createDatabase(), createDatabase()]);
    try {
      const next: bigint[] = [];
      for (const [copy, years, timeline] of [
        [database, 30, 2],
        [copies[0], 30, 60],
        // Put back twice, a day apart, and known as a copy in another cluster each time.
        [copies[1], 30, undefined],
        [copies[2], 30 + 1 / 365, undefined],
      ] as const) {
        await copy.pool.query(
          `insert into staff_actions (staff_id, operation) values ('studio', 'test:a')`,
        );
        await copy.moveTimeTo(years * 365 * 24 * HOUR_MS);
        await (timeline === undefined ? copiedToAnotherCluster(copy) : restored(timeline, copy));
        await handOver(copy.pool);
        next.push(await nextHand(copy));
        expect(BigInt(await reserveGame(copy.pool))).toBeLessThan(9_999_999_999n);
      }
      const [one, afterMany, first, second] = next as [bigint, bigint, bigint, bigint];
      expect(afterMany).toBeGreaterThan(one);
      expect(afterMany).toBeLessThan(HAND_LAST - 1_000_000n);
      // A hundred hands a second, on the day between.
      expect(second - first).toBeGreaterThan(100n * 3_600n * 24n);
    } finally {
      for (const copy of copies) await copy.drop();
    }
  });

  it('issues nothing again that a restore to the same moment has issued before', async () => {
    // The lost part knows of the hand-over that began it, and what is restored once more does not.
    const again = await createDatabase();
    try {
      await restored(2);
      const lost = await handOver(database.pool);
      const issued = BigInt(await reserveGame(database.pool));
      const lease = await takeLease(database.pool, 'pb-9', OWNER, LEASE_MS);
      await restored(3, again);
      expect(await handOver(again.pool)).toBeGreaterThan(lost);
      expect(BigInt(await reserveGame(again.pool)) - issued).toBeGreaterThan(999_999n);
      const later = await takeLease(again.pool, 'pb-9', OTHER, LEASE_MS);
      expect(timelineOf(later!)).toBeGreaterThan(timelineOf(lease!));
    } finally {
      await again.drop();
    }
  });

  it('issues nothing again that a copy has issued which was put back half an hour before', async () => {
    const again = await createDatabase();
    try {
      const issued: bigint[] = [];
      for (const [copy, minutes] of [
        [database, 10],
        [again, 40],
      ] as const) {
        await copy.pool.query(
          `insert into staff_actions (staff_id, operation) values ('studio', 'test:a')`,
        );
        await copy.moveTimeTo(minutes * 60_000);
        await copiedToAnotherCluster(copy);
        await handOver(copy.pool);
        issued.push(BigInt(await reserveGame(copy.pool)));
      }
      // 200 tables, two rounds a minute each.
      expect(issued[1]! - issued[0]!).toBeGreaterThan(200n * 2n * 30n);
    } finally {
      await again.drop();
    }
  });

  it('is known also where it is a copy in another cluster', async () => {
    await copiedToAnotherCluster(database);
    expect(await handOver(database.pool)).toBe(1);
  });

  it('is known also where it is a dump that was read back into the same cluster', async () => {
    const { pool } = database;
    expect(await handOver(pool)).toBe(0);
    const game = BigInt(await reserveGame(pool));
    const lease = await takeLease(pool, 'pb-9', OWNER, LEASE_MS);
    await readBackFromDump();
    const refused = { code: 'SB040' };
    await expect(takeLease(pool, 'pb-9', OTHER, LEASE_MS)).rejects.toMatchObject(refused);
    const all = await Promise.all(Array.from({ length: 5 }, () => handOver(pool)));
    expect(all).toEqual([1, 1, 1, 1, 1]);
    const [line] = await rowsOf('select reason from staff_actions order by seq desc limit 1');
    expect(line).toEqual({ reason: 'the database is a copy, or was read back from a dump' });
    expect(BigInt(await reserveGame(pool)) - game).toBeGreaterThan(1_000_000n);
    const anew = await takeLease(pool, 'pb-9', OTHER, LEASE_MS);
    expect([lease, anew].map((each) => timelineOf(each!))).toEqual([0, 1]);
  });

  it('has a number of its own where a dump of before a restore is read back after it', async () => {
    const again = await createDatabase();
    try {
      await restored(2);
      const lost = await handOver(database.pool);
      await restored(2, again);
      await readBackFromDump(again);
      expect(await handOver(again.pool)).toBeGreaterThan(lost);
    } finally {
      await again.drop();
    }
  });

  it('cannot be handed over by the application where no restore was', async () => {
    await expect(database.pool.query(`select begin_timeline('I say so')`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      database.pool.query(
        `insert into timelines (number, system, postgres_timeline) values (1, '', 2)`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the database that a timeline is of', () => {
  const MIGRATION = '20261129060000_timelines_by_database';
  let made: NewDatabase;
  const before = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
  const names: string[] = [];

  beforeAll(async () => {
    const beside = await createDatabase();
    made = await createEmptyDatabase(beside);
    await beside.drop();
    fs.cpSync(MIGRATIONS, before, {
      recursive: true,
      filter: (from) => path.basename(from) < MIGRATION || !/^\d/.test(path.basename(from)),
    });
    await deploy(made.url, before);
  });
  afterAll(async () => {
    for (const name of names) await onServer(`drop database if exists ${name} with (force)`);
    fs.rmSync(before, { recursive: true });
  });

  const onServer = (text: string) =>
    asSuperuser({ url: process.env['TEST_DATABASE_URL']! }, (client) => client.query(text));
  const nameOf = ({ url }: Pick<NewDatabase, 'url'>): string => new URL(url).pathname.slice(1);
  const handOverOf = async (name: string): Promise<number> => {
    const url = new URL(made.url);
    url.pathname = `/${name}`;
    const pool = new pg.Pool({ connectionString: url.href });
    const number = await handOver(pool);
    await pool.end();
    return number;
  };

  it('is noted by the migration, and by who knows nothing of it, and nothing is handed over', async () => {
    names.push(nameOf(made));
    await deploy(made.url);
    expect(await handOverOf(nameOf(made))).toBe(0);
    // As the guards of the version before begin one.
    await asSuperuser(made, (client) =>
      client.query(
        `insert into timelines (number, system, postgres_timeline)
         values (1, postgres_system(), postgres_timeline())`,
      ),
    );
    expect(await handOverOf(nameOf(made))).toBe(1);
  });

  it('is the same under another name, and another one in a copy beside it', async () => {
    const [name, renamed] = [nameOf(made), `${nameOf(made)}_renamed`];
    names.push(renamed);
    await onServer(`alter database ${name} rename to ${renamed}`);
    expect(await handOverOf(renamed)).toBe(1);
    await onServer(`create database ${name} template ${renamed}`);
    expect(await handOverOf(name)).toBe(2);
    expect(await handOverOf(renamed)).toBe(1);
  });
});

describe('the feeds of operators', () => {
  const HIGH = 50_000_000;
  const PUNTO = coup('P 9h Kd . B 2c Ks');

  const asOwner = (text: string) =>
    asSuperuser(database, async (client) => {
      await client.query(`set session_replication_role = replica; ${text}`);
    });
  const playARound = async (): Promise<string> => {
    const table = await RunningTable.open(database);
    const game = await table.openBets();
    await table.closeBets();
    await table.deal(PUNTO);
    await table.stop();
    return game;
  };
  const move = async (id: string, player: string): Promise<void> => {
    await database.pool.query(
      `insert into operator_movements (operator_id, movement_id, kind, player_id, amount, available, kid, signed, signature, body, refusal)
       values ('acme', $1, 'withdrawal', $2, 100, 0, 'acme-1', 'signed', '\\x00', '\\x00', 'insufficient_funds')`,
      [id, player],
    );
  };
  const resultsAfter = (place = beginningOf('1'), limit = 100) =>
    readResults(database.pool, 'acme', place, limit);
  const linesAfter = (place = beginningOf('1'), limit = 100) =>
    readMovementLines(database.pool, 'acme', place, limit);
  /** Transactions of the other tests' databases hold the feeds back, too. */
  const whatWasWrittenIsInThem = () =>
    eventually(
      'what was written is in the feeds',
      async () => {
        const rows = await rowsOf('select where highest_feed_number() < feed_horizon()');
        return rows.length === 1;
      },
      { everyMs: 50, withinMs: 150_000 },
    );

  it('have all that was before, once a dump is read into another cluster, and then what comes', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    await asOwner(
      `insert into operators (id, name, currencies, webhook_url, webhook_feeds)
       values ('acme', 'Acme', '{EUR}', 'http://127.0.0.1:1', '{results,movements}');
       insert into operator_keys (kid, operator_id, slot, public_key) values ('acme-1', 'acme', 1, 'a key');
       update players set operator_id = 'acme'`,
    );
    const games = [await playARound(), await playARound()];
    for (const id of ['d-1', 'd-2']) await move(id, player!.id);
    // The other cluster had had so many transactions.
    await asOwner(
      `update round_results set transaction = ${HIGH} + id; update movement_lines set transaction = ${HIGH} + id`,
    );
    await copiedToAnotherCluster(database);
    await handOver(database.pool);
    await whatWasWrittenIsInThem();
    await openWebhookPlaces(database.pool, 'acme', ['results', 'movements']);
    games.push(await playARound());
    await move('d-3', player!.id);
    await whatWasWrittenIsInThem();

    const results = await resultsAfter();
    expect(results.results.map(({ game }) => game)).toEqual(games);
    const lines = await linesAfter();
    expect(lines.movements.map(({ movementId }) => movementId)).toEqual(['d-1', 'd-2', 'd-3']);
    // Row by row nothing is skipped, and nothing comes again.
    let place = beginningOf('1');
    for (const game of games) {
      const page = await resultsAfter(place, 1);
      expect(page.results.map((each) => each.game)).toEqual([game]);
      ({ place } = page);
    }
    expect((await resultsAfter(place)).results).toEqual([]);
    // What is pushed begins with what came after it was set up.
    const [feed] = await rowsOf(
      `select place from webhook_places where operator_id = 'acme' and feed = 'results'`,
    );
    const pushed = await resultsAfter(parsePlace(feed!['place']!));
    expect(pushed.results.map(({ game }) => game)).toEqual([games[2]]);
  });
});
