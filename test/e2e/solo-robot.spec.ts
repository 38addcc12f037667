/** A robot at each solo game plays hand after hand, through the client package. */
import { afterAll, expect, it } from 'vitest';
import { PlayerClient } from '../../src/client/player-client.js';
import type { SimulatedHand } from '../../src/simulator/report.js';
import { Schedule } from '../../src/simulator/schedule.js';
import { SoloRobot } from '../../src/simulator/solo-robot.js';
import { SOLO_GAMES } from '../../src/solo/game.js';
import { eventually } from '../kit/studio.js';
import { useTestbed } from '../kit/testbed.js';

/** On a machine that is busy the robots think for longer. */
const IN_TIME = { withinMs: 150_000 };

const testbed = useTestbed({ tables: {} });
const schedule = new Schedule();
const clients: PlayerClient[] = [];
afterAll(() => {
  schedule.stop();
  for (const client of clients) client.close();
});

it('plays hands to their end, and goes on after its line was lost', async () => {
  const studio = await testbed.start();
  const notes: string[] = [];
  const played: SimulatedHand[] = [];
  for (const game of SOLO_GAMES) {
    const { token } = await testbed.enlist(`robot of ${game}`);
    const client = new PlayerClient(studio.url, token);
    clients.push(client);
    const note = (text: string) => void notes.push(text);
    const over = (hand: SimulatedHand) => void played.push(hand);
    new SoloRobot({ name: `robot of ${game}`, client, game, schedule, fast: true, note, over });
  }
  const ended = async (): Promise<readonly number[]> => {
    const { rows } = await testbed.pool.query<{ hands: number }>(
      `select count(h.*) filter (where h.status = 'over')::int as hands
         from unnest(enum_range(null::solo_game)) as game left join solo_hands h using (game) group by game order by game`,
    );
    return rows.map(({ hands }) => hands);
  };
  const eachHasTwoMoreThan = (before: readonly number[]) => async () =>
    (await ended()).every((hands, game) => hands >= before[game]! + 2);
  await eventually('two hands of each game', eachHasTwoMoreThan([0, 0, 0]), IN_TIME);
  for (const { connection } of clients) connection.seekElsewhere();
  await eventually('two more hands of each', eachHasTwoMoreThan(await ended()), IN_TIME);
  expect(notes).toEqual([]);
  const ofRobots = [...played]; // They play on.
  const { rows } = await testbed.pool.query<{ hand: string; taken: string; paid: string }>(
    'select hand_number as hand, taken, paid from solo_hands where hand_number = any($1)',
    [ofRobots.map(({ hand }) => hand)],
  );
  const reported = ofRobots.map(({ hand, taken, paid }) => ({
    hand,
    taken: `${taken}`,
    paid: `${paid}`,
  }));
  expect(reported.length).toBeGreaterThanOrEqual(6);
  expect(rows).toHaveLength(reported.length);
  expect(rows).toEqual(expect.arrayContaining(reported));
});
