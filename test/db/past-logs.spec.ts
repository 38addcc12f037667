/**
 * Logs of earlier versions in Postgres: a table comes back from them as it was left.
 *
 * How the files of the version in hand are made, before its code changes and with each release:
 * `RECORD_LOGS=next npm test -- test/db/past-logs.spec.ts`. They get the next number, are kept for
 * ever, and are never made again.
 */
import path from 'node:path';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey } from '../../src/audit/anchor-key.js';
import { rowsInPostgres } from '../../src/audit/stored-rows.js';
import { COMPARED_KINDS, type ComparedKind } from '../../src/audit/expected-rows.js';
import { exportLogs } from '../../src/audit/verify-logs.js';
import { TABLE_MESSAGE_BODIES } from '../../src/protocol/table.js';
import { type StoredEvent, stored } from '../../src/round/past-events.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../src/round/settings.js';
import { replay, unknownEventsOf } from '../../src/table/log.js';
import { anyNight, play } from '../kit/any-night.js';
import { playAnEvening } from '../kit/audited-evening.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import {
  type PastNight,
  type PastTable,
  newFolder,
  nextVersion,
  readPastLogs,
  versions,
  writePastLogs,
} from '../kit/past-logs.js';
import { playEveryKind } from '../kit/every-kind.js';
import { asSuperuser } from '../kit/superuser.js';

const RECORDED = process.env['RECORD_LOGS'] === 'next' ? nextVersion() : undefined;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** What each kept row is found by: the same ids that verification asks for. */
const IDS: Readonly<Record<ComparedKind, string>> = {
  round: 'select game_number::text as id from rounds where table_id = $1',
  shoe: 'select ordinal::text as id from shoes where table_id = $1',
  card_set: 'select brought_seq::text as id from card_sets where table_id = $1',
  approval: 'select seq::text as id from approval_uses where table_id = $1',
  correction: `select c.game_number || ':' || c.ordinal as id from corrections c join rounds using (game_number) where table_id = $1`,
  hand_pay: `select h.game_number || ':' || h.player_id || ':' || h.ordinal as id from hand_pays h join rounds using (game_number) where table_id = $1`,
  incident: 'select opened_seq::text as id from incidents where table_id = $1',
};

const recordTable = async (
  client: pg.Client,
  table: string,
  settings: TableSettings,
): Promise<PastTable> => {
  const { state } = await replay(client, table, settings);
  const snapshots = await client.query<{ seq: string; state: string }>(
    'select seq, state from table_snapshots where table_id = $1 order by seq',
    [table],
  );
  const rows: PastTable['rows'][number][] = [];
  for (const kept of COMPARED_KINDS) {
    const ids = await client.query<{ id: string }>(IDS[kept], [table]);
    const found = await rowsInPostgres(client).read(
      kept,
      table,
      ids.rows.map(({ id }) => id),
    );
    rows.push(...[...found.values()].map((row) => ({ kept, row })));
  }
  return {
    line: 'table',
    table,
    settings: JSON.stringify(settings),
    state: JSON.stringify(state),
    snapshots: snapshots.rows.map(({ seq, state }) => ({ seq: Number(seq), state })),
    rows,
  };
};

/** Nights of one seed, so that another recording has the same. */
const recordNights = (): readonly PastNight[] =>
  fc
    .sample(anyNight, { seed: 7, numRuns: 40 })
    .map((night) => play(night))
    .filter(({ log }) => log.length > 60)
    .slice(0, 4)
    .map(({ log, states }) => ({
      line: 'night',
      settings: JSON.stringify(states[0]!.settings),
      events: log.map(({ seq, atMs, event }) => ({
        seq,
        atMs,
        payload: JSON.stringify(stored(event)),
      })),
      state: JSON.stringify(states.at(-1)!),
    }));

describe.runIf(RECORDED !== undefined)('a recording', () => {
  it('holds every kind of event, and all that is kept beside the logs', async () => {
    const folder = newFolder(RECORDED!);
    await playAnEvening(database, makeUpAnchorKey());
    await playEveryKind(database);
    await asSuperuser(database, async (client) => {
      await client.query('begin isolation level repeatable read');
      await exportLogs(client, path.join(folder, 'export.jsonl'));
      const { rows } = await client.query<{ id: string; settings: TableSettings }>(
        'select id, settings from tables where id in (select table_id from table_events) order by id',
      );
      const tables: PastTable[] = [];
      for (const { id, settings } of rows) tables.push(await recordTable(client, id, settings));
      writePastLogs(RECORDED!, [...tables, ...recordNights()]);
      await client.query('rollback');
    });
    const kinds = new Set(readPastLogs(RECORDED!).events.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(Object.keys(TABLE_MESSAGE_BODIES).sort());
  });
});

describe.each(versions())('the logs of %s', (version) => {
  const { events, tables } = readPastLogs(version);

  beforeAll(() =>
    asSuperuser(database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      for (const { table, seq, epoch, atMs, kind, payload, hash } of events) {
        await client.query(
          `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
          [table, seq, epoch, atMs, kind, payload, hash],
        );
      }
      for (const { table, snapshots } of tables) {
        for (const { seq, state } of snapshots) {
          await client.query(
            'insert into table_snapshots (table_id, seq, state) values ($1, $2, $3) on conflict do nothing',
            [table, seq, state],
          );
        }
      }
      await client.query('commit');
    }),
  );

  it('bring every table back as it comes back from its first event', async () => {
    for (const { table } of tables) {
      const { state, recent } = await replay(database.pool, table, DEFAULT_SETTINGS);
      expect(recent.length).toBeGreaterThan(0);
      expect(state.seq).toBe(events.filter((event) => event.table === table).length);
      expect(state).toEqual(await fromTheFirst(table));
    }
  });
});

describe('a log that a later version has written to', () => {
  const atOnce = (sql: string, values: readonly unknown[]) =>
    asSuperuser(database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      await client.query(sql, [...values]);
      await client.query('commit');
    });
  const event = (table: string, seq: number, payload: StoredEvent) =>
    atOnce(
      `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash) values ($1, $2, 1, 1, $3, $4, '')`,
      [table, seq, payload.kind, JSON.stringify(payload)],
    );

  it('names what this one cannot read, and nothing else', async () => {
    const note = 'says "version":9, and {"kind":"x","version":9';
    await event('later', 1, { kind: 'manager_called', by: note });
    expect(await unknownEventsOf(database.pool, 'later')).toEqual([]);
    await event('later', 2, { kind: 'manager_called', version: 2, by: 'Dora' });
    await event('later', 3, { kind: 'coffee_served' });
    expect(await unknownEventsOf(database.pool, 'later')).toEqual([
      'coffee_served 1',
      'manager_called 2',
    ]);
    // A snapshot takes the place of everything before it, as long as it can be read itself.
    const snapshot = 'insert into table_snapshots (table_id, seq, state) values ($1, $2, $3)';
    await atOnce(snapshot, ['later', 3, JSON.stringify({ version: 2, table: 'later', seq: 3 })]);
    expect(await unknownEventsOf(database.pool, 'later')).toEqual([]);
    await atOnce(snapshot, ['later', 4, JSON.stringify({ version: 3, table: 'later', seq: 4 })]);
    expect(await unknownEventsOf(database.pool, 'later')).toEqual(['snapshot 3']);
  });

  it('is not read', async () => {
    await event('unread', 1, { kind: 'coffee_served' });
    await expect(replay(database.pool, 'unread', DEFAULT_SETTINGS)).rejects.toThrow(
      'events of the kind coffee_served',
    );
  });
});

/** The same table without its snapshots. */
const fromTheFirst = (table: string) =>
  asSuperuser(database, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    await client.query('delete from table_snapshots where table_id = $1', [table]);
    const { state } = await replay(client, table, DEFAULT_SETTINGS);
    await client.query('rollback');
    return state;
  });
