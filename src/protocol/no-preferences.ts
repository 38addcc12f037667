/**
 * How many of each a player may keep, and what holds before any are kept. It is apart from the
 * schema, so that the page can use it without one.
 */

export const WATCHED_MOST = 4;
export const FAVOURITES_MOST = 8;

/** As the schema has them, which takes its numbers from here. */
export const NO_PREFERENCES: {
  watched: string[];
  chip: string | null;
  favourites: never[];
  version: number;
} = {
  watched: [],
  chip: null,
  favourites: [],
  version: 0,
};
