/** What tables have won in the last hours, and the studio in all. */
import type { HoursReport } from '../../../../src/protocol/report.js';
import type { WallTable } from '../../../../src/protocol/wall.js';

/**
 * By table, in minor units of its own currency: what the house kept; negative: what it lost. What
 * it kept in further currencies counts by the table's stated rates.
 */
export const winsOf = (hours: HoursReport['hours']): ReadonlyMap<string, string> => {
  const wins = new Map<string, bigint>();
  for (const { table, hold, aboutInOwn } of hours) {
    wins.set(table, (wins.get(table) ?? 0n) + BigInt(aboutInOwn?.hold ?? hold));
  }
  return new Map([...wins].map(([table, won]) => [table, won.toString()]));
};

/** The tables in whose win something of further currencies is counted, by their rates. */
export const winsByRate = (hours: HoursReport['hours']): ReadonlySet<string> =>
  new Set(hours.filter(({ aboutInOwn }) => aboutInOwn !== undefined).map(({ table }) => table));

interface StudioTotal {
  readonly currency: string;
  readonly players: number;
  readonly stakes: string;
  readonly win: string;
  /** Whether something of further currencies is counted in it, by the tables' rates. */
  readonly isStakesAbout: boolean;
  readonly isWinAbout: boolean;
}

/** One for each currency, because amounts of two currencies are not added. */
export const totalsOf = (
  tables: Iterable<WallTable>,
  wins: ReadonlyMap<string, string>,
  byRate: ReadonlySet<string>,
): readonly StudioTotal[] => {
  const none = { players: 0, stakes: 0n, win: 0n, isStakesAbout: false, isWinAbout: false };
  const totals = new Map<string, typeof none>();
  for (const { table, currency, players, stakes, byCurrency } of tables) {
    const total = totals.get(currency) ?? none;
    totals.set(currency, {
      players: total.players + players,
      stakes: total.stakes + BigInt(stakes),
      win: total.win + BigInt(wins.get(table) ?? '0'),
      isStakesAbout: total.isStakesAbout || byCurrency !== undefined,
      isWinAbout: total.isWinAbout || byRate.has(table),
    });
  }
  return [...totals].map(([currency, { stakes, win, ...rest }]) => ({
    ...{ currency, ...rest },
    stakes: stakes.toString(),
    win: win.toString(),
  }));
};
