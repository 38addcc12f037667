/**
 * `npm run load -- --players 5000 --tables 20 --minutes 2`: a studio of several processes with
 * robot dealers, and betting players over sockets of their own. `--edges`, `--tableProcesses` and
 * `--workers` say how many processes of each role; without the last two, each process has every
 * role. `--faults all`, or some with commas, hurts the studio meanwhile. `--url`, as often as the
 * studio has addresses, plays at a demo that runs already, deals nothing and hurts nothing. A line
 * says how far it is; the report is printed, and kept as JSON and as a page in `--out`. Exits with
 * 1 where something is not as it should be.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FAST_PACE, HUMAN_PACE } from '../src/simulator/pace.js';
import { rounded } from './kit.js';
import { complaintsOf, isOver } from './parts/load-complaints.js';
import { LoadCrowd, type LoadSeat } from './parts/load-crowd.js';
import { type SeenFault, bringAbout, readFaults } from './parts/load-faults.js';
import { Hops } from './parts/hops.js';
import type { StudioAddress } from './parts/load-player.js';
import { readOptions } from './parts/options.js';
import {
  type LoadFindings,
  findingsAsHtml,
  findingsAsJson,
  findingsAsText,
} from './parts/load-report.js';
import { seatsAt, wayTo } from './parts/load-studio-at.js';
import { type CpuUs, ScaledStudio } from './parts/scaled-studio.js';

const options = readOptions(
  {
    players: { type: 'string', default: '500' },
    tables: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '1' },
    edges: { type: 'string', default: '3' },
    tableProcesses: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    /** Of the robots. */
    processes: { type: 'string', default: '2' },
    betMs: { type: 'string', default: '8000' },
    fast: { type: 'boolean', default: false },
    faults: { type: 'string', default: '' },
    url: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: '.data/load' },
  },
  {
    ...{ players: 1, tables: 1, minutes: 'time', edges: 1, tableProcesses: 0, workers: 0 },
    ...{ processes: 1, betMs: 1_000 },
  },
);
const PLAYERS = Number(options.players);
const TABLES = Number(options.tables);
const MINUTES = Number(options.minutes);
const AT_ONCE = 100;
const STAKE = '500';
const FIRST_BETS_WITHIN_MS = 120_000;
/** How long after the first bets it is measured, and how long the last ones may take. */
const WARM_MS = 8_000;
const PAID_WITHIN_MS = 30_000 + Number(options.betMs);
/** How long a message of a table may take to the last of its players. */
const HEARD_WITHIN_MS = 10_000;
const IDS_AT_ONCE = 20_000;

const faults = readFaults(options.faults, options.url.length > 0);
if (typeof faults === 'string') {
  console.error(faults);
  process.exit(2);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const say = (text: string): void => {
  const isTerminal = process.stderr.isTTY;
  process.stderr.write(isTerminal ? `\r\u001B[K${text}` : `${text}\n`);
};

// Whatever was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const urls = options.url;
const studio =
  urls.length > 0
    ? undefined
    : await ScaledStudio.start({
        edges: Number(options.edges),
        tableProcesses: Number(options.tableProcesses),
        workers: Number(options.workers),
        players: PLAYERS,
        tables: TABLES,
        betMs: Number(options.betMs),
        pace: options.fast ? FAST_PACE : HUMAN_PACE,
      });
const seats: readonly LoadSeat[] =
  studio === undefined ? await seatsAt(urls[0]!, PLAYERS, TABLES) : await studio.seats();
const ways: readonly StudioAddress[] = studio?.ways ?? urls.map(wayTo);

const crowd = new LoadCrowd(Number(options.processes));
const startedAt = performance.now();
let doing = 'players come in';
const progress = setInterval(() => {
  const { seated, messages, stood, gaps, unsure } = crowd.counts;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const refused = crowd.mostRefused === undefined ? '' : `, refused most: ${crowd.mostRefused}`;
  say(
    `${seconds} s, ${doing}: ${seated} of ${PLAYERS} seated, ${messages} messages, ${stood} bets stand, ${unsure} unsure, ${gaps} gaps${refused}`,
  );
}, 1_000);

const comingAt = performance.now();
try {
  await crowd.comeIn(seats, {
    ways,
    atOnce: Math.ceil(AT_ONCE / Number(options.processes)),
    stake: STAKE,
    bets: true,
    ...(studio === undefined && { buyIn: '50000' }),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const joinsASecond = PLAYERS / ((performance.now() - comingAt) / 1_000);

await studio?.openTables();
doing = 'the first rounds';
const dealingAt = performance.now();
while (crowd.counts.stood === 0 && performance.now() - dealingAt < FIRST_BETS_WITHIN_MS) {
  await pause(500);
}
await pause(WARM_MS);

doing = 'playing';
const cpuBefore = await studio?.cpuUs();
const before = crowd.counts;
const sinceMs = performance.now();
const untilMs = sinceMs + MINUTES * 60_000;
const seen: SeenFault[] = [];
if (studio !== undefined) {
  for (const fault of faults) {
    doing = fault;
    seen.push(await bringAbout(fault, studio, crowd));
  }
}
doing = 'playing';
await pause(Math.max(0, untilMs - performance.now()));
const played = crowd.counts;
const seconds = (performance.now() - sinceMs) / 1_000;
const cpuAfter = await studio?.cpuUs();
const hops = (await studio?.hops()) ?? Hops.readFrom([]);

doing = 'the last rounds';
await crowd.rest();
const restAt = performance.now();
let unpaidRounds: number | undefined;
while (performance.now() - restAt < PAID_WITHIN_MS) {
  await pause(500);
  unpaidRounds = await studio?.openRounds();
  if (isOver(crowd.counts, PLAYERS, unpaidRounds)) break;
}
const said = (await studio?.lastShown()) ?? crowd.latest;
const saidAt = performance.now();
while (crowd.behind(said) > 0 && performance.now() - saidAt < HEARD_WITHIN_MS) await pause(500);
const behind = crowd.behind(said);
const { seated, resultsMissed } = crowd.counts;
const redisBytes = await studio?.redis.bytes();
studio?.leaveTables();
const bets = await crowd.end();
clearInterval(progress);
say('');

const { counts } = crowd;
const log = await studio?.lookIntoLog();
const inBooks = async (ids: readonly string[]): Promise<number> => {
  let rows = 0;
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    rows += await studio!.countBets(ids.slice(at, at + IDS_AT_ONCE));
  }
  return rows;
};
const { gaps, repeats, unsure } = counts;
const complaints = [
  ...complaintsOf({
    ...{ players: PLAYERS, seated, gaps, repeats, unsure, stood: bets.stood.length, faults: seen },
    ...{ behind, resultsMissed },
    inBooks: log && {
      unpaidRounds: unpaidRounds ?? 0,
      voidedRounds: log.voided,
      standing: await inBooks(bets.stood),
      wronglyStanding: await inBooks(bets.not),
    },
  }),
];
await studio?.stopStudio();
const books = studio?.reconcile();
if (books?.isInOrder === false) complaints.push(books.report);
complaints.push(...((await studio?.verify()) ?? []));

const deliveries = played.messages - before.messages;
const cpuOf = (name: keyof CpuUs): number => (cpuAfter?.[name] ?? 0) - (cpuBefore?.[name] ?? 0);
const studioUs = cpuOf('edge') + cpuOf('table') + cpuOf('worker');
const coresOf = (name: keyof CpuUs): number => rounded(cpuOf(name) / 1e6 / seconds);
const findings: LoadFindings = {
  summary: {
    players: PLAYERS,
    tables: studio?.tables.length ?? new Set(seats.map(({ table }) => table)).size,
    ...(studio && {
      edges: options.edges,
      tableProcesses: options.tableProcesses,
      workers: options.workers,
    }),
    seconds: Math.round(seconds),
    joinsASecond: rounded(joinsASecond),
    deliveries,
    deliveriesASecond: Math.round(deliveries / seconds),
    betsASecond: rounded((played.stood - before.stood) / seconds),
    betsStanding: bets.stood.length,
    unanswered: counts.unanswered,
    foundAfterwards: counts.found,
    foundNotToStand: counts.notFound,
    gaps: counts.gaps,
    repeats: counts.repeats,
    linesLost: counts.cuts,
    snapshotsInPlaceOfMissed: counts.snapshots,
    refusals: crowd.refusals,
    ...(log && { roundsSettled: log.settled, roundsVoided: log.voided, events: log.events }),
    ...(studio &&
      seen.length === 0 && {
        cpuUsADelivery: rounded(studioUs / deliveries),
        cores: Object.fromEntries(
          (['edge', 'table', 'worker', 'redis', 'postgres'] as const).map((name) => [
            name,
            coresOf(name),
          ]),
        ),
      }),
    ...(redisBytes !== undefined && { redisMiB: rounded(redisBytes / 2 ** 20) }),
    ...(books && { books: books.isInOrder ? 'in order' : 'not in order' }),
  },
  faults: seen,
  histograms: {
    joins: crowd.histogram('joins'),
    acks: crowd.histogram('acks'),
    late: crowd.histogram('late'),
    spreads: crowd.spreads,
    hops,
  },
  complaints,
};
await studio?.end();

mkdirSync(options.out, { recursive: true });
writeFileSync(path.join(options.out, 'load.json'), findingsAsJson(findings));
writeFileSync(path.join(options.out, 'load.html'), findingsAsHtml(findings));
console.log(findingsAsText(findings));
console.log(`  ${path.resolve(options.out, 'load.html')}`);
process.exit(complaints.length === 0 ? 0 : 1);
