/**
 * The advantage watch: rounds at whose opening an open bet returned more than its stake on average,
 * by the cards that were left, and who placed it.
 */
import type pg from 'pg';
import { atOneMoment } from '../platform/transaction.js';
import type { AdvantageQuery, AdvantageReport } from '../protocol/report.js';
import { sum } from '../money/amount.js';
import { fraction, percentText } from '../money/fraction.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { byGame } from './by-game.js';
import { UNFOLLOWED, prepare } from './prepared.js';
import type { ReportFollower } from './report-ask.js';
import { reportedBet } from './round-takings.js';
import { type ShiftRound, reportedUnclear, shiftRounds } from './shift-rounds.js';

type Reads = Pick<pg.Pool, 'query'>;

const PERCENT_DECIMALS = 4;

/** Looks through what is kept of the rounds, on the database as it is at one moment. */
export const readAdvantages = async (
  pool: pg.Pool,
  query: AdvantageQuery,
  follower: ReportFollower = UNFOLLOWED,
): Promise<AdvantageReport> => {
  await prepare(pool, query, follower);
  return atOneMoment(pool, (reads) => look(reads, query, follower.signal));
};

const look = async (
  reads: Reads,
  query: AdvantageQuery,
  signal: AbortSignal,
): Promise<AdvantageReport> => {
  const { fromMs, toMs } = query;
  let looked = 0;
  const reported: AdvantageReport['rounds'] = [];
  const left: AdvantageReport['unclear'] = [];
  for await (const { rounds, unclear } of shiftRounds(reads, query)) {
    signal.throwIfAborted();
    looked += rounds.length;
    left.push(...unclear.map(reportedUnclear));
    const found = rounds.filter(({ advantages }) => advantages.length > 0);
    if (found.length === 0) continue;
    const stakes = await readStakes(
      reads,
      found.map(({ game }) => game),
    );
    for (const round of found) reported.push(reportedRound(round, stakes.get(round.game) ?? []));
  }
  return { fromMs, toMs, looked, unclear: left, rounds: reported };
};

const STAKES = `
select b.game_number as game, b.player_id as player, p.name, b.mode, b.spot, f.currency, sum(b.amount) as stake
  from bets b join players p on p.id = b.player_id join rounds r using (game_number)
  left join accounts f on f.id = any(r.further_stakes_account_ids) and f.currency = p.currency
 where b.game_number = any($1::bigint[])
 group by 1, 2, 3, 4, 5, 6 having sum(b.amount) > 0 order by 1, 2`;

interface StakeRow {
  readonly game: string;
  readonly player: string;
  readonly name: string;
  readonly mode: Mode;
  readonly spot: Spot;
  /** A further currency of the table. Null: its own. */
  readonly currency: string | null;
  readonly stake: string;
}

const readStakes = async (reads: Reads, games: readonly string[]) =>
  byGame((await reads.query<StakeRow>(STAKES, [games])).rows);

const reportedRound = (
  round: ShiftRound,
  stakes: readonly StakeRow[],
): AdvantageReport['rounds'][number] => ({
  game: round.game,
  table: round.table_id,
  tableName: round.table_name,
  currency: round.currency,
  openedAtMs: Number(round.opened_ms),
  roundInShoe: round.round_in_shoe,
  cardsSeen: round.cards_seen,
  bets: round.advantages.map(({ mode, spot, n, d }) => {
    const bet = reportedBet(spot, mode);
    const placed = stakes.filter(
      (row) => row.spot === spot && (bet.mode === null || row.mode === bet.mode),
    );
    return {
      ...bet,
      percent: percentText(fraction(BigInt(n), BigInt(d)), PERCENT_DECIMALS),
      return: { n, d },
      stakes: sum(
        placed.filter(({ currency }) => currency === null).map(({ stake }) => BigInt(stake)),
      ).toString(),
      ...furtherOf(placed),
      players: placed.map(({ player, name, stake, currency }) => ({
        ...{ player, name, stake },
        ...(currency !== null && { currency }),
      })),
    };
  }),
});

const furtherOf = (placed: readonly StakeRow[]) => {
  const further: Record<string, string> = {};
  for (const { currency, stake } of placed) {
    if (currency === null) continue;
    further[currency] = (BigInt(further[currency] ?? '0') + BigInt(stake)).toString();
  }
  return Object.keys(further).length > 0 ? { further } : {};
};
