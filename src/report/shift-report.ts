/**
 * The shift report: what the tables took and paid in a period, beside what the exact odds say that
 * they would have paid.
 */
import type pg from 'pg';
import { readIncidentsBetween, incidentMessage } from '../pit/incident/incident-rows.js';
import { sum } from '../money/amount.js';
import { atOneMoment } from '../platform/transaction.js';
import type { ShiftQuery, ShiftReport } from '../protocol/report.js';
import type { Sums } from '../round/currencies.js';
import { type RoundCorrection, readCorrections } from './corrections.js';
import { DealtBy } from './dealt-by.js';
import { UNFOLLOWED, prepare } from './prepared.js';
import type { ReportFollower } from './report-ask.js';
import { readSanctions } from './sanctions.js';
import {
  type ShiftRound,
  type UnclearShiftRound,
  reportedUnclear,
  shiftRounds,
} from './shift-rounds.js';
import { ShiftSums } from './shift-sums.js';
import { readTips } from './tips.js';
import { type Voiding, readFurtherStakes, readVoidings } from './voids.js';
import { tried } from './work-out.js';

type Reads = Pick<pg.Pool, 'query'>;

/** Adds up what is kept of the rounds, on the database as it is at one moment. */
export const readShift = async (
  pool: pg.Pool,
  query: ShiftQuery,
  follower: ReportFollower = UNFOLLOWED,
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
    unclear: [],
    unbalanced: [],
    voids: [],
    corrections: [],
  };
  for await (const page of shiftRounds(reads, query)) {
    signal.throwIfAborted();
    dealtBy.add(page.rounds);
    const theirs = page.rounds.filter((round) => dealer === undefined || round.dealer === dealer);
    const { recorded, unclear } = await readRecorded(reads, theirs);
    // Of a round that is not clear it is not known who dealt it.
    const left = [...page.unclear, ...unclear];
    report.rounds += left.length;
    report.unclear.push(...left.map(reportedUnclear));
    for (const { round, corrections: own, voids } of recorded) {
      const { game, outcome, takings } = round;
      report.rounds += 1;
      report.voids.push(...voids);
      report.corrections.push(...own.flatMap((each) => reportedCorrection(round, each)));
      if (takings !== null) sums.add(round, takings);
      else if (outcome === 'settled') report.unstaked += 1;
      if (outcome === 'void') report.voided += 1;
      if (outcome === 'unended') report.unended += 1;
      if (!round.is_balanced) report.unbalanced.push(game);
    }
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
    tips: await readTips(reads, query),
  };
};

type Counted = Pick<
  ShiftReport,
  'rounds' | 'unended' | 'voided' | 'unstaked' | 'unclear' | 'unbalanced' | 'voids' | 'corrections'
>;

/** What the log tells of a round besides its takings. */
interface RecordedRound {
  readonly round: ShiftRound;
  readonly corrections: readonly RoundCorrection[];
  readonly voids: ShiftReport['voids'];
}

/** A round of which the log cannot be read is left out, and none of the others. */
const readRecorded = async (
  reads: Reads,
  rounds: readonly ShiftRound[],
): Promise<{
  readonly recorded: readonly RecordedRound[];
  readonly unclear: readonly UnclearShiftRound[];
}> => {
  const all = await tried(() => readRecordedOf(reads, rounds));
  if (all.ok) return { recorded: all.value, unclear: [] };
  const recorded: RecordedRound[] = [];
  const unclear: UnclearShiftRound[] = [];
  for (const round of rounds) {
    const own = await tried(() => readRecordedOf(reads, [round]));
    if (own.ok) recorded.push(...own.value);
    else unclear.push({ ...round, fault: own.fault });
  }
  return { recorded, unclear };
};

const readRecordedOf = async (
  reads: Reads,
  rounds: readonly ShiftRound[],
): Promise<readonly RecordedRound[]> => {
  const corrections = await readCorrections(
    reads,
    rounds.map(({ game }) => game),
  );
  const unpaid = rounds.filter(({ status }) => status === 'void' || status === 'refunded');
  const voidings = await readVoidings(
    reads,
    unpaid.map(({ game }) => game),
  );
  const further = await readFurtherStakes(reads, [
    ...unpaid.map(({ game }) => game),
    ...[...corrections.keys()],
  ]);
  return rounds.map((round) => {
    const own = corrections.get(round.game) ?? [];
    const lying = stakesOf(round, further.get(round.game));
    const voids = reportedVoids(round, voidings.get(round.game), own, lying);
    return { round, corrections: own, voids };
  });
};

/** However a later correction changed them: only the last void of a round can still hold. */
const reportedVoids = (
  { game, table_id, dealer, outcome }: ShiftRound,
  before: Voiding | undefined,
  corrections: readonly RoundCorrection[],
  lying: Sums,
): ShiftReport['voids'] => {
  const after = corrections.filter(({ fix }) => fix === 'void');
  const all = before === undefined ? after : [before, ...after];
  return all.flatMap((each) =>
    [...lying].map(([currency, stakes]) => ({
      game,
      table: table_id,
      currency,
      dealer,
      atMs: each.atMs,
      stakes: stakes.toString(),
      afterPayment: each !== before,
      stands: outcome === 'void' && each === all.at(-1),
      reason: each.reason,
      requestedBy: each.requestedBy,
      approvedBy: each.approvedBy,
    })),
  );
};

/** What was staked on the round, in each currency by itself. */
const stakesOf = ({ currency, staked }: ShiftRound, further: Sums = new Map()): Sums => {
  const own = BigInt(staked) - sum(further.values());
  return own === 0n && further.size > 0 ? further : new Map([[currency, own], ...further]);
};

/** A void is listed among the voids. */
const reportedCorrection = (
  { game, table_id, currency, dealer }: ShiftRound,
  each: RoundCorrection,
): ShiftReport['corrections'] => {
  const { correction, fix, atMs, reason, requestedBy, approvedBy, further } = each;
  if (fix === 'void') return [];
  const own = {
    currency,
    was: each.was - sum(further.map(({ was }) => was)),
    paid: each.paid - sum(further.map(({ paid }) => paid)),
    shortfall: each.shortfall - sum(further.map(({ shortfall }) => shortfall)),
  };
  const hasOwn = further.length === 0 || own.was !== 0n || own.paid !== 0n;
  return [...(hasOwn ? [own] : []), ...further].map((its) => ({
    game,
    table: table_id,
    currency: its.currency,
    dealer,
    correction,
    fix,
    atMs,
    back: (its.paid - its.was).toString(),
    shortfall: its.shortfall.toString(),
    reason,
    requestedBy,
    approvedBy,
  }));
};
