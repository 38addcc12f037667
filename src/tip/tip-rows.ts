/** Tips as a dealer is shown them. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Tip } from '../protocol/tip.js';

type Querying = Pick<pg.ClientBase, 'query'>;

const TIPS = `
select t.id, t.table_id as table, p.name, t.dealer, t.amount, round(extract(epoch from t.at) * 1000) as at_ms,
       nullif(p.currency, o.settings ->> 'currency') as currency
  from tips t join players p on p.id = t.player_id join tables o on o.id = t.table_id`;

const ONE = statement({ inputs: { id: 'bigint' }, text: `${TIPS} where t.id = :id` });

const LATEST = statement({
  inputs: { table: 'text', limit: 'int' },
  text: `${TIPS}
 where t.table_id = :table and t.dealer = dealer_at(:table) order by t.id desc limit :limit`,
});

const SINCE = statement({
  inputs: { tables: 'text[]', withinMs: 'bigint', limit: 'int' },
  text: `${TIPS}
 where t.table_id = any(:tables) and t.at > studio_now() - :withinMs * interval '1 ms' order by t.id limit :limit`,
});

interface Row extends Omit<Tip, 'atMs' | 'currency'> {
  readonly at_ms: string;
  readonly currency: string | null;
}

const tipOf = ({ at_ms, currency, ...tip }: Row): Tip => ({
  ...tip,
  ...(currency !== null && { currency }),
  atMs: Number(at_ms),
});

/** The tip of this number, which is there. */
export const readTip = async (client: Querying, id: string): Promise<Tip> => {
  const { rows } = await client.query<Row>(ONE({ id }));
  return tipOf(rows[0]!);
};

/** Newest first, `limit` at most: those of whoever deals at the table now. */
export const readLatestTips = async (
  client: Querying,
  table: string,
  limit: number,
): Promise<Tip[]> => {
  const { rows } = await client.query<Row>(LATEST({ table, limit }));
  return rows.map(tipOf);
};

/** Oldest first: those that were given at these tables lately, to whoever dealt. */
export const readTipsSince = async (
  client: Querying,
  tables: readonly string[],
  withinMs: number,
  limit: number,
): Promise<Tip[]> => {
  const { rows } = await client.query<Row>(SINCE({ tables, withinMs, limit }));
  return rows.map(tipOf);
};
