import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoggedEvent, TableEvent } from '../../src/round/event.js';
import { evolve } from '../../src/round/evolve.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { emptyTable } from '../../src/round/state.js';
import { releaseLease, takeLease } from '../../src/table/lease.js';
import { parseEvent } from '../../src/round/past-events.js';
import { append, replay } from '../../src/table/log.js';
import { anyNightAlone, play } from '../kit/any-night.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable, connect } from '../kit/logged-table.js';
import { asSuperuser } from '../kit/superuser.js';
import { allRows } from '../kit/whole-database.js';
import { runs } from '../kit/runs.js';

let database: TestDatabase;
let table: LoggedTable;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
});
afterEach(() => table.close());

interface EventRow {
  readonly seq: string;
  readonly epoch: string;
  readonly at_ms: string;
  readonly kind: string;
  readonly payload: string;
  readonly hash: Buffer;
}

const eventsOf = async (id: string): Promise<readonly EventRow[]> => {
  const { rows } = await database.pool.query<EventRow>(
    'select seq, epoch, at_ms, kind, payload, hash from table_events where table_id = $1 order by seq',
    [id],
  );
  return rows;
};

const INSERT = `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
  values ($1, $2, $3, 5, 'table_closed', '{"kind":"table_closed"}', $4)`;

/** The hash that the event of INSERT should have behind `previous`. */
const hashBehind = (previous: Buffer, seq: number, epoch: bigint): Buffer =>
  createHash('sha256')
    .update(previous)
    .update([table.lease.table, seq, epoch, 5, 'table_closed', '{"kind":"table_closed"}'].join('|'))
    .digest();

/** A coup on which nobody bet, and the bets of the next round. */
const playRound = async (at: LoggedTable): Promise<void> => {
  await at.openBets();
  await at.closeBets();
  await at.deal({ cards: ['9h', '2c', 'Kd', 'Ks'] });
};

describe('the log', () => {
  it('numbers every event one after the other, and chains each to the one before', async () => {
    await playRound(table);
    await table.openBets();
    const rows = await eventsOf(table.lease.table);
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1));
    let previous: Buffer = Buffer.alloc(0);
    for (const { seq, epoch, at_ms, kind, payload, hash } of rows) {
      const text = [table.lease.table, seq, epoch, at_ms, kind, payload].join('|');
      expect(hash).toEqual(createHash('sha256').update(previous).update(text).digest());
      expect(JSON.parse(payload)).toMatchObject({ kind });
      previous = hash;
    }
    expect(rows.at(-1)).toMatchObject({ seq: String(table.state.seq), kind: 'betting_opened' });
  });

  it('refuses a gap, a number used before, an epoch that falls, and a broken chain', async () => {
    await table.openBets();
    const { table: id } = table.lease;
    const { seq } = table.state;
    const { hash } = (await eventsOf(id)).at(-1)!;
    const before = await allRows(database.pool);
    const insert = (at: number, epoch: bigint, written: Buffer) =>
      database.pool.query(INSERT, [id, at, epoch, written]);
    const next = seq + 1;
    await expect(insert(next + 1, 1n, hashBehind(hash, next + 1, 1n))).rejects.toMatchObject({
      code: 'SB001',
    });
    await expect(insert(seq, 1n, hashBehind(hash, seq, 1n))).rejects.toMatchObject({
      code: 'SB001',
    });
    await expect(insert(next, 0n, hashBehind(hash, next, 0n))).rejects.toMatchObject({
      code: 'SB002',
    });
    const broken = [
      hashBehind(Buffer.alloc(0), next, 1n),
      hashBehind(hash, next, 2n),
      Buffer.alloc(32),
      Buffer.alloc(0),
    ];
    for (const wrong of broken) {
      await expect(insert(next, 1n, wrong)).rejects.toMatchObject({ code: 'SB003' });
    }
    await expect(
      database.pool.query(INSERT, ['new', 2, 1, hashBehind(Buffer.alloc(0), 2, 1n)]),
    ).rejects.toMatchObject({ code: 'SB001' });
    expect(await allRows(database.pool)).toEqual(before);
    await insert(next, 1n, hashBehind(hash, next, 1n)); // the right one is taken
  });

  it('is filled in by the database, and not by the studio, for what the guards read of it', async () => {
    await playRound(table);
    const { table: id } = table.lease;
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `select event_game_number as game, event_seat as seat, event_card as card, event_coup as coup
         from table_events where table_id = $1 and kind in ('card_dealt', 'coup_decided') order by seq desc limit 2`,
      [id],
    );
    const { game } = table;
    expect(rows).toEqual([
      { game, seat: null, card: null, coup: 'P 9h Kd . B 2c Ks' },
      { game, seat: 'banco_2', card: 'Ks', coup: null },
    ]);

    const { seq } = table.state;
    const { hash } = (await eventsOf(id)).at(-1)!;
    const before = await allRows(database.pool);
    const withCoup = INSERT.replace('hash)', 'hash, event_coup)').replace('$4)', `$4, 'P 9h')`);
    const values = [id, seq + 1, 1n, hashBehind(hash, seq + 1, 1n)];
    await expect(database.pool.query(withCoup, values)).rejects.toMatchObject({ code: '42501' });
    expect(await allRows(database.pool)).toEqual(before);
  });

  it('of several events takes all or none', async () => {
    await table.openBets();
    await table.closeBets();
    const before = await allRows(database.pool);
    const { state } = table;
    const coup: TableEvent = {
      kind: 'coup_decided',
      game: table.game,
      coup: 'P 9h Kd . B 2c Ks',
      bead: 'P9n',
      opensAtMs: 0,
    };
    const events: readonly TableEvent[] = [coup, { ...coup, game: 'not a number' }];
    await expect(table.append(events)).rejects.toMatchObject({ code: '22P02' });
    expect(await allRows(database.pool)).toEqual(before);
    expect(table.state).toBe(state);
    await table.append([coup]); // the connection goes on
  });

  it('keeps the rounds and shoes that people and jobs read', async () => {
    const read = async () => {
      const { rows } = await database.pool.query<Record<string, unknown>>(
        `select table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, closed_seq, coup, ended_seq
           from rounds where game_number = $1`,
        [table.game],
      );
      return rows[0]!;
    };
    await table.openBets();
    const opened = String(table.state.seq);
    expect(await read()).toEqual({
      table_id: table.lease.table,
      shoe_ordinal: 1,
      round_in_shoe: 1,
      paytable: 'punto-banco-1',
      status: 'betting',
      opened_seq: opened,
      closed_seq: null,
      coup: null,
      ended_seq: null,
    });
    await table.closeBets();
    const closed = String(table.state.seq);
    expect(await read()).toMatchObject({ status: 'closed', closed_seq: closed });
    await table.deal({ cards: ['9h', '2c', 'Kd', 'Ks'] });
    expect(await read()).toMatchObject({
      status: 'settled',
      opened_seq: opened,
      closed_seq: closed,
      coup: 'P 9h Kd . B 2c Ks',
      ended_seq: String(table.state.seq),
    });
    await table.changeShoe();
    await table.openBets();
    const voided = String(table.state.seq + 1);
    await table.voidRound();
    expect(await read()).toMatchObject({
      shoe_ordinal: 2,
      status: 'refunded',
      closed_seq: voided,
      coup: null,
      ended_seq: String(table.state.seq),
    });
    const { rows: owed } = await database.pool.query(
      `select kind from outbox where payload ->> 'table' = $1 and done_at is not null order by id`,
      [table.lease.table],
    );
    expect(owed).toEqual([{ kind: 'settle_round' }, { kind: 'refund_round' }]);
  });
});

/**
 * Wrong sign-ins, processes and jobs that are done, which are forgotten, and rounds whose takings
 * are still to be worked out.
 */
const COUNTS = new Set([
  ...['unknown_badges', 'sign_in_networks', 'rounds_due'],
  ...['operator_nonces', 'launches', 'outbox', 'processes'],
]);

describe('what is insert-only', () => {
  const INSERT_ONLY = [
    'entries',
    'postings',
    'bets',
    'payouts',
    'settlement_chunks',
    'table_events',
  ];
  const changes = (name: string, column: string) => [
    `update ${name} set ${column} = ${column}`,
    `delete from ${name}`,
    `truncate ${name}`,
  ];
  const COLUMNS: Record<string, string> = { entries: 'key', table_events: 'payload' };
  const columnOf = (name: string): string => COLUMNS[name] ?? columnsOfMoney[name]!;
  const columnsOfMoney: Record<string, string> = {
    postings: 'amount',
    bets: 'amount',
    payouts: 'paid',
    settlement_chunks: 'paid',
  };

  it.each(INSERT_ONLY)('is not for the application’s role to change: %s', async (name) => {
    for (const change of changes(name, columnOf(name))) {
      await expect(database.pool.query(change), change).rejects.toMatchObject({ code: '42501' });
    }
  });

  it.each(INSERT_ONLY)('refuses its owner too: %s', async (name) => {
    await asSuperuser(database, async (superuser) => {
      for (const change of [...changes(name, columnOf(name)), `truncate ${name} cascade`]) {
        await expect(superuser.query(change), change).rejects.toMatchObject({
          code: '23001',
          message: `table ${name} is insert-only`,
        });
      }
    });
  });

  it('the application’s role deletes nothing but counts and what is done, and disables no guard', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(16);
    const denied = { code: '42501' };
    for (const { name } of rows) {
      for (const statement of [
        ...(COUNTS.has(name) ? [] : [`delete from "${name}"`]),
        `truncate "${name}"`,
        `alter table "${name}" disable trigger all`,
        `drop table "${name}"`,
      ]) {
        await expect(database.pool.query(statement), statement).rejects.toMatchObject(denied);
      }
    }
    for (const statement of [
      `set session_replication_role = replica`,
      `select setval('game_numbers', 1000000000)`,
      `update accounts set kind = 'house'`,
      `update rounds set game_number = game_number + 1`,
      `update table_snapshots set state = state`,
      `insert into _prisma_migrations (id, checksum, migration_name) values ('1', '1', '1')`,
    ]) {
      await expect(database.pool.query(statement), statement).rejects.toMatchObject(denied);
    }
  });
});

describe('a replay', () => {
  /** Folded from the first event, with no regard to snapshots. */
  const fromTheFirst = async (id: string) => {
    let state = emptyTable(id, DEFAULT_SETTINGS);
    for (const { seq, at_ms, payload } of await eventsOf(id)) {
      state = evolve(state, {
        seq: Number(seq),
        atMs: Number(at_ms),
        event: parseEvent(payload),
      });
    }
    return state;
  };

  it('begins at the last shoe’s snapshot, and ends where the table is', async () => {
    const { table: id } = table.lease;
    await playRound(table);
    await table.changeShoe();
    await playRound(table);
    await table.openBets();
    const { state, recent } = await replay(database.pool, id, DEFAULT_SETTINGS);
    expect(state).toEqual(table.state);
    expect(await fromTheFirst(id)).toEqual(table.state);
    expect(recent[0]!.before).toMatchObject({ shoe: { ordinal: 2 }, phase: 'shoe_change' });
    expect(recent[0]!.logged.event.kind).toBe('cards_burned');
    expect(recent.at(-1)!.logged.seq).toBe(table.state.seq);
    for (const [index, { before }] of recent.entries()) {
      expect(before.seq).toBe(recent[0]!.before.seq + index);
    }
  });

  it('of a table that never opened is the empty table', async () => {
    const settings = { ...DEFAULT_SETTINGS, betMs: 7_000 };
    const { state, recent } = await replay(database.pool, 'never', settings);
    expect(state).toEqual(emptyTable('never', settings));
    expect(recent).toEqual([]);
  });

  it('from any snapshot equals the replay from the first event, after any night', async () => {
    const client = await connect(database);
    await fc.assert(
      fc.asyncProperty(anyNightAlone, async (night) => {
        const { log, states } = play(night);
        const id = `night-${randomUUID()}`;
        const lease = (await takeLease(database.pool, id, randomUUID(), 60_000))!;
        const empty = { ...states[0]!, table: id };
        let all = empty;
        // A night's bets are recorded in the log, and were never placed: its rounds end with
        // nothing on their spots.
        for (const published of await withNewGames(database.pool, log)) {
          const logged = withNewCards(published);
          all = evolve(all, logged);
          await append(client, lease, [logged], all);
        }
        const { state } = await replay(database.pool, id, empty.settings);
        expect(state).toEqual(all);
        expect(JSON.parse(JSON.stringify(all))).toEqual(all); // nothing that JSON would lose
      }),
      { numRuns: runs(15) },
    );
    await client.end();
  });
});

/** Cards that no other night has brought. */
const withNewCards = (logged: LoggedEvent): LoggedEvent =>
  logged.event.kind === 'cards_brought'
    ? { ...logged, event: { ...logged.event, cards: randomUUID() } }
    : logged;

/** The same log, in game numbers that no other night has used. */
const withNewGames = async (
  pool: pg.Pool,
  log: readonly LoggedEvent[],
): Promise<readonly LoggedEvent[]> => {
  const games = new Map<string, string>();
  const renumbered: LoggedEvent[] = [];
  for (const logged of log) {
    const { event } = logged;
    if (!('game' in event)) {
      renumbered.push(logged);
      continue;
    }
    if (!games.has(event.game)) {
      const { rows } = await pool.query<{ game: string }>(`select nextval('game_numbers') as game`);
      games.set(event.game, rows[0]!.game);
    }
    renumbered.push({ ...logged, event: { ...event, game: games.get(event.game)! } });
  }
  return renumbered;
};

describe('two writers', () => {
  const event: TableEvent = { kind: 'table_suspended', reason: 'video lost', by: 'Dora' };

  it('the one whose epoch is over is refused, and nothing of it remains', async () => {
    await table.openBets();
    await releaseLease(database.pool, table.lease);
    const lease = (await takeLease(database.pool, table.lease.table, randomUUID(), 60_000))!;
    const before = await allRows(database.pool);
    await expect(table.append([event])).rejects.toMatchObject({ code: 'SB004' });
    const forged = [
      { ...lease, owner: table.lease.owner },
      { ...table.lease, epoch: lease.epoch },
      { ...lease, epoch: lease.epoch + 1n },
    ];
    const logged = { seq: table.state.seq + 1, atMs: 5, event };
    for (const each of forged) {
      await expect(append(table.client, each, [logged], table.state)).rejects.toMatchObject({
        code: 'SB004',
      });
    }
    expect(await allRows(database.pool)).toEqual(before);
    await append(table.client, lease, [logged], table.state); // the new owner writes
    expect((await eventsOf(table.lease.table)).at(-1)).toMatchObject({ epoch: '2' });
  });

  it('that hold one lease by mistake do not both write the next event', async () => {
    await table.openBets();
    const other = await connect(database);
    const logged = { seq: table.state.seq + 1, atMs: 5, event };
    const both = await Promise.allSettled([
      append(table.client, table.lease, [logged], table.state),
      append(other, table.lease, [logged], table.state),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await eventsOf(table.lease.table)).length).toBe(logged.seq);
    await other.end();
  });

  it('an append under way keeps the lease from changing hands', async () => {
    await table.openBets();
    const other = await connect(database);
    await other.query('begin');
    await other.query('select table_fence($1, $2, $3)', [
      table.lease.table,
      table.lease.epoch.toString(),
      table.lease.owner,
    ]);
    await releaseLease(database.pool, table.lease);
    const take = () => takeLease(database.pool, table.lease.table, randomUUID(), 60_000);
    expect(await take()).toBeUndefined();
    await other.query('rollback');
    expect(await take()).toMatchObject({ epoch: table.lease.epoch + 1n });
    await other.end();
  });
});
