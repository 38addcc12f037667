/**
 * The advantage watch: rounds at whose opening an open bet returned more than its stake on average,
 * by the cards that were left, and who placed it.
 */
import type pg from 'pg';
import { assert } from '../money/assert.js';
import type { AdvantageQuery, AdvantageReport } from '../protocol/report.js';
import { type Advantage, advantages, unseenCards } from '../punto-banco/advantage.js';
import { percentText } from '../money/fraction.js';
import { spotsOpen } from '../punto-banco/opening.js';
import { chances } from '../punto-banco/paying-class.js';
import { paytable } from '../punto-banco/paytable.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { byGame } from './by-game.js';
import { Followed, UNFOLLOWED } from './followed.js';
import type { Follower } from './report-ask.js';
import { reportedBet } from './round-takings.js';
import { type ShiftRound, shiftRounds } from './shift-rounds.js';

const PERCENT_DECIMALS = 4;

/** Read shoe by shoe. Between two rounds other work gets its turn. */
export const readAdvantages = async (
  pool: pg.Pool,
  query: AdvantageQuery,
  follower: Follower = UNFOLLOWED,
): Promise<AdvantageReport> => {
  const { fromMs, toMs } = query;
  let looked = 0;
  const reported: AdvantageReport['rounds'] = [];
  const followed = await Followed.begin(pool, query, follower);
  for await (const rounds of shiftRounds(pool, query)) {
    const found: (readonly [ShiftRound, readonly Advantage[]])[] = [];
    for (const round of rounds) {
      await followed.counts();
      looked += 1;
      const open = openAdvantages(round);
      if (open.length > 0) found.push([round, open]);
    }
    if (found.length === 0) continue;
    const stakes = await readStakes(
      pool,
      found.map(([{ game }]) => game),
    );
    for (const [round, open] of found) {
      reported.push(reportedRound(round, open, stakes.get(round.game) ?? []));
    }
  }
  return { fromMs, toMs, looked, rounds: reported };
};

const openAdvantages = (round: ShiftRound): readonly Advantage[] => {
  const rates = paytable(round.paytable);
  assert(rates !== undefined, `round ${round.game} has a paytable that is known`);
  const ways = chances(unseenCards(round.decks, round.seen), rates);
  if (ways === 'too_few_cards') return [];
  const open = spotsOpen(round.round_in_shoe);
  return advantages(ways).filter(({ spot }) => open.has(spot));
};

const STAKES = `
select b.game_number as game, b.player_id as player, p.name, b.mode, b.spot, sum(b.amount) as stake
  from bets b join players p on p.id = b.player_id
 where b.game_number = any($1::bigint[])
 group by 1, 2, 3, 4, 5 having sum(b.amount) > 0 order by 1, 2`;

interface StakeRow {
  readonly game: string;
  readonly player: string;
  readonly name: string;
  readonly mode: Mode;
  readonly spot: Spot;
  readonly stake: string;
}

const readStakes = async (pool: pg.Pool, games: readonly string[]) =>
  byGame((await pool.query<StakeRow>(STAKES, [games])).rows);

const reportedRound = (
  round: ShiftRound,
  open: readonly Advantage[],
  stakes: readonly StakeRow[],
): AdvantageReport['rounds'][number] => ({
  game: round.game,
  table: round.table_id,
  tableName: round.table_name,
  currency: round.currency,
  openedAtMs: Number(round.opened_ms),
  roundInShoe: round.round_in_shoe,
  cardsSeen: round.seen.length,
  bets: open.map(({ mode, spot, expectedReturn }) => {
    const bet = reportedBet(spot, mode);
    const placed = stakes.filter(
      (row) => row.spot === spot && (bet.mode === null || row.mode === bet.mode),
    );
    return {
      ...bet,
      percent: percentText(expectedReturn, PERCENT_DECIMALS),
      return: {
        n: expectedReturn.numerator.toString(),
        d: expectedReturn.denominator.toString(),
      },
      stakes: placed.reduce((total, { stake }) => total + BigInt(stake), 0n).toString(),
      players: placed.map(({ player, name, stake }) => ({ player, name, stake })),
    };
  }),
});
