/** The rounds of a period with what is reported of them, table by table, as they were opened. */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { UnclearRound as UnclearReported } from '../protocol/report.js';
import { type KeptTakings, keptOf } from './kept-takings.js';
import type { Period } from './period.js';
import { type Unclear, workOut } from './work-out.js';

type Reads = Pick<pg.Pool, 'query'>;

interface PeriodRound {
  readonly game: string;
  readonly table_id: string;
  readonly table_name: string;
  readonly currency: string;
  readonly round_in_shoe: number;
  readonly status: 'betting' | 'closed' | 'resulted' | 'settled' | 'void' | 'refunded';
  readonly opened_ms: string;
}

export type ShiftRound = PeriodRound & KeptTakings;
/** One that cannot be worked out. */
export type UnclearShiftRound = PeriodRound & Unclear;

interface Page {
  readonly rounds: readonly ShiftRound[];
  readonly unclear: readonly UnclearShiftRound[];
}

/** A day of several tables is more than is held in memory at once. */
const PAGE = 500;

const TABLES = 'select id from tables where $1::text is null or id = $1 order by id';

/** After the round that is named last, in the order of their opening. */
const ROUNDS = statement({
  inputs: {
    fromMs: 'float8',
    toMs: 'float8',
    table: 'text',
    afterAt: 'timestamptz',
    afterGame: 'bigint',
  },
  text: `
select r.game_number as game, r.table_id, t.settings ->> 'name' as table_name, t.settings ->> 'currency' as currency,
       r.round_in_shoe, r.status, round(extract(epoch from r.opened_at) * 1000) as opened_ms, r.opened_at::text as opened_at,
       k.outcome, k.dealer, k.cards_seen, k.staked, k.is_balanced, k.takings, k.advantages,
       k.game_number is not null and not exists (select from rounds_due d where d.game_number = r.game_number) as is_kept
  from rounds r join tables t on t.id = r.table_id left join round_takings k on k.game_number = r.game_number
 where r.table_id = :table and r.opened_at >= to_timestamp(:fromMs / 1000) and r.opened_at < to_timestamp(:toMs / 1000)
   and r.opened_at >= :afterAt and (r.opened_at, r.game_number) > (:afterAt, :afterGame)
 order by r.opened_at, r.game_number limit ${PAGE}`,
});

type Row = ShiftRound & {
  readonly opened_at: string;
  readonly is_kept: boolean;
};

/**
 * Some at a time. What is not kept of a round, as of one that is in hand, is worked out. `reads`
 * sees one moment only.
 */
export async function* shiftRounds(
  reads: Reads,
  { fromMs, toMs, table }: Period,
): AsyncGenerator<Page> {
  const tables = await reads.query<{ id: string }>(TABLES, [table ?? null]);
  for (const { id } of tables.rows) {
    for (let after = { afterAt: '-infinity', afterGame: '0' }; ;) {
      const { rows } = await reads.query<Row>(ROUNDS({ fromMs, toMs, table: id, ...after }));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield await completed(reads, rows);
      await setImmediate();
      if (rows.length < PAGE) break;
      after = { afterAt: last.opened_at, afterGame: last.game };
    }
  }
}

const completed = async (reads: Reads, rows: readonly Row[]): Promise<Page> => {
  const left = rows.filter(({ is_kept }) => !is_kept).map(({ game }) => game);
  if (left.length === 0) return { rounds: rows, unclear: [] };
  const worked = new Map<string, KeptTakings>();
  const faults = new Map<string, string>();
  for await (const some of workOut(reads, left)) {
    for (const each of some.worked) worked.set(each.game, keptOf(each));
    for (const { game, fault } of some.unclear) faults.set(game, fault);
  }
  return {
    rounds: rows
      .filter(({ game }) => !faults.has(game))
      .map((row) => ({ ...row, ...worked.get(row.game) })),
    unclear: rows.flatMap((row) => {
      const fault = faults.get(row.game);
      return fault === undefined ? [] : [{ ...row, fault }];
    }),
  };
};

/** As a report names it. */
export const reportedUnclear = ({
  game,
  table_id: table,
  table_name: tableName,
  fault,
}: UnclearShiftRound): UnclearReported => ({ game, table, tableName, fault });
