/**
 * For whom an event, or one field of it, is: players, the dealer and the pit each see the table
 * differently.
 */

export const AUDIENCES = ['player', 'dealer', 'pit'] as const;
export type Audience = (typeof AUDIENCES)[number];

/**
 * `nobody`: it is kept in the log only. `open`: a face, which all see unless the event says that
 * its card lies face down. Then it is for the staff.
 */
export type Visibility = 'all' | 'open' | 'staff' | 'pit' | 'nobody';

const SEEN_BY: Readonly<Record<Visibility, readonly Audience[]>> = {
  all: AUDIENCES,
  open: AUDIENCES,
  staff: ['dealer', 'pit'],
  pit: ['pit'],
  nobody: [],
};

export const isSeenBy = (visibility: Visibility, audience: Audience, isFaceDown = false): boolean =>
  SEEN_BY[visibility === 'open' && isFaceDown ? 'staff' : visibility].includes(audience);
