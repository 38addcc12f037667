/** A process of robot players of a load, by the orders of its parent. */
import { writeFileSync } from 'node:fs';
import { diceOf } from '../../src/simulator/dice.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import { Schedule } from '../../src/simulator/schedule.js';
import type { LoadOrder } from './load-crowd.js';
import { type LastHeard, LoadMeasures } from './load-measures.js';
import { LoadPlayer } from './load-player.js';

const REPORT_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 500;

let measures = new LoadMeasures(true);
const schedule = new Schedule();
const players: LoadPlayer[] = [];

const report = (isLast = false) => {
  const sitting = players.filter(({ isSeated }) => isSeated);
  const sum = (name: 'unsure' | 'inPlay' | 'resultsMissed') =>
    players.reduce((total, player) => total + player[name], 0);
  const standing = {
    seated: sitting.length,
    unsure: sum('unsure'),
    inPlay: sum('inPlay'),
    resultsMissed: sum('resultsMissed'),
    heard: heardBy(sitting),
  };
  return measures.report(standing, isLast);
};

/** Most of them have the same message as their last. */
const heardBy = (sitting: readonly LoadPlayer[]): readonly LastHeard[] => {
  const counts = new Map<string, [string, number, number]>();
  for (const { table, lastSeq = 0 } of sitting) {
    const key = `${table}:${lastSeq}`;
    const heard = counts.get(key);
    if (heard === undefined) counts.set(key, [table, lastSeq, 1]);
    else heard[2] += 1;
  }
  return [...counts.values()];
};

const comeIn = async ({
  seats,
  ways,
  atOnce,
  stake,
  buyIn,
  bets,
}: LoadOrder & { does: 'come in' }) => {
  measures = new LoadMeasures(ways.every(({ host }) => host === '127.0.0.1'));
  const waiting = seats.values();
  const some = async () => {
    for (const { token, table, place } of waiting) {
      const dice = diceOf(hashStream(`load ${place}`));
      const address = `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`;
      const own = { token, table, address, dice, stake, buyIn, bets };
      const player = new LoadPlayer({ ...own, ways, schedule, measures });
      players.push(player);
      await player.comeIn();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, some));
};

const perform = async (order: LoadOrder): Promise<void> => {
  switch (order.does) {
    case 'come in':
      await comeIn(order);
      break;
    case 'rest':
      measures.isResting = true;
      break;
    case 'end': {
      const { stood, refusedBets, notFound } = measures;
      writeFileSync(order.file, JSON.stringify({ stood, not: [...refusedBets, ...notFound] }));
      for (const player of players) player.end();
      schedule.stop();
    }
  }
  process.send?.({ done: order.does, report: report(order.does === 'end') });
};

process.on('message', (order) => void perform(order as LoadOrder));
setInterval(() => process.send?.({ report: report() }), REPORT_EVERY_MS);
setInterval(() => {
  for (const player of players) player.lookAtLine();
}, LOOK_EVERY_MS);
// Whoever ordered it is gone.
process.on('disconnect', () => process.exit(0));
