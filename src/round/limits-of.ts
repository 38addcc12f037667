/**
 * The limits that hold for a player: those of the player's limit group where the table has any for
 * it, and the table's own on every other spot.
 */
import type { Spot } from '../punto-banco/spot.js';

/** Of the sum on one spot, minor units, both ends included. */
export interface SpotLimits {
  readonly min: string;
  readonly max: string;
}

/** Of the spots on which a group has others than the table. */
export type OfGroup = { readonly [Of in Spot]?: SpotLimits | undefined };

/**
 * So many digits a chip, a limit or a limit of tips has at most, in its minor units and, by the
 * stated rate of its currency, in those of the table's own. Sums over all players have 18 digits
 * on the wire, and 19 in Postgres: a round gives a player back less than 150 times the largest
 * limit, so that 6,000 players who all stake the most on every spot can be added up.
 */
export const LIMIT_DIGITS = 12;

/** The name of a limit group. */
export const LIMIT_GROUP = /^[a-z][a-z0-9-]{0,31}$/;

/** So many groups a table has others than its own limits for, at most. */
export const LIMIT_GROUPS_MAX = 20;

interface Limited {
  readonly limits: Readonly<Record<Spot, SpotLimits>>;
  /** What a process of before there were groups has sent lacks them. */
  readonly groupLimits?: Readonly<Record<string, OfGroup>> | undefined;
}

/** The groups that have others than the table on this spot. */
export const groupsOn = ({ groupLimits = {} }: Limited, spot: Spot): readonly string[] =>
  Object.keys(groupLimits).filter((group) => groupLimits[group]?.[spot] !== undefined);

export const limitsOf = (
  { limits, groupLimits = {} }: Limited,
  group: string | null,
): Readonly<Record<Spot, SpotLimits>> => {
  if (group === null || !Object.hasOwn(groupLimits, group)) return limits;
  const others = Object.entries(groupLimits[group] ?? {}).filter(([, each]) => each !== undefined);
  return { ...limits, ...(Object.fromEntries(others) as Partial<Record<Spot, SpotLimits>>) };
};
