/** The preferences of a player, a row each. Whatever is stored, what is read is complete. */
import type pg from 'pg';
import { NO_PREFERENCES } from '../protocol/no-preferences.js';
import {
  type PlayerPreferences,
  type PreferencesChange,
  preferencesChange,
} from '../protocol/preferences.js';

/** What no longer fits counts as not kept. */
export const completePreferences = (stored: unknown, version: number): PlayerPreferences => {
  const fields = typeof stored === 'object' && stored !== null ? stored : {};
  const fitting = Object.entries(fields).filter(
    (field) => preferencesChange.safeParse(Object.fromEntries([field])).success,
  );
  return { ...NO_PREFERENCES, ...Object.fromEntries(fitting), version };
};

interface PreferencesRow {
  readonly preferences: unknown;
  readonly version: number;
}

/** Those of a player who has kept nothing where there is no row. */
export const readPreferences = async (
  pool: Pick<pg.Pool, 'query'>,
  playerId: string,
): Promise<PlayerPreferences> => {
  const { rows } = await pool.query<PreferencesRow>(
    'select preferences, version from player_preferences where player_id = $1',
    [playerId],
  );
  const [row] = rows;
  return row === undefined ? NO_PREFERENCES : completePreferences(row.preferences, row.version);
};

/**
 * Written in one statement: of two changes at the same time both count, and of the same thing the
 * later one holds. Undefined for an unknown player.
 */
export const changePreferences = async (
  pool: Pick<pg.Pool, 'query'>,
  playerId: string,
  change: PreferencesChange,
): Promise<PlayerPreferences | undefined> => {
  const { rows } = await pool.query<PreferencesRow>(
    `insert into player_preferences as kept (player_id, preferences)
     select id, $2::jsonb from players where id = $1
     on conflict (player_id) do update
       set preferences = kept.preferences || excluded.preferences, version = kept.version + 1
     returning preferences, version`,
    [playerId, JSON.stringify(change)],
  );
  return rows[0] && completePreferences(rows[0].preferences, rows[0].version);
};
