/**
 * Two hundred players for ten fast rounds beside a browser: its balance, roads and history are the
 * studio's. With SABOT_TASKS=1, and alone, nothing in its page takes long either.
 */
import { beforeAll, expect, test } from 'vitest';
import { MAIN_SPOTS } from '../../src/punto-banco/spot.js';
import { useBrowser } from '../kit/browser.js';
import { creditOf, expectMoney, stakesOf } from '../kit/browser-books.js';
import { beadsOf, drawnRoads, roadsOf } from '../kit/browser-roads.js';
import { traceTasks } from '../kit/browser-tasks.js';
import type { Player, Staff } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { playRounds, shuffled } from '../kit/long-night.js';
import type { Studio } from '../kit/studio.js';

const ROBOTS = 200;
/** They come in so many at a time: the crowd is for the rounds. */
const AT_ONCE = 2;
const ROUNDS = 10;
/**
 * A trace is long, and holds every page of the browser, so the tasks are traced where this file
 * runs alone and that is asked for. The last rounds say enough.
 */
const isTraced = process.env['SABOT_TASKS'] === '1';
const TRACED_FROM = 7;
/** No longer does the page keep a finger waiting. */
const TASK_MS = 50;
/** The time passes when all have bet. */
const BET_MS = 60_000;

const testbed = useTestbed({ tables: { 'pb-1': { ...QUICK, betMs: BET_MS, lastBetsMs: 500 } } });
const browser = useBrowser(testbed);
let studio: Studio;
let dealer: Staff;
const robots: Player[] = [];

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  while (robots.length < ROBOTS) {
    robots.push(...(await testbed.players(studio, AT_ONCE, 'Robot', { euros: 1_000 })));
  }
});

/** Each its own: two bets a round, the second on a pair. */
const robotBets = (game: string, round: number): Promise<unknown> =>
  Promise.all(
    robots.map(async (robot, index) => {
      await robot.bet(game, [MAIN_SPOTS[(index + round) % 3]!, 1 + (index % 5)]);
      await robot.bet(game, [index % 2 === 0 ? 'either_pair' : 'perfect_pair', 1]);
    }),
  );

interface PlayedRow {
  readonly game: string;
  readonly stakes: string;
  readonly paid: string;
}

test(
  'beside two hundred players the page shows what Postgres holds',
  { timeout: 600_000 },
  async () => {
    const player = await browser.player(studio, 'Ada');
    const { page } = player;
    let last = '';
    await player.takes('25');
    let tasks = (): Promise<readonly number[]> => Promise.resolve([]);
    await playRounds(dealer, ROUNDS, shuffled('crowd')[Symbol.iterator](), async (game, round) => {
      last = game;
      if (isTraced && round === TRACED_FROM) tasks = await traceTasks(page);
      await Promise.all([
        robotBets(game, round),
        (async () => {
          await player.places(round % 2 === 0 ? 'punto' : 'banco');
          if (round % 3 === 0) await player.does('Double');
          await page.locator('[data-pending]').waitFor({ state: 'detached' });
        })(),
      ]);
      await browser.advance(BET_MS);
    });

    if (isTraced) {
      const taken = await tasks();
      const wholeMs = taken.reduce((sum, ms) => sum + ms, 0);
      console.log(`${taken.length} tasks, the longest of ${taken.slice(0, 3).join(', ')} ms`);
      expect(wholeMs, 'ms that the tasks took').toBeGreaterThan(0);
      expect(taken[0], 'ms of the longest').toBeLessThan(TASK_MS);
    }

    await Promise.all(robots.map((robot) => robot.result(last)));
    const lying = await stakesOf(testbed.pool, last, player.id);
    const credit = await creditOf(testbed.pool, player.id);
    await expectMoney(testbed.pool, player, last, { credit, stakes: lying });
    expect(Object.keys(lying), 'the last round was bet').toHaveLength(1);
    for (const [index, robot] of robots.entries()) {
      expect(robot.results, `results of robot ${index + 1}`).toHaveLength(ROUNDS);
      expect(BigInt(robot.results.at(-1)!.balance)).toBe(await creditOf(testbed.pool, robot.id));
    }

    const beads = await beadsOf(testbed.pool, 'pb-1');
    expect(beads).toHaveLength(ROUNDS);
    await expect.poll(() => player.coups).toBe(ROUNDS);
    expect(await drawnRoads(page)).toEqual(roadsOf(beads));

    const sheet = await player.opens('history');
    const { rows } = await testbed.pool.query<PlayedRow>(
      `select b.game_number as game, sum(b.amount) as stakes, coalesce(p.paid, 0) as paid
       from bets b left join payouts p using (game_number, player_id)
      where player_id = $1 group by b.game_number, p.paid order by b.game_number desc`,
      [player.id],
    );
    expect(rows).toHaveLength(ROUNDS);
    await expect.poll(() => sheet.locator('[data-game]').count()).toBe(ROUNDS);
    const notice = await page.evaluate<readonly PlayedRow[]>(
      `[...document.querySelectorAll('dialog [data-game]')].map((round) => {
      const { stakes, paid } = round.querySelector('tfoot tr').dataset;
      return { game: round.dataset.game, stakes, paid };
    })`,
    );
    expect(notice).toEqual(rows);
  },
);
