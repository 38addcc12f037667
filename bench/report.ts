/**
 * The shift report of a day: how long it takes, and how long an honest player waits for the answer
 * to a bet while a report is made of which nothing has been worked out, against the same without
 * one, in turns. `ratio` is that of the 99th percentiles, by the median of the turns.
 */
import type { ShiftReport } from '../src/protocol/report.js';
import { median, report, rounded } from './kit.js';
import { type HonestPlayer, seatHonest } from './parts/honest-player.js';
import { playDay } from './parts/played-day.js';

const GOAL = 2;
const DAY_GOAL_S = 2;
const TURNS = 5;
const TURN_MS = 2_000;
const DAY = { rounds: 1_824, players: 40 };

const honest: HonestPlayer = await seatHonest({}, (database) => playDay(database, DAY));
const { admin } = honest.database;
await admin.query(`insert into staff (id, role, name) values ('Mara', 'shift_manager', 'Mara')`);
const token = await honest.sign('Mara', 'shift_manager');

const reportS = async (): Promise<number> => {
  const sinceMs = performance.now();
  const toMs = Date.now();
  const answer = await fetch(`${honest.url}/pit/shift?fromMs=${toMs - 86_400_000}&toMs=${toMs}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { rounds, unbalanced } = (await answer.json()) as ShiftReport;
  // The round in hand is one more.
  if (rounds !== DAY.rounds + 1 || unbalanced.length > 0) throw new Error('another day');
  return (performance.now() - sinceMs) / 1_000;
};

/** As after an upgrade. */
const forgetDay = () =>
  admin.query(
    `insert into rounds_due (game_number) select game_number from rounds where table_id like 'day-%'`,
  );

await honest.answersMs(TURN_MS); // warm
const firstS: number[] = [];
const [quietMs, busyMs]: [number[], number[]] = [[], []];
for (let turn = 0; turn < TURNS; turn += 1) {
  quietMs.push(await honest.answersMs(TURN_MS));
  await forgetDay();
  const making = reportS();
  busyMs.push(await honest.answersMs(TURN_MS));
  firstS.push(await making);
}
const againS: number[] = [];
for (let turn = 0; turn < TURNS; turn += 1) againS.push(await reportS());

const ratio = median(busyMs.map((ms, turn) => ms / quietMs[turn]!));
const dayS = median(againS);
report({
  goal: `report ≤ ${GOAL}, a day ≤ ${DAY_GOAL_S} s`,
  ratio: rounded(ratio),
  met: ratio <= GOAL && dayS <= DAY_GOAL_S,
  dayS: rounded(dayS),
  firstDayS: rounded(median(firstS)),
  p99Ms: rounded(median(busyMs)),
  quietP99Ms: rounded(median(quietMs)),
  ...DAY,
  turns: TURNS,
  postgres: honest.database.version,
});
await honest.end();
