import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRound, readRounds } from '../../src/history/played-rounds.js';
import { readStatement } from '../../src/history/statement.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { RECOVERY_POLICIES, type RecoveryPolicy } from '../../src/ledger/recover.js';
import { type Amount, amount } from '../../src/money/amount.js';
import { HOUSE } from '../../src/money/chart-of-accounts.js';
import { makeCoup } from '../../src/punto-banco/notation.js';
import { CURRENT_PAYTABLE } from '../../src/punto-banco/paytable.js';
import { settle } from '../../src/punto-banco/settle.js';
import type { Spot } from '../../src/punto-banco/spot.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { type Correction, previewCorrection } from '../../src/settlement/preview-correction.js';
import { correctRoundChunk } from '../../src/settlement/correct-round.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { anyCoup, coup } from '../kit/any-coup.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';
import { SignedOrders } from '../kit/signed-orders.js';
import { asSuperuser } from '../kit/superuser.js';
import { allRows } from '../kit/whole-database.js';
import { runs } from '../kit/runs.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const BANCO_WINS = coup('P 2h Kd 4s . B 7c Ks');
const EGALITE = coup('P 7h Kd . B 7c Ks');

let database: TestDatabase;
let table: RunningTable;
let orders: SignedOrders;

beforeAll(async () => {
  database = await createDatabase();
  orders = await SignedOrders.open(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await RunningTable.open(database);
});
afterEach(() => table.stop());

/** The credit at the tables, the money at rest and what is owed. */
const has = async ({ id }: CreditedPlayer) => {
  const all = await balances(database.pool);
  return {
    session: Number(all.get(`player:${id}:session`)),
    game: Number(all.get(`player:${id}:game`)),
    owed: Number(0n - (all.get(`player:${id}:shortfall`) ?? 0n)),
  };
};

const testbed = async (): Promise<bigint> => (await balances(database.pool)).get(HOUSE)!;

const reconciled = async (): Promise<void> => {
  const client = await database.pool.connect();
  try {
    const proofs = await reconcile(client);
    expect(isInOrder(proofs), makeReport(proofs)).toBe(true);
  } finally {
    client.release();
  }
};

type Slip = Partial<Record<Spot, number>>;

const place = async ({ id }: CreditedPlayer, spot: string, stake: number): Promise<void> => {
  await table.table.join(id);
  const place = { kind: 'place', spot: spot as Spot, amount: amount(stake) } as const;
  const reply = await table.bet(id, place);
  expect(reply).toMatchObject({ ok: true });
};

/** A round that was bet on, settled on `dealt`; its game number. */
const play = async (
  slips: readonly (readonly [CreditedPlayer, Slip])[],
  dealt = PUNTO_WINS,
): Promise<string> => {
  const game = await table.openBets();
  for (const [player, slip] of slips) {
    for (const [spot, stake] of Object.entries(slip)) await place(player, spot, stake);
  }
  await table.playRound(dealt);
  return game;
};

/** Credit is spent on bets of a round that stays open. */
const spend = async (player: CreditedPlayer, stake: number): Promise<void> => {
  await table.openBets();
  await place(player, 'punto', stake);
};

const sessionsBy = (shortfallRecovery: RecoveryPolicy): Sessions => {
  const { pool } = database;
  return new Sessions(pool, pool, new LedgerWallet(pool, { shortfallRecovery }));
};

describe('a correction of a round that was settled', () => {
  it('as a void takes back what it paid and returns what was staked', async () => {
    const [winner, loser] = await openPlayers(database.pool, [10_000, 10_000]);
    const before = await testbed();
    const game = await play([
      [winner!, { punto: 1_000, punto_pair: 100 }],
      [loser!, { banco: 2_000 }],
    ]);
    expect(await has(winner!)).toMatchObject({ session: 10_900 });
    expect(await has(loser!)).toMatchObject({ session: 8_000 });
    await table.correct(game, 'void');
    expect(await has(winner!)).toEqual({ session: 10_000, game: 0, owed: 0 });
    expect(await has(loser!)).toEqual({ session: 10_000, game: 0, owed: 0 });
    expect(await testbed()).toBe(before);
    expect(table.state.corrections).toEqual([]);
    await reconciled();
  });

  it('as a resettlement pays what the corrected cards pay', async () => {
    const [one, other] = await openPlayers(database.pool, [10_000, 10_000]);
    const game = await play([
      [one!, { punto: 1_000, egalite: 100 }],
      [other!, { banco: 2_000 }],
    ]);
    await table.correct(game, 'resettle', { coup: makeCoup(BANCO_WINS) });
    expect(await has(one!)).toMatchObject({ session: 8_900 });
    expect(await has(other!)).toMatchObject({ session: 12_000 });
    await reconciled();
  });

  it('as a refund gives one player the stakes back, and leaves all others alone', async () => {
    const [one, other] = await openPlayers(database.pool, [10_000, 10_000]);
    const game = await play([
      [one!, { banco: 1_000 }],
      [other!, { banco: 2_000 }],
    ]);
    await table.correct(game, 'refund', { player: one!.id });
    expect(await has(one!)).toMatchObject({ session: 10_000 });
    expect(await has(other!)).toMatchObject({ session: 8_000 });
    await reconciled();
  });

  it('may follow another: resettled twice, then void, refunded before', async () => {
    const [one, other] = await openPlayers(database.pool, [10_000, 10_000]);
    const game = await play([
      [one!, { punto: 1_000 }],
      [other!, { banco: 2_000 }],
    ]);
    const credits = async () => [(await has(one!)).session, (await has(other!)).session];
    expect(await credits()).toEqual([11_000, 8_000]);
    await table.correct(game, 'refund', { player: other!.id });
    expect(await credits()).toEqual([11_000, 10_000]);
    await table.correct(game, 'resettle', { coup: makeCoup(BANCO_WINS) });
    expect(await credits()).toEqual([9_000, 12_000]);
    await table.correct(game, 'resettle', { coup: makeCoup(EGALITE) });
    expect(await credits()).toEqual([10_000, 10_000]);
    await table.correct(game, 'resettle', { coup: makeCoup(PUNTO_WINS) });
    expect(await credits()).toEqual([11_000, 8_000]);
    await table.correct(game, 'refund', { player: one!.id });
    expect(await credits()).toEqual([10_000, 8_000]);
    await table.correct(game, 'void');
    expect(await credits()).toEqual([10_000, 10_000]);
    await table.correct(game, 'resettle', { coup: makeCoup(PUNTO_WINS) });
    expect(await credits()).toEqual([11_000, 8_000]);
    await reconciled();
  });

  it('is of a round that was void in hand, too: dealt after all', async () => {
    const [one] = await openPlayers(database.pool, [10_000]);
    const game = await table.openBets();
    await place(one!, 'punto', 1_000);
    await table.closeBets();
    await table.voidRound();
    expect(await has(one!)).toMatchObject({ session: 10_000 });
    await table.correct(game, 'resettle', { coup: makeCoup(PUNTO_WINS) });
    expect(await has(one!)).toMatchObject({ session: 11_000 });
    await reconciled();
  });

  it('of a round that nobody bet on changes nothing but the log', async () => {
    const game = await play([]);
    await table.correct(game, 'void');
    expect(table.corrections).toEqual([]);
    await reconciled();
  });

  it('is of any round, while another is bet on, and leaves the table where it was', async () => {
    const [one] = await openPlayers(database.pool, [10_000]);
    const game = await play([[one!, { banco: 1_000 }]]);
    await play([]);
    await spend(one!, 500);
    const { phase, round } = table.state;
    await table.correct(game, 'void');
    expect(table.state).toMatchObject({ phase, round });
    expect(await has(one!)).toMatchObject({ session: 9_500 });
    await table.playRound(PUNTO_WINS);
    expect(await has(one!)).toMatchObject({ session: 10_500 });
    await reconciled();
  });

  it('is sent to every player for whom something changed, with what is owed', async () => {
    const [one, other] = await openPlayers(database.pool, [10_000, 1_000]);
    const game = await play([
      [one!, { banco: 1_000 }],
      [other!, { punto: 1_000 }],
    ]);
    await spend(other!, 2_000);
    await table.correct(game, 'void');
    expect(table.corrections).toEqual([
      {
        playerId: one!.id,
        correction: {
          table: table.state.table,
          game,
          fix: 'void',
          was: '0',
          paid: '1000',
          balance: '10000',
          shortfall: '0',
        },
      },
      {
        playerId: other!.id,
        correction: expect.objectContaining({
          was: '2000',
          paid: '1000',
          balance: '0',
          shortfall: '1000',
        }) as unknown,
      },
    ]);
  });
});

describe('what is taken back', () => {
  it('comes from the credit, then from the game account, and the rest is owed', async () => {
    const [player] = await openPlayers(database.pool, [1_000], 300);
    const game = await play([[player!, { punto: 1_000 }]]);
    await spend(player!, 1_900);
    expect(await has(player!)).toEqual({ session: 100, game: 300, owed: 0 });
    await table.correct(game, 'void');
    expect(await has(player!)).toEqual({ session: 0, game: 0, owed: 600 });
    await reconciled();
    await table.playRound(PUNTO_WINS);
    expect(await has(player!), 'the bets of the round stand, and are paid').toEqual({
      session: 3_800,
      game: 0,
      owed: 600,
    });
    await reconciled();
  });

  it('of a player whose session is closed comes from the game account, and what is given goes there', async () => {
    const [winner, loser] = await openPlayers(database.pool, [1_000, 1_000]);
    const sessions = sessionsBy('cash_out');
    const game = await play([
      [winner!, { punto: 1_000 }],
      [loser!, { banco: 400 }],
    ]);
    await sessions.cashOut(winner!.id, randomUUID());
    await sessions.cashOut(loser!.id, randomUUID());
    await table.correct(game, 'void');
    expect(await has(winner!)).toEqual({ session: 0, game: 1_000, owed: 0 });
    expect(await has(loser!)).toEqual({ session: 0, game: 1_000, owed: 0 });
    await reconciled();
  });

  it('and owed is repaid first by what another correction gives', async () => {
    const [player] = await openPlayers(database.pool, [1_000]);
    const game = await play([[player!, { punto: 1_000 }]]);
    await spend(player!, 2_000);
    await table.correct(game, 'void');
    expect(await has(player!)).toEqual({ session: 0, game: 0, owed: 1_000 });
    await table.correct(game, 'resettle', { coup: makeCoup(PUNTO_WINS) });
    expect(await has(player!)).toEqual({ session: 0, game: 0, owed: 0 });
    await table.correct(game, 'resettle', { coup: makeCoup(BANCO_WINS) });
    expect(await has(player!)).toEqual({ session: 0, game: 0, owed: 2_000 });
    await reconciled();
  });

  it('never leaves a balance below zero, nor a shortfall above it', async () => {
    const [player] = await openPlayers(database.pool, [1_000]);
    await asSuperuser(database, async (client) => {
      const owe = `insert into accounts (name, kind, player_id, balance) values ('player:${player!.id}:shortfall', 'shortfall', ${player!.id}, 1)`;
      await expect(client.query(owe)).rejects.toThrow('accounts_of_shortfall_only_owe');
    });
  });
});

describe('a shortfall', () => {
  /** A player who owes 600 and has so much at the tables. */
  const debtor = async (credit: number): Promise<CreditedPlayer> => {
    const [player] = await openPlayers(database.pool, [600], 0);
    const game = await play([[player!, { punto: 600 }]]);
    await spend(player!, 1_200);
    await table.correct(game, 'void');
    expect(await has(player!)).toEqual({ session: 0, game: 0, owed: 600 });
    await table.playRound(BANCO_WINS);
    expect(await has(player!)).toEqual({ session: 0, game: 0, owed: 600 });
    if (credit > 0) await orders.move('deposit', player!.id, credit);
    return player!;
  };

  it('is recovered at the cash-out by the policy cash_out, and no more than went back', async () => {
    const player = await debtor(1_000);
    const sessions = sessionsBy('cash_out');
    expect(await sessions.buyIn(player.id, amount(1_000), randomUUID())).toMatchObject({
      balance: 1_000n,
    });
    await sessions.withdraw(player.id, amount(200), randomUUID());
    expect(await has(player)).toEqual({ session: 800, game: 0, owed: 400 });
    const key = randomUUID();
    const cashedOut = await sessions.cashOut(player.id, key);
    expect(cashedOut).toEqual({ ok: true, amount: 800n, isNew: true });
    expect(await has(player)).toEqual({ session: 0, game: 400, owed: 0 });
    expect(await sessions.cashOut(player.id, key)).toMatchObject({ amount: 800n, isNew: false });
    expect(await has(player)).toEqual({ session: 0, game: 400, owed: 0 });
    await reconciled();
  });

  it('is recovered of what is brought to the tables by the policy deposit, once', async () => {
    const player = await debtor(1_000);
    const sessions = sessionsBy('deposit');
    const key = randomUUID();
    expect(await sessions.buyIn(player.id, amount(250), key)).toMatchObject({ balance: 0n });
    expect(await sessions.buyIn(player.id, amount(250), key)).toMatchObject({ balance: 0n });
    expect(await has(player)).toEqual({ session: 0, game: 750, owed: 350 });
    await sessions.buyIn(player.id, amount(750), randomUUID());
    expect(await has(player)).toEqual({ session: 400, game: 0, owed: 0 });
    await sessions.cashOut(player.id, randomUUID());
    expect(await has(player)).toEqual({ session: 0, game: 400, owed: 0 });
    await reconciled();
  });

  it('stays by the policy never', async () => {
    const player = await debtor(1_000);
    const sessions = sessionsBy('never');
    await sessions.buyIn(player.id, amount(1_000), randomUUID());
    await sessions.cashOut(player.id, randomUUID());
    expect(await has(player)).toEqual({ session: 0, game: 1_000, owed: 600 });
    expect(RECOVERY_POLICIES).toContain('never');
    await reconciled();
  });
});

describe('a preview', () => {
  const preview = (correction: Correction) => previewCorrection(database.pool, correction);

  it('says what the correction then does, and changes nothing', async () => {
    const [rich, poor] = await openPlayers(database.pool, [10_000, 1_000], 50);
    const game = await play([
      [rich!, { banco: 1_000, egalite: 100 }],
      [poor!, { punto: 1_000 }],
    ]);
    await spend(poor!, 2_000);
    const before = await allRows(database.pool);
    expect(await preview({ game, fix: 'void' })).toEqual({
      bets: 3,
      players: 2,
      stakes: '2100',
      was: '2000',
      paid: '2100',
      back: '100',
      takenBack: '1000',
      losers: 1,
      given: '1100',
      gainers: 1,
      shortPlayers: 1,
      shortfall: '950',
    });
    expect(await preview({ game, fix: 'refund', player: rich!.id })).toMatchObject({
      bets: 2,
      players: 1,
      was: '0',
      paid: '1100',
      back: '1100',
      shortPlayers: 0,
      shortfall: '0',
    });
    const banco = { game, fix: 'resettle', coup: makeCoup(BANCO_WINS) } as const;
    expect(await preview(banco)).toMatchObject({
      paid: '2000',
      back: '0',
      ...{ takenBack: '2000', losers: 1, given: '2000', gainers: 1 },
      shortfall: '1950',
    });
    expect(await allRows(database.pool)).toEqual(before);
    await table.correct(game, 'resettle', { coup: makeCoup(BANCO_WINS) });
    expect(await preview({ game, fix: 'void' })).toMatchObject({ was: '2000', paid: '2100' });
    await reconciled();
  });

  it('of the void of a round in hand: every stake goes back', async () => {
    const [one] = await openPlayers(database.pool, [10_000]);
    const game = await table.openBets();
    await place(one!, 'punto', 1_000);
    expect(await preview({ game, fix: 'void' })).toEqual({
      bets: 1,
      players: 1,
      stakes: '1000',
      was: '0',
      paid: '1000',
      back: '1000',
      ...{ takenBack: '0', losers: 0, given: '1000', gainers: 1 },
      shortPlayers: 0,
      shortfall: '0',
    });
  });

  it('of an unknown round, or of cards that make no coup, is undefined', async () => {
    const game = await play([]);
    expect(await preview({ game: '1', fix: 'void' })).toBeUndefined();
    expect(await preview({ game, fix: 'resettle', coup: 'P 9h' })).toBeUndefined();
    expect(await preview({ game, fix: 'resettle' })).toBeUndefined();
  });
});

describe('a player reads', () => {
  const page = { limit: 100 };

  it('in the history what a round came to after its corrections, and what it was', async () => {
    const { pool } = database;
    const [one, other] = await openPlayers(pool, [10_000, 10_000]);
    const game = await play([
      [one!, { punto: 1_000 }],
      [other!, { banco: 1_000 }],
    ]);
    const read = async ({ id }: CreditedPlayer) => {
      const round = (await readRound(pool, id, game))!;
      expect((await readRounds(pool, id, page)).rounds).toEqual([round]);
      return round;
    };
    const dealt = makeCoup(PUNTO_WINS);
    expect(await read(one!)).toMatchObject({ coup: dealt, paid: '2000', correction: null });
    const coup = makeCoup(BANCO_WINS);
    await table.correct(game, 'resettle', { coup });
    expect(await read(one!)).toMatchObject({
      status: 'settled',
      coup,
      paid: '0',
      bets: [{ spot: 'punto', stake: '1000', paid: '0' }],
      correction: { fix: 'resettle', was: '2000' },
    });
    await table.correct(game, 'refund', { player: one!.id });
    expect(await read(one!)).toMatchObject({ coup, paid: '1000', correction: { fix: 'refund' } });
    expect(await read(other!)).toMatchObject({ paid: '2000', correction: { fix: 'resettle' } });
    await table.correct(game, 'void');
    for (const player of [one!, other!]) {
      expect(await read(player)).toMatchObject({ paid: '1000', correction: { fix: 'void' } });
    }
    table.isPaying = false;
    await table.correct(game, 'resettle', { coup: dealt });
    expect(await read(one!), 'what is not paid yet counts not yet').toMatchObject({
      coup,
      paid: '1000',
      correction: { fix: 'void' },
    });
    await table.reopen();
  });

  it('in the statement every entry of a correction, and of a recovery, with its round', async () => {
    const { pool } = database;
    const [player] = await openPlayers(pool, [1_000], 100);
    const game = await play([[player!, { punto: 1_000 }]]);
    await spend(player!, 2_000);
    await table.correct(game, 'void');
    await table.playRound(PUNTO_WINS);
    await sessionsBy('cash_out').cashOut(player!.id, randomUUID());
    const { entries } = await readStatement(pool, player!.id, page);
    const moved = entries.map(({ kind, game, session, gameAccount }) => [
      ...[kind, game, Number(session), Number(gameAccount)],
    ]);
    expect(moved.slice(0, 6)).toEqual([
      ['recovery', null, 0, -900],
      ['cash_out', null, -4_000, 4_000],
      ['settlement', table.game, 4_000, 0],
      ['correction', game, 1_000, 0],
      ['clawback', game, -2_000, 0],
      ['cover', game, 1_000, -100],
    ]);
    const all = await has(player!);
    const sum = (of: 'session' | 'gameAccount') =>
      entries.reduce((total, entry) => total + Number(entry[of]), 0);
    expect([sum('session'), sum('gameAccount')]).toEqual([all.session, all.game]);
  });
});

describe('the payment of a correction', () => {
  it('is made once, by however many at once and however often', async () => {
    const players = await openPlayers(database.pool, Array<number>(12).fill(10_000));
    const game = await play(
      players.map((player, index) => [player, index % 2 === 0 ? { punto: 500 } : { banco: 500 }]),
    );
    table.isPaying = false;
    await table.correct(game, 'void');
    const { pool } = database;
    const chunks = [0, 1, 0, 1, 0, 1].map((chunk) => ({ game, correction: 1, chunk }));
    await Promise.all(chunks.map((each) => correctRoundChunk(pool, each)));
    for (const each of chunks) await correctRoundChunk(pool, each);
    for (const player of players) expect(await has(player)).toMatchObject({ session: 10_000 });
    await reconciled();

    table.isPaying = true;
    await table.reopen();
    await table.paid();
    expect(table.state.corrections).toEqual([]);
    await correctRoundChunk(pool, chunks[0]!);
    await reconciled();
  });

  it('does not wait for bets of the same players, nor they for it, in a ring', async () => {
    const players = await openPlayers(database.pool, Array<number>(20).fill(10_000));
    const game = await play(players.map((player) => [player, { banco: 100 }]));
    await table.openBets();
    const place = { kind: 'place', spot: 'egalite', amount: amount(100) } as const;
    const [, ...replies] = await Promise.all([
      table.correct(game, 'void'),
      ...players.toReversed().map(({ id }) => table.bet(id, place)),
    ]);
    expect(replies.every((reply) => reply.ok)).toBe(true);
    for (const player of players) expect(await has(player)).toMatchObject({ session: 9_900 });
    await reconciled();
  });

  it('leaves everybody as the rules say, whatever was bet, dealt and corrected', async () => {
    const fix = fc.oneof(
      fc.record({ fix: fc.constant('void' as const) }),
      fc.record({ fix: fc.constant('resettle' as const), coup: anyCoup }),
      fc.record({ fix: fc.constant('refund' as const), player: fc.nat(3) }),
    );
    const slip = fc.dictionary(
      fc.constantFrom('punto', 'banco', 'egalite', 'either_pair', 'banco_bonus'),
      fc.integer({ min: 1, max: 25 }).map((chips) => chips * 100),
      { minKeys: 1, maxKeys: 3 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(slip, { minLength: 4, maxLength: 4 }),
        anyCoup,
        fc.array(fix, { minLength: 1, maxLength: 4 }),
        async (slips, dealt, fixes) => {
          if (table.state.phase === 'settled') await table.do({ kind: 'start_shoe_change' });
          const players = await openPlayers(database.pool, Array<number>(4).fill(100_000));
          const rounds = players.map((player, index) => [player, lawful(slips[index]!)] as const);
          const game = await play(rounds, dealt);
          const owed = rounds.map(([, stakes]) => settled(stakes, dealt));
          for (const each of fixes) {
            const corrected = {
              ...('coup' in each && { coup: makeCoup(each.coup) }),
              ...('player' in each && { player: players[each.player]!.id }),
            };
            await table.correct(game, each.fix, corrected);
            for (const [index, [, stakes]] of rounds.entries()) {
              if ('coup' in each) owed[index] = settled(stakes, each.coup);
              else if (!('player' in each) || each.player === index) owed[index] = totalOf(stakes);
            }
          }
          for (const [index, [player, stakes]] of rounds.entries()) {
            const credit = 100_000n - totalOf(stakes) + owed[index]!;
            expect(await has(player)).toEqual({ session: Number(credit), game: 0, owed: 0 });
          }
        },
      ),
      { numRuns: runs(12) },
    );
    await reconciled();
  });
});

/** The low-risk policy lets nobody cover both sides. */
const lawful = (slip: Slip): Slip =>
  slip.punto === undefined
    ? slip
    : Object.fromEntries(Object.entries(slip).filter(([spot]) => spot !== 'banco'));

const totalOf = (slip: Slip): Amount =>
  amount(Object.values(slip).reduce((sum, stake) => sum + stake, 0));

const settled = (slip: Slip, dealt: Parameters<typeof settle>[0]): Amount => {
  const stakes = new Map(
    Object.entries(slip).map(([spot, stake]) => [spot as Spot, amount(stake)]),
  );
  return settle(dealt, stakes, 'zero_commission', CURRENT_PAYTABLE).total;
};
