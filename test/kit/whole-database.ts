/** All that a database holds, so that a test can say that nothing of it changed. */
import type pg from 'pg';

const TABLES = [
  'operators',
  'players',
  'accounts',
  'entries',
  'postings',
  'sessions',
  'tables',
  'table_leases',
  'table_events',
  'table_snapshots',
  'shoes',
  'rounds',
  'bets',
  'payouts',
  'settlement_chunks',
  'approvals',
  'approval_decisions',
  'approval_uses',
  'corrections',
  'correction_chunks',
  'correction_payouts',
  'outbox',
] as const;

/** The rows of every table, as text, in an order of their own. */
export const allRows = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const { rows } = await pool.query<{ of: string; row: string }>(
    TABLES.map((table) => `select '${table}' as of, t::text as row from ${table} t`).join(
      ' union all ',
    ) + ' order by 1, 2',
  );
  const all: Record<string, string[]> = {};
  for (const { of, row } of rows) (all[of] ??= []).push(row);
  return all;
};
