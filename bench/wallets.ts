/**
 * O2 and O3: a table whose players have their money in a wallet of their operator's, which is asked
 * over HTTP by a worker of the studio, each in a process of its own. `ratio` is that of O3: from
 * the close of the bets until the verdicts on 5,000 stakes are in the log, of the second and a half
 * that it may take, where the operator's 99th percentile is 40 ms; `toBare` the same against as
 * many requests of the same kind that nobody writes down; `voided` are stakes that had no verdict
 * in the three seconds that a table waits. Of O2: the tempo of rounds while the operator is dead
 * for a minute, against as many before that, and how soon the credits that wait are taken once it
 * is back. `--players n`, `--turns n`, `--seconds n`; `--hmac` signs by secrets, not by Ed25519.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import { readConfig } from '../src/config.js';
import { systemClock } from '../src/platform/clock.js';
import { Metrics } from '../src/platform/metrics.js';
import { WalletCalls } from '../src/wallet/wallet-calls.service.js';
import { median, report, rounded } from './kit.js';
import { startDatabase } from './parts/database.js';
import { BenchStudio } from './parts/studio.js';
import { WalletAt } from './parts/wallet-at.js';
import { compareBooks } from './parts/wallet-books.js';
import { BALANCE, OPERATOR, WalletHouse, callAt, openOperator } from './parts/wallet-house.js';

const { values: options } = parseArgs({
  args: process.argv.slice(4),
  options: {
    players: { type: 'string', default: '5000' },
    turns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '60' },
    hmac: { type: 'boolean', default: false },
  },
});
const PLAYERS = Number(options.players);
const TURNS = Number(options.turns);
const DEAD_MS = Number(options.seconds) * 1_000;
const OPERATOR_P99_MS = 40;
const VERDICTS_GOAL_MS = 1_500;
const TEMPO_GOAL = 1.02;
const BACK_GOAL_MS = 10_000;
/** A round of the tempo: who bets in it, how long it is open, and how fast cards come. */
const PACED = { bettors: Math.min(200, PLAYERS), openMs: 3_000, cardMs: 300 };
const BARE = 'bare';
const TRY_MS = 60_000;
const LOOK_EVERY_MS = 20;
const DRAINED_WITHIN_MS = 120_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const database = await startDatabase();
const env = {
  DATABASE_URL: database.url,
  SABOT_JWT_KEY: randomUUID() + randomUUID(),
  SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
  SABOT_ANCHOR_KEY: makeUpAnchorKey()
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
  QUEUE_BACKEND: 'postgres',
  SABOT_ROLES: 'worker',
  LOG_LEVEL: 'error',
};
const config = readConfig(env);
const { admin, pool } = database;
const { playerIds, ...keys } = await openOperator(admin, {
  players: PLAYERS,
  jwtKey: config.jwtKey,
  isHmac: options.hmac,
});
const refs = playerIds.map((_, index) => `w-${index + 1}`);
const wallet = await WalletAt.start({
  ...keys,
  refs: [...refs, BARE],
  p99Ms: OPERATOR_P99_MS,
});
await callAt(admin, wallet.url);
const worker = new BenchStudio(env);
await worker.isReady();
const house = await WalletHouse.open(database, config, playerIds);

const bareCalls = new WalletCalls(config, pool, systemClock(), new Metrics());
/** As many debits by the same requests, of which nothing is written down. */
const bareMs = async (): Promise<number> => {
  const to = { operator: OPERATOR, callbackUrl: wallet.url };
  const from = performance.now();
  let left = PLAYERS;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const order = { player: BARE, currency: 'EUR', exponent: 2, total: '1' };
      const movementId = `${BARE}.${randomUUID()}`;
      const verdict = await bareCalls.ask(to, 'debit', { ...order, movementId }, TRY_MS);
      if (verdict.status !== 'done') throw new Error(`a bare debit is ${verdict.status}`);
    }
  };
  await Promise.all(Array.from({ length: bareCalls.connections }, work));
  return performance.now() - from;
};

const undecided = async (kind: string): Promise<number> => {
  const { rows } = await admin.query<{ open: number }>(
    `select count(*)::int as open from wallet_movements where status in ('due', 'void') and ($1 = '' or kind = $1)`,
    [kind],
  );
  return rows[0]!.open;
};

/** Resolves when no movement of the kind waits any more, or of any. */
const drained = async (kind = ''): Promise<void> => {
  const from = performance.now();
  while ((await undecided(kind)) > 0) {
    if (performance.now() - from > DRAINED_WITHIN_MS) throw new Error('movements stay undecided');
    await pause(LOOK_EVERY_MS);
  }
};

/** Whose stakes are void, because no verdict on them came in time. */
const voidOf = async (game: string): Promise<number> => {
  const { rows } = await admin.query<{ voided: number }>(
    `select count(*)::int as voided from wallet_movements where game_number = $1 and kind = 'debit' and status <> 'done'`,
    [game],
  );
  return rows[0]!.voided;
};

const verdicts: number[] = [];
const voided: number[] = [];
const bare: number[] = [];
for (let turn = -1; turn < TURNS; turn += 1) {
  const isBareFirst = turn % 2 === 0;
  const before = isBareFirst ? await bareMs() : undefined;
  const { game, verdictsMs } = await house.play({ bettors: PLAYERS });
  const voidNow = await voidOf(game);
  await drained();
  const plain = before ?? (await bareMs());
  say(
    `${Math.round(verdictsMs)} ms for ${PLAYERS} verdicts (${voidNow} void), ${Math.round(plain)} ms bare`,
  );
  if (turn < 0) {
    // As autovacuum does each minute.
    await admin.query('analyze');
    continue;
  }
  verdicts.push(verdictsMs);
  bare.push(plain);
  voided.push(voidNow);
}

/** The median of rounds that follow each other for so long, and the verdicts of the first. */
const tempo = async (): Promise<{ readonly roundMs: number; readonly rounds: number }> => {
  const from = performance.now();
  let rounds = 0;
  while (performance.now() - from < DEAD_MS) {
    await house.play(PACED);
    rounds += 1;
  }
  return { roundMs: (performance.now() - from) / rounds, rounds };
};

const alive = await tempo();
say(`${rounded(alive.roundMs)} ms a round with the operator there`);
await drained();
// It dies when all stakes are taken, and the round is dealt and paid without it.
await house.play({ bettors: PLAYERS, beforeCards: () => wallet.die() });
const waiting = await undecided('credit');
const dead = await tempo();
say(`${rounded(dead.roundMs)} ms a round with the operator dead, ${waiting} credits waiting`);
const stillWaiting = await undecided('credit');
await wallet.comeBack();
const backAt = performance.now();
await drained('credit');
const backMs = performance.now() - backAt;
await drained();
// It dies while bets are open, and nothing of it is asked for until they are closed.
await wallet.die();
const { verdictsMs: surprisedMs } = await house.play({ bettors: PACED.bettors });
await wallet.comeBack();
await drained();

const { balances, done, alarms } = await wallet.books();
const books = await compareBooks(admin, {
  balances: balances.filter(([player]) => player !== BARE),
  done: done.filter(([id]) => !id.startsWith(BARE)),
  alarms,
});
const bareHas = balances.find(([player]) => player === BARE)?.[1];
if (BigInt(bareHas ?? 0) !== BALANCE - BigInt((TURNS + 1) * PLAYERS)) {
  throw new Error('the bare debits were not booked once each');
}

const verdictsMs = median(verdicts);
const tempoRatio = dead.roundMs / alive.roundMs;
const isWhole =
  books.lost === 0 && books.doubled === 0 && books.difference === '0' && books.open === 0;
report({
  goal: `O3 ≤ 1: all verdicts in ${VERDICTS_GOAL_MS} ms`,
  ratio: rounded(verdictsMs / VERDICTS_GOAL_MS),
  met: verdictsMs <= VERDICTS_GOAL_MS && Math.max(...voided) === 0,
  verdictsMs: rounded(verdictsMs),
  worstMs: rounded(Math.max(...verdicts)),
  voided: median(voided),
  bareMs: rounded(median(bare)),
  toBare: rounded(median(verdicts.map((ms, turn) => ms / bare[turn]!))),
  goalOfO2: `tempo ± ${rounded(TEMPO_GOAL - 1)}, back ≤ ${BACK_GOAL_MS} ms, nothing lost or doubled`,
  tempo: rounded(tempoRatio),
  metO2: tempoRatio <= TEMPO_GOAL && backMs <= BACK_GOAL_MS && isWhole,
  roundMs: { alive: rounded(alive.roundMs), dead: rounded(dead.roundMs) },
  rounds: { alive: alive.rounds, dead: dead.rounds },
  creditsWaiting: { atDeath: waiting, atReturn: stillWaiting },
  backMs: rounded(backMs),
  surprisedMs: rounded(surprisedMs),
  books,
  players: PLAYERS,
  turns: TURNS,
});
bareCalls.beforeApplicationShutdown().catch(() => undefined);
await house.close();
await worker.stop();
wallet.end();
await database.stop();
process.exit(isWhole ? 0 : 1);
