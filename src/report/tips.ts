/** What the dealers were given in a period: a line for each dealer, table and currency. */
import type pg from 'pg';
import type { ShiftReport } from '../protocol/report.js';
import { statement } from '../platform/statement.js';
import type { Period } from './period.js';

const TIPS = statement({
  inputs: { fromMs: 'float8', toMs: 'float8', table: 'text null', dealer: 'text null' },
  text: `
select t.dealer, t.table_id as table, p.currency, count(*)::int as tips, sum(t.amount)::text as amount
  from tips t join players p on p.id = t.player_id
 where t.at >= to_timestamp(:fromMs / 1000) and t.at < to_timestamp(:toMs / 1000)
   and (:table is null or t.table_id = :table) and (:dealer is null or t.dealer = :dealer)
 group by 1, 2, 3 order by 3, 1, 2`,
});

/** Of one table, or of one dealer, where one is named. */
export const readTips = async (
  pool: Pick<pg.Pool, 'query'>,
  { fromMs, toMs, table, dealer }: Period & { readonly dealer?: string | undefined },
): Promise<ShiftReport['tips']> => {
  const { rows } = await pool.query<ShiftReport['tips'][number]>(
    TIPS({ fromMs, toMs, table, dealer }),
  );
  return rows;
};
