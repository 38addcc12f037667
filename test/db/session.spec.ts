import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { gameAccount, sessionAccount, stakesAccount } from '../../src/money/chart-of-accounts.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { payRoundChunk } from '../../src/settlement/pay-round.js';
import type { BetContent } from '../../src/table/seat.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { coup } from '../kit/any-coup.js';
import { balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { headStart, inTurn } from '../kit/in-turn.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';
import { allRows } from '../kit/whole-database.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const ON_PUNTO: BetContent = { kind: 'place', spot: 'punto', amount: amount(1_000) };

let database: TestDatabase;
let sessions: Sessions;
let table: RunningTable;

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  // Locks that wait for each other in a ring would be broken after a second, and the work done
  // again: here they stay.
  await asSuperuser(database, (superuser) =>
    superuser.query(`do $$ begin
      execute format('alter database %I set deadlock_timeout to %L', current_database(), '1h');
    end $$`),
  );
  sessions = new Sessions(pool, pool, new LedgerWallet(pool, { shortfallRecovery: 'cash_out' }));
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await RunningTable.open(database);
});
afterEach(() => table.stop());

/** A player with money in the game account and no session, or with `credit` in one. */
const openPlayer = async (atRest: number, credit = 0): Promise<string> => {
  const [player] = await openPlayers(database.pool, [credit], atRest);
  await table.table.join(player!.id);
  return player!.id;
};

/** As the player is answered. */
const buyIn = async (id: string, minorUnits: number, key = randomUUID() as string) => {
  const reply = await sessions.buyIn(id, amount(minorUnits), key);
  return reply.ok ? { ok: true as const, balance: reply.balance } : reply;
};
const cashOut = async (id: string, key = randomUUID() as string) => {
  const reply = await sessions.cashOut(id, key);
  return reply.ok ? { ok: true as const, amount: reply.amount } : reply;
};
const withdraw = (id: string, minorUnits: number, key = randomUUID() as string) =>
  sessions.withdraw(id, amount(minorUnits), key);

/** What the player has, wherever it is. */
const whole = async (id: string): Promise<bigint> => {
  const all = await balances(database.pool);
  const { rows } = await database.pool.query<{ lies: string }>(
    'select coalesce(sum(amount), 0) as lies from bets where player_id = $1',
    [id],
  );
  return all.get(gameAccount(id))! + all.get(sessionAccount(id))! + BigInt(rows[0]!.lies);
};

describe('a buy-in', () => {
  it('moves money from the game account and opens the session', async () => {
    const id = await openPlayer(5_000);
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 5_000n });
    expect(await buyIn(id, 2_000)).toEqual({ ok: true, balance: 2_000n });
    expect(await sessions.read(id)).toEqual({ open: true, balance: 2_000n, gameAccount: 3_000n });
    expect(await buyIn(id, 500)).toEqual({ ok: true, balance: 2_500n });
    expect(await sessions.read(id)).toEqual({ open: true, balance: 2_500n, gameAccount: 2_500n });
  });

  it('under one key is one, however often and however many at once', async () => {
    const id = await openPlayer(5_000);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 6 }, () => buyIn(id, 2_000, key)));
    expect(replies).toEqual(Array(6).fill({ ok: true, balance: 2_000n }));
    expect(await buyIn(id, 2_000, key)).toEqual({ ok: true, balance: 2_000n });
    const before = await allRows(database.pool);
    expect(await buyIn(id, 2_001, key)).toEqual({ ok: false, refusal: 'key_reused' });
    expect(await allRows(database.pool)).toEqual(before);
    expect(await sessions.read(id)).toMatchObject({ gameAccount: 3_000n });
  });

  it('of another player may have the same key', async () => {
    const [one, other] = [await openPlayer(100), await openPlayer(100)];
    const key = randomUUID();
    expect(await buyIn(one, 100, key)).toEqual({ ok: true, balance: 100n });
    expect(await buyIn(other, 100, key)).toEqual({ ok: true, balance: 100n });
  });

  it('that comes again after the session ended opens none', async () => {
    const id = await openPlayer(5_000);
    const key = randomUUID();
    await buyIn(id, 2_000, key);
    await cashOut(id);
    expect(await buyIn(id, 2_000, key)).toEqual({ ok: true, balance: 0n });
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 5_000n });
  });

  it('larger than the game account, or of nothing, is refused and changes nothing', async () => {
    const id = await openPlayer(5_000);
    const before = await allRows(database.pool);
    for (const tooMuch of [5_001, 999_999_999_999_999]) {
      expect(await buyIn(id, tooMuch)).toEqual({ ok: false, refusal: 'insufficient_funds' });
    }
    expect(await sessions.buyIn(id, amount(10n ** 18n - 1n), randomUUID())).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    expect(await buyIn(id, 0)).toEqual({ ok: false, refusal: 'amount_is_zero' });
    expect(await allRows(database.pool)).toEqual(before);
  });

  it('of many at once moves no more than there is', async () => {
    const id = await openPlayer(5_000);
    const replies = await Promise.all(Array.from({ length: 8 }, () => buyIn(id, 1_200)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(4);
    expect(await sessions.read(id)).toEqual({ open: true, balance: 4_800n, gameAccount: 200n });
  });
});

describe('a cash-out', () => {
  it('moves all credit back and ends the session', async () => {
    const id = await openPlayer(100, 2_500);
    expect(await cashOut(id)).toEqual({ ok: true, amount: 2_500n });
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 2_600n });
    expect(await cashOut(id)).toEqual({ ok: false, refusal: 'no_open_session' });
    expect(await buyIn(id, 50)).toEqual({ ok: true, balance: 50n });
    expect(await cashOut(id)).toEqual({ ok: true, amount: 50n });
  });

  it('under one key is one, however often and however many at once', async () => {
    const id = await openPlayer(100, 2_500);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 6 }, () => cashOut(id, key)));
    expect(replies).toEqual(Array(6).fill({ ok: true, amount: 2_500n }));
    expect(await cashOut(id, key)).toEqual({ ok: true, amount: 2_500n });
    expect(await sessions.read(id)).toMatchObject({ gameAccount: 2_600n });
  });

  it('of nothing ends the session too, and is one under its key', async () => {
    const id = await openPlayer(0, 1_000);
    await table.openBets();
    await table.bet(id, ON_PUNTO);
    await table.playRound(coup('P 2h Kd 4s . B 7c Ks'));
    const key = randomUUID();
    expect(await cashOut(id, key)).toEqual({ ok: true, amount: 0n });
    expect(await cashOut(id, key)).toEqual({ ok: true, amount: 0n });
    expect(await cashOut(id)).toEqual({ ok: false, refusal: 'no_open_session' });
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 0n });
  });

  it('that comes again while a later session is open leaves that one alone', async () => {
    const id = await openPlayer(100, 2_500);
    const key = randomUUID();
    await cashOut(id, key);
    await buyIn(id, 300);
    expect(await cashOut(id, key)).toEqual({ ok: true, amount: 2_500n });
    expect(await sessions.read(id)).toMatchObject({ open: true, balance: 300n });
  });

  it('under different keys at once is one, and the others find no session', async () => {
    const id = await openPlayer(100, 2_500);
    const replies = await Promise.all(Array.from({ length: 6 }, () => cashOut(id)));
    expect(replies.filter(({ ok }) => ok)).toEqual([{ ok: true, amount: 2_500n }]);
    expect(replies.filter(({ ok }) => !ok)).toEqual(
      Array(5).fill({ ok: false, refusal: 'no_open_session' }),
    );
  });

  it('waits for the round with the player’s stakes, until the round has ended', async () => {
    const id = await openPlayer(0, 2_500);
    const inHand = { ok: false, refusal: 'round_in_hand' };
    const game = await table.openBets();
    expect(await table.bet(id, ON_PUNTO)).toMatchObject({ ok: true });
    expect(await cashOut(id)).toEqual(inHand);
    await table.closeBets();
    expect(await cashOut(id)).toEqual(inHand);
    table.isPaying = false;
    await table.deal(PUNTO_WINS);
    expect(await cashOut(id)).toEqual(inHand);
    // Paid, and not published yet.
    await payRoundChunk(database.pool, { game, chunk: 0, chunks: 1 });
    expect(await cashOut(id)).toEqual(inHand);
    await table.do({ kind: 'finish_settlement', game, stakes: '1000', paid: '2000' });
    expect(await cashOut(id)).toEqual({ ok: true, amount: 3_500n });

    await buyIn(id, 2_000);
    await table.openBets();
    await table.bet(id, ON_PUNTO);
    await table.voidRound();
    expect(table.state).toMatchObject({ phase: 'void', refunded: false });
    expect(await cashOut(id)).toEqual(inHand);
    table.isPaying = true;
    await table.reopen();
    await table.paid();
    expect(await cashOut(id)).toEqual({ ok: true, amount: 2_000n });
  });

  it('does not wait for bets that were taken back', async () => {
    const id = await openPlayer(0, 2_500);
    await table.openBets();
    await table.bet(id, ON_PUNTO);
    await table.bet(id, { kind: 'undo' });
    await table.bet(id, { kind: 'mode', mode: 'normal' });
    expect(await cashOut(id)).toEqual({ ok: true, amount: 2_500n });
  });

  it('that races a bet comes before it or not at all: the money is in one place', async () => {
    const outcomes = new Set<string>();
    /** Which comes first at these times; at the others they race. */
    const FIRST: Readonly<Record<number, 'one' | 'other'>> = { 0: 'one', 1: 'other' };
    await table.openBets();
    for (let time = 0; time < 30; time += 1) {
      const id = await openPlayer(0, 1_000);
      const leaves = () => cashOut(id);
      const bets = () => table.bet(id, ON_PUNTO);
      const [out, bet] = await (inTurn(FIRST[time], leaves, bets) ??
        Promise.all([headStart(time % 5).then(leaves), headStart((time * 7) % 5).then(bets)]));
      const outcome = `${out.ok ? 'cashed out' : out.refusal}, ${bet.ok ? 'bet' : bet.refusal}`;
      expect(['cashed out, insufficient_funds', 'round_in_hand, bet']).toContain(outcome);
      outcomes.add(outcome);
      expect(await whole(id)).toBe(1_000n);
      const all = await balances(database.pool);
      expect(all.get(sessionAccount(id))).toBe(0n);
      expect(all.get(gameAccount(id))).toBe(out.ok ? 1_000n : 0n);
    }
    expect(outcomes.size).toBe(2);
    const { rows } = await database.pool.query<{ sum: string }>(
      'select sum(amount) from bets where game_number = $1',
      [table.game],
    );
    expect((await balances(database.pool)).get(stakesAccount(table.game))).toBe(
      BigInt(rows[0]!.sum),
    );
  });

  it('that races bets taken back loses nothing', async () => {
    await table.openBets();
    for (let time = 0; time < 15; time += 1) {
      const id = await openPlayer(0, 1_500);
      await table.bet(id, ON_PUNTO);
      const [out, bet] = await Promise.all([
        headStart(time % 3).then(() => cashOut(id)),
        headStart((time * 2) % 3).then(() => table.bet(id, { kind: 'clear' })),
      ]);
      expect(bet).toMatchObject({ ok: true });
      const session = (await balances(database.pool)).get(sessionAccount(id));
      if (out.ok) expect([out.amount, session]).toEqual([1_500n, 0n]);
      else expect([out.refusal, session]).toEqual(['round_in_hand', 1_500n]);
      expect(await whole(id)).toBe(1_500n);
    }
  });

  it('that races buy-ins leaves credit in an open session only', async () => {
    const id = await openPlayer(10_000, 1_000);
    for (let time = 0; time < 6; time += 1) {
      await Promise.all([buyIn(id, 300), cashOut(id), buyIn(id, 200), cashOut(id)]);
      const { open, balance, gameAccount: rest } = await sessions.read(id);
      expect(rest + balance).toBe(11_000n);
      if (!open) expect(balance).toBe(0n);
    }
  });
});

describe('a withdrawal', () => {
  it('moves a part of the credit back, and the session goes on', async () => {
    const id = await openPlayer(100, 2_500);
    expect(await withdraw(id, 1_000)).toEqual({ ok: true, balance: 1_500n });
    expect(await sessions.read(id)).toEqual({ open: true, balance: 1_500n, gameAccount: 1_100n });
    expect(await withdraw(id, 1_500)).toEqual({ ok: true, balance: 0n });
    expect(await sessions.read(id)).toEqual({ open: true, balance: 0n, gameAccount: 2_600n });
  });

  it('leaves the stakes on the spots', async () => {
    const id = await openPlayer(0, 2_500);
    await table.openBets();
    await table.bet(id, ON_PUNTO);
    expect(await withdraw(id, 1_501)).toEqual({ ok: false, refusal: 'insufficient_funds' });
    expect(await withdraw(id, 1_500)).toEqual({ ok: true, balance: 0n });
    await table.playRound(PUNTO_WINS);
    expect(await sessions.read(id)).toEqual({ open: true, balance: 2_000n, gameAccount: 1_500n });
  });

  it('under one key is one, however often and however many at once, after the session’s end too', async () => {
    const id = await openPlayer(100, 2_500);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 6 }, () => withdraw(id, 400, key)));
    expect(replies).toEqual(Array(6).fill({ ok: true, balance: 2_100n }));
    const before = await allRows(database.pool);
    expect(await withdraw(id, 401, key)).toEqual({ ok: false, refusal: 'key_reused' });
    expect(await allRows(database.pool)).toEqual(before);
    await cashOut(id);
    expect(await withdraw(id, 400, key)).toEqual({ ok: true, balance: 0n });
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 2_600n });
  });

  it('and a cash-out under the same key are two: the credit goes back whole', async () => {
    const id = await openPlayer(0, 2_000);
    const key = randomUUID();
    expect(await withdraw(id, 1_000, key)).toEqual({ ok: true, balance: 1_000n });
    expect(await cashOut(id, key)).toEqual({ ok: true, amount: 1_000n });
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 2_000n });
  });

  it('of nothing, of more than there is, or without a session is refused and changes nothing', async () => {
    const id = await openPlayer(100, 2_500);
    const none = await openPlayer(100);
    const before = await allRows(database.pool);
    expect(await withdraw(id, 0)).toEqual({ ok: false, refusal: 'amount_is_zero' });
    expect(await withdraw(id, 2_501)).toEqual({ ok: false, refusal: 'insufficient_funds' });
    expect(await withdraw(none, 100)).toEqual({ ok: false, refusal: 'no_open_session' });
    expect(await allRows(database.pool)).toEqual(before);
  });

  it('of many at once moves no more than there is', async () => {
    const id = await openPlayer(0, 5_000);
    const replies = await Promise.all(Array.from({ length: 8 }, () => withdraw(id, 1_200)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(4);
    expect(await sessions.read(id)).toEqual({ open: true, balance: 200n, gameAccount: 4_800n });
  });
});

describe('the database', () => {
  it('keeps a session that is closed as it was closed', async () => {
    const id = await openPlayer(0, 500);
    await cashOut(id);
    for (const change of ['closed_at = null', 'closed_amount = 1', 'active_at = now()']) {
      await expect(
        database.pool.query(`update sessions set ${change} where player_id = $1`, [id]),
      ).rejects.toMatchObject({ code: '23001' });
    }
  });

  it('closes no session without saying how', async () => {
    const id = await openPlayer(0, 500);
    await expect(
      database.pool.query('update sessions set closed_at = now() where player_id = $1', [id]),
    ).rejects.toMatchObject({ constraint: 'sessions_closed_say_how' });
  });

  it('holds one open session a player', async () => {
    const id = await openPlayer(0, 500);
    await expect(
      database.pool.query('insert into sessions (player_id) values ($1)', [id]),
    ).rejects.toMatchObject({ code: '23505', constraint: 'sessions_one_open' });
  });
});
