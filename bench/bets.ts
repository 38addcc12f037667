/**
 * B1: bets acked a second, from the mailbox to the commit, through the real table, with 4,000
 * players who each send the next bet when the last is answered. The baseline is pgbench with
 * batches of 500 on one connection (parts/limit.ts). B2: 50,000 bets that arrive evenly in two
 * seconds, whatever the answers. The baseline is one statement a bet on 50 connections.
 */
import { randomUUID } from 'node:crypto';
import { amount } from '../src/money/amount.js';
import type { BetLetterReply, PlayerBet } from '../src/table/letters.js';
import { APPROVER, ASKER, approved, putOnDuty } from '../test/kit/approvals.js';
import { comparePairs, median, quantile, report, rounded, seeded } from './kit.js';
import { openPlayers, startDatabase } from './parts/database.js';
import { makeLimitTables, measureLimit } from './parts/limit.js';
import { openTable, seat } from './parts/live-table.js';
import { placeByStatement, openLooseRound } from './parts/other-designs.js';
import { payDirectly } from './parts/payer.js';
import { findPgbench } from './parts/pgbench.js';

const GOALS = { ofLimit: 0.8, ofOffered: 0.98, ofStatementP99: 0.02 };
const PLAYERS = 4_000;
/** Within the 64 placements that a round allows. */
const BETS_EACH = 25;
const STAKE = amount(100);
const CREDIT = 100_000_000n;
const SURGE = { bets: 50_000, ms: 2_000 };
/** The other designs are slower, so fewer bets fill their sample. */
const OTHER = { samples: 3, statements: 10_000 };

const program = findPgbench();
const database = await startDatabase();
const playerIds = await openPlayers(database.admin, PLAYERS, CREDIT);
await makeLimitTables(database.admin);
// Accounts of the application's own making may not approve for a day.
for (const id of [ASKER, APPROVER]) await putOnDuty(database.admin, id);
const pay = payDirectly(database.pool);
let refunded: () => void = () => undefined;
const bench = await openTable(database, {
  publisher: {
    toTable: () => undefined,
    toPlayers: () => undefined,
    toPlayer: () => undefined,
    correctionToPlayer: () => undefined,
    cutOff: () => undefined,
  },
  payer: {
    begin: (_table, game, bets) =>
      void pay(game, bets)
        .then(bench.perform)
        .then(() => refunded()),
    correct: () => undefined,
  },
});
const { table } = bench;
await seat(table, playerIds);

/** In an order that the database does not know. */
const random = seeded(5);
const shuffled = playerIds
  .map((playerId) => ({ playerId, key: random() }))
  .sort((a, b) => a.key - b.key);
const spots = shuffled.map((_, index) =>
  index % 2 === 0 ? ('punto' as const) : ('banco' as const),
);

/**
 * A flat string, as the wire delivers one. What `randomUUID` returns is built of pieces that take
 * ten times the memory.
 */
const betId = (): string => Buffer.from(randomUUID(), 'latin1').toString('latin1');

const betOf = (index: number, game: string): PlayerBet => ({
  playerId: shuffled[index]!.playerId,
  betId: betId(),
  game,
  content: { kind: 'place', spot: spots[index]!, amount: STAKE },
});

const mustStand = (reply: BetLetterReply): void => {
  if (!reply.ok) throw new Error(`a bet was refused: ${reply.refusal}`);
};

/** Plays a round of bets and gives every stake back, so that the next can begin. */
const inRound = async <T>(play: (game: string) => Promise<T>): Promise<T> => {
  const game = await bench.openRound();
  const result = await play(game);
  const over = new Promise<void>((resolve) => (refunded = resolve));
  const by = await approved(database.pool, { kind: 'void', table: table.state.table, game });
  await bench.perform({ kind: 'void_round', game, reason: 'bench', ...by });
  await over;
  return result;
};

// B1

const ackMs: number[] = [];
let batches = 0;

/** µs a bet. */
const closedLoop = (): Promise<number> =>
  inRound(async (game) => {
    const seq = table.state.seq;
    const start = performance.now();
    await Promise.all(
      shuffled.map(async (_, index) => {
        for (let bet = 0; bet < BETS_EACH; bet += 1) {
          const sent = performance.now();
          mustStand(await table.bet(betOf(index, game)));
          ackMs.push(performance.now() - sent);
        }
      }),
    );
    const us = ((performance.now() - start) * 1_000) / (PLAYERS * BETS_EACH);
    batches = table.state.seq - seq;
    return us;
  });

const limit = (): Promise<number> =>
  measureLimit(program, database.url, { players: PLAYERS, bets: PLAYERS * BETS_EACH });

const b1 = await comparePairs({ baseline: limit, candidate: closedLoop }, { pairs: 7, warmUps: 2 });

const { rows: accounts } = await database.pool.query<{ player_id: string; id: string }>(
  `select player_id, id from accounts where kind = 'session'`,
);
const accountOf = new Map(accounts.map(({ player_id, id }) => [player_id, id]));
const sitters = shuffled.map(({ playerId }) => ({ playerId, accountId: accountOf.get(playerId)! }));
const loose = await openLooseRound(database.admin);

/**
 * Bets a second when `hands` players place `bets` bets between them, each the next one when the
 * last is done.
 */
const placeByHands = async (
  hands: number,
  bets: number,
  place: (index: number) => Promise<void>,
): Promise<number> => {
  const start = performance.now();
  const turns = Array.from({ length: bets }, (_, index) => index % PLAYERS).values();
  const hand = async () => {
    for (const index of turns) await place(index);
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return (bets * 1_000) / (performance.now() - start);
};

const fifty = database.openPool(50);
const byStatement = (index: number) => placeByStatement(fifty, loose, sitters[index]!, STAKE);
const statementRates: number[] = [];
for (let sample = 0; sample < OTHER.samples; sample += 1) {
  statementRates.push(await placeByHands(50, OTHER.statements, byStatement));
}

const perSecond = (us: number) => Math.round(1_000_000 / us);
report({
  goal: 'B1',
  ratio: rounded(1 / b1.costRatio),
  goalRatio: GOALS.ofLimit,
  met: 1 / b1.costRatio >= GOALS.ofLimit,
  betsPerSecond: perSecond(b1.candidate),
  pgbenchPerSecond: perSecond(b1.baseline),
  spread: b1.costRatios.map((ratio) => rounded(1 / ratio)),
  ackP50Ms: rounded(quantile(ackMs, 0.5)),
  ackP99Ms: rounded(quantile(ackMs, 0.99)),
  players: PLAYERS,
  betsABatch: Math.round((PLAYERS * BETS_EACH) / batches),
  statementABetPerSecond: Math.round(median(statementRates)),
  postgres: database.version,
});

// B2

interface Surge {
  /** Bets acked a second, as a share of those offered a second. */
  readonly share: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends each bet at its time. Where a bet is sent late, its answer counts as late by as much.
 * `place` says whether the bet stood.
 */
const surge = async (place: (index: number) => Promise<boolean>): Promise<Surge> => {
  const latencies: number[] = [];
  const answers: Promise<void>[] = [];
  const start = performance.now();
  while (answers.length < SURGE.bets) {
    const due = Math.min(SURGE.bets, ((performance.now() - start) / SURGE.ms) * SURGE.bets);
    while (answers.length < due) {
      const dueAt = start + (answers.length / SURGE.bets) * SURGE.ms;
      const answered = (stood: boolean) =>
        void (stood && latencies.push(performance.now() - dueAt));
      answers.push(place(answers.length % PLAYERS).then(answered));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
  const tookMs = Math.max(SURGE.ms, performance.now() - start);
  return {
    share: (latencies.length / SURGE.bets) * (SURGE.ms / tookMs),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
};

const throughTable: Surge[] = [];
const statementSurges: Surge[] = [];
const b2 = await comparePairs(
  {
    baseline: async () => {
      statementSurges.push(await surge((index) => byStatement(index).then(() => true)));
      return statementSurges.at(-1)!.p99Ms;
    },
    candidate: () =>
      inRound(async (game) => {
        throughTable.push(
          await surge((index) => table.bet(betOf(index, game)).then(({ ok }) => ok)),
        );
        return throughTable.at(-1)!.p99Ms;
      }),
  },
  { pairs: 3, warmUps: 1 },
);
const share = median(throughTable.slice(1).map((each) => each.share));
report({
  goal: 'B2',
  ratio: rounded(b2.costRatio),
  goalRatio: GOALS.ofStatementP99,
  acked: rounded(share),
  goalAcked: GOALS.ofOffered,
  met: b2.costRatio <= GOALS.ofStatementP99 && share >= GOALS.ofOffered,
  ackP50Ms: rounded(median(throughTable.slice(1).map(({ p50Ms }) => p50Ms))),
  ackP99Ms: rounded(b2.candidate),
  spread: b2.costRatios.map(rounded),
  statementP99Ms: rounded(b2.baseline),
  statementAcked: rounded(median(statementSurges.slice(1).map((each) => each.share))),
});

await bench.stop();
await database.stop();
