/** What a player has set, kept with the player. Whatever is stored, what is read is complete. */
import type pg from 'pg';
import { DEFAULT_PLAYER_SETTINGS } from '../protocol/default-settings.js';
import {
  type PlayerSettings,
  type PlayerSettingsChange,
  playerSettings,
} from '../protocol/http.js';

/** A stored name that does not exist, or a value that no longer fits, counts as not set. */
export const completeSettings = (stored: unknown): PlayerSettings => {
  const settings: Record<string, unknown> = { ...DEFAULT_PLAYER_SETTINGS };
  const fields = typeof stored === 'object' && stored !== null ? stored : {};
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(playerSettings.shape, name)) continue;
    const schema = playerSettings.shape[name as keyof PlayerSettings];
    if (schema.safeParse(value).success) settings[name] = value;
  }
  return settings as PlayerSettings;
};

interface SettingsRow {
  readonly settings: unknown;
}

/** Undefined for an unknown player. */
export const readPlayerSettings = async (
  pool: pg.Pool,
  playerId: string,
): Promise<PlayerSettings | undefined> => {
  const { rows } = await pool.query<SettingsRow>('select settings from players where id = $1', [
    playerId,
  ]);
  return rows[0] && completeSettings(rows[0].settings);
};

/**
 * Written in one statement, so that two changes at the same time both hold. Undefined for an
 * unknown player.
 */
export const changePlayerSettings = async (
  pool: pg.Pool,
  playerId: string,
  change: PlayerSettingsChange,
): Promise<PlayerSettings | undefined> => {
  const { rows } = await pool.query<SettingsRow>(
    'update players set settings = settings || $2::jsonb where id = $1 returning settings',
    [playerId, JSON.stringify(change)],
  );
  return rows[0] && completeSettings(rows[0].settings);
};
