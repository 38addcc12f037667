/** The currency of a player's money, and that of the studio's tables where it is one. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';

const OF_PLAYER = statement({
  inputs: { player: 'bigint' },
  text: 'select currency from players where id = :player',
});

export const readPlayerCurrency = async (
  pool: Pick<pg.Pool, 'query'>,
  playerId: string,
): Promise<string | null> => {
  const { rows } = await pool.query<{ currency: string }>(OF_PLAYER({ player: playerId }));
  return rows[0]?.currency ?? null;
};

/** Null where the tables' currencies differ. */
export const readCurrency = async (pool: Pick<pg.Pool, 'query'>): Promise<string | null> => {
  const { rows } = await pool.query<{ currency: string }>(
    `select min(settings ->> 'currency') as currency from tables
     having count(distinct settings ->> 'currency') = 1`,
  );
  return rows[0]?.currency ?? null;
};
