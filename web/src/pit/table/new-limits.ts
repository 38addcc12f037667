/** Limits as a person types them: what is wrong with them, or what changes. */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { SPOTS, type Spot, eachSpot } from '../../../../src/punto-banco/spot.js';
import type { InOwn } from '../../../../src/round/currencies.js';
import type { OfGroup } from '../../../../src/round/limits-of.js';
import { type TypedFault, readLimit } from './typed-limit.js';

export type Settings = TableCopy['settings'];
/** What limits are read by: those that hold, and what they are made of. */
type Holding = Pick<Settings, 'limits' | 'chips' | 'currency'> & {
  /** Of a further currency. */
  readonly inOwn?: InOwn | undefined;
};
export type TypedLimits = Readonly<Record<Spot, { readonly min: string; readonly max: string }>>;
/** What was typed, of what is shown. The rest is as it holds, also where others change it. */
export type LimitEdits = Readonly<Partial<Record<Spot, Partial<TypedLimits[Spot]>>>>;
type LimitFault = TypedFault | 'not_made_of_chips' | 'below_smallest' | 'max_below_min';
type ChangedLimits = Partial<Record<Spot, { min: string; max: string }>>;
export type LimitFaults = Readonly<
  Partial<Record<Spot, { readonly end: 'min' | 'max'; readonly fault: LimitFault }>>
>;

type ReadLimits =
  | { readonly ok: true; readonly changed: ChangedLimits }
  | { readonly ok: false; readonly faults: LimitFaults };

/** Those ends of a spot's limits that are typed otherwise than they are shown. */
export const editsOf = (
  typed: TypedLimits[Spot],
  shown: TypedLimits[Spot],
): Partial<TypedLimits[Spot]> => ({
  ...(typed.min !== shown.min && { min: typed.min }),
  ...(typed.max !== shown.max && { max: typed.max }),
});

export const withEdits = (shown: TypedLimits, edits: LimitEdits): TypedLimits =>
  eachSpot((spot) => ({ ...shown[spot], ...edits[spot] }));

/**
 * Every limit is a multiple of the smallest chip, from that chip on, and the most is not below the
 * least (RULES 1.10).
 */
export const readLimits = (
  typed: TypedLimits,
  { limits, chips, currency, inOwn }: Holding,
  language: string,
): ReadLimits => {
  const smallest = BigInt(chips[0]!);
  const changed: ChangedLimits = {};
  const faults: Partial<Record<Spot, { end: 'min' | 'max'; fault: LimitFault }>> = {};
  for (const spot of SPOTS) {
    const ends = {
      min: readLimit(typed[spot].min, currency, language, inOwn),
      max: readLimit(typed[spot].max, currency, language, inOwn),
    };
    for (const end of ['min', 'max'] as const) {
      const value = ends[end];
      if (typeof value === 'string') faults[spot] ??= { end, fault: value };
      else if (value < smallest) faults[spot] ??= { end, fault: 'below_smallest' };
      else if (value % smallest !== 0n) faults[spot] ??= { end, fault: 'not_made_of_chips' };
    }
    const { min, max } = ends;
    if (typeof min === 'string' || typeof max === 'string' || faults[spot] !== undefined) continue;
    if (max < min) faults[spot] = { end: 'max', fault: 'max_below_min' };
    else if (`${min}` !== limits[spot].min || `${max}` !== limits[spot].max) {
      changed[spot] = { min: `${min}`, max: `${max}` };
    }
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, changed };
};

/** What a group has already stays. */
export const withChanged = (had: OfGroup, changed: ChangedLimits): ChangedLimits =>
  Object.fromEntries(
    SPOTS.flatMap((spot) => {
      const its = changed[spot] ?? had[spot];
      return its === undefined ? [] : [[spot, its] as const];
    }),
  );
