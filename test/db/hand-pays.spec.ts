import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRounds } from '../../src/history/played-rounds.js';
import { readStatement } from '../../src/history/statement.js';
import { amount } from '../../src/money/amount.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import type { EventOf } from '../../src/round/event.js';
import { findUncreditable, readHandPay } from '../../src/settlement/hand-pay.js';
import { correctRoundChunk } from '../../src/settlement/correct-round.js';
import { payRoundChunk } from '../../src/settlement/pay-round.js';
import { coup } from '../kit/any-coup.js';
import { ask, approved, decideOn } from '../kit/approvals.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { takesRealMoney } from '../kit/operator-players.js';
import { CHUNKS, RunningTable } from '../kit/running-table.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');

let database: TestDatabase;
let table: RunningTable;
let winner: CreditedPlayer;
let other: CreditedPlayer;
let loser: CreditedPlayer;

beforeAll(async () => {
  database = await createDatabase();
  await takesRealMoney({ database });
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await RunningTable.open(database);
  [winner, other, loser] = (await openPlayers(database.pool, [10_000, 10_000, 10_000])) as [
    CreditedPlayer,
    CreditedPlayer,
    CreditedPlayer,
  ];
});
afterEach(() => table.stop());

const sessionOf = async ({ id }: CreditedPlayer): Promise<bigint> =>
  (await balances(database.pool)).get(`player:${id}:session`)!;

const reconciled = async (): Promise<void> => {
  const client = await database.pool.connect();
  try {
    const proofs = await reconcile(client);
    expect(isInOrder(proofs), makeReport(proofs)).toBe(true);
  } finally {
    client.release();
  }
};

/** A round that is decided, and not paid: 2,000 are owed to the winner, 1,000 to the other. */
const unpaid = async (): Promise<string> => {
  const game = await table.openBets();
  for (const [{ id }, spot, stake] of [
    [winner, 'punto', 1_000],
    [other, 'punto', 500],
    [loser, 'banco', 700],
  ] as const) {
    await table.table.join(id);
    await table.bet(id, { kind: 'place', spot, amount: amount(stake) });
  }
  table.isPaying = false;
  await table.playRound(PUNTO_WINS);
  return game;
};

const partOf = ({ id }: CreditedPlayer): number => Number(BigInt(id) % BigInt(CHUNKS));
const pay = (game: string, { id }: CreditedPlayer): Promise<void> =>
  payRoundChunk(database.pool, {
    game,
    chunk: Number(BigInt(id) % BigInt(CHUNKS)),
    chunks: CHUNKS,
  });

describe('a payment by hand', () => {
  it('goes outside, what is owed and no more; the rest of the round is paid as ever', async () => {
    const game = await unpaid();
    expect(await readHandPay(database.pool, game, winner.id)).toEqual({
      player: winner.id,
      bets: 1,
      stakes: '1000',
      was: '0',
      owed: '2000',
    });
    expect(await readHandPay(database.pool, game, loser.id)).toBeUndefined();
    await table.orderHandPay(winner.id, '2000');
    expect(await readHandPay(database.pool, game, winner.id)).toBeUndefined();
    await table.payNow();
    expect(table.state.phase).toBe('settled');
    expect(await sessionOf(winner)).toBe(9_000n);
    expect(await sessionOf(other)).toBe(10_500n);
    expect(await sessionOf(loser)).toBe(9_300n);
    await reconciled();
    const period = { limit: 5 };
    const { rounds } = await readRounds(database.pool, winner.id, period);
    expect(rounds).toMatchObject([{ game, paid: '2000', byHand: true }]);
    expect((await readRounds(database.pool, other.id, period)).rounds).toMatchObject([
      { game, paid: '1000', byHand: false },
    ]);
    const { entries } = await readStatement(database.pool, winner.id, period);
    expect(entries.map(({ kind }) => kind)).not.toContain('settlement');
  });

  it('returns the stake of a void round', async () => {
    await table.openBets();
    await table.table.join(winner.id);
    await table.bet(winner.id, { kind: 'place', spot: 'punto', amount: amount(1_000) });
    table.isPaying = false;
    await table.voidRound();
    await expect(table.orderHandPay(winner.id, '999')).rejects.toThrow('moved_on');
    await table.orderHandPay(winner.id, '1000');
    await table.payNow();
    expect(table.state.refunded).toBe(true);
    expect(await sessionOf(winner)).toBe(9_000n);
    await reconciled();
  });

  it('can be corrected later as any other: it is what the player has of the round', async () => {
    const game = await unpaid();
    await table.orderHandPay(winner.id, '2000');
    await table.payNow();
    await table.correct(game, 'void');
    expect(await sessionOf(winner)).toBe(8_000n);
    await reconciled();
  });
});

describe('a payment by hand of a correction', () => {
  const order = async (fix: 'void' | 'resettle', coup: string | null = null): Promise<string> => {
    const game = await unpaid();
    await table.payNow();
    table.isPaying = false;
    await table.correct(game, fix, { coup });
    return game;
  };
  const BANCO_WINS = 'P 2c Ks . B 9h Kd';
  const part = (game: string, { id }: CreditedPlayer): Promise<void> => {
    const chunk = Number(BigInt(id) % BigInt(CHUNKS));
    return correctRoundChunk(database.pool, { game, correction: 1, chunk });
  };

  it('gives outside what the account does not take, and the others get theirs', async () => {
    const game = await order('void');
    expect(await readHandPay(database.pool, game, loser.id)).toEqual({
      player: loser.id,
      correction: 1,
      bets: 1,
      stakes: '700',
      was: '0',
      owed: '700',
    });
    const damaged = `
      create function is_damaged() returns trigger language plpgsql as
        $$ begin raise exception 'the account is closed' using errcode = '23514'; end $$;
      create trigger is_damaged before update on accounts for each row
        when (new.name = 'player:${loser.id}:session') execute function is_damaged()`;
    await asSuperuser(database, (client) => client.query(damaged));
    try {
      await expect(part(game, loser)).rejects.toMatchObject({ code: '23514' });
      const uncreditable = await findUncreditable(database.pool, { game, correction: 1 });
      expect(uncreditable).toEqual([loser.id]);
      await table.orderHandPay(loser.id, '700', { game, correction: 1 });
      expect(await readHandPay(database.pool, game, loser.id)).toBeUndefined();
      await table.correctNow(game, 1);
    } finally {
      await asSuperuser(database, (client) => client.query('drop function is_damaged cascade'));
    }
    expect(table.state.corrections).toEqual([]);
    expect(await sessionOf(loser)).toBe(9_300n);
    expect(await sessionOf(winner)).toBe(10_000n);
    expect(await sessionOf(other)).toBe(10_000n);
    await reconciled();
    expect((await readRounds(database.pool, loser.id, { limit: 5 })).rounds).toMatchObject([
      { game, paid: '700', byHand: true },
    ]);
    expect((await readRounds(database.pool, winner.id, { limit: 5 })).rounds).toMatchObject([
      { game, byHand: false },
    ]);
  });

  it('collects outside what is taken back, and leaves the account alone', async () => {
    const game = await order('resettle', BANCO_WINS);
    const due = await readHandPay(database.pool, game, winner.id);
    expect(due).toMatchObject({ correction: 1, was: '2000', owed: '-2000' });
    await table.orderHandPay(winner.id, '-2000', { game, correction: 1 });
    await table.correctNow(game, 1);
    expect(await sessionOf(winner)).toBe(11_000n);
    expect(await sessionOf(other)).toBe(9_500n);
    await reconciled();
  });

  it('counts for the next correction of the round', async () => {
    const game = await order('void');
    await table.orderHandPay(loser.id, '700', { game, correction: 1 });
    await table.correctNow(game, 1);
    await table.correct(game, 'resettle', { coup: 'P 9h Kd . B 2c Ks' });
    expect(await sessionOf(loser)).toBe(8_600n);
    await reconciled();
  });

  it('is refused once paid, ordered before, or of another correction', async () => {
    const game = await order('void');
    const second = { game, correction: 2 };
    await expect(table.orderHandPay(loser.id, '700', second)).rejects.toThrow('correction_is_over');
    const first = { game, correction: 1 };
    await table.orderHandPay(loser.id, '700', first);
    await expect(table.orderHandPay(loser.id, '700', first)).rejects.toThrow('moved_on');
    expect(partOf(other), 'they are paid in two parts').not.toBe(partOf(winner));
    await part(game, winner);
    await expect(table.orderHandPay(winner.id, '-1000', first)).rejects.toThrow('moved_on');
    await table.correctNow(game, 1);
    await reconciled();
  });

  it('of another amount than the rules say pays nothing of that part', async () => {
    const game = await order('void');
    await table.orderHandPay(loser.id, '701', { game, correction: 1 });
    await expect(part(game, loser)).rejects.toThrow('by hand');
    expect(await sessionOf(loser)).toBe(9_300n);
  });

  it('is not moved outside where nobody ordered it', async () => {
    const game = await order('void');
    await asSuperuser(database, async (client) => {
      await client.query('begin');
      await client.query(`set local session_replication_role = replica`);
      await client.query(
        `insert into correction_payouts (game_number, ordinal, player_id, was, paid, from_game, to_game, shortfall, recovered)
         values ($1, 1, $2, 0, 700, 0, 0, 0, 0)`,
        [game, loser.id],
      );
      await client.query(
        `insert into entries (key, kind) values ('round:' || $1::bigint || ':correction:1:pay:' || $2::int, 'correction')`,
        [game, partOf(loser)],
      );
      await client.query(
        `insert into postings (entry_id, line, source_id, destination_id, amount)
         select e.id, 0, h.id, o.id, 700 from entries e, accounts h, accounts o
          where e.key = 'round:' || $1::bigint || ':correction:1:pay:' || $2::int
            and h.name = 'house' and o.name = 'outside'`,
        [game, partOf(loser)],
      );
      await client.query(`set local session_replication_role = origin`);
      await client.query(`drop trigger correction_chunks_are_recorded on correction_chunks`);
      await client.query(
        `insert into correction_chunks (game_number, ordinal, chunk, stakes, was, paid, shortfall, players)
         values ($1, 1, $2, 700, 0, 700, 0, 1)`,
        [game, partOf(loser)],
      );
      await expect(client.query('commit')).rejects.toMatchObject({ code: 'SB018' });
    });
  });
});

describe('the database refuses a payment by hand', () => {
  it('that nobody approved', async () => {
    const game = await unpaid();
    const { table: id } = table.state;
    const approval = await ask(database.pool, {
      kind: 'hand_pay',
      table: id,
      game,
      subject: { player: winner.id },
    });
    const order = { kind: 'order_hand_pay', game, player: winner.id, amount: '2000' } as const;
    const persons = { requestedBy: 'Dora', approvedBy: 'Sven', approval };
    expect(await table.table.perform({ ...order, reason: 'misdeal', ...persons })).toEqual({
      ok: false,
      refusal: 'not_approved',
    });
    await decideOn(database.pool, approval);
    const forOther = { ...order, player: other.id, reason: 'misdeal', ...persons };
    expect(await table.table.perform(forOther)).toEqual({
      ok: false,
      refusal: 'approval_does_not_fit',
    });
    await expect(
      database.pool.query(
        `insert into hand_pays (game_number, player_id, amount, approval_id, ordered_seq) values ($1, $2, 2000, $3, 1)`,
        [game, winner.id, approval],
      ),
    ).rejects.toMatchObject({ code: 'SB015' });
  });

  it('of a stake that the player’s wallet was never asked for', async () => {
    await unpaid();
    const moveTo = (operator: string) =>
      asSuperuser(database, async (superuser) => {
        await superuser.query(`set session_replication_role = replica`);
        await superuser.query(
          `insert into operators (id, name, mode, callback_url, currencies)
           values ('far', 'Far', 'seamless', 'http://127.0.0.1:1', '{EUR}') on conflict do nothing`,
        );
        await superuser.query(`update players set operator_id = $2 where id = $1`, [
          winner.id,
          operator,
        ]);
      });
    await moveTo('far');
    await expect(table.orderHandPay(winner.id, '2000')).rejects.toThrow('moved_on');
    await moveTo('house');
    await table.orderHandPay(winner.id, '2000');
  });

  it('of what is paid already, and a second one', async () => {
    const game = await unpaid();
    expect(partOf(other), 'they are paid in two parts').not.toBe(partOf(winner));
    await pay(game, winner);
    await expect(table.orderHandPay(winner.id, '2000')).rejects.toThrow('moved_on');
    await table.orderHandPay(other.id, '1000');
    await expect(table.orderHandPay(other.id, '1000')).rejects.toThrow('moved_on');
  });

  it('of more than is owed, or of less: nothing of that part is paid', async () => {
    const game = await unpaid();
    await table.orderHandPay(winner.id, '2001');
    await expect(pay(game, winner)).rejects.toThrow('by hand');
    expect(await sessionOf(winner)).toBe(9_000n);
  });

  it('of a player who is owed nothing', async () => {
    const game = await unpaid();
    await table.orderHandPay(loser.id, '1');
    await expect(pay(game, loser)).rejects.toThrow('by hand');
  });

  it('that no order covers, in however many statements', async () => {
    const game = await unpaid();
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into settlement_chunks (game_number, chunk, chunks, verdict, stakes, paid, players)
         values ($1, 0, 1, 'settle', 2200, 2200, 3)`,
        [game],
      );
      await client.query(
        `insert into entries (key, kind) values ('round:' || $1::bigint || ':settle:0', 'settlement')`,
        [game],
      );
      await client.query(
        `insert into postings (entry_id, line, source_id, destination_id, amount)
         select e.id, 0, r.stakes_account_id, o.id, 2200 from entries e, rounds r, accounts o
          where e.key = 'round:' || $1::bigint || ':settle:0' and r.game_number = $1
            and o.kind = 'outside'`,
        [game],
      );
      await expect(client.query('commit')).rejects.toMatchObject({ code: 'SB018' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('to a second account of the outside, which the guards would not see', async () => {
    const second = database.pool.query(
      `insert into accounts (name, kind, balance) values ('outside:2', 'outside', null)`,
    );
    await expect(second).rejects.toMatchObject({ constraint: 'accounts_outside_is_one' });
  });

  it('whose row is changed or taken out', async () => {
    await unpaid();
    await table.orderHandPay(winner.id, '2000');
    await asSuperuser(database, async (client) => {
      for (const harm of ['update hand_pays set amount = 1', 'delete from hand_pays']) {
        await expect(client.query(harm)).rejects.toThrow('insert-only');
      }
    });
  });
});

describe('an order and the payment at the same time', () => {
  it('pay once: a payment that began before the order is paid by hand', async () => {
    const game = await unpaid();
    // The order is written and not yet committed when the payment comes to its end.
    const { table: id } = table.state;
    const subject = { player: winner.id };
    const people = await approved(database.pool, { kind: 'hand_pay', table: id, game, subject });
    await asSuperuser(database, async (client) => {
      const lock = `select pg_advisory_lock_shared(hashtextextended('hand pays of ' || $1, 0))`;
      await client.query(lock, [game]);
      const ordered = table.do({
        kind: 'order_hand_pay',
        ...{ game, player: winner.id, amount: '2000', reason: 'misdeal', ...people },
      });
      await untilWaitingForLocks(database, 1);
      const paid = pay(game, winner);
      await untilWaitingForLocks(database, 2);
      await client.query('select pg_advisory_unlock_all()');
      await Promise.all([ordered, paid]);
    });
    expect(await sessionOf(winner)).toBe(9_000n);
    await table.payNow();
    await reconciled();
  });
});

describe('whose account it is', () => {
  it('that cannot be credited is found among many, and nobody is credited by looking', async () => {
    const game = await unpaid();
    expect(await findUncreditable(database.pool, { game })).toEqual([]);
    await asSuperuser(database, async (client) => {
      await client.query('begin');
      await client.query(
        `select from accounts where player_id = $1 and kind = 'session' for update`,
        [other.id],
      );
      // Somebody holds the account: that says nothing of it.
      await expect(findUncreditable(database.pool, { game })).rejects.toMatchObject({
        code: '55P03',
      });
      await client.query('rollback');
      await client.query(`
        create function is_damaged() returns trigger language plpgsql as
          $$ begin raise exception 'the account is closed' using errcode = '23514'; end $$;
        create trigger is_damaged before update on accounts for each row
          when (new.name = 'player:${other.id}:session') execute function is_damaged()`);
      expect(await findUncreditable(database.pool, { game })).toEqual([other.id]);
      await client.query('drop trigger is_damaged on accounts; drop function is_damaged()');
    });
    expect(await sessionOf(winner)).toBe(9_000n);
  });

  it('is known by the event of the order', async () => {
    const game = await unpaid();
    await table.orderHandPay(winner.id, '2000');
    const { rows } = await database.pool.query<{ payload: string }>(
      `select payload from table_events where table_id = $1 and kind = 'hand_pay_ordered'`,
      [table.state.table],
    );
    const event = JSON.parse(rows[0]!.payload) as EventOf<'hand_pay_ordered'>;
    expect(event).toMatchObject({ game, player: winner.id, amount: '2000', requestedBy: 'Dora' });
  });
});
