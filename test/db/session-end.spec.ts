/**
 * Sessions that end by themselves, straight on Postgres: what is due, what is looked at again, and
 * what comes first when all come at once.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { gameAccount, sessionAccount } from '../../src/money/chart-of-accounts.js';
import { beat, comeIn, goOut, readReplaced } from '../../src/session/connection-rows.js';
import type { SessionPolicy } from '../../src/session/due.js';
import { endIfDue } from '../../src/session/end-if-due.js';
import { readSessionNotices } from '../../src/session/session-notice-rows.js';
import { keepFound, readOpenSessions } from '../../src/session/session-rows.js';
import { Sessions } from '../../src/session/sessions.service.js';
import type { BetContent } from '../../src/table/seat.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { coup } from '../kit/any-coup.js';
import { expectReconciled } from '../kit/books.js';
import { balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { headStart, inTurn } from '../kit/in-turn.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const MINUTE = 60_000;
const POLICY = {
  idleMs: 20 * MINUTE,
  warnMs: 2 * MINUTE,
  lostMs: 3 * MINUTE,
  soloLostMs: 5 * MINUTE,
};
const WATCH = { beatMs: 15_000, trustsSilence: true };
const ON_PUNTO: BetContent = { kind: 'place', spot: 'punto', amount: amount(1_000) };

let database: TestDatabase;
let sessions: Sessions;
let wallet: LedgerWallet;
let table: RunningTable;

beforeAll(async () => {
  database = await createDatabase();
  wallet = new LedgerWallet(database.pool, { shortfallRecovery: 'cash_out' });
  sessions = new Sessions(database.pool, database.pool, wallet);
});
afterAll(async () => {
  await expectReconciled(database.pool);
  await database.drop();
});
beforeEach(async () => {
  table = await RunningTable.open(database);
});
afterEach(() => table.stop());

/** A player at the table with so much in the session, and `atRest` in the game account. */
const openPlayer = async (credit = 1_000, atRest = 0): Promise<string> => {
  const [player] = await openPlayers(database.pool, [credit], atRest);
  await table.table.join(player!.id);
  return player!.id;
};

/** The session's row as it would be, had so many minutes gone by. */
const age = async (id: string, activeMinutes: number, warnedMinutes?: number): Promise<void> => {
  await database.pool.query(
    `update sessions set active_at = now() - $2 * interval '1 minute', warned_at = now() - $3 * interval '1 minute'
      where player_id = $1 and closed_at is null`,
    [id, activeMinutes, warnedMinutes],
  );
};

/** The player's connection as it would be, had so many minutes gone by. */
const connection = async (id: string, seen: number, lost?: number): Promise<void> => {
  await comeIn(database.pool, randomUUID(), [{ playerId: id, connection: 'a' }]);
  await database.pool.query(
    `update connections set seen_at = now() - $2 * interval '1 minute', lost_at = now() - $3 * interval '1 minute'
      where player_id = $1`,
    [id, seen, lost],
  );
};

const end = (id: string, policy: SessionPolicy = POLICY, watch = WATCH) =>
  endIfDue(database.pool, wallet, id, policy, watch);

const look = (ids: readonly string[] | null) => readOpenSessions(database.pool, ids, POLICY, WATCH);

const whole = async (id: string): Promise<bigint> => {
  const all = await balances(database.pool);
  const { rows } = await database.pool.query<{ lies: string }>(
    'select coalesce(sum(amount), 0) as lies from bets where player_id = $1',
    [id],
  );
  return all.get(gameAccount(id))! + all.get(sessionAccount(id))! + BigInt(rows[0]!.lies);
};

describe('a session in which nothing was done', () => {
  it('ends 20 minutes after the last action, and all of its credit goes back', async () => {
    const id = await openPlayer(2_500, 100);
    await age(id, 20.1, 2.1);
    expect(await end(id)).toMatchObject({ playerId: id, reason: 'idle', amount: 2_500n });
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 2_600n });
    expect(await end(id)).toBe('not_due');
  });

  it('does not end before, nor without a warning, nor before the warning’s time is over', async () => {
    const id = await openPlayer();
    await age(id, 19.5, 2.1);
    expect(await end(id)).toBe('not_due');
    await age(id, 60);
    expect(await end(id)).toBe('not_due');
    await age(id, 60, 1.5);
    expect(await end(id)).toBe('not_due');
    await age(id, 60, 2.1);
    expect(await end(id)).toMatchObject({ reason: 'idle' });
  });

  it.each<[string, BetContent]>([
    ['a bet', ON_PUNTO],
    ['a mode that is chosen', { kind: 'mode', mode: 'normal' }],
  ])('goes on after %s, of which its row knows nothing', async (_, content) => {
    const id = await openPlayer();
    await table.openBets();
    expect(await table.bet(id, content)).toMatchObject({ ok: true });
    await age(id, 60, 5);
    expect(await end(id)).toBe('not_due');
    const [session] = await look([id]);
    const { rows } = await database.pool.query<{ at: string }>(
      'select at_ms as at from table_events where table_id = $1 and seq = $2',
      [table.state.table, table.state.seq],
    );
    expect(session!.activeAtMs).toBe(Number(rows[0]!.at));
    expect((await look(null)).map(({ playerId }) => playerId)).toContain(id);
    await keepFound(database.pool, [{ ...session!, warnedAtMs: null }]);
    expect((await look(null)).map(({ playerId }) => playerId)).not.toContain(id);
  });

  it('goes on after a deposit, and not after a withdrawal', async () => {
    const id = await openPlayer(1_000, 5_000);
    await age(id, 60, 5);
    await sessions.withdraw(id, amount(300), randomUUID());
    expect((await look([id]))[0]!.activeAtMs).toBeLessThan(Date.now() - 50 * MINUTE);
    await sessions.buyIn(id, amount(1), randomUUID());
    expect(await end(id)).toBe('not_due');
    await age(id, 60, 5);
    expect(await end(id)).toMatchObject({ reason: 'idle', amount: 701n });
  });

  it('of nothing ends too', async () => {
    const id = await openPlayer(300);
    await sessions.withdraw(id, amount(300), randomUUID());
    await age(id, 60, 5);
    expect(await end(id)).toMatchObject({ reason: 'idle', amount: 0n });
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 300n });
  });
});

describe('a session whose connection is lost', () => {
  it('ends 3 minutes after the loss, and no sooner', async () => {
    const id = await openPlayer();
    await connection(id, 2.5, 2.5);
    expect(await end(id)).toBe('not_due');
    await connection(id, 3.1, 3.1);
    expect(await end(id)).toMatchObject({ reason: 'connection_lost', amount: 1_000n });
  });

  it('goes on when the player has come back', async () => {
    const id = await openPlayer();
    await connection(id, 10, 10);
    await comeIn(database.pool, randomUUID(), [{ playerId: id, connection: 'b' }]);
    expect(await end(id)).toBe('not_due');
  });

  it('in a process that had no time to say so ends all the same, where we would have seen it otherwise', async () => {
    const id = await openPlayer();
    const watch = { beatMs: MINUTE, trustsSilence: true };
    await connection(id, 3.5);
    // The connection may have lasted for another beat after it was last seen.
    expect(await end(id, POLICY, watch)).toBe('not_due');
    await connection(id, 4.1);
    expect(await end(id, POLICY, { ...watch, trustsSilence: false })).toBe('not_due');
    expect(await end(id, POLICY, watch)).toMatchObject({ reason: 'connection_lost' });
  });
});

describe('a round in hand', () => {
  it('is played out and paid before the session ends', async () => {
    const id = await openPlayer(2_500);
    await table.openBets();
    await table.bet(id, ON_PUNTO);
    await connection(id, 10, 10);
    expect(await end(id)).toBe('round_in_hand');
    await table.closeBets();
    expect(await end(id)).toBe('round_in_hand');
    await table.deal(coup('P 9h Kd . B 2c Ks'));
    expect(await end(id)).toMatchObject({ reason: 'connection_lost', amount: 3_500n });
  });

  it('keeps no session open once its bets were taken back', async () => {
    const id = await openPlayer(2_500);
    await table.openBets();
    await table.bet(id, ON_PUNTO);
    await table.bet(id, { kind: 'clear' });
    await connection(id, 10, 10);
    expect(await end(id)).toMatchObject({ amount: 2_500n });
  });
});

describe('the end', () => {
  it('of many who look at once is one', async () => {
    const id = await openPlayer(2_500);
    await age(id, 60, 5);
    const ends = await Promise.all(Array.from({ length: 6 }, () => end(id)));
    expect(ends.filter((each) => typeof each === 'object')).toHaveLength(1);
    expect(ends.filter((each) => each === 'not_due')).toHaveLength(5);
    expect(await sessions.read(id)).toEqual({ open: false, balance: 0n, gameAccount: 2_500n });
    const { rows } = await database.pool.query(
      `select count(*)::int as count from entries where key like 'cash-out:' || $1 || ':%'`,
      [id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('that races a bet, a deposit and a cash-out leaves the money in one place, and one lawful story', async () => {
    const stories = new Set<string>();
    /** Which comes first at these times; at the others they race. */
    const FIRST: Readonly<Record<number, 'one' | 'other'>> = { 1: 'one', 2: 'other', 4: 'one' };
    await table.openBets();
    for (let time = 0; time < 40; time += 1) {
      const id = await openPlayer(1_000, 500);
      await connection(id, 10, 10);
      await age(id, 60, 5);
      const policy = time % 2 === 0 ? POLICY : { ...POLICY, lostMs: 60 * MINUTE };
      const late = (step: number) => headStart((time * step) % 4);
      const ends = () => end(id, policy);
      const bets = () => table.bet(id, ON_PUNTO);
      const [[ended, bet], bought, out] = await Promise.all([
        inTurn(FIRST[time], ends, bets) ?? Promise.all([late(1).then(ends), late(3).then(bets)]),
        time % 3 === 0 ? late(5).then(() => sessions.buyIn(id, amount(500), randomUUID())) : null,
        time % 5 === 0 ? late(7).then(() => sessions.cashOut(id, randomUUID())) : null,
      ]);
      expect(bought?.ok).not.toBe(false);
      const credit = await sessions.read(id);
      expect(await whole(id)).toBe(1_500n);
      if (!credit.open) expect(credit.balance).toBe(0n);
      if (ended === 'round_in_hand') expect(bet.ok).toBe(true);
      // 500: the deposit came after the cash-out, and its session ended
      if (typeof ended === 'object') {
        expect([...(out?.ok ? [500n] : []), 1_000n, 1_500n]).toContain(ended.amount);
      }
      // a deposit after the end opens another session, and a bet may be placed from that
      if (bought === null && typeof ended === 'object') {
        expect(bet).toEqual({ ok: false, refusal: 'insufficient_funds' });
        expect(credit).toEqual({ open: false, balance: 0n, gameAccount: 1_500n });
      }
      const first = typeof ended === 'object' ? ended.reason : ended;
      stories.add(`${first}, ${bet.ok ? 'bet' : bet.refusal}, ${out?.ok ?? 'none'}`);
    }
    expect(stories.size).toBeGreaterThan(2);
  });
});

describe('a look at the sessions', () => {
  it('warns each once, whoever looks', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => openPlayer()));
    for (const id of ids) await age(id, 18.5);
    const found = (await look(ids)).map((session) => ({ ...session, warnedAtMs: session.nowMs }));
    const kept = await Promise.all(
      Array.from({ length: 4 }, () => keepFound(database.pool, found)),
    );
    for (const { id } of found) expect(kept.filter((each) => each.has(id))).toHaveLength(1);
  });

  it('warns nobody who has deposited since', async () => {
    const id = await openPlayer(1_000, 1_000);
    await age(id, 18.5);
    const [found] = await look([id]);
    await sessions.buyIn(id, amount(1), randomUUID());
    const warned = { ...found!, warnedAtMs: found!.nowMs };
    expect((await keepFound(database.pool, [warned])).size).toBe(0);
  });
});

describe('what has happened to sessions', () => {
  it('is read also by whoever has had no players for a month', async () => {
    const id = await openPlayer();
    await connection(id, 0);
    await age(id, 20, 2);
    await end(id);
    const read = readSessionNotices(database.pool, [id], 31 * 24 * 60 * MINUTE);
    expect(await read).toMatchObject([{ kind: 'ended', playerId: id, reason: 'idle' }]);
  });
});

describe('a connection whose row somebody holds', () => {
  const row = (playerId: string) => ({ playerId, connection: 'a' });
  const agoMs = async (id: string): Promise<{ seen: number; lost: number | null }> => {
    const { rows } = await database.pool.query<{ seen: number; lost: number | null }>(
      `select extract(epoch from now() - seen_at)::int as seen, extract(epoch from now() - lost_at)::int as lost
         from connections where player_id = $1`,
      [id],
    );
    return rows[0]!;
  };

  /** Two players whom nobody has seen for ten minutes, and somebody holds the row of the first. */
  const holding = async (work: (held: string, free: string) => Promise<void>) => {
    const [held, free] = [await openPlayer(), await openPlayer()];
    for (const id of [held, free]) await connection(id, 10);
    await asSuperuser(database, async (holder) => {
      await holder.query('begin');
      await holder.query('select from connections where player_id = $1 for update', [held]);
      await work(held, free);
    });
  };

  it('is left out of a beat, and the others are seen', async () => {
    await holding(async (held, free) => {
      await beat(database.pool, [row(held), row(free)]);
      expect((await agoMs(free)).seen).toBe(0);
      expect((await agoMs(held)).seen).toBe(600);
    });
  });

  it('is said to be left out by what comes in and goes out, and the others are written', async () => {
    await holding(async (held, free) => {
      const newcomer = await openPlayer();
      const process = randomUUID();
      const all = [held, free, newcomer].map(row);
      expect(await goOut(database.pool, all)).toEqual(new Set([held]));
      expect([(await agoMs(held)).lost, (await agoMs(free)).lost]).toEqual([null, 0]);
      expect(await comeIn(database.pool, process, all)).toEqual(new Set([held]));
      for (const id of [free, newcomer]) {
        expect(await agoMs(id)).toEqual({ seen: 0, lost: null });
      }
    });
  });

  it('waits for no player who is held either', async () => {
    const newcomer = await openPlayer();
    await asSuperuser(database, async (holder) => {
      await holder.query('begin');
      await holder.query('select from players where id = $1 for update', [newcomer]);
      expect(await comeIn(database.pool, randomUUID(), [row(newcomer)])).toEqual(
        new Set([newcomer]),
      );
    });
    expect(await comeIn(database.pool, randomUUID(), [row(newcomer)])).toEqual(new Set());
  });

  it('is not taken for lost as long as it is held', async () => {
    const watch = { beatMs: MINUTE, trustsSilence: true };
    await holding(async (held, free) => {
      expect(await end(held, POLICY, watch)).toBe('not_due');
      expect(await end(free, POLICY, watch)).toMatchObject({ reason: 'connection_lost' });
    });
  });
});

describe('of two connections of a player', () => {
  it('the later counts, and the earlier one is ousted and loses nothing when it goes', async () => {
    const id = await openPlayer();
    const first = { playerId: id, connection: 'first' };
    const second = { playerId: id, connection: 'second' };
    await comeIn(database.pool, randomUUID(), [first]);
    expect(await readReplaced(database.pool, [first])).toEqual(new Set());
    await comeIn(database.pool, randomUUID(), [second]);
    expect(await readReplaced(database.pool, [first])).toEqual(new Set([id]));
    await goOut(database.pool, [first]);
    const lostAt = async () => {
      const { rows } = await database.pool.query<{ lost_at: Date | null }>(
        'select lost_at from connections where player_id = $1',
        [id],
      );
      return rows[0]!.lost_at;
    };
    expect(await lostAt()).toBeNull();
    await goOut(database.pool, [second]);
    expect(await lostAt()).not.toBeNull();
  });

  it('one of an unknown player is not a row', async () => {
    await comeIn(database.pool, randomUUID(), [{ playerId: '999999', connection: 'x' }]);
    const { rowCount } = await database.pool.query(
      'select from connections where player_id = 999999',
    );
    expect(rowCount).toBe(0);
  });
});
