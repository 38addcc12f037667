/**
 * The currency of a player's money: that of the studio's tables. Null where the tables' currencies
 * differ.
 */
import type pg from 'pg';

export const readCurrency = async (pool: Pick<pg.Pool, 'query'>): Promise<string | null> => {
  const { rows } = await pool.query<{ currency: string }>(
    `select min(settings ->> 'currency') as currency from tables
     having count(distinct settings ->> 'currency') = 1`,
  );
  return rows[0]?.currency ?? null;
};
