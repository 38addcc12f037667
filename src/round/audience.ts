/**
 * For whom an event, or one field of it, is: players, the dealer and the pit each see the table
 * differently.
 */

export const AUDIENCES = ['player', 'dealer', 'pit'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** `nobody`: it is kept in the log only. */
export type Visibility = 'all' | 'staff' | 'pit' | 'nobody';

const SEEN_BY: Readonly<Record<Visibility, readonly Audience[]>> = {
  all: AUDIENCES,
  staff: ['dealer', 'pit'],
  pit: ['pit'],
  nobody: [],
};

export const isSeenBy = (visibility: Visibility, audience: Audience): boolean =>
  SEEN_BY[visibility].includes(audience);
