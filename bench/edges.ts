/**
 * S1: what a message that a player hears costs the processors, with three edges, two table
 * processes and two workers, all of it added up, against one process that does everything, under
 * the same load of betting players and robot dealers, in turns. And the hop of a command to the
 * process of its table and back, while a few players bet at an otherwise quiet studio whose
 * processes are warm, before the crowd comes in: `hopP99Ms` is the end of the bucket that it is
 * within. `bareHopP99Ms`: a line there and back over the same Redis, between two processes that do
 * nothing else, meanwhile. `--players n`, `--tables n`, `--seconds n`, `--turns n`.
 */
import { parseArgs } from 'node:util';
import { FAST_PACE } from '../src/simulator/pace.js';
import { median, report, rounded } from './kit.js';
import { bareHops } from './parts/bare-hops.js';
import { LoadCrowd } from './parts/load-crowd.js';
import { type CpuUs, ScaledStudio, type StudioShape } from './parts/scaled-studio.js';

const { values: options } = parseArgs({
  args: process.argv.slice(4),
  options: {
    players: { type: 'string', default: '3000' },
    tables: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '40' },
    turns: { type: 'string', default: '2' },
  },
});
const PLAYERS = Number(options.players);
const TABLES = Number(options.tables);
const WINDOW_MS = Number(options.seconds) * 1_000;
const TURNS = Number(options.turns);
const CPU_GOAL = 1.3;
const HOP_GOAL_MS = 5;
const ONE: StudioShape = { edges: 1, tableProcesses: 0, workers: 0 };
const MANY: StudioShape = { edges: 3, tableProcesses: 2, workers: 2 };
/** Who bets while it is quiet, and for how long. */
const FEW = 30;
const QUIET_MS = 20_000;
const WARM_MS = 8_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Turn {
  readonly cpuUs: number;
  /** Of each kind of process, in µs a second. */
  readonly parts: CpuUs;
  readonly deliveries: number;
  readonly bets: number;
  readonly ackP99Ms: number;
  readonly hopP50Ms: number;
  readonly hopP99Ms: number;
  readonly bareHopP50Ms: number;
  readonly bareHopP99Ms: number;
}

const turnOf = async (shape: StudioShape): Promise<Turn> => {
  const sizes = { players: PLAYERS, tables: TABLES, betMs: 6_000, pace: FAST_PACE };
  const studio = await ScaledStudio.start({ ...shape, ...sizes });
  const seats = await studio.seats();
  const order = { ways: studio.ways, atOnce: 50, stake: '500', bets: true };
  const few = new LoadCrowd(1);
  await few.comeIn(seats.slice(0, FEW), order);
  await studio.openTables();
  await pause(WARM_MS);
  const cold = await studio.hops();
  const bare = await bareHops(studio.redis.url, QUIET_MS);
  const hops = (await studio.hops()).since(cold);
  if (shape === MANY && hops.count === 0) throw new Error('no hop was measured');
  const crowd = new LoadCrowd(1);
  await crowd.comeIn(seats.slice(FEW), order);
  await pause(WARM_MS);
  const before = { cpu: await studio.cpuUs(), ...crowd.counts, heard: few.counts.messages };
  await pause(WINDOW_MS);
  const after = { cpu: await studio.cpuUs(), ...crowd.counts, heard: few.counts.messages };
  if (after.gaps > 0) throw new Error(`${after.gaps} messages were missed`);
  const used = (part: keyof CpuUs): number => after.cpu[part] - before.cpu[part];
  const aSecond = (part: keyof CpuUs): number => Math.round((used(part) / WINDOW_MS) * 1_000);
  const deliveries = after.messages + after.heard - before.messages - before.heard;
  const ackP99Ms = crowd.histogram('acks').quantileMs(0.99);
  await Promise.all([few.end(), crowd.end()]);
  studio.leaveTables();
  await studio.stopStudio();
  await studio.end();
  return {
    cpuUs: (used('edge') + used('table') + used('worker')) / deliveries,
    parts: {
      edge: aSecond('edge'),
      table: aSecond('table'),
      worker: aSecond('worker'),
      redis: aSecond('redis'),
      postgres: aSecond('postgres'),
    },
    deliveries,
    bets: after.stood - before.stood,
    ackP99Ms,
    hopP50Ms: hops.quantileMs(0.5),
    hopP99Ms: hops.quantileMs(0.99),
    bareHopP50Ms: bare.quantileMs(0.5),
    bareHopP99Ms: bare.quantileMs(0.99),
  };
};

const one: Turn[] = [];
const many: Turn[] = [];
for (let turn = 0; turn < TURNS; turn += 1) {
  const isOneFirst = turn % 2 === 0;
  if (isOneFirst) one.push(await turnOf(ONE));
  many.push(await turnOf(MANY));
  if (!isOneFirst) one.push(await turnOf(ONE));
}

const of = (turns: readonly Turn[], pick: (turn: Turn) => number): number =>
  rounded(median(turns.map(pick)));
const ratio = median(many.map(({ cpuUs }, turn) => cpuUs / one[turn]!.cpuUs));
const hopP99Ms = of(many, (turn) => turn.hopP99Ms);
report({
  goal: `S1 ≤ ${CPU_GOAL}, hop p99 ≤ ${HOP_GOAL_MS} ms`,
  ratio: rounded(ratio),
  hopP99Ms,
  met: ratio <= CPU_GOAL && hopP99Ms <= HOP_GOAL_MS,
  hopP50Ms: of(many, (turn) => turn.hopP50Ms),
  bareHopP50Ms: of(many, (turn) => turn.bareHopP50Ms),
  bareHopP99Ms: of(many, (turn) => turn.bareHopP99Ms),
  cpuUs: { many: of(many, (turn) => turn.cpuUs), one: of(one, (turn) => turn.cpuUs) },
  cpuUsASecond: { many: many[0]!.parts, one: one[0]!.parts },
  deliveriesASecond: of(many, (turn) => (turn.deliveries / WINDOW_MS) * 1_000),
  betsASecond: of(many, (turn) => (turn.bets / WINDOW_MS) * 1_000),
  ackP99Ms: { many: of(many, (turn) => turn.ackP99Ms), one: of(one, (turn) => turn.ackP99Ms) },
  players: PLAYERS,
  tables: TABLES,
  turns: TURNS,
});
process.exit(0);
