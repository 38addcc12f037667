/**
 * What players read about their own play is what was bet and paid, whatever happened to the rounds.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRound, readRounds } from '../../src/history/played-rounds.js';
import { readStatement } from '../../src/history/statement.js';
import { amount } from '../../src/money/amount.js';
import { type PlayedRound, playedRound } from '../../src/protocol/http.js';
import { MODES, SPOTS } from '../../src/punto-banco/spot.js';
import type { BetContent } from '../../src/table/seat.js';
import { anyCoup, coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';
import { runs } from '../kit/runs.js';
import { asSuperuser } from '../kit/superuser.js';
import { expectStatementAdds, wholeStatement } from '../kit/whole-statement.js';

const PLAYERS = 3;
const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const SETTINGS = {
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
  oppositeBets: 'allow' as const,
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const content: fc.Arbitrary<BetContent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...SPOTS), fc.constantFrom(100, 500, 2_500))
      .map(([spot, cents]): BetContent => ({ kind: 'place', spot, amount: amount(cents) })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<BetContent>(
      { kind: 'undo' },
      { kind: 'clear' },
      { kind: 'repeat' },
      { kind: 'double' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...MODES).map((mode): BetContent => ({ kind: 'mode', mode })),
  },
);

const round = fc.record({
  bets: fc.array(fc.tuple(fc.nat(PLAYERS - 1), content), { maxLength: 10 }),
  dealt: anyCoup,
  isVoid: fc.boolean().map((isVoid) => isVoid),
  cardsBeforeVoid: fc.nat(2),
});

/** What the player was sent: the answers to the commands, and the result. */
interface Remembered {
  readonly game: string;
  readonly commands: PlayedRound['commands'];
  readonly bets: readonly { spot: string; stake: string; paid: string | null }[];
}

const bySpot = (a: { spot: string }, b: { spot: string }): number => (a.spot < b.spot ? -1 : 1);

const expectSameRound = (read: PlayedRound, remembered: Remembered): void => {
  expect(playedRound.parse(structuredClone(read))).toEqual(read);
  expect(read.game).toBe(remembered.game);
  expect(read.commands).toEqual(remembered.commands);
  expect([...read.bets].sort(bySpot)).toEqual([...remembered.bets].sort(bySpot));
  const sumOf = (field: 'stake' | 'paid') =>
    read.bets.reduce((sum, bet) => sum + BigInt(bet[field] ?? 0), 0n).toString();
  expect(read.stakes).toBe(sumOf('stake'));
  const hasEnded = ['settled', 'refunded'].includes(read.status);
  expect(read.paid).toBe(hasEnded ? sumOf('paid') : null);
};

const all = 100;

const walkRounds = async (playerId: string, limit: number): Promise<readonly PlayedRound[]> => {
  const rounds: PlayedRound[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await readRounds(database.pool, playerId, { limit, before });
    rounds.push(...page.rounds);
    if (page.next === null) return rounds;
    expect(page.rounds).toHaveLength(limit);
    before = page.next;
  }
};

/** Plays the rounds; what each player was sent of each. The last is left in hand. */
const play = async (
  table: RunningTable,
  playerIds: readonly string[],
  rounds: readonly (typeof round extends fc.Arbitrary<infer R> ? R : never)[],
): Promise<readonly (readonly Remembered[])[]> => {
  const published: Remembered[][] = playerIds.map(() => []);
  for (const playerId of playerIds) await table.table.join(playerId);
  for (const [index, { bets, dealt, isVoid, cardsBeforeVoid }] of rounds.entries()) {
    const game = await table.openBets();
    const commands = playerIds.map((): PlayedRound['commands'] => []);
    for (const [player, asked] of bets) {
      const betId = randomUUID();
      const reply = await table.bet(playerIds[player]!, asked, { betId });
      if (!reply.ok) continue;
      const change = Object.fromEntries([...reply.change].map(([spot, by]) => [spot, `${by}`]));
      const kind = asked.kind === 'place_all' ? 'place' : asked.kind;
      commands[player]!.push({ betId, kind, change, balance: `${reply.balance}` });
    }
    const seats = await Promise.all(playerIds.map((id) => table.seat(id)));
    const isInHand = index === rounds.length - 1;
    if (!isInHand && isVoid) {
      if (cardsBeforeVoid > 0) {
        await table.closeBets();
        await table.deal({ cards: dealt.cards.slice(0, cardsBeforeVoid) });
      }
      await table.voidRound();
    } else if (!isInHand) await table.playRound(dealt);
    for (const [player, playerId] of playerIds.entries()) {
      if (commands[player]!.length === 0) continue;
      const { result } =
        table.results.find((each) => each.playerId === playerId && each.result.game === game) ?? {};
      const lying = [...seats[player]!.slip.stakes].map(([spot, stake]) => ({
        spot,
        stake: `${stake}`,
        paid: null,
      }));
      published[player]!.push({ game, commands: commands[player]!, bets: result?.bets ?? lying });
    }
  }
  return published.map((of) => of.reverse());
};

const TABLES = ['a', 'b', 'c'] as const;
const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z');

/**
 * Opens a round an hour, at the tables of the night, each of which draws its next number then. The
 * player bets in most of them. Returns the numbers of these, by their hours.
 */
const playNight = async (playerId: string, night: string): Promise<ReadonlyMap<number, string>> => {
  const bets = new Map<number, string>();
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ id: string }>(
      `insert into accounts (name, kind) values ('round:resting:stakes', 'stakes') returning id`,
    );
    let last = 2_000_000_000;
    const drawn = new Map<string, number>();
    for (const table of TABLES) {
      await client.query(`insert into tables (id, settings) values ($1, '{"name":"Resting"}')`, [
        table,
      ]);
      drawn.set(table, (last += 1));
    }
    for (const [hour, table] of [...night].entries()) {
      const game = drawn.get(table)!;
      drawn.set(table, (last += 1));
      await client.query(
        `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, closed_seq, stakes_account_id)
         values ($1, $2, 1, 1, 'punto-banco-1', 'closed', $3, $4, $3, $5)`,
        [game, table, hour, new Date(FIRST_MS + hour * HOUR_MS), rows[0]!.id],
      );
      if (hour % 5 === 3) continue;
      await client.query(
        `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
         values ($1, gen_random_uuid(), 0, 'punto', 'zero_commission', 'place', 100, $2, 1, 0)`,
        [playerId, game],
      );
      bets.set(hour, `${game}`);
    }
  });
  return bets;
};

describe('the history', () => {
  it('of random rounds, settled, void, taken back and in hand, is what was sent', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (rounds, limit) => {
          const players = await openPlayers(
            database.pool,
            Array.from({ length: PLAYERS }, () => 20_000),
            5_000,
          );
          const ids = players.map(({ id }) => id);
          const table = await RunningTable.open(database, SETTINGS);
          const published = await play(table, ids, rounds);
          expect(table.faults).toEqual([]);

          for (const [player, id] of ids.entries()) {
            const read = await walkRounds(id, limit);
            expect(read.map(({ game }) => game)).toEqual(
              published[player]!.map(({ game }) => game),
            );
            expect(await walkRounds(id, all)).toEqual(read);
            for (const [index, one] of read.entries()) {
              expectSameRound(one, published[player]![index]!);
              expect(await readRound(database.pool, id, one.game)).toEqual(one);
              seen.add(one.status);
              if (one.bets.length === 0) seen.add('taken back');
            }
            for (const game of published.flat().map((each) => each.game)) {
              const isOwn = published[player]!.some((each) => each.game === game);
              expect((await readRound(database.pool, id, game)) !== undefined).toBe(isOwn);
            }

            const entries = await expectStatementAdds(database.pool, id, limit);
            expect(await wholeStatement(database.pool, id)).toEqual(entries);
            for (const { game, stakes, paid, status } of read) {
              const ofGame = entries.filter((entry) => entry.game === game);
              const sumOf = (kinds: readonly string[]) =>
                ofGame
                  .filter(({ kind }) => kinds.includes(kind))
                  .reduce((sum, { session }) => sum + BigInt(session), 0n);
              expect(sumOf(['bets'])).toBe(-BigInt(stakes));
              expect(sumOf(['settlement', 'refund']), status).toBe(BigInt(paid ?? 0));
            }
          }
          await table.stop();
        },
      ),
      { numRuns: runs(12), seed: 7 },
    );
    expect([...seen].sort()).toEqual(['betting', 'refunded', 'settled', 'taken back']);
  });

  it('says null of what a round that is not paid yet will pay', async () => {
    const [player] = await openPlayers(database.pool, [10_000]);
    const table = await RunningTable.open(database, SETTINGS);
    await table.table.join(player!.id);
    const game = await table.openBets();
    await table.bet(player!.id, { kind: 'place', spot: 'punto', amount: amount(500) });
    const read = () => readRound(database.pool, player!.id, game);
    expect(await read()).toMatchObject({ status: 'betting', coup: null, paid: null });
    table.isPaying = false;
    await table.closeBets();
    expect(await read()).toMatchObject({ status: 'closed', coup: null, paid: null });
    await table.deal(PUNTO_WINS);
    expect(await read()).toMatchObject({
      status: 'resulted',
      coup: 'P 9h Kd . B 2c Ks',
      stakes: '500',
      paid: null,
      bets: [{ spot: 'punto', stake: '500', paid: null }],
    });
    await table.stop();
  });

  it('of a period is the rounds opened, and the money moved, in it', async () => {
    const [player, other] = await openPlayers(database.pool, [100_000, 100_000]);
    const tables = [
      await RunningTable.open(database, SETTINGS),
      await RunningTable.open(database, SETTINGS),
    ];
    for (const table of tables) {
      await table.table.join(player!.id);
      await table.table.join(other!.id);
    }
    for (let played = 0; played < 6; played += 1) {
      const table = tables[played % 2]!;
      await table.openBets();
      await table.bet(player!.id, { kind: 'place', spot: 'punto', amount: amount(100) });
      await table.bet(other!.id, { kind: 'place', spot: 'banco', amount: amount(100) });
      await table.playRound(PUNTO_WINS);
    }
    const rounds = await walkRounds(player!.id, all);
    expect(rounds).toHaveLength(6);
    const entries = await wholeStatement(database.pool, player!.id);
    const edgesOf = (times: readonly number[]) => [
      undefined,
      ...[...new Set(times)].flatMap((ms) => [ms, ms + 1]),
    ];
    const isIn = (ms: number, fromMs: number | undefined, toMs: number | undefined): boolean =>
      (fromMs === undefined || ms >= fromMs) && (toMs === undefined || ms < toMs);

    const openings = edgesOf(rounds.map(({ openedAtMs }) => openedAtMs));
    for (const fromMs of openings) {
      for (const toMs of openings) {
        const page = await readRounds(database.pool, player!.id, { fromMs, toMs, limit: all });
        const expected = rounds.filter(({ openedAtMs }) => isIn(openedAtMs, fromMs, toMs));
        expect(page.rounds.map(({ game }) => game)).toEqual(expected.map(({ game }) => game));
      }
    }
    const moves = edgesOf(entries.map(({ atMs }) => atMs));
    for (const fromMs of moves) {
      for (const toMs of moves.slice(0, 6)) {
        const page = await readStatement(database.pool, player!.id, { fromMs, toMs, limit: 3 });
        const expected = entries.filter(({ atMs }) => isIn(atMs, fromMs, toMs)).slice(0, 3);
        expect(page.entries).toEqual(expected);
      }
    }
    for (const table of tables) await table.stop();
  });

  it('has the rounds in the order in which they were opened, also of tables that have rested', async () => {
    const { id } = (await openPlayers(database.pool, [0]))[0]!;
    const night = `${'a'.repeat(24)}b${'a'.repeat(6)}cacbc${'a'.repeat(12)}cb${'b'.repeat(9)}ca`;
    const bets = [...(await playNight(id, night))].reverse();
    expect(bets.map(([, game]) => game)).not.toEqual(bets.map(([, game]) => game).toSorted());
    for (const limit of [1, 2, 3, 7, 20, bets.length]) {
      const read = await walkRounds(id, limit);
      expect(
        read.map(({ game }) => game),
        `${limit} a page`,
      ).toEqual(bets.map(([, game]) => game));
    }
    const [from, to] = [20, 47];
    const within = bets.filter(([hour]) => hour >= from && hour < to).map(([, game]) => game);
    const read: string[] = [];
    for (let before: string | undefined; ;) {
      const [fromMs, toMs] = [FIRST_MS + from * HOUR_MS, FIRST_MS + to * HOUR_MS];
      const page = await readRounds(database.pool, id, { fromMs, toMs, before, limit: 4 });
      read.push(...page.rounds.map(({ game }) => game));
      if (page.next === null) break;
      before = page.next;
    }
    expect(read).toEqual(within);
  });

  it('of someone who never played is empty', async () => {
    expect(await readRounds(database.pool, '999999', { limit: 5 })).toEqual({
      rounds: [],
      next: null,
    });
    expect(await readStatement(database.pool, '999999', { limit: 5 })).toEqual({
      entries: [],
      next: null,
      archivedUntilMs: null,
    });
  });
});
