/**
 * What somebody with the application's own rights in the database might do to approve, to void and
 * to pay alone: each is refused by the database, and what got in all the same is named.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { staffFaults } from '../../src/audit/staff-traces.js';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import { loginBeyond, studioLoginsBeyond } from '../../src/platform/login-rights.js';
import { inTransaction, sqlState } from '../../src/platform/transaction.js';
import { APPROVER, ASKER, ask, decideOn, putOnDuty } from '../kit/approvals.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable } from '../kit/logged-table.js';
import { asSuperuser } from '../kit/superuser.js';
import { whatStops } from '../kit/what-stops.js';

const TOO_NEW = 'SB035';
const NOT_LOGGED = 'SB036';
const NOT_THE_APPLICATIONS = 'SB037';
const NO_PRIVILEGE = '42501';
const INSERT_ONLY = '23001';

/** As in a studio that is no demo, and no test. */
const REAL = `
create or replace function staff_role_waits() returns interval language sql stable as $$ select interval '24 hours' $$;
create or replace function outside_is_made_up() returns boolean language sql stable as $$ select false $$`;

let database: TestDatabase;
let table: LoggedTable;
let approval: string;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, async (superuser) => {
    await superuser.query(REAL);
    await putOnDuty(superuser, ASKER);
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
  await table.openBets();
  const { game } = table;
  approval = await ask(database.pool, { kind: 'void', table: table.lease.table, game });
});

const refusal = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => sqlState(error) ?? String(error),
  );

/** What `npm run verify` says of the staff's log. */
const named = async (): Promise<string> =>
  asSuperuser(database, async (superuser) =>
    (await staffFaults(superuser, undefined)).map(({ says }) => says).join('\n'),
  );

describe('an approval', () => {
  it('is not given by a ghost whom the application made a manager', async () => {
    const ghost = `insert into staff (id, role, name) values ('Ghost', 'shift_manager', 'Ghost')`;
    await database.pool.query(ghost);
    expect(await refusal(decideOn(database.pool, approval, 'Ghost'))).toBe(TOO_NEW);
    const older = `insert into staff (id, role, name, role_since) values ('Old', 'shift_manager', 'Old', '2000-01-01')`;
    expect(await refusal(database.pool.query(older))).toBe(NO_PRIVILEGE);
    const vouch = `update staff set role_vouched = true where id = 'Ghost'`;
    expect(await refusal(database.pool.query(vouch))).toBe(NO_PRIVILEGE);
    expect(await named()).toContain('the account Ghost: it is kept, and the log does not say');
  });

  it('is not given by a dealer who is a manager for one statement', async () => {
    await database.pool.query(
      `insert into staff (id, role, name) values ('Dino', 'dealer', 'Dino')`,
    );
    await asSuperuser(database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(`update staff set role_since = now() - interval '9 days'`);
    });
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update staff set role = 'shift_manager' where id = 'Dino'`);
      expect(await refusal(decideOn(client, approval, 'Dino'))).toBe(TOO_NEW);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });

  it('is given by who has had the role for a day, or from the owner of the tables', async () => {
    await asSuperuser(database, async (superuser) => {
      await superuser.query(
        `insert into staff (id, role, name) values ('Vera', 'shift_manager', 'Vera')`,
      );
      await superuser.query('set session_replication_role = replica');
      await superuser.query(
        `update staff set role_since = now() - interval '23 hours' where id = $1`,
        [APPROVER],
      );
    });
    expect(await refusal(decideOn(database.pool, approval, APPROVER))).toBe(TOO_NEW);
    // The account must be older than the request: it is asked again.
    const { game } = table;
    const again = await ask(database.pool, { kind: 'void', table: table.lease.table, game });
    expect(await refusal(decideOn(database.pool, again, 'Vera'))).toBeUndefined();
    await asSuperuser(database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(
        `update staff set role_since = now() - interval '25 hours' where id = $1`,
        [APPROVER],
      );
    });
    expect(await refusal(decideOn(database.pool, approval, APPROVER))).toBeUndefined();
  });
});

describe('a request', () => {
  const asked = (by: string) =>
    ask(database.pool, { kind: 'void', table: table.lease.table, game: table.game }, by);

  it('is not of a manager whom the application made a day ago or less', async () => {
    await asSuperuser(database, async (superuser) => {
      for (const id of ['Viola', 'Ugo']) {
        await superuser.query(
          `insert into staff (id, role, name) values ($1, 'shift_manager', $1)`,
          [id],
        );
      }
    });
    await database.pool.query(
      `insert into staff (id, role, name) values ('Nino', 'shift_manager', 'Nino')`,
    );
    expect(await refusal(decideOn(database.pool, await asked('Nino'), 'Viola'))).toBe(TOO_NEW);
    const fromTheOwner = decideOn(database.pool, await asked('Ugo'), 'Viola');
    expect(await refusal(fromTheOwner)).toBeUndefined();
  });

  it('is not of such a manager who is a dealer by now; what no scanner reads is anybody’s', async () => {
    const { pool } = database;
    const add = `insert into staff (id, role, name) values ('Nora', 'shift_manager', 'Nora')`;
    await pool.query(add);
    const voiding = await asked('Nora');
    const { game } = table;
    const card = await ask(
      pool,
      { kind: 'card', table: table.lease.table, game, subject: { card: '9h' } },
      'Nora',
    );
    await pool.query(`update staff set role = 'dealer' where id = 'Nora'`);
    expect(await refusal(decideOn(pool, voiding, 'Viola'))).toBe(TOO_NEW);
    expect(await refusal(decideOn(pool, card, 'Viola'))).toBeUndefined();
  });
});

describe('a void', () => {
  it('is not asked for, nor approved, by rows that the staff’s log does not know', async () => {
    const bare = `insert into approvals (kind, table_id, game_number, reason_code, requested_by)
                  values ('void', $1, $2, 'misdeal', 'Dora')`;
    const asked = database.pool.query(bare, [table.lease.table, table.game]);
    expect(await refusal(asked)).toBe(NOT_LOGGED);
    const decided = `insert into approval_decisions (approval_id, verdict, decided_by) values ($1, 'refused', $2)`;
    expect(await refusal(database.pool.query(decided, [approval, APPROVER]))).toBe(NOT_LOGGED);
    await asSuperuser(database, (superuser) => superuser.query(decided, [approval, APPROVER]));
    expect(await named()).toContain(
      `the decision on request ${approval}: it is kept, and is not in the log`,
    );
  });
});

describe('money from outside', () => {
  const forged = (key: string, kind = 'deposit') =>
    refusal(database.pool.query('insert into entries (key, kind) values ($1, $2)', [key, kind]));

  it('comes with a player who is opened, and not otherwise', async () => {
    const open = inTransaction(database.pool, (tx) =>
      openPlayer(tx, 'house', 'new', 'New', amount(5_000)),
    );
    const id = await open;
    const { rows } = await database.pool.query<{ balance: string }>(
      'select balance from accounts where name = $1',
      [`player:${id}:game`],
    );
    expect(rows[0]?.balance).toBe('5000');
    expect(await forged('deposit:forged')).toBe(NOT_THE_APPLICATIONS);
    expect(await forged(`deposit:${id}:opening:2`)).toBe(NOT_THE_APPLICATIONS);
    expect(await forged(`withdrawal:${id}`, 'withdrawal')).toBe(NOT_THE_APPLICATIONS);
    const poor = await inTransaction(database.pool, (tx) =>
      openPlayer(tx, 'house', 'poor', 'Poor', amount(0)),
    );
    expect(await forged(`deposit:${poor}:opening`), 'later').toBe(NOT_THE_APPLICATIONS);
  });

  describe('is not moved', () => {
    let anna: string;
    let bice: string;
    beforeAll(async () => {
      const open = (name: string) =>
        inTransaction(database.pool, (tx) => openPlayer(tx, 'house', name, name, amount(5_000)));
      [anna, bice] = [await open('anna'), await open('bice')];
    });

    const game = (player: string) =>
      `(select id from accounts where name = 'player:${player}:game')`;
    const outside = `(select id from accounts where name = 'outside')`;
    const entry = (key: string, kind: string) =>
      `insert into entries (key, kind) values ('${key}', '${kind}')`;
    const line = (key: string, from: string, to: string, number = 1) =>
      `insert into postings (entry_id, line, source_id, destination_id, amount)
       select id, ${number}, ${from}, ${to}, 7 from entries where key = '${key}'`;
    const stops = (...statements: string[]) => whatStops(database.pool, statements);

    it.each(['cash_out', 'buy_in', 'reversal', 'tip', 'bets', 'hands', 'recovery'])(
      'by an entry of another kind: %s',
      async (kind) => {
        const key = kind === 'recovery' ? 'recovery:x' : 'x';
        const brings = stops(entry(key, kind), line(key, outside, game(anna)));
        expect(await brings).toBe(NOT_THE_APPLICATIONS);
        const takes = stops(entry(key, kind), line(key, game(anna), outside));
        expect(await takes).toBe(NOT_THE_APPLICATIONS);
      },
    );

    it('by a line that is added to an entry of before, whoever adds it', async () => {
      const key = `deposit:${anna}:opening`;
      expect(await stops(line(key, outside, game(anna), 2))).toBe(INSERT_ONLY);
      expect(await stops(line(key, game(anna), game(bice), 2))).toBe(INSERT_ONLY);
      await asSuperuser(database, async (superuser) => {
        expect(await refusal(superuser.query(line(key, outside, game(anna), 2)))).toBe(INSERT_ONLY);
      });
    });

    it('by an opening that brings more, or to another', async () => {
      const opening = (...lines: ((key: string) => string)[]) =>
        refusal(
          inTransaction(database.pool, async (tx) => {
            const id = await openPlayer(tx, 'house', 'clea', 'Clea', amount(0));
            const key = `deposit:${id}:opening`;
            await tx.query(entry(key, 'deposit'));
            for (const each of lines) await tx.query(each(key));
          }),
        );
      const more = (key: string) => line(key, outside, game(bice), 2);
      expect(await opening((key) => line(key, outside, game(bice)))).toBe(NOT_THE_APPLICATIONS);
      expect(await opening((key) => line(key, game(anna), outside))).toBe(NOT_THE_APPLICATIONS);
      const clea = `(select id from accounts where name = 'player:' || (select id from players where ref = 'clea') || ':game')`;
      expect(await opening((key) => line(key, outside, clea), more)).toBe(NOT_THE_APPLICATIONS);
    });

    it('by the word to a wallet that is given nothing', async () => {
      const key = 'wallet:house:x';
      const word = (player: string, sum: number) =>
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, game_number)
         values ('house', 'x', 'credit', ${player}, ${sum}, 'x', ${sum === 0 ? table.game : null})`;
      const given = [entry(key, 'withdrawal'), line(key, game(anna), outside)];
      expect(await stops(word(bice, 0), ...given)).toBe(NOT_THE_APPLICATIONS);
      expect(await stops(word(bice, 7), ...given)).toBe(NOT_THE_APPLICATIONS);
      expect(await stops(word(anna, 8), ...given)).toBe(NOT_THE_APPLICATIONS);
      expect(await stops(word(anna, 7), ...given)).toBe('nothing');
    });

    it('as what is paid by hand in the other direction', async () => {
      const key = `round:${table.game}:settle:0`;
      await asSuperuser(database, (superuser) =>
        superuser.query(`drop trigger entries_pay_a_part on entries`),
      );
      for (const kind of ['settlement', 'refund', 'correction']) {
        const brings = stops(entry(key, kind), line(key, outside, game(anna)));
        expect(await brings, kind).toBe(NOT_THE_APPLICATIONS);
      }
      const takes = stops(entry(key, 'clawback'), line(key, game(anna), outside));
      expect(await takes).toBe(NOT_THE_APPLICATIONS);
    });
  });
});

describe('a login that is nothing more', () => {
  it('is known from one that may do more, of which npm run verify warns', async () => {
    const superuser = new pg.Client({
      connectionString: database.url,
      application_name: 'sabot',
      options: '-c role=sabot_app',
    });
    const plain = new pg.Client({
      connectionString: database.studioUrl,
      application_name: 'sabot',
    });
    await Promise.all([superuser.connect(), plain.connect()]);
    const { username } = new URL(database.url);
    expect(await loginBeyond(superuser)).toBe(username);
    expect(await loginBeyond(plain)).toBeUndefined();
    expect(await studioLoginsBeyond(database.pool)).toEqual([username]);
    await Promise.all([superuser.end(), plain.end()]);
  });

  it('is given nothing back by RESET ROLE', async () => {
    const client = new pg.Client({ connectionString: database.studioUrl });
    await client.connect();
    try {
      await client.query('set role sabot_app');
      await client.query('reset role');
      for (const sql of [
        'delete from table_events',
        'alter table staff disable trigger all',
        'set session_replication_role = replica',
        `update staff set name = 'x'`,
        'create table mine (id int)',
        'set role postgres',
      ]) {
        expect(await refusal(client.query(sql)), sql).toBe(NO_PRIVILEGE);
      }
    } finally {
      await client.end();
    }
  });
});
