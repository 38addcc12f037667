/** An operator that is turned off or on while its players bet, come in, and are barred. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPlayer } from '../../src/ledger/open-player.js';
import { type BetCommit, placeBets } from '../../src/ledger/place-bets.js';
import { ZERO } from '../../src/money/amount.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { writeBet } from '../kit/bet-by-sql.js';
import { type CreditedPlayer, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable } from '../kit/logged-table.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';

let database: TestDatabase;
let table: LoggedTable;
/** Turns operators off and on, in one transaction at a time. */
let owner: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, (client) =>
    client.query(
      `insert into operators (id, mode, currencies) values ('acme', 'transfer', '{EUR}')`,
    ),
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
  await table.openBets();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterEach(async () => {
  await owner.query('rollback');
  await owner.query(`update operators set disabled_at = null`);
  await owner.end();
  await table.close();
});

const turn = (to: 'on' | 'off', operator = 'house') =>
  owner.query(
    `update operators set disabled_at = case when $2 then studio_now() end where id = $1`,
    [operator, to === 'off'],
  );

/** The accounts are marked, and the transaction goes on. */
const marks = () => owner.query('set constraints operators_guard_accounts immediate');

const bet = ({ id, accountId }: CreditedPlayer, cents: number): BetCommit => ({
  ...{ playerId: id, accountId, betId: randomUUID(), kind: cents < 0 ? 'undo' : 'place' },
  ...{ total: BigInt(cents), noted: [], keepsMode: null },
  lines: [{ spot: 'punto', mode: 'zero_commission', amount: BigInt(cents) }],
});

const ofAcme = async (): Promise<CreditedPlayer> => {
  const [player] = await openPlayers(database.pool, [1_000]);
  await asSuperuser(database, (client) =>
    client.query(`update players set operator_id = 'acme' where id = $1`, [player!.id]),
  );
  return player!;
};

const isMarked = async (accountId: string): Promise<boolean> => {
  const { rows } = await database.pool.query<{ yes: boolean }>(
    'select is_guarded as yes from accounts where id = $1',
    [accountId],
  );
  return rows[0]!.yes;
};

it('leaves its players out of a batch meanwhile, and their stakes afterwards', async () => {
  const [its] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
  const other = await ofAcme();
  expect((await table.placeBatch([bet(its, 100)])).placed).toEqual([900n]);
  await owner.query('begin');
  await turn('off');
  await marks();
  const both = () => [bet(its, 300), bet(other, 100)];
  expect((await table.placeBatch(both())).placed).toEqual(['player_is_busy', 900n]);
  await owner.query('commit');
  expect((await table.placeBatch(both())).placed).toEqual(['operator_is_off', 800n]);
  for (const withCare of [true, false]) {
    const at = await table.place();
    expect(await placeBets(table.client, at, [bet(its, 300)], { withCare })).toMatchObject({
      placed: ['operator_is_off'],
    });
  }
  expect((await table.placeBatch([bet(its, -100)])).placed).toEqual([1_000n]);
  const written = writeBet(table.client, its.id);
  await expect(written).rejects.toMatchObject({ code: 'SB072' });
});

it('waits for a batch that has begun, also where the players are marked already', async () => {
  const [its] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
  await turn('off');
  await owner.query(
    `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
     select operator_id, ref, 'stake', 'day', 'EUR', 900, 'staff', 'Mona', 'x' from players where id = $1`,
    [its.id],
  );
  await turn('on');
  expect(await isMarked(its.accountId)).toBe(true);
  await table.client.query('begin');
  const at = await table.place();
  expect(await placeBets(table.client, at, [bet(its, 300)])).toMatchObject({ placed: [700n] });
  const turned = turn('off');
  await untilWaitingForLocks(database, 1);
  await table.client.query('commit');
  await turned;
  expect((await table.placeBatch([bet(its, 300)])).placed).toEqual(['operator_is_off']);
});

it('marks also who comes in meanwhile', async () => {
  await owner.query('begin');
  await turn('off', 'acme');
  const opened = inTransaction(database.pool, (tx) =>
    openPlayer(tx, 'acme', `ref-${randomUUID()}`, 'Nina', ZERO),
  );
  await untilWaitingForLocks(database, 1);
  await owner.query('commit');
  const { rows } = await database.pool.query(
    `select is_guarded from accounts where player_id = $1 and kind = 'session'`,
    [await opened],
  );
  expect(rows).toEqual([{ is_guarded: true }]);
});

it('leaves the mark of a person who is barred while it is turned on', async () => {
  const [free, barred] = (await openPlayers(database.pool, [1_000, 1_000])) as [
    CreditedPlayer,
    CreditedPlayer,
  ];
  await turn('off');
  const bar = new pg.Client({ connectionString: database.url });
  await bar.connect();
  try {
    await bar.query('begin');
    await bar.query(
      `insert into play_bars (operator_id, ref, kind, source, by, reason)
       select operator_id, ref, 'bar', 'staff', 'Mona', 'x' from players where id = $1`,
      [barred.id],
    );
    const turned = turn('on');
    await untilWaitingForLocks(database, 1);
    await bar.query('commit');
    await turned;
  } finally {
    await bar.end();
  }
  expect([await isMarked(free.accountId), await isMarked(barred.accountId)]).toEqual([false, true]);
});
