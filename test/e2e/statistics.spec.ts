/**
 * Bet statistics, over the wire: true to the bets, at most twice a second, and none of the dealer's
 * business.
 */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TableStatistics } from '../../src/protocol/statistics.js';
import type { Player, Staff, Wager } from '../kit/clients.js';
import { QUICK, SLOW, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

/** Between two of one table, less what the studio's clock rounds. */
const APART_MS = 499;

/** Time enough for all that is placed in a round, on a busy machine. */
const TIMED = { ...QUICK, betMs: 6_000, lastBetsMs: 1_000 };
const testbed = useTestbed({ tables: { 'pb-1': TIMED, 'pb-2': TIMED } });
let studio: Studio;
let dealer: Staff;
let manager: Staff;
let players: readonly Player[];

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
  await dealer.makeReady();
  players = await testbed.players(studio, 6, 'Guest', { euros: 1_000 });
});

const received = (client: Player | Staff, game: string) =>
  client.heard.filter(({ event, body }) => event === 'table:statistics' && body['game'] === game);

/** The stakes of a round, from the rows of its bets. */
const sums = async (game: string): Promise<Omit<TableStatistics, 'table' | 'game'>> => {
  const { rows } = await testbed.pool.query<{ spot: string; players: number; amount: string }>(
    `select spot, count(*)::int as players, sum(amount)::text as amount
       from (select player_id, spot, sum(amount) as amount from bets
              where game_number = $1 group by 1, 2 having sum(amount) > 0) as lying
      group by spot`,
    [game],
  );
  const { rows: all } = await testbed.pool.query<{ n: number }>(
    `select count(*)::int as n from (select from bets where game_number = $1
      group by player_id having sum(amount) > 0) as playing`,
    [game],
  );
  return {
    players: all[0]!.n,
    spots: Object.fromEntries(rows.map(({ spot, ...share }) => [spot, share])),
  };
};

/** Resolves when all of `players` have been sent the sums as they are now. */
const allArePublished = async (game: string) => {
  const statistics = { table: 'pb-1', game, ...(await sums(game)) };
  const isPublished = (body: object) => isDeepStrictEqual(body, statistics);
  await Promise.all(players.map((player) => player.hears('table:statistics', isPublished)));
  return statistics;
};

/** Real time, and what it was moved on by: the close of the bets is. */
const nowMs = (): number => performance.now() + testbed.clock.movedMs;

/** However late they come, no more than two a second can have come since `sinceMs`. */
const expectPaced = (player: Player, game: string, sinceMs: number): void => {
  const passedMs = nowMs() - sinceMs;
  expect((received(player, game).length - 1) * APART_MS, 'two a second').toBeLessThanOrEqual(
    passedMs,
  );
};

const WAGERS: readonly Wager[] = [
  ['banco', 5],
  ['egalite', 1],
  ['super_6', 2],
  'undo',
  'double',
  ['punto_pair', 3],
  ['banco', 7],
  'clear',
  ['punto', 4],
  'double',
];

describe('the statistics of a round', () => {
  it('are the sums of its bets, at most two a second, the last right after the close, none to the staff', async () => {
    const elsewhere = await testbed.player(studio, 'Elsewhere', { euros: 10, table: 'pb-2' });
    const sinceMs = nowMs();
    const { game, seq } = await dealer.openBetting();
    for (const [index, wager] of WAGERS.entries()) {
      await Promise.all(players.slice(index % 2).map((player) => player.wager(game, wager)));
      if (index % 3 === 0) await allArePublished(game);
    }
    for (const player of players) expectPaced(player, game, sinceMs);
    await players[0]!.bet(game, ['egalite', 9]);
    await players[5]!.bet(game, 'clear');
    const closed = await dealer.betsClosed(seq);
    const last = await allArePublished(game);
    for (const player of players) expectPaced(player, game, sinceMs);
    await testbed.advance(700);

    for (const player of players) {
      const all = received(player, game);
      expect(all.at(-1)?.body).toEqual(last);
      expect(all.length).toBeGreaterThan(3);
    }
    expect(last.players).toBe(5);
    expect(received(elsewhere, game)).toEqual([]);
    for (const staff of [dealer, manager]) {
      expect(staff.frames.filter((frame) => frame.includes('statistics'))).toEqual([]);
    }
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled', { after: closed.seq });
  });

  it('are always those of one moment, and are sent only when they have changed', async () => {
    const [anna, bea] = players;
    const { game, seq } = await dealer.openBetting();
    await anna!.bet(game, ['banco', 1]);
    await bea!.hears('table:statistics', (body) => body['game'] === game);
    await testbed.advance(1_200);
    await anna!.bet(game, 'normal');
    await testbed.advance(100);
    const spots = { banco: { players: 1, amount: '100' } };
    const statistics = { table: 'pb-1', game, players: 1, spots };
    expect(received(bea!, game).map(({ body }) => body)).toEqual([statistics]);
    await dealer.betsClosed(seq);
    await eventually('the last are sent', () => received(bea!, game).length === 2);
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled', { after: seq });
    const empty = await dealer.openBetting();
    await anna!.bet(empty.game, 'zero_commission');
    await dealer.betsClosed(empty.seq);
    await testbed.advance(300);
    expect(
      anna!.heard.filter(
        ({ event, body }) =>
          event === 'table:statistics' &&
          body['game'] !== game &&
          Number(body['game']) > Number(game),
      ),
    ).toEqual([]);
    await dealer.deal('9h Kd Ts Qs');
  });

  it('continue with the present stakes when the table comes back from its log', async () => {
    const table = await testbed.addTable(studio, SLOW);
    const staff = await testbed.staff(studio, 'Dora', { table });
    await staff.makeReady();
    const anna = await testbed.player(studio, 'Anna', { euros: 100, table });
    const { game } = await staff.openBetting();
    await anna.bet(game, ['banco', 11]);
    await studio.stop();
    studio = await testbed.restart({}, table);
    const back = await testbed.again(studio, anna);
    await back.join();
    const bea = await testbed.player(studio, 'Bea', { euros: 100, table });
    await bea.bet(game, ['banco', 2]);
    const body = await back.hears('table:statistics', ({ players: count }) => count === 2);
    expect(body).toEqual([
      { table, game, players: 2, spots: { banco: { players: 2, amount: '1300' } } },
    ]);
  });
});
