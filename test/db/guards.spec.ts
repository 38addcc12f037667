import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDemoKeys } from '../../src/audit/anchor-rows.js';
import { amount } from '../../src/money/amount.js';
import { sqlState } from '../../src/platform/transaction.js';
import { makeCoup } from '../../src/punto-banco/notation.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { correctRoundChunk, readCorrected } from '../../src/settlement/correct-round.js';
import { payRoundChunk } from '../../src/settlement/pay-round.js';
import { coup } from '../kit/any-coup.js';
import { APPROVER, ASKER, approved, ask, decideOn, putOnDuty } from '../kit/approvals.js';
import { expectBooksInOrder, expectReconciled } from '../kit/books.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { FURTHER } from '../kit/currencies.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { CHUNKS, RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';
import { allRows } from '../kit/whole-database.js';
import { writeEvent } from '../kit/written-log.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const BANCO_WINS = coup('P 2h Kd 4s . B 7c Ks');
const STAKE = 1_000;

const NOT_THE_LOG = 'SB017';
const NOT_DUE = 'SB018';
const NOT_OF_THE_LOG = 'SB019';

let database: TestDatabase;
let table: RunningTable;
let winner: CreditedPlayer;
let loser: CreditedPlayer;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await RunningTable.open(database);
  [winner, loser] = (await openPlayers(database.pool, [5_000, 5_000])) as [
    CreditedPlayer,
    CreditedPlayer,
  ];
});
afterEach(async () => {
  await table.stop();
  expect(table.faults).toEqual([]);
  await expectBooksInOrder(database.pool);
  await expectReconciled(database.pool);
});

/**
 * As the application's role: the SQLSTATE that it is refused with, and nothing has changed;
 * undefined when it is not refused.
 */
const refusal = async (sql: string): Promise<string | undefined> => {
  const before = await allRows(database.pool);
  try {
    await database.pool.query(sql);
    return undefined;
  } catch (error) {
    expect(await allRows(database.pool)).toEqual(before);
    return sqlState(error) ?? String(error);
  }
};

const refusalOf = async (work: Promise<unknown>): Promise<string | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
};

/** Bets are open, and both have placed theirs. */
const open = async (): Promise<string> => {
  const game = await table.openBets();
  for (const [{ id }, spot] of [
    [winner, 'punto'],
    [loser, 'banco'],
  ] as const) {
    await table.table.join(id);
    await table.bet(id, { kind: 'place', spot, amount: amount(STAKE) });
  }
  return game;
};

/** The round is settled, or, where nobody pays, resulted. */
const play = async (): Promise<string> => {
  const game = await open();
  await table.playRound(PUNTO_WINS);
  return game;
};

const statusOf = async (game: string): Promise<string> => {
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from rounds where game_number = $1',
    [game],
  );
  return rows[0]!.status;
};

const sessions = async (): Promise<bigint[]> => {
  const all = await balances(database.pool);
  return [winner, loser].map(({ id }) => all.get(`player:${id}:session`)!);
};

const chunkOf = ({ id }: CreditedPlayer): number => Number(BigInt(id) % BigInt(CHUNKS));

describe('a round’s row', () => {
  const set = (game: string, change: string) =>
    refusal(`update rounds set ${change} where game_number = ${game}`);

  it('is not set back to what a stale approval was asked about', async () => {
    const game = await open();
    await table.closeBets();
    const request = { kind: 'void', table: table.state.table, game } as const;
    const { approval } = await approved(database.pool, request);
    await table.deal(PUNTO_WINS);
    expect(await statusOf(game)).toBe('settled');

    expect(await set(game, `status = 'closed', ended_seq = null, ended_at = null`)).toBe(
      NOT_THE_LOG,
    );
    expect(
      await set(game, `status = 'closed', coup = null, ended_seq = null, ended_at = null`),
    ).toBe(NOT_THE_LOG);
    const voided = { game, reason: 'misdeal', requestedBy: ASKER, approvedBy: APPROVER, approval };
    const written = writeEvent(database.pool, table.state.table, 'round_voided', voided);
    expect(await refusalOf(written)).toBe('SB013');
    expect(await statusOf(game)).toBe('settled');
  });

  it('takes no other cards than those that were decided, and is paid by these', async () => {
    const game = await open();
    await table.closeBets();
    expect(await set(game, `status = 'resulted', coup = '${makeCoup(BANCO_WINS)}'`)).toBe(
      NOT_THE_LOG,
    );
    table.isPaying = false;
    await table.deal(PUNTO_WINS);
    for (const change of [
      `coup = '${makeCoup(BANCO_WINS)}'`,
      'coup = null',
      `status = 'closed', coup = null`,
    ]) {
      expect(await set(game, change), change).toBe(NOT_THE_LOG);
    }
    table.isPaying = true;
    await table.reopen();
    await table.paid();
    expect(await sessions()).toEqual([6_000n, 4_000n]);
  });

  it('goes no step without its event, nor by another’s', async () => {
    const game = await open();
    const close = (seq: number) => `status = 'closed', closed_seq = ${seq}`;
    expect(await set(game, close(table.state.seq)), 'no close').toBe(NOT_THE_LOG);
    const other = await RunningTable.open(database);
    const its = await other.openBets();
    await other.closeBets();
    expect(await set(game, close(other.state.seq)), 'another table’s').toBe(NOT_THE_LOG);
    expect(await set(its, `status = 'resulted', coup = '${makeCoup(PUNTO_WINS)}'`)).toBe(
      NOT_THE_LOG,
    );
    await other.stop();

    await table.closeBets();
    await table.voidRound();
    expect(await statusOf(game)).toBe('refunded');
    for (const change of [
      `status = 'void', ended_seq = null, ended_at = null`,
      `status = 'settled'`,
      `ended_at = ended_at + interval '1 day'`,
      'ended_seq = ended_seq - 1',
      `coup = '${makeCoup(PUNTO_WINS)}'`,
    ]) {
      expect(await set(game, change), change).toBe(NOT_THE_LOG);
    }
  });

  it('is opened by its event, and by nobody else', async () => {
    const game = await open();
    const copy = (number: string, more = '') =>
      refusal(`insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, stakes_account_id${more && ', coup, closed_seq'})
               select ${number}, table_id, shoe_ordinal, round_in_shoe, paytable, ${more || `'betting'`}, opened_seq, opened_at, stakes_account_id${more && `, 'P 9h Kd . B 2c Ks', 9`}
                 from rounds where game_number = ${game}`);
    expect(await copy(`${game} + 1`)).toBe(NOT_THE_LOG);
    expect(await copy(`${game} + 1`, `'resulted'`)).toBe(NOT_THE_LOG);
  });
});

describe('the limits of a table', () => {
  const MOST = '999999999999';
  const further = (currency: object) => ({ further: { CHF: { ...FURTHER.CHF, ...currency } } });
  const ofPunto = (max: unknown) => ({ punto: { min: '100', max } });
  const fromPunto = (min: unknown) => ({ punto: { min, max: '10000' } });

  it.each<[string, (amount: unknown) => object]>([
    ['a limit', (amount) => ({ limits: ofPunto(amount) })],
    ['a least limit', (amount) => ({ limits: fromPunto(amount) })],
    ['a limit of a group', (amount) => ({ groupLimits: { vip: ofPunto(amount) } })],
    ['a least limit of a group', (amount) => ({ groupLimits: { vip: fromPunto(amount) } })],
    ['a chip', (amount) => ({ chips: ['100', amount] })],
    ['a limit of tips', (amount) => ({ tipMax: amount })],
    ['a limit in a further currency', (amount) => further({ limits: ofPunto(amount) })],
    ['a least limit in a further currency', (amount) => further({ limits: fromPunto(amount) })],
    [
      'a limit of a group in a further currency',
      (amount) => further({ groupLimits: { vip: ofPunto(amount) } }),
    ],
    [
      'a least limit of a group in a further currency',
      (amount) => further({ groupLimits: { vip: fromPunto(amount) } }),
    ],
    ['a chip in a further currency', (amount) => further({ chips: [amount] })],
    ['a limit of tips in a further currency', (amount) => further({ tipMax: amount })],
  ])('have twelve digits at most: %s', async (_, settings) => {
    const changed = (amount: unknown) =>
      refusal(
        `update tables set settings = settings || '${JSON.stringify(settings(amount))}' where id = '${table.state.table}'`,
      );
    const beyond = [`${MOST}9`, `-${MOST}`, 'much', 1e13];
    for (const amount of beyond) expect(await changed(amount), `${amount}`).toBe('SB066');
    expect(await changed(MOST)).toBeUndefined();
    const made = JSON.stringify({ ...DEFAULT_SETTINGS, ...settings(`${MOST}9`) });
    expect(await refusal(`insert into tables (id, settings) values ('other', '${made}')`)).toBe(
      'SB066',
    );
  });

  it.each(['max', 'min', 'chips'])('may be of a group called %s', async (group) => {
    const groupLimits = { [group]: ofPunto(MOST) };
    const settings = JSON.stringify({ groupLimits, ...further({ groupLimits }) });
    const change = `update tables set settings = settings || '${settings}'`;
    expect(await refusal(change)).toBeUndefined();
  });

  it('of tips may be none', async () => {
    const none = `update tables set settings = settings || '{"tipMax": null}'`;
    expect(await refusal(none)).toBeUndefined();
  });
});

describe('the payment of a round', () => {
  const CHUNK = 'settlement_chunks (game_number, chunk, verdict, stakes, paid, players, chunks)';
  const chunk = (game: string, number: number, verdict: string) =>
    refusal(`insert into ${CHUNK} values (${game}, ${number}, '${verdict}', 0, 0, 0, ${CHUNKS})`);
  const entry = (key: string, kind: string) =>
    refusal(`insert into entries (key, kind) values ('${key}', '${kind}')`);

  it('waits for its coup: no chunk of it is put down beforehand', async () => {
    const game = await open();
    for (const verdict of ['settle', 'void']) {
      expect(await chunk(game, 0, verdict), verdict).toBe(NOT_DUE);
    }
    table.isPaying = false;
    await table.playRound(PUNTO_WINS);
    expect(await chunk(game, 0, 'void'), 'it is not void').toBe(NOT_DUE);
    table.isPaying = true;
    await table.reopen();
    await table.paid();
    expect(await sessions()).toEqual([6_000n, 4_000n]);
    expect(await chunk(game, 7, 'settle'), 'it is over').toBe('23514');
  });

  it('has its keys to itself: none is taken beforehand, none comes later', async () => {
    const game = await open();
    const keys = [
      [`round:${game}:settle:0`, 'settlement'],
      [`round:${game}:settle:0`, 'deposit'],
      [`round:${game}:void:0`, 'refund'],
      [`round:${game}:settle:7`, 'settlement'],
      [`round:${game}:correction:1:pay:0`, 'correction'],
      [`round:${game}:correction:1:pay:0`, 'buy_in'],
      [`round:${game}:anything`, 'settlement'],
      ['anything', 'settlement'],
      ['anything', 'refund'],
      ['anything', 'correction'],
      ['anything', 'clawback'],
      ['anything', 'cover'],
      ['anything', 'recovery'],
    ] as const;
    for (const [key, kind] of keys) expect(await entry(key, kind), `${key} ${kind}`).toBe(NOT_DUE);
    await table.playRound(PUNTO_WINS);
    expect(await statusOf(game)).toBe('settled');
    const [paid] = keys;
    expect(await entry(...paid)).toBe('23505');
    for (const [key, kind] of keys.slice(2)) expect(await entry(key, kind), key).toBe(NOT_DUE);
  });

  it('is not of who is written down beside it, before or after', async () => {
    table.isPaying = false;
    const game = await play();
    const payout = (id: string, entryId: string) =>
      `insert into payouts (game_number, player_id, paid, entry_id) values (${game}, ${id}, 1, ${entryId})`;
    expect(await refusal(payout(loser.id, '1'))).toBe(NOT_DUE);
    table.isPaying = true;
    await table.reopen();
    await table.paid();
    const { rows } = await database.pool.query<{ entry: string }>(
      'select entry_id as entry from payouts where game_number = $1',
      [game],
    );
    expect(await refusal(payout(loser.id, rows[0]!.entry)), 'to a chunk that is paid').toBe(
      NOT_DUE,
    );
  });

  it('on which nobody bet has ended with its coup, and pays nobody', async () => {
    const game = await table.openBets();
    await table.playRound(PUNTO_WINS);
    expect(await statusOf(game)).toBe('settled');
    const paid = (stakes: number, players: number, paid: number) =>
      `with chunk as (insert into ${CHUNK} values (${game}, 0, 'settle', ${stakes}, ${paid}, ${players}, ${CHUNKS}))
       insert into entries (key, kind) values ('round:${game}:settle:0', 'settlement')`;
    for (const [stakes, players, sum] of [
      [10, 1, 10],
      [10, 0, 0],
      [0, 1, 10],
      [0, 0, 0],
    ] as const) {
      expect(await refusal(paid(stakes, players, sum)), `${stakes} ${players} ${sum}`).toBe(
        NOT_DUE,
      );
    }
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      await payRoundChunk(database.pool, { game, chunk, chunks: CHUNKS }); // a job that comes late
    }
  });

  it('that is late changes nothing, as before', async () => {
    const game = await play();
    const before = await allRows(database.pool);
    await payRoundChunk(database.pool, { game, chunk: 0, chunks: CHUNKS });
    expect(await allRows(database.pool)).toEqual(before);
  });
});

describe('a correction', () => {
  const payout = (game: string, { id }: CreditedPlayer, was: number, paid: number) =>
    `insert into correction_payouts values (${game}, 1, ${id}, ${was}, ${paid}, 0, 0, 0, 0)`;
  const chunkRow = (
    game: string,
    number: number,
    was: number,
    paid: number,
    players: number,
    stakes = STAKE,
  ) =>
    `insert into correction_chunks values (${game}, 1, ${number}, ${stakes}, ${was}, ${paid}, 0, ${players})`;

  /** A void of the round is ordered, and nobody has paid it yet. */
  const ordered = async (): Promise<string> => {
    const game = await play();
    table.isPaying = false;
    await table.correct(game, 'void');
    return game;
  };

  /** As the studio pays it. */
  const paid = async (game: string): Promise<void> => {
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      await correctRoundChunk(database.pool, { game, correction: 1, chunk });
    }
    const { stakes, paid, shortfall } = (await readCorrected(database.pool, game, 1))!;
    await table.do({
      kind: 'finish_correction',
      game,
      correction: 1,
      stakes: `${stakes}`,
      paid: `${paid}`,
      shortfall: `${shortfall}`,
    });
    table.isPaying = true;
  };

  it('is not barred by rows that were put down before it', async () => {
    const game = await play();
    expect(await refusal(payout(game, loser, 0, STAKE)), 'none is ordered').toBe(NOT_DUE);
    table.isPaying = false;
    await table.correct(game, 'void');
    expect(await refusal(payout(game, loser, 0, STAKE)), 'no chunk is paid').toBe(NOT_DUE);
    const says = (...sums: [was: number, paid: number, players: number, stakes?: number]) =>
      refusal(chunkRow(game, chunkOf(loser), ...sums));
    expect(await says(0, STAKE, 1), 'it names nobody').toBe(NOT_DUE);
    expect(await says(0, 0, 0), 'nothing is given back').toBe(NOT_DUE);
    expect(await says(0, 0, 0, 0), 'nothing was staked').toBe(NOT_DUE);
    expect(await says(STAKE, STAKE, 0), 'it was given back before').toBe(NOT_DUE);
    await paid(game);
    expect(await sessions()).toEqual([5_000n, 5_000n]);
  });

  it('pays nobody twice for a forged position before it', async () => {
    const game = await ordered();
    // With a chunk of its own, and all the sums right: the player is said to have had something of
    // the round.
    const lie = (was: number, paid: number) =>
      `${chunkRow(game, chunkOf(loser), was, paid, 1)}; ${payout(game, loser, was, paid)}`;
    expect(await refusal(lie(500, STAKE)), 'the chunk says a player that it does not name').toBe(
      NOT_DUE,
    );
    const both = (was: number, paid: number) => `
      with chunk as (${chunkRow(game, chunkOf(loser), was, paid, 1)}) ${payout(game, loser, was, paid)}`;
    expect(await refusal(both(500, STAKE)), 'the player had nothing').toBe(NOT_DUE);
    const other = `
      with chunk as (${chunkRow(game, chunkOf(loser), 0, STAKE, 1)}) ${payout(game, loser, 0, 2 * STAKE)}`;
    expect(await refusal(other), 'the chunk says another sum').toBe(NOT_DUE);
    await paid(game);
    expect(await sessions()).toEqual([5_000n, 5_000n]);
    await table.correct(game, 'resettle', { coup: makeCoup(BANCO_WINS) });
    expect(await sessions()).toEqual([4_000n, 6_000n]);
  });

  it('takes no row more once a chunk is paid, nor once all are', async () => {
    const game = await ordered();
    const [third] = (await openPlayers(database.pool, [5_000])) as [CreditedPlayer];
    await correctRoundChunk(database.pool, { game, correction: 1, chunk: chunkOf(third) });
    expect(await refusal(payout(game, third, 0, 5))).toBe(NOT_DUE);
    const recovery = `insert into entries (key, kind) values ('round:${game}:correction:1:recover:${chunkOf(third)}', 'recovery')`;
    expect(await refusal(recovery)).toBe(NOT_DUE);
    await paid(game);
    expect(await refusal(payout(game, third, 0, 5))).toBe(NOT_DUE);
    expect(await refusal(recovery)).toBe(NOT_DUE);
  });
});

describe('four eyes', () => {
  const request = async () => {
    const game = await table.openBets();
    return { kind: 'void', table: table.state.table, game } as const;
  };
  const did = (operation: string, by: string, subject: string) =>
    database.pool.query(
      'insert into staff_actions (staff_id, operation, subject) values ($1, $2, $3)',
      [by, operation, subject],
    );

  /** Whoever gave a PIN can sign in by it, a day later too, and until its owner chooses another. */
  const untilItsPinIsChosen = async (
    approval: string,
    { operation, of, second }: { operation: string; of: string; second: string },
  ) => {
    if (operation === 'staff:open' || operation === 'staff:reset') {
      expect(await refusalOf(decideOn(database.pool, approval, second)), 'its PIN').toBe('SB010');
      await did('staff:pin', of, of);
    }
    expect(await refusalOf(decideOn(database.pool, approval, second))).toBeUndefined();
  };

  it('are not those of an account that came after the request (SB010)', async () => {
    const asked = await request();
    const approval = await ask(database.pool, asked);
    expect(await refusalOf(decideOn(database.pool, approval, 'Late'))).toBe('SB010');
    expect(await refusalOf(decideOn(database.pool, approval))).toBeUndefined();
    const unwanted = await ask(database.pool, asked);
    await putOnDuty(database.pool, 'Later');
    const no = decideOn(database.pool, unwanted, 'Later', 'refused');
    expect(await refusalOf(no), 'anybody may say no').toBeUndefined();
    const another = await ask(database.pool, asked);
    const byLate = decideOn(database.pool, another, 'Late');
    expect(await refusalOf(byLate), 'but they are of the next').toBeUndefined();
  });

  it.each(['staff:open', 'staff:reset', 'staff:role', 'staff:enable'])(
    'are not those of an account on which the asker did %s a day ago or less (SB010)',
    async (operation) => {
      const asker = `Adam ${operation}`;
      const second = `Eve ${operation}`;
      await putOnDuty(database.pool, asker, 'administrator');
      await putOnDuty(database.pool, second);
      const approval = await ask(database.pool, await request(), asker);
      await did(operation, asker, second);
      expect(await refusalOf(decideOn(database.pool, approval, second))).toBe('SB010');
      await asSuperuser(database, async (client) => {
        await client.query('set session_replication_role = replica');
        await client.query(
          `update staff_actions set at = at - interval '25 hours' where staff_id = $1`,
          [asker],
        );
      });
      await untilItsPinIsChosen(approval, { operation, of: second, second });
    },
  );

  it.each(['staff:open', 'staff:reset', 'staff:role', 'staff:enable'])(
    'are not those of who did %s on the asker’s account a day ago or less (SB010)',
    async (operation) => {
      const asker = `Abe ${operation}`;
      const second = `Edna ${operation}`;
      await putOnDuty(database.pool, asker);
      await putOnDuty(database.pool, second, 'administrator');
      await did(operation, second, asker);
      const approval = await ask(database.pool, await request(), asker);
      expect(await refusalOf(decideOn(database.pool, approval, second))).toBe('SB010');
      await asSuperuser(database, async (client) => {
        await client.query('set session_replication_role = replica');
        await client.query(
          `update staff_actions set at = at - interval '25 hours' where staff_id = $1`,
          [second],
        );
      });
      await untilItsPinIsChosen(approval, { operation, of: asker, second });
    },
  );

  it('are not those of two accounts that a third person set up, or whom she set up (SB010)', async () => {
    for (const name of ['Kay', 'Lee']) await putOnDuty(database.pool, name, 'administrator');
    for (const name of ['Max', 'Ned']) await putOnDuty(database.pool, name);
    const asked = await request();
    const approval = await ask(database.pool, asked, 'Max');
    await did('staff:reset', 'Kay', 'Max');
    await did('staff:open', 'studio', 'Max');
    await did('staff:open', 'studio', 'Ned');
    await did('staff:reset', 'Lee', 'Ned');
    expect(await refusalOf(decideOn(database.pool, approval, 'Ned'))).toBeUndefined();
    const another = await ask(database.pool, asked, 'Max');
    await did('staff:reset', 'Kay', 'Lee');
    await did('staff:role', 'Lee', 'Ned');
    expect(await refusalOf(decideOn(database.pool, another, 'Ned'))).toBe('SB010');
    await putOnDuty(database.pool, 'Oda');
    await did('staff:reset', 'Kay', 'Oda');
    expect(await refusalOf(decideOn(database.pool, another, 'Oda'))).toBe('SB010');
    expect(await refusalOf(decideOn(database.pool, another))).toBeUndefined();
  });

  it('are not those of who may sign in through another account by PINs given long ago (SB010)', async () => {
    for (const name of ['Ruth', 'Saul']) await putOnDuty(database.pool, name, 'administrator');
    await putOnDuty(database.pool, 'Tess');
    await did('staff:reset', 'Ruth', 'Saul');
    await did('staff:open', 'Saul', 'Tess');
    await did('staff:pin', 'Saul', 'Saul');
    await asSuperuser(database, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(
        `update staff_actions set at = at - interval '9 days' where staff_id in ('Ruth', 'Saul')`,
      );
    });
    const asked = await request();
    const approval = await ask(database.pool, asked, 'Ruth');
    expect(await refusalOf(decideOn(database.pool, approval, 'Tess'))).toBe('SB010');
    expect(await refusalOf(decideOn(database.pool, approval, 'Saul'))).toBeUndefined();
    const another = await ask(database.pool, asked, 'Ruth');
    await did('staff:reset', 'studio', 'Tess');
    expect(await refusalOf(decideOn(database.pool, another, 'Tess'))).toBeUndefined();
  });

  it('are those of an account that the asker only let in again, or that another set up', async () => {
    await putOnDuty(database.pool, 'Abel', 'administrator');
    await putOnDuty(database.pool, 'Cain', 'administrator');
    await putOnDuty(database.pool, 'Seth');
    const approval = await ask(database.pool, await request(), 'Abel');
    await did('staff:unlock', 'Abel', 'Seth');
    await did('staff:reset', 'Cain', 'Seth');
    await did('staff:reset', 'Abel', 'Cain');
    expect(await refusalOf(decideOn(database.pool, approval, 'Seth'))).toBeUndefined();
  });
});

describe('a checkpoint', () => {
  it('is of the last event of its log, and of the shoe in place', async () => {
    const { table: id } = table.state;
    const checkpoint = (seq: number, changed: object = {}) => {
      const state = JSON.stringify({ ...table.state, ...changed });
      return refusal(
        `insert into table_checkpoints values ('${id}', 0, ${seq}, '${state}')
         on conflict (table_id, slot) do update set seq = excluded.seq, state = excluded.state`,
      );
    };
    await play();
    const { seq, shoe } = table.state;
    expect(await checkpoint(seq)).toBeUndefined();
    expect(await checkpoint(seq - 1, { seq: seq - 1 }), 'of another event').toBe(NOT_OF_THE_LOG);
    expect(await checkpoint(seq + 1, { seq: seq + 1 }), 'of one to come').toBe(NOT_OF_THE_LOG);
    for (const changed of [
      { seq: seq - 1 },
      { table: 'other' },
      { shoe: null },
      { shoe: { ...shoe, ordinal: shoe!.ordinal + 1 } },
    ]) {
      expect(await checkpoint(seq, changed)).toBe(NOT_OF_THE_LOG);
    }
    expect(await checkpoint(seq), 'again').toBeUndefined();
  });
});

describe('a snapshot', () => {
  const snapshot = (seq: number, state: string) =>
    refusal(`insert into table_snapshots values ('${table.state.table}', ${seq}, '${state}')`);

  it('is of a shoe that has just started, and says so', async () => {
    const { table: id } = table.state;
    expect(await snapshot(99_999, '{}'), 'of no event').toBe(NOT_OF_THE_LOG);
    await play();
    const { seq } = table.state;
    const state = (at: number) => JSON.stringify({ ...table.state, seq: at, table: id });
    expect(await snapshot(seq, state(seq)), 'of another event').toBe(NOT_OF_THE_LOG);
    expect(await snapshot(seq + 1, state(seq + 1)), 'of an event to come').toBe(NOT_OF_THE_LOG);

    await writeEvent(database.pool, id, 'shoe_started', { shoe: 2 });
    const started = (changed: object) =>
      JSON.stringify({ table: id, seq: seq + 1, shoe: { ordinal: 2 }, ...changed });
    for (const changed of [{ seq }, { table: 'other' }, { shoe: null }, { shoe: { ordinal: 1 } }]) {
      expect(await snapshot(seq + 1, started(changed))).toBe(NOT_OF_THE_LOG);
    }
    expect(await snapshot(seq + 1, '{}')).toBe(NOT_OF_THE_LOG);
    expect(await snapshot(seq + 1, started({}))).toBeUndefined();
  });
});

describe('a demo', () => {
  const NOT_A_DEMOS = 'SB032';
  const MARK = 'insert into demo_mark ("only") values (true)';

  it('has no database in which others have played or worked', async () => {
    expect(await refusal(MARK)).toBe(NOT_A_DEMOS);
  });

  it('marks whoever it opens an account for, and every key that it signs with', async () => {
    const own = await createDatabase();
    await own.pool.query(MARK);
    await own.pool.query(`insert into staff (id, role, name) values ('D', 'shift_manager', 'D')`);
    await own.pool.query(
      `insert into anchor_keys (id, public_key, is_demo) values ('k', 'k', false)`,
    );
    const marked = `select (select is_demo from staff where id = 'D') and (select is_demo from anchor_keys) as is_demo,
                           is_on_duty('D', array['shift_manager']) as on_duty`;
    const read = async () => (await own.pool.query<Record<string, boolean>>(marked)).rows[0];
    expect(await read()).toEqual({ is_demo: true, on_duty: true });
    expect([...(await readDemoKeys(own.pool))]).toEqual([['k', 0]]);
    expect(await refusalOf(own.pool.query('delete from demo_mark'))).toBeDefined();
    expect(await refusalOf(own.pool.query(`update staff set is_demo = false`))).toBeDefined();
    await asSuperuser(own, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query('delete from demo_mark');
    });
    expect(await read(), 'elsewhere').toEqual({ is_demo: true, on_duty: false });
    await own.drop();
  });

  it('marks nobody where it is not', async () => {
    await putOnDuty(database.pool, 'Real');
    const { rows } = await database.pool.query<{ is_demo: boolean }>('select is_demo from staff');
    expect(rows.filter(({ is_demo }) => is_demo)).toEqual([]);
  });
});
