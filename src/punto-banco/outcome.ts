/** The three outcomes of a coup, and the two sides that cards are dealt to. */

export const SIDES = ['punto', 'banco'] as const;
export type Side = (typeof SIDES)[number];

export const OUTCOMES = ['punto', 'banco', 'egalite'] as const;
export type Outcome = (typeof OUTCOMES)[number];
