/**
 * A download of hands begins where its period ends, however many hands came after it. The history
 * has the hands of all games in the order in which they were played.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsBetween } from '../../src/history/hands-between.js';
import { readHands } from '../../src/history/played-hands.js';
import type { SoloGame } from '../../src/solo/game.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

let database: TestDatabase;
const HANDS = 3_000;
const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z');
/** Between two hands. Each is of a whole hour. */
const HOUR_MS = 3_600_000;
let player: string;

beforeAll(async () => {
  database = await createDatabase();
  const [first, second] = await openPlayers(database.pool, [0, 0]);
  player = first!.id;
  // Between two hands of the player there are others’.
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into solo_hands (hand_number, player_id, game, rules, commitment, sealed, player_seed, status, step, taken, paid, opening, acted_at, ended_at)
       select 100000000000 + i * 7 + p, case p when 0 then $1::bigint else $2::bigint end, 'sette_e_mezzo', 'sette-e-mezzo-1', sha256(opening), 'sealed', 'seed', 'over', 5, 100, 0, opening, at, at
         from generate_series(1, $3::int) as i, generate_series(0, 1) as p,
              lateral (select convert_to(i || '.' || p, 'UTF8') as opening, $4::timestamptz + i * interval '1 hour' as at) as of`,
      [first!.id, second!.id, HANDS, new Date(FIRST_MS)],
    );
  });
});

afterAll(() => database.drop());

/** The hours of the hands, and how many statements it took to find them. */
const found = async (fromMs: number, toMs: number) => {
  let statements = 0;
  const counting = {
    query: (asked: pg.QueryConfig) => {
      statements += 1;
      return database.pool.query(asked);
    },
  } as unknown as pg.Pool;
  const hours: number[] = [];
  for await (const { actedAtMs } of handsBetween(counting, player, { fromMs, toMs })) {
    hours.push((actedAtMs - FIRST_MS) / HOUR_MS);
  }
  return { hours, statements };
};

it.each([
  ['a day long ago', 1 * DAY_MS, 2 * DAY_MS],
  ['a day in the middle', 60 * DAY_MS, 61 * DAY_MS],
  ['the last days', 124 * DAY_MS, 155 * DAY_MS],
  ['the time before the first', -2 * DAY_MS, -DAY_MS],
  ['the time after the last', 200 * DAY_MS, 201 * DAY_MS],
  ['a moment between two hands', 10.5 * HOUR_MS, 10.6 * HOUR_MS],
  ['the very hour of a hand', 10 * HOUR_MS, 10 * HOUR_MS + 1],
  ['until the very hour of a hand', 9 * HOUR_MS, 10 * HOUR_MS],
])('of %s, and no more pages than it fills', async (_, from, to) => {
  const { hours, statements } = await found(FIRST_MS + from, FIRST_MS + to);
  const expected = Array.from({ length: HANDS }, (__, i) => HANDS - i).filter(
    (hour) => hour * HOUR_MS >= from && hour * HOUR_MS < to,
  );
  expect(hours).toEqual(expected);
  // For each game where it ends; of this one its pages, each with the currency, and the one behind.
  expect(statements).toBeLessThanOrEqual(3 + 2 * (Math.ceil(expected.length / 100) + 1));
});

/**
 * Plays the games in that order, an hour each: the next hand of a game has its number from when the
 * one before it has ended. Returns the hours of the hands by their numbers.
 */
const played = async (id: string, games: readonly SoloGame[], firstNumber: number) => {
  const drawn = new Map<SoloGame, number>();
  const hours = new Map<string, number>();
  let last = firstNumber;
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const [hour, game] of games.entries()) {
      const number = drawn.get(game) ?? (last += 1);
      hours.set(`${number}`, hour);
      drawn.set(game, (last += 1));
      await client.query(
        `insert into solo_hands (hand_number, player_id, game, rules, commitment, sealed, player_seed, cut, status, step, taken, opening, acted_at, ended_at)
         select $1, $2, game, 'x', sha256('x'), 'x', case when game <> 'blackjack' then 'seed' end, case when game = 'blackjack' then 0 end, 'over', 1, 100, 'x', at, at
           from (select $3::solo_game as game, $4::timestamptz as at) as given`,
        [number, id, game, new Date(FIRST_MS + hour * HOUR_MS)],
      );
    }
    for (const [game, number] of drawn) {
      await client.query(
        `insert into solo_hands (hand_number, player_id, game, rules, commitment, sealed) values ($1, $2, $3, 'x', sha256('x'), 'x')`,
        [number, id, game],
      );
    }
  });
  return hours;
};

const readAll = async (id: string, limit: number, game?: SoloGame) => {
  const numbers: string[] = [];
  for (let before: string | undefined; ;) {
    const { hands, next } = await readHands(database.pool, id, { game, before, limit });
    numbers.push(...hands.map(({ hand }) => hand));
    if (next === null) return numbers;
    before = next;
  }
};

describe('the history of hands', () => {
  it('begins with the one that was played last, whenever it was committed to', async () => {
    const { id } = (await openPlayers(database.pool, [0]))[0]!;
    const sette = Array.from({ length: 25 }, () => 'sette_e_mezzo' as const);
    const hours = await played(id, ['blackjack', ...sette, 'blackjack'], 200_000_000_000);
    const { hands } = await readHands(database.pool, id, { limit: 20 });
    expect(hours.get(hands[0]!.hand)).toBe(26);
  });

  it('has each hand once, in the order of play, whatever is a page', async () => {
    const { id } = (await openPlayers(database.pool, [0]))[0]!;
    // One game for long, then another: and now and then the third.
    const games = Array.from({ length: 60 }, (_, hour): SoloGame => {
      if (hour % 17 === 0) return 'punto_e_banco';
      return hour % 40 < 25 ? 'sette_e_mezzo' : 'blackjack';
    });
    const hours = await played(id, games, 300_000_000_000);
    const inOrder = games.map((_, hour) => games.length - 1 - hour);
    for (const limit of [1, 2, 7, 20, 59, 60, 61]) {
      const read = await readAll(id, limit);
      expect(
        read.map((hand) => hours.get(hand)),
        `${limit} a page`,
      ).toEqual(inOrder);
    }
    const own = inOrder.filter((hour) => games[hour] === 'blackjack');
    expect((await readAll(id, 3, 'blackjack')).map((hand) => hours.get(hand))).toEqual(own);
  });
});
