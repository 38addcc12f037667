/**
 * J1 and A3: how fast players come in, by connection, token and `table:join` with a seat that is
 * read from Postgres and a snapshot, and what each costs in memory. The baseline is a bare
 * socket.io server that answers one message, in the same turns and with the same clients. Besides:
 * a storm of half of them who come back at once, and the time until everybody can bet again after
 * every connection of the studio to Postgres was cut. `--players n` is for how many.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startRedis } from '../scripts/setup/services.js';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import type { Role } from '../src/protocol/command.js';
import { DealerClient } from '../src/client/dealer-client.js';
import { makeScanCode } from '../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../src/round/settings.js';
import { median, report, rounded } from './kit.js';
import { BenchCrowd, type CrowdReport } from './parts/crowd.js';
import { openPlayers, startDatabase } from './parts/database.js';
import type { Gauge } from './parts/gauge.js';
import { GAUGED, gaugeOf } from './parts/gauged.js';
import { BenchStudio } from './parts/studio.js';
import { signToken } from './parts/sign-token.js';

const { values: options } = parseArgs({
  args: process.argv.slice(4),
  options: {
    players: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '3' },
    profile: { type: 'string' },
  },
});
const PLAYERS = Number(options.players);
const TURNS = Number(options.turns);
/** How many come in before anything is measured, and go again. */
const WARM_UPS = Math.min(1_000, PLAYERS);
const STORM = Math.floor(PLAYERS / 2);
const AT_ONCE = 200;
const JOINS_GOAL = 1_000;
const BYTES_GOAL = 18_000;
const BACK_GOAL_MS = 3_000;
const TABLE = 'bench';
const KEY = randomUUID() + randomUUID();
const BARE_PORT = 20_000 + (process.pid % 1_000);
const BARE = fileURLToPath(new URL('./parts/bare-sockets.js', import.meta.url));

const database = await startDatabase();
const redis = await startRedis();
const env = {
  DATABASE_URL: database.url,
  SABOT_JWT_KEY: KEY,
  SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
  SABOT_ANCHOR_KEY: makeUpAnchorKey()
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
  TRUSTED_PROXIES: '1',
  ...(redis === undefined ? { QUEUE_BACKEND: 'postgres' } : { REDIS_URL: redis.url }),
};
const settings = {
  ...DEFAULT_SETTINGS,
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
};
await database.admin.query(`insert into tables (id, settings) values ($1, $2)`, [TABLE, settings]);
await database.admin.query(`insert into staff (id, role, name) values ('Dora', 'dealer', 'Dora')`);

const sign = (id: string, role: Role): Promise<string> => signToken(KEY, id, role);

const players = await openPlayers(database.admin, PLAYERS, 10_000_000n);
const tokens: string[] = [];
for (const id of players) tokens.push(await sign(id, 'player'));

/** Opens the bets, where they are not open yet, and returns the round's number. */
const openRound = async (url: string): Promise<string> => {
  const dealer = new DealerClient(url, await sign('Dora', 'dealer'));
  const desk = dealer.watch(TABLE, {});
  await desk.joined();
  const must = (reply: { readonly ok: boolean }): void => {
    if (!reply.ok) throw new Error(JSON.stringify(reply));
  };
  if (desk.copy?.phase === 'closed') {
    must(await dealer.send('table:open', { table: TABLE }));
    must(await dealer.send('cards:bring', { table: TABLE, cards: 'bench' }));
    must(await dealer.send('shoe:new', { table: TABLE }));
    must(await dealer.send('shoe:burn', { table: TABLE, code: makeScanCode('3h'), scanSeq: 1 }));
    must(await dealer.send('betting:open', { table: TABLE }));
  }
  while (typeof desk.copy?.round?.game !== 'string') {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { game } = desk.copy.round;
  dealer.close();
  return game;
};

/** What everybody who comes in costs, and half of them when they come back. */
interface Arrivals {
  readonly joinsASecond: number;
  readonly cpuUs: number;
  readonly livingBytes: number;
  readonly residentBytes: number;
  readonly seated: CrowdReport;
  readonly storm: CrowdReport;
}

const arrive = async (
  crowd: BenchCrowd,
  port: number,
  gauge: () => Promise<Gauge>,
): Promise<Arrivals> => {
  const seat = (count: number, atOnce = AT_ONCE) =>
    crowd.perform({ does: 'seat', port, table: TABLE, tokens: tokens.slice(0, count), atOnce });
  await seat(WARM_UPS);
  await crowd.perform({ does: 'cut', count: WARM_UPS });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const before = await gauge();
  const seated = await seat(PLAYERS);
  const atOnce = await gauge();
  // Until what a connection needs only at the beginning has gone.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const after = await gauge();
  await crowd.perform({ does: 'cut', count: STORM });
  const storm = await seat(PLAYERS, STORM);
  return {
    joinsASecond: (PLAYERS / seated.ms) * 1_000,
    cpuUs: (atOnce.cpuUs - before.cpuUs) / PLAYERS,
    livingBytes: (after.livingBytes - before.livingBytes) / PLAYERS,
    residentBytes: (after.residentBytes - before.residentBytes) / PLAYERS,
    seated,
    storm,
  };
};

const bareTurn = async (): Promise<Arrivals> => {
  const child = fork(BARE, [String(BARE_PORT)], { execArgv: [...GAUGED] });
  const crowd = new BenchCrowd();
  try {
    await gaugeOf(child); // It runs.
    return await arrive(crowd, BARE_PORT, () => gaugeOf(child));
  } finally {
    crowd.end();
    child.kill('SIGKILL');
  }
};

interface StudioTurn extends Arrivals {
  /** Until every player's bet stands: on a quiet table, and after the cut. */
  readonly quietBetsMs: number;
  readonly back: CrowdReport;
}

const studioTurn = async (): Promise<StudioTurn> => {
  const { profile } = options;
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  const studio = new BenchStudio(env, nodeOptions);
  const crowd = new BenchCrowd();
  try {
    await studio.runs(TABLE);
    const game = await openRound(studio.url);
    const arrivals = await arrive(crowd, Number(new URL(studio.url).port), () => studio.gauge());
    if (profile !== undefined) return { ...arrivals, quietBetsMs: 0, back: arrivals.storm };
    const bet = () => crowd.perform({ does: 'bet', table: TABLE, game });
    const quiet = await bet();
    const cut = database.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'sabot %'`,
    );
    const [back] = await Promise.all([cut.then(bet), cut]);
    return {
      ...arrivals,
      quietBetsMs: quiet.ms,
      back,
    };
  } finally {
    crowd.end();
    if (profile === undefined) await studio.kill();
    else await studio.stop();
  }
};

const bare: Arrivals[] = [];
const studios: StudioTurn[] = [];
for (let turn = 0; turn < TURNS; turn += 1) {
  bare.push(await bareTurn());
  studios.push(await studioTurn());
}

const of = <T extends Arrivals>(turns: readonly T[], pick: (turn: T) => number): number =>
  rounded(median(turns.map(pick)));
const ratioOf = (pick: (turn: Arrivals) => number): number =>
  rounded(median(studios.map((turn, index) => pick(turn) / pick(bare[index]!))));

const joinsASecond = of(studios, (turn) => turn.joinsASecond);
const livingBytes = of(studios, (turn) => turn.livingBytes);
const backMs = of(studios, (turn) => turn.back.ms);
report({
  goal: 'J1',
  ratio: rounded(joinsASecond / JOINS_GOAL),
  goalRatio: 1,
  met: joinsASecond >= JOINS_GOAL && livingBytes <= BYTES_GOAL && backMs <= BACK_GOAL_MS,
  players: PLAYERS,
  joinsASecond,
  joinsToBare: ratioOf((turn) => turn.joinsASecond),
  cpuUsAJoin: of(studios, (turn) => turn.cpuUs),
  cpuToBare: ratioOf((turn) => turn.cpuUs),
  stormMs: of(studios, (turn) => turn.storm.ms),
  stormToBare: ratioOf((turn) => turn.storm.ms),
  livingBytes,
  livingToBare: ratioOf((turn) => turn.livingBytes),
  residentBytes: of(studios, (turn) => turn.residentBytes),
  residentToBare: ratioOf((turn) => turn.residentBytes),
  backMs,
  firstBackMs: of(studios, (turn) => turn.back.firstMs),
  quietBetsMs: of(studios, (turn) => turn.quietBetsMs),
  answerBytes: of(studios, (turn) => turn.seated.answerBytes),
  bare: {
    joinsASecond: of(bare, (turn) => turn.joinsASecond),
    cpuUsAJoin: of(bare, (turn) => turn.cpuUs),
    livingBytes: of(bare, (turn) => turn.livingBytes),
    residentBytes: of(bare, (turn) => turn.residentBytes),
    stormMs: of(bare, (turn) => turn.storm.ms),
  },
  refusals: studios.map((turn) =>
    [turn.seated, turn.storm, turn.back].map((each) => each.refusals),
  ),
  turns: TURNS,
  postgres: database.version,
});

await redis?.stop();
await database.stop();
process.exit(0);
