/**
 * However many parts a payment is cut into, each bet is read as often as if it were paid at once.
 * What is counted are the rows of bets that Postgres fetched.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BetCommit } from '../../src/ledger/place-bets.js';
import { correctRoundChunk } from '../../src/settlement/correct-round.js';
import { chunkCount, payRoundChunk, readPaid } from '../../src/settlement/pay-round.js';
import { coup } from '../kit/any-coup.js';
import { approved } from '../kit/approvals.js';
import { type CreditedPlayer, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable } from '../kit/logged-table.js';
import { asSuperuser } from '../kit/superuser.js';

const PLAYERS = 60;
const COMMANDS = 4;
const BETS = PLAYERS * COMMANDS;
/** Bets of other rounds: enough that nobody reads them all to find one round's. */
const OTHERS = 20_000;
/** Whoever pays the accounts, whoever works out the amounts, and the guard that proves them. */
const READS_OF_A_CORRECTION = 3;

let database: TestDatabase;
let table: LoggedTable;
let players: readonly CreditedPlayer[];

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, async (client) => {
    await client.query(`set session_replication_role = 'replica'`);
    await client.query(
      `insert into bets (player_id, bet_id, spot, mode, kind, amount, game_number, seq, balance_after, noted)
       select i, gen_random_uuid(), 'punto', 'normal', 'place', 100, 1 + i % 100, 1, 0, '{}'
         from generate_series(1, $1::int) as i`,
      [OTHERS],
    );
  });
  const credits = Array.from({ length: PLAYERS }, () => 1_000_000);
  players = await openPlayers(database.pool, credits);
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
});
afterEach(() => table.close());

/** A round that has its coup, in which each player gave several commands. */
const play = async (): Promise<string> => {
  const game = await table.openBets();
  for (let command = 0; command < COMMANDS; command += 1) {
    await table.placeBatch(
      players.map(({ id, accountId }): BetCommit => ({
        playerId: id,
        accountId,
        betId: randomUUID(),
        kind: 'place',
        total: 100n,
        lines: [{ spot: 'punto', mode: 'normal', amount: 100n }],
        noted: [],
        keepsMode: null,
      })),
    );
  }
  await table.closeBets();
  await table.deal(coup('P 9h Kd . B 2c Ks'));
  await asSuperuser(database, (client) => client.query('analyze bets'));
  return game;
};

const pay = async (pool: pg.Pool, game: string, chunks: number): Promise<void> => {
  for (let chunk = 0; chunk < chunks; chunk += 1)
    await payRoundChunk(pool, { game, chunk, chunks });
};

/** How many rows of bets `work` reads on a connection of its own. */
const betsReadBy = async (work: (pool: pg.Pool) => Promise<void>): Promise<number> => {
  const pool = new pg.Pool({
    connectionString: database.studioUrl,
    options: '-c role=sabot_app',
    pipeline: true,
    max: 1,
  });
  try {
    const before = await fetched();
    await work(pool);
    await pool.query('select pg_stat_force_next_flush()');
    return (await fetched()) - before;
  } finally {
    await pool.end();
  }
};

/** By whichever index, or by a scan of the whole table. */
const fetched = (): Promise<number> =>
  asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
         from pg_stat_user_tables where relname = 'bets'`,
    );
    return rows[0]!.count;
  });

it.each([1, 2, 3, 6, 30])(
  'a round that is paid in %i parts reads each bet once',
  async (chunks) => {
    const game = await play();
    expect(await betsReadBy((pool) => pay(pool, game, chunks))).toBe(BETS);
    expect(await readPaid(database.pool, game)).toMatchObject({ stakes: BigInt(BETS) * 100n });
  },
);

it.each([1, 6])(
  'a correction in %i parts reads each bet a fixed number of times',
  async (chunks) => {
    const game = await play();
    await pay(database.pool, game, chunks);
    const { stakes, paid } = (await readPaid(database.pool, game))!;
    await table.do({ kind: 'finish_settlement', game, stakes: `${stakes}`, paid: `${paid}` });
    const at = { table: table.state.table, game };
    await table.do({
      kind: 'correct_round',
      game,
      correction: 1,
      fix: 'void',
      coup: null,
      player: null,
      shoe: table.state.shoe!.ordinal,
      reason: 'misdeal',
      ...(await approved(database.pool, { kind: 'void', ...at })),
    });
    const read = await betsReadBy(async (pool) => {
      for (let chunk = 0; chunk < chunks; chunk += 1) {
        await correctRoundChunk(pool, { game, correction: 1, chunk });
      }
    });
    expect(read).toBe(READS_OF_A_CORRECTION * BETS);
  },
);

it('the studio cuts a round only in ways in which each bet is read once', () => {
  const cuts = [1, 9, 10, 11, 40, 70, 119, 600, 601, 1_300].map((size) => chunkCount(size, 10));
  expect(cuts).toEqual([1, 1, 1, 2, 4, 10, 12, 60, 120, 180]);
});
