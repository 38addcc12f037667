/**
 * C1: a round of 10,000 bets, one for each of 10,000 players, from the commit of its last card
 * until its settlement is durable, through the real table and the code that the worker's jobs run.
 * The baseline is one COPY of the rows that a naive ledger would write for it. `queueMs` is the
 * same with the chunks carried by BullMQ. `publishedMs` is the time until the last player's own
 * result is handed to the sockets.
 *
 * C2: the same round where each player gave 20 commands, beside one where each gave one.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startRedis } from '../scripts/setup/services.js';
import { amount } from '../src/money/amount.js';
import type { Spot } from '../src/punto-banco/spot.js';
import { comparePairs, median, report, rounded, seeded } from './kit.js';
import { openPlayers, startDatabase } from './parts/database.js';
import { openTable, seat } from './parts/live-table.js';
import { NaiveLedger } from './parts/naive-ledger.js';
import { type PayRound, payByQueue, payDirectly } from './parts/payer.js';

const GOAL = 0.5;
const COMMANDS_GOAL = 3;
const COMMANDS = 20;
const BETS = 10_000;
const CREDIT = 1_000_000n;
/**
 * The published chance that Punto or Banco wins is nearly even, so half of the naive ledger's bets
 * win.
 */
const NAIVE_WINNERS = BETS / 2;

const random = seeded(3);
const redis = await startRedis();
const database = await startDatabase();
const direct = payDirectly(database.pool);
const queue = redis && payByQueue(database.pool, redis.url);

let pay: PayRound = direct;
let decidedAt = 0;
let settledAt = 0;
let publishedAt = 0;
const bench = await openTable(database, {
  publisher: {
    toTable: (audience, { kind }) => {
      if (audience !== 'player') return;
      if (kind === 'coup_decided') decidedAt = performance.now();
      if (kind === 'round_settled') settledAt = performance.now();
    },
    toPlayers: () => undefined,
    toPlayer: () => (publishedAt = performance.now()),
    correctionToPlayer: () => undefined,
    cutOff: () => undefined,
  },
  payer: {
    begin: (_table, game, players) => void pay(game, players).then((end) => finished(end)),
    correct: () => undefined,
  },
});
let finished: (end: Parameters<typeof bench.perform>[0]) => void;

const playerIds = await openPlayers(database.admin, BETS, CREDIT);
await seat(bench.table, playerIds);

/**
 * Two in five on Punto, two on Banco, one on Egalité, of 1.00 to 5.00. A player keeps to one spot
 * in a round, because bets on both sides are not lawful.
 */
const SPOTS: readonly Spot[] = ['punto', 'banco', 'egalite', 'banco', 'punto'];
const place = async (game: string, command: number): Promise<void> => {
  const replies = await Promise.all(
    playerIds.map((playerId, index) =>
      bench.table.bet({
        playerId,
        betId: randomUUID(),
        game,
        content: {
          kind: 'place',
          spot: SPOTS[(index + Number(BigInt(game) % 5n)) % SPOTS.length]!,
          amount: amount(command === 0 ? 100 * (1 + Math.floor(random() * 5)) : 100),
        },
      }),
    ),
  );
  const refused = replies.find((reply) => !reply.ok);
  if (refused?.ok === false) throw new Error(`a bet was refused: ${refused.refusal}`);
};

const published: number[] = [];
/** Plays a round. Returns ms from its last card to the durable end. */
const settle = async (payRound: PayRound, commands = 1): Promise<number> => {
  pay = payRound;
  const game = await bench.openRound();
  for (let command = 0; command < commands; command += 1) await place(game, command);
  await bench.closeBets();
  const ended = new Promise<void>((resolve, reject) => {
    finished = (end) => void bench.perform(end).then(resolve, reject);
  });
  await bench.dealCoup();
  await ended;
  if (payRound === direct && commands === 1) published.push(publishedAt - decidedAt);
  return settledAt - decidedAt;
};

const naiveClient = new pg.Client({ connectionString: database.url });
await naiveClient.connect();
const naive = await NaiveLedger.open(naiveClient, playerIds);
const baseline = () => naive.settle(NAIVE_WINNERS);

const sizes = { pairs: 21, warmUps: 3 };
const result = await comparePairs({ baseline, candidate: () => settle(direct) }, sizes);
const queued =
  queue && (await comparePairs({ baseline, candidate: () => settle(queue.pay) }, sizes));
const many = await comparePairs(
  { baseline: () => settle(direct), candidate: () => settle(direct, COMMANDS) },
  { pairs: 7, warmUps: 1 },
);

const { rows } = await database.admin.query<{ left: string; rounds: string }>(
  `select count(*) as rounds, sum(balance) as left from rounds join accounts on accounts.id = stakes_account_id where status = 'settled'`,
);
report({
  goal: 'C1',
  ratio: rounded(result.costRatio),
  goalRatio: GOAL,
  met: result.costRatio <= GOAL,
  settleMs: rounded(result.candidate),
  copyMs: rounded(result.baseline),
  publishedMs: rounded(median(published)),
  queueMs: queued && rounded(queued.candidate),
  queueRatio: queued && rounded(queued.costRatio),
  commandsRatio: rounded(many.costRatio),
  commandsGoalRatio: COMMANDS_GOAL,
  commandsMet: many.costRatio <= COMMANDS_GOAL,
  commandsMs: rounded(many.candidate),
  pairs: result.pairs,
  rounds: rows[0]?.rounds,
  left: rows[0]?.left,
  postgres: database.version,
});

await naiveClient.end();
await bench.stop();
await queue?.stop();
await database.stop();
await redis?.stop();
