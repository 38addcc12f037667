/**
 * What the studio keeps of a player's way of playing, so that it is the same in every browser: the
 * tables that are watched, the chip in hand, and favourite bets.
 */
import { z } from 'zod';
import { FAVOURITES_MOST, WATCHED_MOST } from './no-preferences.js';
import * as wire from './wire.js';

/** The name is the player's own: whatever can be read, without spaces around it. */
export const favouriteBet = z.strictObject({
  name: z.string().regex(/^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,24}(?<! )$/u),
  stakes: wire.someStakes,
});
export type FavouriteBet = z.infer<typeof favouriteBet>;

const preferences = {
  watched: z
    .array(wire.tableId)
    .max(WATCHED_MOST)
    .refine((tables) => new Set(tables).size === tables.length)
    .describe('the tables that are watched beside the one that is played, in their order'),
  chip: wire.amountText.nullable().describe('the chosen chip; null: none was chosen'),
  favourites: z.array(favouriteBet).max(FAVOURITES_MOST),
};

export const playerPreferences = z.strictObject({
  ...preferences,
  version: z.int().nonnegative().describe('how often they were changed'),
});
export type PlayerPreferences = z.infer<typeof playerPreferences>;

/** Each of them is replaced whole. */
export const preferencesChange = z.strictObject(preferences).partial();
export type PreferencesChange = z.infer<typeof preferencesChange>;
