/** A player's statement as a whole, read page by page, and held to the player's accounts. */
import type pg from 'pg';
import { expect } from 'vitest';
import { readStatement } from '../../src/history/statement.js';
import { type StatementPage, statementPage } from '../../src/protocol/http.js';

type Entry = StatementPage['entries'][number];

/** Newest first. Each page but the last is full. */
export const wholeStatement = async (
  pool: pg.Pool,
  playerId: string,
  limit = 100,
): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await readStatement(pool, playerId, { limit, before });
    statementPage.parse(page);
    entries.push(...page.entries);
    if (page.next === null) return entries;
    expect(page.entries).toHaveLength(limit);
    before = page.next;
  }
};

/**
 * What its rows moved is what the accounts hold, and no row moves nothing but for a hand that was
 * paid what it took.
 */
export const expectStatementAdds = async (
  pool: pg.Pool,
  playerId: string,
  limit?: number,
): Promise<readonly Entry[]> => {
  const entries = await wholeStatement(pool, playerId, limit);
  const { rows } = await pool.query<{ kind: string; balance: string }>(
    `select kind, balance from accounts
      where player_id = $1 and kind in ('session', 'game', 'advance')`,
    [playerId],
  );
  const has = { session: '0', game: '0', advance: '0' };
  for (const { kind, balance } of rows) Object.assign(has, { [kind]: balance });
  const sum = (of: 'session' | 'gameAccount' | 'advance') =>
    `${entries.reduce((total, entry) => total + BigInt(entry[of] ?? 0), 0n)}`;
  expect({
    session: sum('session'),
    game: sum('gameAccount'),
    advance: sum('advance'),
  }).toEqual(has);
  const idle = entries.filter(
    ({ kind, session, gameAccount, advance = '0' }) =>
      kind !== 'hands' && session === '0' && gameAccount === '0' && advance === '0',
  );
  expect(idle, 'a row that moves nothing').toEqual([]);
  return entries;
};
