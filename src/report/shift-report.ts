/**
 * The shift report: what the tables took and paid in a period, beside what the exact odds say that
 * they would have paid.
 */
import type pg from 'pg';
import { readIncidentsBetween, incidentMessage } from '../pit/incident/incident-rows.js';
import { atOneMoment } from '../platform/transaction.js';
import type { ShiftQuery, ShiftReport } from '../protocol/report.js';
import { type RoundCorrection, readCorrections } from './corrections.js';
import { DealtBy } from './dealt-by.js';
import { UNFOLLOWED, prepare } from './prepared.js';
import type { Follower } from './report-ask.js';
import { readSanctions } from './sanctions.js';
import { type ShiftRound, shiftRounds } from './shift-rounds.js';
import { ShiftSums } from './shift-sums.js';
import { readVoidings } from './voids.js';

type Reads = Pick<pg.Pool, 'query'>;

/** Adds up what is kept of the rounds, on the database as it is at one moment. */
export const readShift = async (
  pool: pg.Pool,
  query: ShiftQuery,
  follower: Follower = UNFOLLOWED,
): Promise<ShiftReport> => {
  await prepare(pool, query, follower);
  return atOneMoment(pool, (reads) => addUp(reads, query, follower.signal));
};

const addUp = async (
  reads: Reads,
  query: ShiftQuery,
  signal: AbortSignal,
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
  for await (const page of shiftRounds(reads, query)) {
    signal.throwIfAborted();
    dealtBy.add(page);
    const rounds = page.filter((round) => dealer === undefined || round.dealer === dealer);
    const games = rounds.map(({ game }) => game);
    const corrections = await readCorrections(reads, games);
    for (const round of rounds) {
      const { game, outcome, takings } = round;
      const own = corrections.get(game) ?? [];
      report.rounds += 1;
      report.corrections.push(...own.flatMap((each) => reportedCorrection(round, each)));
      if (takings !== null) sums.add(round, takings);
      else if (outcome === 'settled') report.unstaked += 1;
      if (outcome === 'void') report.voided += 1;
      if (outcome === 'unended') report.unended += 1;
      if (!round.is_balanced) report.unbalanced.push(game);
    }
    report.voids.push(...(await reportedVoids(reads, rounds, corrections)));
  }
  const isTheirs = (at: Parameters<DealtBy['dealerOf']>[0]): boolean =>
    dealer === undefined || dealtBy.dealerOf(at) === dealer;
  const incidents = (await readIncidentsBetween(reads, { fromMs, toMs, table })).filter((each) =>
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
    sanctions: (await readSanctions(reads, query)).filter(isTheirs),
  };
};

type Counted = Pick<
  ShiftReport,
  'rounds' | 'unended' | 'voided' | 'unstaked' | 'unbalanced' | 'voids' | 'corrections'
>;

/** However a later correction changed them: only the last void of a round can still hold. */
const reportedVoids = async (
  reads: Reads,
  rounds: readonly ShiftRound[],
  corrections: ReadonlyMap<string, readonly RoundCorrection[]>,
): Promise<ShiftReport['voids']> => {
  const unpaid = rounds.filter(({ status }) => status === 'void' || status === 'refunded');
  const voidings = await readVoidings(
    reads,
    unpaid.map(({ game }) => game),
  );
  return rounds.flatMap(({ game, table_id, currency, dealer, outcome, staked }) => {
    const before = voidings.get(game);
    const after = (corrections.get(game) ?? []).filter(({ fix }) => fix === 'void');
    const all = before === undefined ? after : [before, ...after];
    return all.map((each) => ({
      game,
      table: table_id,
      currency,
      dealer,
      atMs: each.atMs,
      stakes: staked,
      afterPayment: each !== before,
      stands: outcome === 'void' && each === all.at(-1),
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
