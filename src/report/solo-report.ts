/**
 * What solo games took and paid in a period, beside their exact returns. Both returns are per
 * first stake, because an exact return counts what a double, a split or an insurance adds as a
 * gain or a loss on the stake that the hand began with. Each currency is a line by itself. The
 * hands of the period are found by when they ended, so that the others cost nothing.
 */
import type pg from 'pg';
import { readCurrency } from '../history/currency.js';
import { statement } from '../platform/statement.js';
import type { SoloReport, SoloReportQuery } from '../protocol/solo-report.js';
import { PUNTO_E_BANCO_SPOTS } from '../punto-e-banco/spot.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { BEST_PLAY_RETURNS, PUNTO_E_BANCO_RETURNS } from './exact-returns.js';

/** The first step of a hand takes its first stakes. What it won or lost is its gain. */
const READ_SUMS = statement({
  inputs: { fromMs: 'float8', toMs: 'float8' },
  text: `
select h.game, p.currency, count(*) as hands, sum(h.taken) as taken, sum(h.paid) as paid, sum(s.taken) as staked,
       sum(s.taken::float8 * s.taken) as staked2, sum((h.paid - h.taken)::float8 * (h.paid - h.taken)) as gained2,
       sum((h.paid - h.taken)::float8 * s.taken) as both
  from solo_hands h join solo_steps s on s.hand_number = h.hand_number and s.ordinal = 1
  join players p on p.id = h.player_id
 where h.ended_at >= to_timestamp(:fromMs / 1000) and h.ended_at < to_timestamp(:toMs / 1000) and h.status = 'over'
 group by h.game, p.currency order by p.currency`,
});

/** A hand of Punto e Banco is one command, and its stakes are in it. */
const READ_SPOTS = statement({
  inputs: { fromMs: 'float8', toMs: 'float8' },
  text: `
select p.currency, staked.key as spot, sum(staked.value::bigint) as staked
  from solo_hands h join solo_steps s on s.hand_number = h.hand_number and s.ordinal = 1
  join players p on p.id = h.player_id
 cross join lateral jsonb_each_text(s.command::jsonb -> 'stakes') as staked
 where h.ended_at >= to_timestamp(:fromMs / 1000) and h.ended_at < to_timestamp(:toMs / 1000) and h.status = 'over'
   and h.game = 'punto_e_banco'
 group by p.currency, staked.key`,
});

interface SumsRow {
  readonly game: SoloGame;
  readonly currency: string;
  readonly hands: string;
  readonly taken: string;
  readonly paid: string;
  readonly staked: string;
  readonly staked2: number;
  readonly gained2: number;
  readonly both: number;
}

interface SpotRow {
  readonly currency: string;
  readonly spot: string;
  readonly staked: string;
}

export const readSoloReport = async (
  pool: Pick<pg.Pool, 'query'>,
  { fromMs, toMs }: SoloReportQuery,
): Promise<SoloReport> => {
  const { rows } = await pool.query<SumsRow>(READ_SUMS({ fromMs, toMs }));
  const { rows: spots } = await pool.query<SpotRow>(READ_SPOTS({ fromMs, toMs }));
  const house = await readCurrency(pool);
  const games = SOLO_GAMES.flatMap((game) => {
    const played = rows.filter((row) => row.game === game);
    if (played.length === 0) return [takingsOf(game, house, undefined, exactReturn(game, []))];
    return played.map((row) => {
      const { currency } = row;
      const its = spots.filter((spot) => spot.currency === currency);
      return takingsOf(game, currency, row, exactReturn(game, its));
    });
  });
  return { fromMs, toMs, advantage: 'none', games };
};

const exactReturn = (game: SoloGame, spots: readonly SpotRow[]): number | undefined => {
  if (game !== 'punto_e_banco') return BEST_PLAY_RETURNS[game];
  let [staked, due] = [0, 0];
  for (const spot of PUNTO_E_BANCO_SPOTS) {
    const on = Number(spots.find((row) => row.spot === spot)?.staked ?? 0);
    staked += on;
    due += on * PUNTO_E_BANCO_RETURNS[spot];
  }
  return staked === 0 ? undefined : due / staked;
};

const STANDARD_ERRORS = 4;
/** With fewer hands an error says nothing. */
const HANDS_MIN = 30;

const takingsOf = (
  game: SoloGame,
  currency: string | null,
  row: SumsRow | undefined,
  exact: number | undefined,
): SoloReport['games'][number] => {
  const { hands = '0', taken = '0', paid = '0', staked: firstStakes = '0' } = row ?? {};
  const { staked2 = 0, gained2 = 0, both = 0 } = row ?? {};
  const staked = Number(firstStakes);
  const gain = staked === 0 ? 0 : (Number(paid) - Number(taken)) / staked;
  const returned = staked === 0 ? undefined : 1 + gain;
  // The error of a ratio: how far the gain of each hand is from its own share.
  const squares = gained2 - 2 * gain * both + gain ** 2 * staked2;
  const error = staked === 0 ? 0 : Math.sqrt(Math.max(0, squares)) / staked;
  const isKnown = exact !== undefined && returned !== undefined && Number(hands) >= HANDS_MIN;
  const [low, high] = [
    (exact ?? 0) - STANDARD_ERRORS * error,
    (exact ?? 0) + STANDARD_ERRORS * error,
  ];
  return {
    game,
    currency,
    hands: Number(hands),
    firstStakes,
    taken,
    paid,
    returned: returned === undefined ? null : percentOf(returned),
    exact: exact === undefined ? null : percentOf(exact),
    band: isKnown ? { low: percentOf(low), high: percentOf(high) } : null,
    isWithin: isKnown ? returned >= low && returned <= high : null,
  };
};

const percentOf = (share: number): string => (100 * share).toFixed(4);
