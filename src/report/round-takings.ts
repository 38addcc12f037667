/**
 * What one round took and paid, in all and by spot, and what it would have paid on average with the
 * cards that were left.
 */
import { type Amount, amount } from '../money/amount.js';
import type { Coup } from '../punto-banco/coup.js';
import type { StakesByMode } from '../punto-banco/exposure.js';
import type { Chances } from '../punto-banco/paying-class.js';
import type { Paytable } from '../punto-banco/paytable.js';
import { paid } from '../money/verdict.js';
import { verdicts } from '../punto-banco/settle.js';
import { MODES, type Mode, type Spot } from '../punto-banco/spot.js';
import { spread } from '../punto-banco/spread.js';
import type { PlacedRow } from './placed-stakes.js';
import type { Taken } from './takings.js';

/** A bet as the report lists it: Banco by the mode that it is paid in, all others in either. */
export interface ReportedBet {
  readonly spot: Spot;
  readonly mode: Mode | null;
}

export interface RoundTakings {
  readonly all: Taken;
  readonly byBet: readonly { readonly bet: ReportedBet; readonly taken: Taken }[];
}

export const reportedBet = (spot: Spot, mode: Mode): ReportedBet => ({
  spot,
  mode: spot === 'banco' ? mode : null,
});

/**
 * `ways`: those of the cards that were left. `placed`: those of the round's stakes that count, at
 * least one, always in the same order. Paid to the cent as each bet was, by `coup`.
 */
export const roundTakings = (
  ways: Chances,
  rates: Paytable,
  coup: Coup,
  placed: readonly PlacedRow[],
): RoundTakings => {
  const given = verdicts(coup, rates);
  const groups = new Map<string, { readonly bet: ReportedBet; readonly rows: PlacedRow[] }>();
  for (const row of placed) {
    const bet = reportedBet(row.spot, row.mode);
    const name = `${bet.spot} ${bet.mode}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { bet, rows: [row] });
    else group.rows.push(row);
  }
  const take = (rows: readonly PlacedRow[]): Taken => taken(rows, ways, given);
  return {
    all: take(placed),
    byBet: [...groups.values()].map(({ bet, rows }) => ({ bet, taken: take(rows) })),
  };
};

const taken = (
  rows: readonly PlacedRow[],
  ways: Chances,
  given: ReturnType<typeof verdicts>,
): Taken => {
  let bets = 0;
  let turnover = 0n;
  let payout = 0n;
  for (const { mode, spot, stake, count } of rows) {
    const each = amount(BigInt(stake));
    bets += count;
    turnover += each * BigInt(count);
    payout += paid(given[mode][spot], each) * BigInt(count);
  }
  return { bets, turnover, payout, ...spread(ways, sums(rows)) };
};

const sums = (rows: readonly PlacedRow[]): StakesByMode => {
  const byMode = Object.fromEntries(MODES.map((mode) => [mode, new Map<Spot, Amount>()])) as Record<
    Mode,
    Map<Spot, Amount>
  >;
  for (const { mode, spot, stake, count } of rows) {
    const before = byMode[mode].get(spot) ?? 0n;
    byMode[mode].set(spot, amount(before + BigInt(stake) * BigInt(count)));
  }
  return byMode;
};
