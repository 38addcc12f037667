/**
 * `npm run hands -- --hands N`: robots play N hands of the solo games with best play, a third of
 * each game, through the real room on a real Postgres. `--sockets M` of them are played over
 * sockets at a studio of its own, the rest in this process. Then the actual returns are set beside
 * the exact ones, the books are reconciled, and logs and hands are verified. Exits with 1 where a
 * return is out of its band, or books or logs are not in order. Ctrl-C ends the play early.
 * `--hold` keeps the database until the next Ctrl-C.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { PinoLogger } from 'nestjs-pino';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import { PlayerClient } from '../src/client/player-client.js';
import { SoloClient } from '../src/client/solo-client.js';
import { readConfig } from '../src/config.js';
import { systemEntropy } from '../src/hands/entropy.js';
import { Hands } from '../src/hands/hands.service.js';
import { Openings } from '../src/hands/openings.service.js';
import { PostgresHands } from '../src/hands/postgres-store.js';
import { StepCommits } from '../src/hands/step-commits.service.js';
import { assert } from '../src/money/assert.js';
import { systemClock } from '../src/platform/clock.js';
import { createPool } from '../src/platform/database.js';
import { Metrics } from '../src/platform/metrics.js';
import { DEFAULT_STAKES } from '../src/protocol/stakes.js';
import { readSoloReport } from '../src/report/solo-report.js';
import { columns } from '../src/returns/report.js';
import { SOLO_GAMES, type SoloGame } from '../src/solo/game.js';
import { openPlayers, startDatabase } from './parts/database.js';
import {
  type HandOdds,
  blackjackOdds,
  puntoEBancoOdds,
  setteEMezzoOdds,
} from './parts/hand-odds.js';
import {
  COUPS,
  type HandDoor,
  coupOf,
  playHand,
  roomDoor,
  socketDoor,
} from './parts/hand-robot.js';
import { readOptions } from './parts/options.js';
import { BenchStudio } from './parts/studio.js';
import { signToken } from './parts/sign-token.js';

const options = readOptions(
  {
    hands: { type: 'string', default: '30000' },
    sockets: { type: 'string' },
    hold: { type: 'boolean', default: false },
  },
  { hands: 1, sockets: 0 },
);
const HANDS = Number(options.hands);
const OVER_SOCKETS = Number(options.sockets ?? Math.round(HANDS / 20));
assert(HANDS >= OVER_SOCKETS, '--sockets: no more than --hands');
/** Robots in this process, and others over sockets: one hand at a time of each. */
const ROBOTS = 450;
const ROBOTS_ON_LINES = 90;
const OPENED_AT_ONCE = 100;
const CREDIT = 10_000_000n;
/** As everywhere: 1 in 15,787 means is further away by chance. */
const STANDARD_ERRORS_MAX = 4;

const database = await startDatabase();
const keys = {
  SABOT_JWT_KEY: randomUUID() + randomUUID(),
  SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
  SABOT_ANCHOR_KEY: makeUpAnchorKey()
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
};
const env = { ...keys, DATABASE_URL: database.url };
const config = readConfig(env);
const players = await openPlayers(database.admin, ROBOTS + ROBOTS_ON_LINES, CREDIT);

const COUP_ODDS = COUPS.map(puntoEBancoOdds);
const ODDS = { sette_e_mezzo: setteEMezzoOdds(), blackjack: blackjackOdds() };
const oddsOf = (game: SoloGame, hand: string): HandOdds =>
  game === 'punto_e_banco' ? COUP_ODDS[coupOf(hand)]! : ODDS[game];

/** For first stakes of 1, of all the hands of a game together. */
interface Sums {
  hands: number;
  back: number;
  squares: number;
  exact: number;
  /** Undefined where the variance of a hand is not known. */
  variance: number | undefined;
}
const sums = Object.fromEntries(
  SOLO_GAMES.map((game): [SoloGame, Sums] => [
    game,
    { hands: 0, back: 0, squares: 0, exact: 0, variance: 0 },
  ]),
) as Record<SoloGame, Sums>;

let isStopping = false;
let retries = 0;
process.once('SIGINT', () => (isStopping = true));

const startedAt = performance.now();
const seconds = (): number => Math.round((performance.now() - startedAt) / 1_000);
let shown = 0;
const showProgress = (): void => {
  const done = SOLO_GAMES.reduce((sum, game) => sum + sums[game].hands, 0);
  if (done < shown) return;
  shown += Math.ceil(HANDS / 20);
  process.stderr.write(`${done} of ${HANDS} hands, ${seconds()} s\n`);
};

/** How many hands of each game may still be begun. */
type Quota = Record<SoloGame, number>;
const quotaOf = (hands: number): Quota => {
  const [third, rest] = [Math.floor(hands / 3), hands % 3];
  return { punto_e_banco: third + rest, sette_e_mezzo: third, blackjack: third };
};

const playOn = async (
  door: HandDoor,
  game: SoloGame,
  first: string,
  quota: Quota,
): Promise<void> => {
  const sum = sums[game];
  for (let hand = first; quota[game] > 0 && !isStopping;) {
    quota[game] -= 1;
    const { firstStake, taken, paid, next } = await playHand(door, game, hand, () => {
      retries += 1;
    });
    const back = 1 + Number(paid - taken) / Number(firstStake);
    const { mean, variance } = oddsOf(game, hand);
    sum.hands += 1;
    sum.back += back;
    sum.squares += back * back;
    sum.exact += mean;
    sum.variance =
      sum.variance === undefined || variance === undefined ? undefined : sum.variance + variance;
    showProgress();
    hand = next;
  }
};

const sign = (id: string): Promise<string> => signToken(keys.SABOT_JWT_KEY, id, 'player', '12h');

const playOverSockets = async (): Promise<void> => {
  if (OVER_SOCKETS === 0) return;
  const studio = new BenchStudio({ ...env, QUEUE_BACKEND: 'postgres', TRUSTED_PROXIES: '1' });
  await studio.isReady();
  const quota = quotaOf(OVER_SOCKETS);
  await Promise.all(
    players.slice(ROBOTS).map(async (id, index) => {
      const game = SOLO_GAMES[index % SOLO_GAMES.length]!;
      const client = new PlayerClient(studio.url, await sign(id));
      const solo = new SoloClient(client);
      const opened = await solo.open(game);
      if (!opened.ok) throw new Error(`${game} was not opened: ${opened.refusal}`);
      await playOn(socketDoor(solo), game, opened.hand.hand, quota);
      client.close();
    }),
  );
  await studio.stop();
};

const playHere = async (): Promise<void> => {
  const [metrics, logger] = [new Metrics(), new PinoLogger({ pinoHttp: { level: 'silent' } })];
  const pool = createPool(config.database, 'hands', config.database.pools.hands);
  const store = new PostgresHands(pool, { of: () => Promise.resolve() });
  const commits = new StepCommits(config, store, systemClock(), metrics);
  const openings = new Openings(
    config,
    metrics,
    logger,
    { note: () => undefined },
    systemEntropy(),
  );
  const stakes = { now: () => Promise.resolve(DEFAULT_STAKES) };
  const hands = new Hands(store, openings, commits, systemClock(), stakes);
  const quota = quotaOf(HANDS - OVER_SOCKETS);
  const first = new Map<string, string>();
  const robots = players
    .slice(0, ROBOTS)
    .map((id, index) => ({ id, game: SOLO_GAMES[index % SOLO_GAMES.length]! }));
  // Only so many may wait for a connection.
  for (let from = 0; from < ROBOTS; from += OPENED_AT_ONCE) {
    await Promise.all(
      robots.slice(from, from + OPENED_AT_ONCE).map(async ({ id, game }) => {
        const opened = await hands.open(id, game);
        if (!opened.ok) throw new Error(`${game} was not opened: ${opened.refusal}`);
        first.set(id, opened.hand.hand);
      }),
    );
  }
  await Promise.all(
    robots.map(({ id, game }) => playOn(roomDoor(hands, id), game, first.get(id)!, quota)),
  );
  await pool.end();
};

const percent = (share: number): string => (100 * share).toFixed(4);

/** Prints the table. Whether every return is in its band. */
const showReturns = (): boolean => {
  let isWithin = true;
  const lines = SOLO_GAMES.map((game) => {
    const { hands, back, squares, exact, variance } = sums[game];
    const [mean, due] = [back / hands, exact / hands];
    const measured = squares / hands - mean ** 2;
    const error = Math.sqrt((variance === undefined ? measured : variance / hands) / hands);
    const away = (mean - due) / error;
    isWithin &&= Math.abs(away) <= STANDARD_ERRORS_MAX;
    const known = variance === undefined ? 'of the hands' : 'exact';
    return [
      ...[game, String(hands), percent(mean), percent(due), percent(error), known],
      away.toFixed(2),
    ];
  });
  const head = [
    'game',
    'hands',
    'return, %',
    'exact',
    'standard error',
    'its variance',
    'errors away',
  ];
  console.log(columns([head, ...lines]).join('\n'));
  return isWithin;
};

/** Runs one of the built programs on the database. Whether it found everything in order. */
const program = (file: string): boolean => {
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const took = ((performance.now() - from) / 1_000).toFixed(1);
  console.log(`\n${file}: exit code ${status}, ${took} s\n${`${stdout}${stderr}`.slice(-3_000)}`);
  return status === 0;
};

await playOverSockets();
const overSockets = SOLO_GAMES.reduce((sum, game) => sum + sums[game].hands, 0);
await playHere();
const all = SOLO_GAMES.reduce((sum, game) => sum + sums[game].hands, 0);
const inAll = performance.now() - startedAt;
console.log(
  `${all} hands in ${seconds()} s (${Math.round(all / (inAll / 1_000))} a second), ${overSockets} of them over sockets; ${retries} commands were asked again\n`,
);
const verdicts = [showReturns()];
await database.admin.query('analyze');
const reportFrom = performance.now();
const report = await readSoloReport(database.pool, { fromMs: 0, toMs: Date.now() + 1_000 });
console.log(`\nthe report of all these hands: ${Math.round(performance.now() - reportFrom)} ms`);
console.log(JSON.stringify(report.games));
verdicts.push(report.games.reduce((sum, { hands }) => sum + hands, 0) === all);
for (const file of ['dist/reconcile/reconcile-command.js', 'dist/audit/verify-command.js']) {
  verdicts.push(program(file));
}
if (options.hold) {
  console.log(`\nDATABASE_URL=${database.url} SABOT_ANCHOR_KEY=${keys.SABOT_ANCHOR_KEY}`);
  await new Promise((resolve) => {
    const alive = setInterval(() => undefined, 1_000);
    process.once('SIGINT', () => resolve(clearInterval(alive)));
  });
}
await database.stop();
process.exit(verdicts.every(Boolean) ? 0 : 1);
