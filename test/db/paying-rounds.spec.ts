import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BetCommit } from '../../src/ledger/place-bets.js';
import { payChunk } from '../../src/ledger/pay-chunk.js';
import { type Amount, amount } from '../../src/money/amount.js';
import { HOUSE, sessionAccount, stakesAccount } from '../../src/money/chart-of-accounts.js';
import type { Coup } from '../../src/punto-banco/coup.js';
import { CURRENT_PAYTABLE } from '../../src/punto-banco/paytable.js';
import { settle, verdicts } from '../../src/punto-banco/settle.js';
import { type Mode, SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import type { Stakes } from '../../src/punto-banco/stakes.js';
import { cut, payRoundChunk, readPaid } from '../../src/settlement/pay-round.js';
import { anyCoup, coup } from '../kit/any-coup.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable } from '../kit/logged-table.js';
import { untilWaitingForLocks } from '../kit/superuser.js';
import { allRows } from '../kit/whole-database.js';
import { runs } from '../kit/runs.js';

const CREDIT = 1_000_000;
const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const BANCO_WINS = coup('P 2h Kd 4s . B 7c Ks');

let database: TestDatabase;
let table: LoggedTable;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
});
afterEach(() => table.close());

/** What a player has on the spots. */
interface Slip {
  readonly mode: Mode;
  readonly stakes: Stakes;
}

const slip = (mode: Mode, stakes: Partial<Record<Spot, number>>): Slip => ({
  mode,
  stakes: new Map(Object.entries(stakes).map(([spot, stake]) => [spot as Spot, amount(stake)])),
});

const totalOf = ({ stakes }: Slip): bigint =>
  [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);

/** Places every slip in one command. */
/** Whoever is busy, because a payment holds the account at that moment, asks again. */
const placeBatch = async (
  at: LoggedTable,
  players: readonly CreditedPlayer[],
  slips: readonly Slip[],
): Promise<void> => {
  const commits = players
    .map(({ id, accountId }, index): BetCommit => ({
      playerId: id,
      accountId,
      betId: randomUUID(),
      kind: 'repeat',
      total: totalOf(slips[index]!),
      lines: [...slips[index]!.stakes].map(([spot, stake]) => ({
        spot,
        mode: slips[index]!.mode,
        amount: stake,
      })),
      noted: [],
      keepsMode: null,
    }))
    .filter(({ lines }) => lines.length > 0);
  for (let left = commits; left.length > 0;) {
    const { placed } = await at.placeBatch(left);
    left = left.filter((_, index) => {
      const reply = placed[index];
      if (typeof reply === 'bigint') return false;
      expect(reply).toBe('player_is_busy');
      return true;
    });
  }
};

/**
 * A round with these slips, whose bets are closed and, where a coup is given, whose coup is dealt.
 * Returns the game number.
 */
const play = async (
  at: LoggedTable,
  players: readonly CreditedPlayer[],
  slips: readonly Slip[],
  dealt?: Coup,
): Promise<string> => {
  if (at.state.phase === 'settled') await at.changeShoe();
  const game = await at.openBets();
  await placeBatch(at, players, slips);
  await at.closeBets();
  if (dealt !== undefined) await at.deal(dealt);
  return game;
};

const pay = async (game: string, chunks: readonly number[], of: number): Promise<void> => {
  for (const chunk of chunks) await payRoundChunk(database.pool, { game, chunk, chunks: of });
};

const finish = async (at: LoggedTable): Promise<void> => {
  const paid = (await readPaid(database.pool, at.game))!;
  const [stakes, back] = [paid.stakes.toString(), paid.paid.toString()];
  await (paid.outcome === 'settle'
    ? at.do({ kind: 'finish_settlement', game: at.game, stakes, paid: back })
    : at.do({ kind: 'finish_refund', game: at.game, stakes }));
};

const sessions = async (players: readonly CreditedPlayer[]): Promise<readonly bigint[]> => {
  const all = await balances(database.pool);
  return players.map(({ id }) => all.get(sessionAccount(id))!);
};

const payouts = async (game: string): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await database.pool.query<{ player_id: string; paid: string }>(
    'select player_id, paid from payouts where game_number = $1',
    [game],
  );
  return new Map(rows.map(({ player_id, paid }) => [player_id, BigInt(paid)]));
};

const anyStake = fc.oneof(
  fc.constantFrom(1, 3, 33, 99, 100, 2_500),
  fc.integer({ min: 1, max: 40_000 }),
);

/** Super 6 is bet on in zero-commission mode only, which the slip ensures. */
const anySlip: fc.Arbitrary<Slip> = fc
  .record({
    mode: fc.constantFrom<Mode>('zero_commission', 'normal'),
    stakes: fc.uniqueArray(fc.tuple(fc.constantFrom(...SPOTS), anyStake), {
      selector: ([spot]) => spot,
      maxLength: 6,
    }),
  })
  .map(({ mode, stakes }) => ({
    mode,
    stakes: new Map<Spot, Amount>(
      stakes
        .filter(([spot]) => mode === 'zero_commission' || spot !== 'super_6')
        .map(([spot, stake]) => [spot, amount(stake)]),
    ),
  }));

describe('a round that is paid', () => {
  it('pays every player what the pure rules say, to the cent, in however many chunks', async () => {
    const chunks = fc.integer({ min: 1, max: 6 }).chain((count) =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, index) => index),
        { minLength: count },
      ),
    );
    const slips = fc.array(anySlip, { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(anyCoup, slips, chunks, async (dealt, placed, order) => {
        const players = await openPlayers(
          database.pool,
          placed.map(() => CREDIT),
        );
        const before = await balances(database.pool);
        const game = await play(table, players, placed, dealt);
        const stakes = placed.reduce((sum, each) => sum + totalOf(each), 0n);
        if (stakes > 0n) {
          expect((await balances(database.pool)).get(stakesAccount(game))).toBe(stakes);
        } // else the round was settled with its coup
        for (const chunk of order) {
          expect(await readPaid(database.pool, game)).toBeUndefined();
          await pay(game, [chunk], order.length);
        }
        if (stakes > 0n) await finish(table);

        const owed = placed.map(({ mode, stakes: lies }) =>
          settle(dealt, lies, mode, CURRENT_PAYTABLE),
        );
        const after = await balances(database.pool);
        expect(players.map(({ id }) => after.get(sessionAccount(id)))).toEqual(
          owed.map(({ total }, index) => BigInt(CREDIT) - totalOf(placed[index]!) + total),
        );
        const paid = owed.reduce((sum, { total }) => sum + total, 0n);
        expect(await readPaid(database.pool, game)).toEqual({ outcome: 'settle', stakes, paid });
        expect(after.get(stakesAccount(game))).toBe(0n);
        expect(after.get(HOUSE)! - before.get(HOUSE)!).toBe(stakes - paid);
        expect(await payouts(game)).toEqual(
          new Map(
            players
              .map(({ id }, index): [string, bigint] => [id, owed[index]!.total])
              .filter(([, total]) => total > 0n),
          ),
        );
        expect(table.state.phase).toBe('settled');
      }),
      { numRuns: runs(40) },
    );
  });

  it.each<[string, Coup, Mode, Partial<Record<Spot, number>>, number]>([
    ['0.95:1 is rounded down', BANCO_WINS, 'normal', { banco: 33 }, 33 + 31],
    ['bet by bet', BANCO_WINS, 'normal', { banco: 33, punto: 10 }, 33 + 31],
    ['no commission', BANCO_WINS, 'zero_commission', { banco: 33 }, 66],
    [
      'half, rounded down, on a six',
      coup('P Kh Td 2s . B 6c Kc'),
      'zero_commission',
      { banco: 33, super_6: 1 },
      33 + 16 + 16,
    ],
    ['Banco returned on Egalité', coup('P 7h Kd . B 7c Ks'), 'normal', { banco: 33 }, 33],
    ['a cent', BANCO_WINS, 'normal', { banco: 1 }, 1],
  ])('rounds as the rules do: %s', async (_, dealt, mode, stakes, paid) => {
    const [player] = await openPlayers(database.pool, [CREDIT]);
    const placed = slip(mode, stakes);
    const game = await play(table, [player!], [placed], dealt);
    await pay(game, [0], 1);
    expect(await payouts(game)).toEqual(new Map([[player!.id, BigInt(paid)]]));
    expect(await sessions([player!])).toEqual([BigInt(CREDIT) - totalOf(placed) + BigInt(paid)]);
  });

  it('settles the chips that came to one spot by several commands as one bet, in the mode they ended in', async () => {
    const [player] = (await openPlayers(database.pool, [CREDIT])) as [CreditedPlayer];
    await table.openBets();
    await placeBatch(table, [player], [slip('zero_commission', { banco: 16 })]);
    const moved: BetCommit = {
      playerId: player.id,
      accountId: player.accountId,
      betId: randomUUID(),
      kind: 'mode',
      total: 0n,
      lines: [
        { spot: 'banco', mode: 'zero_commission', amount: -16n },
        { spot: 'banco', mode: 'normal', amount: 16n },
      ],
      noted: [],
      keepsMode: 'normal',
    };
    await table.placeBatch([moved]);
    await placeBatch(table, [player], [slip('normal', { banco: 17 })]);
    await table.closeBets();
    await table.deal(BANCO_WINS);
    await pay(table.game, [0], 1);
    // 16 and 17 apart would win 15 and 16; in zero-commission mode 33.
    expect(await payouts(table.game)).toEqual(new Map([[player.id, 33n + 31n]]));
  });

  it('writes an entry a chunk: the winners, and one posting that nets the rest with the house', async () => {
    const players = await openPlayers(database.pool, [CREDIT, CREDIT, CREDIT]);
    const placed = [
      slip('normal', { punto: 500 }),
      slip('normal', { banco: 900 }),
      slip('normal', { egalite: 100 }),
    ];
    const game = await play(table, players, placed, PUNTO_WINS);
    const touched = async () => {
      const { rows } = await database.pool.query<{ xmin: string }>(
        'select xmin from accounts where id = any($1::bigint[]) order by id',
        [players.map(({ accountId }) => accountId)],
      );
      return rows.map(({ xmin }) => xmin);
    };
    const before = await touched();
    await pay(game, [0], 1);
    const { rows } = await database.pool.query(
      `select e.kind, s.name as source, d.name as destination, amount
         from entries e join postings p on p.entry_id = e.id
         join accounts s on s.id = source_id join accounts d on d.id = destination_id
        where e.key = $1 order by line`,
      [`round:${game}:settle:0`],
    );
    const stakes = stakesAccount(game);
    expect(rows).toEqual([
      { kind: 'settlement', source: stakes, destination: HOUSE, amount: '500' },
      {
        kind: 'settlement',
        source: stakes,
        destination: sessionAccount(players[0]!.id),
        amount: '1000',
      },
    ]);
    const after = await touched();
    expect(after.slice(1)).toEqual(before.slice(1)); // losers are not touched
    expect(after[0]).not.toBe(before[0]);
  });
});

describe('a chunk', () => {
  it('run again, and by many at once, is paid once', async () => {
    const players = await openPlayers(
      database.pool,
      Array.from({ length: 12 }, () => CREDIT),
    );
    const placed = players.map((_, index) =>
      slip(index % 2 === 0 ? 'normal' : 'zero_commission', { banco: 33 + index, either_pair: 7 }),
    );
    const game = await play(table, players, placed, BANCO_WINS);
    const chunks = [0, 1, 2];
    await Promise.all(
      Array.from({ length: 9 }, (_, index) => pay(game, [chunks[index % 3]!], chunks.length)),
    );
    const once = await allRows(database.pool);
    await pay(game, chunks, chunks.length);
    expect(await allRows(database.pool)).toEqual(once);
    expect(await sessions(players)).toEqual(
      placed.map((each) => {
        const { total } = settle(BANCO_WINS, each.stakes, each.mode, CURRENT_PAYTABLE);
        return BigInt(CREDIT) - totalOf(each) + total;
      }),
    );
    await finish(table);
    const ended = await allRows(database.pool);
    await pay(game, chunks, chunks.length); // a job that comes late
    expect(await allRows(database.pool)).toEqual(ended);
  });

  it('waits for nothing that a payment of another table has locked', async () => {
    const [mine, theirs] = await openPlayers(database.pool, [CREDIT, CREDIT]);
    const placed = [slip('normal', { punto: 100 })];
    const other = await LoggedTable.open(database);
    const game = await play(table, [mine!], placed, PUNTO_WINS);
    const others = await play(other, [theirs!], placed, PUNTO_WINS);
    const locker = await database.pool.connect();
    const lock = (rows: string) => locker.query(`select from accounts where ${rows} for update`);
    try {
      // Somebody has locked what money is moved from and to everywhere, and a player.
      await locker.query('begin');
      await lock(`name in ('house', 'outside') or id = ${theirs!.accountId}`);
      const held = pay(others, [0], 1);
      await untilWaitingForLocks(database, 1);
      await pay(game, [0], 1);
      expect(await readPaid(database.pool, game)).toMatchObject({ stakes: 100n, paid: 200n });
      expect(await readPaid(database.pool, others)).toBeUndefined();
      await locker.query('commit');
      await held;
    } finally {
      locker.release();
    }
    await finish(table);
    await finish(other);
    await other.close();
  });

  it('is paid once by its own row, even by those who do not wait for the round', async () => {
    const players = await openPlayers(
      database.pool,
      Array.from({ length: 9 }, () => CREDIT),
    );
    const placed = players.map((_, index) => slip('normal', { banco: 100 + index }));
    const game = await play(table, players, placed, BANCO_WINS);
    const given = verdicts(BANCO_WINS, CURRENT_PAYTABLE);
    const paid = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        payChunk(
          database.pool,
          { game, chunk: index % 2, chunks: 2 },
          { outcome: 'settle', verdicts: given, isOfSeveral: false },
        ),
      ),
    );
    expect(paid.filter((each) => each !== undefined)).toHaveLength(2);
    expect(await readPaid(database.pool, game)).toMatchObject({ stakes: 936n });
    await finish(table);
    expect(await sessions(players)).toEqual(
      placed.map((each) => {
        const { total } = settle(BANCO_WINS, each.stakes, each.mode, CURRENT_PAYTABLE);
        return BigInt(CREDIT) - totalOf(each) + total;
      }),
    );
  });

  it('of a round that was cut otherwise pays nobody twice', async () => {
    const players = await openPlayers(
      database.pool,
      Array.from({ length: 8 }, () => CREDIT),
    );
    for (const dealt of [PUNTO_WINS, BANCO_WINS]) {
      const placed = players.map(() => slip('normal', { banco: 100 }));
      const before = await sessions(players);
      const game = await play(table, players, placed, dealt);
      await pay(game, [1], 2);
      expect(await cut(database.pool, game, 5)).toBe(2);
      // The whole round as one chunk: half of it is paid already, winners or not.
      await pay(game, [0], 1);
      expect(await readPaid(database.pool, game)).toBeUndefined();
      await pay(game, [0], 2);
      await finish(table);
      const back = dealt === BANCO_WINS ? 195n : 0n;
      const late = await allRows(database.pool);
      await pay(game, [2, 3], 5);
      expect(await allRows(database.pool)).toEqual(late);
      expect(await sessions(players)).toEqual(before.map((each) => each - 100n + back));
    }
  });

  it('of two ways to cut a round at once, one is taken', async () => {
    const players = await openPlayers(
      database.pool,
      Array.from({ length: 8 }, () => CREDIT),
    );
    for (let time = 0; time < 6; time += 1) {
      const before = await sessions(players);
      const game = await play(
        table,
        players,
        players.map(() => slip('normal', { banco: 100, egalite: 10 })),
        BANCO_WINS,
      );
      await Promise.all([
        pay(game, [0, 1, 2], 3),
        pay(game, [1, 0], 2),
        pay(game, [4, 3, 2, 1, 0], 5),
      ]);
      const chunks = await cut(database.pool, game, 9);
      await pay(
        game,
        Array.from({ length: chunks }, (_, chunk) => chunk),
        chunks,
      );
      await finish(table);
      expect(await sessions(players)).toEqual(before.map((each) => each - 110n + 195n));
    }
  });

  it('stays cut as it was', async () => {
    const players = await openPlayers(database.pool, [CREDIT]);
    const game = await play(table, players, [slip('normal', { punto: 100 })], PUNTO_WINS);
    const change = (chunks: string) =>
      database.pool.query(`update rounds set chunks = ${chunks} where game_number = $1`, [game]);
    await change('2');
    for (const chunks of ['3', 'null']) {
      await expect(change(chunks)).rejects.toMatchObject({ code: 'SB008' });
    }
  });

  it('of a round that is not decided is not paid', async () => {
    const players = await openPlayers(database.pool, [CREDIT]);
    const game = await play(table, players, [slip('normal', { punto: 100 })]);
    const before = await allRows(database.pool);
    await expect(pay(game, [0], 1)).rejects.toThrow('only a round that is resulted is settled');
    expect(await allRows(database.pool)).toEqual(before);
  });

  it('in which nobody has a stake is noted and moves nothing', async () => {
    const [one] = (await openPlayers(database.pool, [CREDIT])) as [CreditedPlayer];
    const game = await play(table, [one], [slip('normal', { punto: 100 })], PUNTO_WINS);
    const empty = 1 - Number(BigInt(one.id) % 2n);
    const before = await allRows(database.pool);
    await pay(game, [empty], 2);
    const after = await allRows(database.pool);
    const { settlement_chunks, rounds } = before;
    expect({ ...after, settlement_chunks, rounds }).toEqual(before);
    expect(await readPaid(database.pool, game)).toBeUndefined();
    await pay(game, [1 - empty], 2);
    expect(await readPaid(database.pool, game)).toMatchObject({ stakes: 100n, paid: 200n });
  });
});

describe('a void round', () => {
  it('gives every stake back, whatever was dealt, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySlip, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(3),
        async (placed, chunks, cards) => {
          const players = await openPlayers(
            database.pool,
            placed.map(() => CREDIT),
          );
          const testbed = (await balances(database.pool)).get(HOUSE);
          if (table.state.phase === 'void') await table.changeShoe();
          const game = await play(table, players, placed);
          for (const card of PUNTO_WINS.cards.slice(0, cards)) await table.scan(card);
          await table.voidRound();
          const all = Array.from({ length: chunks }, (_, chunk) => chunk);
          await Promise.all([...all, ...all].map((chunk) => pay(game, [chunk], chunks)));
          const stakes = placed.reduce((sum, each) => sum + totalOf(each), 0n);
          expect(await readPaid(database.pool, game)).toEqual({
            outcome: 'void',
            stakes,
            paid: stakes,
          });
          if (stakes > 0n) await finish(table);
          const after = await balances(database.pool);
          expect(players.map(({ id }) => after.get(sessionAccount(id)))).toEqual(
            players.map(() => BigInt(CREDIT)),
          );
          expect(after.get(stakesAccount(game))).toBe(0n);
          expect(after.get(HOUSE)).toBe(testbed);
          expect(table.state.refunded).toBe(true);
        },
      ),
      { numRuns: runs(12) },
    );
  });
});

describe('the end of a round', () => {
  it('is refused while stakes are left, and nothing of it is written', async () => {
    const players = await openPlayers(database.pool, [CREDIT, CREDIT, CREDIT]);
    const placed = players.map(() => slip('normal', { banco: 100 }));
    const game = await play(table, players, placed, BANCO_WINS);
    await pay(game, [0], 2);
    const before = await allRows(database.pool);
    const command = { kind: 'finish_settlement', game, stakes: '300', paid: '585' } as const;
    await expect(table.do(command)).rejects.toMatchObject({ code: 'SB006' });
    for (const status of ['settled', 'refunded']) {
      await expect(
        database.pool.query('update rounds set status = $2::round_status where game_number = $1', [
          game,
          status,
        ]),
      ).rejects.toMatchObject({ code: 'SB006' });
    }
    expect(await allRows(database.pool)).toEqual(before);
    await pay(game, [1], 2);
    await table.do(command);
    expect(table.state.phase).toBe('settled');
  });

  it('of a void round is refused while stakes are left', async () => {
    const players = await openPlayers(database.pool, [CREDIT]);
    const game = await play(table, players, [slip('normal', { punto: 100 })]);
    await table.voidRound();
    const command = { kind: 'finish_refund', game, stakes: '100' } as const;
    await expect(table.do(command)).rejects.toMatchObject({ code: 'SB006' });
    await pay(game, [0], 1);
    await table.do(command);
  });
});

describe('two tables', () => {
  it('that pay the same players at once, while they bet, pay each exactly', async () => {
    const other = await LoggedTable.open(database);
    const players = await openPlayers(
      database.pool,
      Array.from({ length: 20 }, () => CREDIT),
    );
    const placed = players.map((_, index) => slip('normal', { banco: 100 + index, punto_pair: 5 }));
    const games = [
      await play(table, players, placed, BANCO_WINS),
      await play(other, players, placed, PUNTO_WINS),
    ];
    const third = await LoggedTable.open(database);
    await third.openBets();
    const betting = players.map((player, index) => placeBatch(third, [player], [placed[index]!]));
    await Promise.all([
      ...games.flatMap((game) => [0, 1, 2, 3].map((chunk) => pay(game, [chunk], 4))),
      ...betting,
    ]);
    await finish(table);
    await finish(other);
    const owed = (dealt: Coup, each: Slip) =>
      settle(dealt, each.stakes, each.mode, CURRENT_PAYTABLE).total;
    expect(await sessions(players)).toEqual(
      placed.map(
        (each) =>
          BigInt(CREDIT) - 3n * totalOf(each) + owed(BANCO_WINS, each) + owed(PUNTO_WINS, each),
      ),
    );
    await other.close();
    await third.close();
  });
});
