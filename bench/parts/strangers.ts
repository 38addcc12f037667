/** What strangers may flood the doors with, and the order that a bench gives them. */

export const FLOODS = ['refused', 'signIns', 'deaf', 'slow'] as const;

export type StrangersOrder =
  | {
      readonly begin: (typeof FLOODS)[number];
      readonly url: string;
      readonly table: string;
      /** Of players who read nothing. */
      readonly tokens: readonly string[];
    }
  | 'end';
