/**
 * Everything that is known of one round: its log, its bets, every posting, what was amended, and
 * the proof that none of it was changed.
 */
import type pg from 'pg';
import { readIncidentsOfRound, incidentMessage } from '../pit/incident/incident-rows.js';
import { readApprovalsOfRound } from '../pit/approval/approval-rows.js';
import type { RoundReport } from '../protocol/report.js';
import {
  type MovedRow,
  type RoundCorrection,
  correctionKeys,
  readCorrections,
  readMoved,
} from './corrections.js';
import { roundOutcomeOf } from './round-outcome.js';
import { readChunks } from './paid-chunks.js';
import { type OwnKey, proveChain } from './chain-proof.js';
import { readEvents, readRoundLog, replayRound, reportedEvent } from './round-log.js';
import { closingStakesOf, readArchive, readBets, readPostings } from './round-money.js';

const ROUND = `
select r.game_number as game, r.table_id as table, t.settings ->> 'name' as "tableName", t.settings ->> 'currency' as currency,
       r.shoe_ordinal as shoe, r.round_in_shoe as "roundInShoe", r.paytable, r.status, r.coup, r.opened_seq as "openedSeq",
       r.ended_seq as "endedSeq", r.opened_at as "openedAt", r.ended_at as "endedAt", r.stakes_account_id || r.further_stakes_account_ids as "stakesAccounts"
  from rounds r join tables t on t.id = r.table_id where r.game_number = $1`;

interface RoundRow extends Pick<
  RoundReport,
  | 'game'
  | 'table'
  | 'tableName'
  | 'currency'
  | 'shoe'
  | 'roundInShoe'
  | 'paytable'
  | 'status'
  | 'coup'
> {
  readonly openedSeq: string;
  readonly endedSeq: string | null;
  readonly openedAt: Date;
  readonly endedAt: Date | null;
  readonly stakesAccounts: readonly string[];
}

/**
 * Undefined where there is no such round. `own`: the key that the studio signs its anchors with.
 */
export const readRoundReport = async (
  pool: pg.Pool,
  game: string,
  own: OwnKey,
): Promise<RoundReport | undefined> => {
  const { rows } = await pool.query<RoundRow>(ROUND, [game]);
  const round = rows[0];
  if (round === undefined) return undefined;
  const { table, tableName, currency, shoe, roundInShoe, paytable, status, coup } = round;
  const { openedAt, endedAt, stakesAccounts } = round;

  const corrections = (await readCorrections(pool, [game])).get(game) ?? [];
  const log = await readRoundLog(pool, round);
  const later = corrections.flatMap((each) => [each.orderedSeq, each.finishedSeq ?? []].flat());
  const events = [...log.rows, ...(await readEvents(pool, table, later))];
  const replay = await replayRound(pool, round, log);
  const bets = await readBets(pool, game);
  const chunks = (await readChunks(pool, [game])).get(game) ?? [];
  const closingStakes = closingStakesOf(bets, roundOutcomeOf(round, corrections), paytable);
  const moved = await readMoved(pool, game);
  const sumsIn = (its: string | undefined) => {
    const own = closingStakes.filter((stake) => stake.currency === its);
    return {
      stakes: total(own.map(({ stake }) => stake)),
      paid: endedAt === null ? null : total(own.map(({ paid }) => paid ?? '0')),
    };
  };
  const further = [...new Set(closingStakes.flatMap((each) => each.currency ?? []))].sort();
  const incidents = await readIncidentsOfRound(pool, game);

  return {
    game,
    table,
    tableName,
    currency,
    shoe,
    roundInShoe,
    paytable,
    status,
    coup,
    dealer:
      replay.findLast(({ kind }) => kind === 'card_dealt')?.dealer ?? replay[0]?.dealer ?? null,
    openedAtMs: openedAt.getTime(),
    endedAtMs: endedAt?.getTime() ?? null,
    ...sumsIn(undefined),
    ...(further.length > 0 && {
      further: Object.fromEntries(further.map((its) => [its, sumsIn(its)])),
    }),
    events: events.map(reportedEvent),
    replay,
    bets,
    closingStakes,
    postings: await readPostings(pool, stakesAccounts, corrections.flatMap(correctionKeys)),
    archivedIn: (await readArchive(pool, game)) ?? null,
    chunks: chunks.map(({ game: _, ...chunk }) => chunk),
    corrections: corrections.map((each) => reportedCorrection(each, moved)),
    approvals: [...(await readApprovalsOfRound(pool, game))],
    incidents: incidents.map((row) => incidentMessage(row)),
    chain: await proveChain(pool, round, log, own),
  };
};

const total = (amounts: readonly string[]): string =>
  amounts.reduce((sum, each) => sum + BigInt(each), 0n).toString();

const reportedCorrection = (
  each: RoundCorrection,
  moved: readonly MovedRow[],
): RoundReport['corrections'][number] => {
  const { correction, fix, coup, player, atMs, reason, requestedBy, approvedBy } = each;
  return {
    correction,
    fix,
    coup,
    player,
    atMs,
    reason,
    requestedBy,
    approvedBy,
    done: each.finishedSeq !== null,
    players: moved
      .filter((row) => row.correction === correction)
      .map(({ correction: _, currency, ...row }) => ({
        ...row,
        ...(currency !== null && { currency }),
      })),
  };
};
