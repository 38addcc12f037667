/**
 * The shift report: what the tables took and paid in a period, beside what the exact odds say that
 * they would have paid.
 */
import type pg from 'pg';
import { readIncidentsBetween, incidentMessage } from '../pit/incident/incident-rows.js';
import type { ShiftQuery, ShiftReport } from '../protocol/report.js';
import { type RoundCorrection, readCorrections } from './corrections.js';
import { DealtBy } from './dealt-by.js';
import { Followed, UNFOLLOWED } from './followed.js';
import type { Follower } from './report-ask.js';
import { type RoundOutcome, roundOutcomeOf } from './round-outcome.js';
import { type PlacedRow, readPlaced } from './placed-stakes.js';
import { type PaidChunk, readChunks } from './paid-chunks.js';
import { roundTakings } from './round-takings.js';
import { readSanctions } from './sanctions.js';
import { type ShiftRound, shiftRounds } from './shift-rounds.js';
import { ShiftSums } from './shift-sums.js';
import { readVoidings } from './voids.js';

/** Read shoe by shoe. Between two rounds other work gets its turn. */
export const readShift = async (
  pool: pg.Pool,
  query: ShiftQuery,
  follower: Follower = UNFOLLOWED,
): Promise<ShiftReport> => {
  const { fromMs, toMs, table, dealer } = query;
  const sums = new ShiftSums();
  const dealtBy = new DealtBy();
  const report: Counted = {
    rounds: 0,
    unended: 0,
    voided: 0,
    unstaked: 0,
    unbalanced: [],
    voids: [],
    corrections: [],
  };
  const followed = await Followed.begin(pool, query, follower);
  for await (const shoe of shiftRounds(pool, query)) {
    dealtBy.add(shoe);
    const rounds = shoe.filter((round) => dealer === undefined || round.dealer === dealer);
    const money = await readMoney(pool, rounds);
    for (const round of rounds) {
      await followed.counts();
      const { outcome, placed, chunks, corrections } = money(round.game);
      report.rounds += 1;
      report.corrections.push(...corrections.flatMap((each) => reportedCorrection(round, each)));
      const counted = outcome.kind === 'settled' ? placed.filter(({ refunded }) => !refunded) : [];
      const takings =
        outcome.kind === 'settled' && counted.length > 0
          ? roundTakings(round, outcome.coup, counted)
          : undefined;
      if (takings !== undefined) sums.add(round, takings);
      else if (outcome.kind === 'settled') report.unstaked += 1;
      if (outcome.kind === 'void') report.voided += 1;
      if (outcome.kind === 'unended') report.unended += 1;
      else if (round.status !== 'void') {
        const wentBack = stakesOf(placed) - stakesOf(counted);
        const paid = (takings?.all.payout ?? 0n) + wentBack;
        if (!isBalanced(placed, paid, chunks, corrections)) report.unbalanced.push(round.game);
      }
    }
    report.voids.push(...(await reportedVoids(pool, rounds, money)));
  }
  const isTheirs = (at: Parameters<DealtBy['dealerOf']>[0]): boolean =>
    dealer === undefined || dealtBy.dealerOf(at) === dealer;
  const incidents = (await readIncidentsBetween(pool, { fromMs, toMs, table })).filter((each) =>
    isTheirs({ ...each, atMs: each.openedAtMs }),
  );
  return {
    fromMs,
    toMs,
    table: table ?? null,
    dealer: dealer ?? null,
    ...report,
    ...sums.lines(),
    incidents: incidents.map((row) => incidentMessage(row)),
    sanctions: (await readSanctions(pool, query)).filter(isTheirs),
  };
};

type Counted = Pick<
  ShiftReport,
  'rounds' | 'unended' | 'voided' | 'unstaked' | 'unbalanced' | 'voids' | 'corrections'
>;

interface RoundMoney {
  readonly outcome: RoundOutcome;
  readonly placed: readonly PlacedRow[];
  readonly chunks: readonly PaidChunk[];
  readonly corrections: readonly RoundCorrection[];
}

const readMoney = async (
  pool: pg.Pool,
  rounds: readonly ShiftRound[],
): Promise<(game: string) => RoundMoney> => {
  const games = rounds.map(({ game }) => game);
  const corrections = await readCorrections(pool, games);
  const outcomes = new Map(
    rounds.map((round) => [round.game, roundOutcomeOf(round, corrections.get(round.game) ?? [])]),
  );
  const refunded = [...outcomes].flatMap(([game, outcome]) =>
    outcome.kind === 'settled' ? [...outcome.refunded].map((player) => ({ game, player })) : [],
  );
  const placed = await readPlaced(pool, games, refunded);
  const chunks = await readChunks(pool, games);
  return (game) => ({
    outcome: outcomes.get(game) ?? { kind: 'unended' },
    placed: placed.get(game) ?? [],
    chunks: chunks.get(game) ?? [],
    corrections: corrections.get(game) ?? [],
  });
};

const stakesOf = (placed: readonly PlacedRow[]): bigint =>
  placed.reduce((total, { stake, count }) => total + BigInt(stake) * BigInt(count), 0n);

/**
 * Whether the settlement took what was staked, and the settlement and the corrections together paid
 * what the coup says.
 */
const isBalanced = (
  placed: readonly PlacedRow[],
  paid: bigint,
  chunks: readonly PaidChunk[],
  corrections: readonly RoundCorrection[],
): boolean => {
  const sum = (of: (chunk: PaidChunk) => string): bigint =>
    chunks.reduce((total, chunk) => total + BigInt(of(chunk)), 0n);
  const moved = corrections.reduce((total, each) => total + each.paid - each.was, 0n);
  // Payments of a correction that is still under way are not all made yet.
  if (corrections.some(({ finishedSeq }) => finishedSeq === null)) return true;
  return (
    sum(({ stakes }) => stakes) === stakesOf(placed) && sum((each) => each.paid) + moved === paid
  );
};

/** However a later correction changed them: only the last void of a round can still hold. */
const reportedVoids = async (
  pool: pg.Pool,
  rounds: readonly ShiftRound[],
  money: (game: string) => RoundMoney,
): Promise<ShiftReport['voids']> => {
  const unpaid = rounds.filter(({ status }) => status === 'void' || status === 'refunded');
  const voidings = await readVoidings(
    pool,
    unpaid.map(({ game }) => game),
  );
  return rounds.flatMap(({ game, table_id, currency, dealer }) => {
    const { outcome, placed, corrections } = money(game);
    const before = voidings.get(game);
    const after = corrections.filter(({ fix }) => fix === 'void');
    const all = before === undefined ? after : [before, ...after];
    return all.map((each) => ({
      game,
      table: table_id,
      currency,
      dealer,
      atMs: each.atMs,
      stakes: stakesOf(placed).toString(),
      afterPayment: each !== before,
      stands: outcome.kind === 'void' && each === all.at(-1),
      reason: each.reason,
      requestedBy: each.requestedBy,
      approvedBy: each.approvedBy,
    }));
  });
};

/** A void is listed among the voids. */
const reportedCorrection = (
  { game, table_id, currency, dealer }: ShiftRound,
  each: RoundCorrection,
): ShiftReport['corrections'] => {
  const { correction, fix, atMs, was, paid, shortfall, reason, requestedBy, approvedBy } = each;
  if (fix === 'void') return [];
  return [
    {
      game,
      table: table_id,
      currency,
      dealer,
      correction,
      fix,
      atMs,
      back: (paid - was).toString(),
      shortfall: shortfall.toString(),
      reason,
      requestedBy,
      approvedBy,
    },
  ];
};
