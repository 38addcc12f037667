/**
 * The stakes as chips: where they lie, what is paid beside them, and what the
 * dealer takes, as it goes on once the last card lies open.
 */
import { type Amount, amount } from '../money/amount.js';
import { paid } from '../money/verdict.js';
import { wholeChips, chipsOf } from '../punto-banco/chips.js';
import type { CoupResult } from '../punto-banco/coup.js';
import { paytable } from '../punto-banco/paytable.js';
import { verdict } from '../punto-banco/settle.js';
import { SPOTS, type Spot } from '../punto-banco/spot.js';
import type { TableStatistics } from '../protocol/statistics.js';

/** A chip by its place among the table’s, from the lowest value on. */
export type Pile = readonly number[];

export interface Stake {
  readonly spot: Spot;
  readonly amount: Amount;
}

interface Table {
  /** In minor units, ascending. */
  readonly chips: readonly string[];
  readonly paytable: string;
}

/** A higher pile says no more. */
const CHIPS_MOST = 5;

/** After the last card lies open: what has lost is taken, and then what has won is paid. */
export const TAKEN_AFTER_MS = 700;
export const PAID_AFTER_MS = 1_300;
const MOVE_MS = 500;
/** Until everything is paid. */
export const PAYING_MS = PAID_AFTER_MS + MOVE_MS;

export const stakesOn = ({ spots }: Pick<TableStatistics, 'spots'>): readonly Stake[] =>
  SPOTS.flatMap((spot) => {
    const share = spots[spot];
    return share === undefined ? [] : [{ spot, amount: amount(BigInt(share.amount)) }];
  });

/** The largest chips of it, the largest at the bottom. */
export const pileOf = (value: Amount, { chips }: Table): Pile => {
  const values = chips.map((chip) => amount(BigInt(chip)));
  const pile = chipsOf(wholeChips(value, values), values) ?? [];
  return pile.slice(0, CHIPS_MOST).map((chip) => values.indexOf(chip));
};

export interface ShownPile {
  readonly spot: Spot;
  readonly pile: Pile;
  /** What is paid lies beside what was staked. */
  readonly isPaid: boolean;
  /** 0: on the spot; 1: with the dealer. */
  readonly away: number;
}

/**
 * What is on the felt `sinceMs` after the last card was opened; before that `coup` is undefined.
 * Commission depends on each player’s mode: what is paid on Banco is drawn as without.
 */
export const pilesShown = (
  stakes: readonly Stake[],
  table: Table,
  coup: CoupResult | undefined,
  sinceMs: number,
): readonly ShownPile[] =>
  stakes.flatMap(({ spot, amount: staked }) => {
    const lying = { spot, pile: pileOf(staked, table), isPaid: false, away: 0 };
    const pays = paytable(table.paytable);
    if (coup === undefined || pays === undefined) return [lying];
    const given = verdict(coup, spot, 'zero_commission', pays);
    switch (given.kind) {
      case 'returned':
        return [lying];
      case 'lost': {
        const away = share(sinceMs - TAKEN_AFTER_MS);
        return away === 1 ? [] : [{ ...lying, away }];
      }
      case 'won': {
        if (sinceMs < PAID_AFTER_MS) return [lying];
        const won = amount(paid(given, staked) - staked);
        const payment = { spot, pile: pileOf(won, table), isPaid: true };
        return [lying, { ...payment, away: 1 - share(sinceMs - PAID_AFTER_MS) }];
      }
    }
  });

const share = (ms: number): number => Math.min(1, Math.max(0, ms / MOVE_MS));
