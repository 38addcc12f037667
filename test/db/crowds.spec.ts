/**
 * Thousands of players connect, go and end their sessions at the same time, as when a process dies:
 * what is written of all of them looks each of them up, and what is asked of one no other.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitsFor } from '../../src/platform/database.js';
import { beat, comeIn, goOut, readReplaced } from '../../src/session/connection-rows.js';
import { keepFound, readOpenSessions } from '../../src/session/session-rows.js';
import { readSessionNotices } from '../../src/session/session-notice-rows.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { rowsLookedAt } from '../kit/plan.js';
import { queryOf } from '../kit/query-of.js';
import { asSuperuser } from '../kit/superuser.js';

const CROWD = 2_000;
/** A part of a plan looks at so many rows for each player at most. */
const EACH_MAX = 10;
/** The look-ups of one player, of one plan. */
const OF_ONE_MAX = 50;
const POLICY = { idleMs: 1_200_000, warnMs: 120_000, lostMs: 180_000, soloLostMs: 300_000 };
const WATCH = { beatMs: 15_000, trustsSilence: true };

type Querying = Pick<pg.ClientBase, 'query'>;

let database: TestDatabase;
let players: readonly string[];
/** With the rights to explain all of it, and otherwise as the studio's own. */
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, async (owner) => {
    await owner.query(`set session_replication_role = 'replica'`);
    await owner.query(
      `insert into players (operator_id, ref, name) select 'house', 'p' || i, 'P' from generate_series(1, ${CROWD}) as i`,
    );
    await owner.query('insert into sessions (player_id) select id from players');
    await owner.query(
      `insert into connections (player_id, connection, process)
       select id, 'c' || id, gen_random_uuid() from players where id % 2 = 0`,
    );
    await owner.query('analyze');
    const { rows } = await owner.query<{ id: string }>('select id from players order by id');
    players = rows.map(({ id }) => id);
  });
  client = new pg.Client({ connectionString: database.url, ...limitsFor('money') });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The most rows that a part of what `work` sends looks at. Its changes are rolled back. */
const lookedAt = async (work: (client: Querying) => Promise<unknown>): Promise<number> => {
  const sent: { text: string; values: readonly unknown[] }[] = [];
  const query = (asked: pg.QueryConfig | string, values?: unknown[]) => {
    sent.push(queryOf(asked, values));
    return Promise.resolve({ rows: [] });
  };
  await work({ query } as never);
  expect(sent).toHaveLength(1);
  await client.query('begin');
  try {
    return await rowsLookedAt(client, sent[0]!);
  } finally {
    await client.query('rollback');
  }
};

const connections = () => players.map((playerId) => ({ playerId, connection: `c${playerId}` }));

describe('of a crowd', () => {
  it.each([
    ['comes in', (to: Querying) => comeIn(to, randomUUID(), connections())],
    ['goes', (to: Querying) => goOut(to, connections())],
    ['is there', (to: Querying) => beat(to, connections())],
    ['may be elsewhere', (to: Querying) => readReplaced(to, connections())],
    ['is sent how its sessions are', (to: Querying) => readSessionNotices(to, players, 7_000)],
    [
      'has done something',
      (to: Querying) =>
        keepFound(
          to,
          players.map((id) => ({ id, activeAtMs: 1, warnedAtMs: 1 })),
        ),
    ],
  ])('that %s each is looked up', async (_, work) => {
    expect(await lookedAt(work)).toBeLessThanOrEqual(EACH_MAX * CROWD);
  });

  it('nobody else is looked at for the session of one', async () => {
    const [one] = players as [string];
    const looked = await lookedAt((to) => readOpenSessions(to, [one], POLICY, WATCH));
    expect(looked).toBeLessThanOrEqual(OF_ONE_MAX);
  });
});
