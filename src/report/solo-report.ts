/**
 * What solo games took and paid in a period, beside their exact returns. Both returns are per
 * first stake, because an exact return counts what a double, a split or an insurance adds as a
 * gain or a loss on the stake that the hand began with. Each currency is a line by itself. The
 * hands of the period are found by when they ended, so that the others cost nothing, and hour by
 * hour, so that no statement takes as long as the busiest period.
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
 group by h.game, p.currency`,
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

interface Sums {
  readonly game: SoloGame;
  readonly currency: string;
  readonly hands: number;
  readonly taken: bigint;
  readonly paid: bigint;
  readonly staked: bigint;
  readonly staked2: number;
  readonly gained2: number;
  readonly both: number;
}

const addSums = (before: Sums | undefined, row: SumsRow): Sums => ({
  game: row.game,
  currency: row.currency,
  hands: (before?.hands ?? 0) + Number(row.hands),
  taken: (before?.taken ?? 0n) + BigInt(row.taken),
  paid: (before?.paid ?? 0n) + BigInt(row.paid),
  staked: (before?.staked ?? 0n) + BigInt(row.staked),
  staked2: (before?.staked2 ?? 0) + row.staked2,
  gained2: (before?.gained2 ?? 0) + row.gained2,
  both: (before?.both ?? 0) + row.both,
});

interface SpotRow {
  readonly currency: string;
  readonly spot: string;
  readonly staked: string;
}

interface Spot {
  readonly currency: string;
  readonly spot: string;
  readonly staked: bigint;
}

const HOUR_MS = 3_600_000;

export const readSoloReport = async (
  pool: Pick<pg.Pool, 'query'>,
  { fromMs, toMs }: SoloReportQuery,
): Promise<SoloReport> => {
  const sums = new Map<string, Sums>();
  const staked = new Map<string, Spot>();
  for (let atMs = fromMs; atMs < toMs; atMs += HOUR_MS) {
    const hour = { fromMs: atMs, toMs: Math.min(atMs + HOUR_MS, toMs) };
    const read = await pool.query<SumsRow>(READ_SUMS(hour));
    for (const row of read.rows) {
      const name = `${row.game} ${row.currency}`;
      sums.set(name, addSums(sums.get(name), row));
    }
    const on = await pool.query<SpotRow>(READ_SPOTS(hour));
    for (const { currency, spot, staked: more } of on.rows) {
      const name = `${currency} ${spot}`;
      const before = staked.get(name)?.staked ?? 0n;
      staked.set(name, { currency, spot, staked: before + BigInt(more) });
    }
  }
  const rows = [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
  const spots = [...staked.values()];
  const studioCurrency = await readCurrency(pool);
  const games = SOLO_GAMES.flatMap((game) => {
    const played = rows.filter((row) => row.game === game);
    if (played.length === 0)
      return [takingsOf(game, studioCurrency, undefined, exactReturn(game, []))];
    return played.map((row) => {
      const { currency } = row;
      const its = spots.filter((spot) => spot.currency === currency);
      return takingsOf(game, currency, row, exactReturn(game, its));
    });
  });
  return { fromMs, toMs, advantage: 'none', games };
};

const exactReturn = (game: SoloGame, spots: readonly Spot[]): number | undefined => {
  if (game !== 'punto_e_banco') return BEST_PLAY_RETURNS[game];
  let [staked, due] = [0, 0];
  for (const spot of PUNTO_E_BANCO_SPOTS) {
    const on = Number(spots.find((row) => row.spot === spot)?.staked ?? 0n);
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
  row: Sums | undefined,
  exact: number | undefined,
): SoloReport['games'][number] => {
  const { hands = 0, taken = 0n, paid = 0n, staked: firstStakes = 0n } = row ?? {};
  const { staked2 = 0, gained2 = 0, both = 0 } = row ?? {};
  const staked = Number(firstStakes);
  const gain = staked === 0 ? 0 : (Number(paid) - Number(taken)) / staked;
  const returned = staked === 0 ? undefined : 1 + gain;
  // The error of a ratio: how far the gain of each hand is from its own share.
  const squares = gained2 - 2 * gain * both + gain ** 2 * staked2;
  const error = staked === 0 ? 0 : Math.sqrt(Math.max(0, squares)) / staked;
  const isKnown = exact !== undefined && returned !== undefined && hands >= HANDS_MIN;
  const [low, high] = [
    (exact ?? 0) - STANDARD_ERRORS * error,
    (exact ?? 0) + STANDARD_ERRORS * error,
  ];
  return {
    game,
    currency,
    hands,
    firstStakes: firstStakes.toString(),
    taken: taken.toString(),
    paid: paid.toString(),
    returned: returned === undefined ? null : percentOf(returned),
    exact: exact === undefined ? null : percentOf(exact),
    band: isKnown ? { low: percentOf(low), high: percentOf(high) } : null,
    isWithin: isKnown ? returned >= low && returned <= high : null,
  };
};

const percentOf = (share: number): string => (100 * share).toFixed(4);
