/** The sums of a shift: in all, by bet, by table and by dealer, for each currency. */
import type { ShiftReport } from '../protocol/report.js';
import { SPOTS } from '../punto-banco/spot.js';
import { type KeptOfRound, type KeptTakings, takenOf } from './kept-takings.js';
import type { ReportedBet } from './round-takings.js';
import type { ShiftRound } from './shift-rounds.js';
import { type Taken, Takings } from './takings.js';

interface SumLine<Of> {
  readonly of: Of;
  readonly currency: string;
  readonly takings: Takings;
}

/** Lines of one kind, made when first needed. */
class SumLines<Of> {
  readonly #lines = new Map<string, SumLine<Of>>();

  add(name: string, of: Of, currency: string, taken: Taken): void {
    const key = `${currency} ${name}`;
    const line = this.#lines.get(key) ?? { of, currency, takings: new Takings() };
    line.takings.add(taken);
    this.#lines.set(key, line);
  }

  /** In the order of their names, one currency at a time. */
  get all(): readonly SumLine<Of>[] {
    return [...this.#lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  }
}

export class ShiftSums {
  readonly #totals = new SumLines<null>();
  readonly #bets = new SumLines<ReportedBet>();
  readonly #tables = new SumLines<{ readonly table: string; readonly tableName: string }>();
  readonly #dealers = new SumLines<{ readonly dealer: string }>();

  add(round: ShiftRound, { further = {}, ...own }: NonNullable<KeptTakings['takings']>): void {
    if (own.all.bets > 0) this.#add(round, round.currency, own);
    for (const [currency, its] of Object.entries(further)) this.#add(round, currency, its);
  }

  #add(round: ShiftRound, currency: string, { all: kept, byBet }: KeptOfRound): void {
    const all = takenOf(kept);
    const { table_id: table, table_name: tableName, dealer } = round;
    this.#totals.add('', null, currency, all);
    this.#tables.add(table, { table, tableName }, currency, all);
    if (dealer !== null) this.#dealers.add(dealer, { dealer }, currency, all);
    for (const { bet, taken } of byBet) {
      const order = String(SPOTS.indexOf(bet.spot)).padStart(2, '0');
      this.#bets.add(`${order} ${bet.mode}`, bet, currency, takenOf(taken));
    }
  }

  lines(): Pick<ShiftReport, 'totals' | 'bySpot' | 'byTable' | 'byDealer'> {
    return {
      totals: this.#totals.all.map(({ currency, takings }) => takings.line(currency)),
      bySpot: this.#bets.all.map(reported),
      byTable: this.#tables.all.map(reported),
      byDealer: this.#dealers.all.map(reported),
    };
  }
}

const reported = <Of>({ of, currency, takings }: SumLine<Of>) => ({
  ...takings.line(currency),
  ...of,
});
