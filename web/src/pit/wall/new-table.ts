/**
 * A new table’s chips and limits as a person types them over those of its model: what is wrong with
 * them, or what is given.
 */
import type { TableModel } from '../../../../src/protocol/studio-tables.js';
import { SPOTS, type Spot } from '../../../../src/punto-banco/spot.js';
import type { InOwn } from '../../../../src/round/currencies.js';
import { LIMIT_GROUP, type OfGroup, limitsOf } from '../../../../src/round/limits-of.js';
import { typedText } from '../../money.js';
import {
  type LimitFaults,
  type TypedLimits,
  readLimits,
  withChanged,
} from '../table/new-limits.js';
import { readLimit } from '../table/typed-limit.js';

/** What was typed, and where: all else is as at the model. `''` is the table itself. */
export interface Edits {
  readonly chips?: string;
  readonly limits: Readonly<Record<string, Partial<TypedLimits>>>;
}

type ChipsFault = 'not_amounts' | 'limits_too_high' | 'do_not_ascend';

interface NewTable {
  readonly chips?: string[];
  readonly limits?: OfGroup;
  readonly groupLimits?: Record<string, OfGroup>;
}

export type ReadTable =
  | { readonly ok: true; readonly given: NewTable }
  | {
      readonly ok: false;
      readonly chips?: ChipsFault;
      /** By group; `''` is the table itself. */
      readonly limits: Readonly<Record<string, LimitFaults>>;
    };

export const codeOf = (typed: string): string => typed.trim().toUpperCase();

export const isCode = (code: string): boolean => /^[A-Z]{3}$/.test(code);

/** The new table's own currency: as at its model until another one is typed. */
export const ownCurrency = (typed: string, ofModel = 'EUR'): string => {
  const code = codeOf(typed);
  return isCode(code) ? code : ofModel;
};

/** `1; 5; 25`: some languages write amounts with a comma. */
export const chipsText = (
  { chips }: TableModel,
  { chips: typed }: Edits,
  currency: string,
  language: string,
): string => typed ?? chips.map((chip) => typedText(BigInt(chip), currency, language)).join('; ');

/** As they stand in the fields, of the table itself or of a group. */
export const limitsText = (
  model: TableModel,
  edits: Edits,
  group: string,
  currency: string,
  language: string,
): TypedLimits => {
  const holding = limitsOf(model, group);
  const own = edits.limits[''] ?? {};
  const shown = (text: string) => typedText(BigInt(text), currency, language);
  return Object.fromEntries(
    SPOTS.map((spot) => {
      const inherited = model.groupLimits[group]?.[spot] === undefined ? own[spot] : undefined;
      const typed = edits.limits[group]?.[spot] ?? inherited;
      const { min, max } = holding[spot];
      return [spot, typed ?? { min: shown(min), max: shown(max) }];
    }),
  ) as TypedLimits;
};

/** The groups that have limits of their own at the model, or are given some. */
export const groupsOf = (model: TableModel, edits: Edits): readonly string[] => {
  const typed = Object.keys(edits.limits).filter((group) => LIMIT_GROUP.test(group));
  return [...new Set([...Object.keys(model.groupLimits), ...typed])].toSorted();
};

/**
 * What is typed as the model has it is not given: it is the model’s. `inOwn`: where the currency is
 * a further one.
 */
export const readTable = (
  model: TableModel,
  edits: Edits,
  currency: string,
  language: string,
  inOwn?: InOwn,
): ReadTable => {
  const chips = readChips(chipsText(model, edits, currency, language), currency, language, inOwn);
  if (typeof chips === 'string') return { ok: false, chips, limits: {} };
  const read = (group: string) =>
    readLimits(
      limitsText(model, edits, group, currency, language),
      {
        ...{ chips, currency, inOwn },
        limits: limitsOf(model, group),
      },
      language,
    );
  const own = read('');
  const faults: Record<string, LimitFaults> = own.ok ? {} : { '': own.faults };
  const groupLimits: Record<string, OfGroup> = {};
  for (const group of groupsOf(model, edits)) {
    const its = read(group);
    if (!its.ok) faults[group] = its.faults;
    else {
      const typed = pick(its.changed, Object.keys(edits.limits[group] ?? {}) as Spot[]);
      if (Object.keys(typed).length > 0) {
        groupLimits[group] = withChanged(model.groupLimits[group] ?? {}, typed);
      }
    }
  }
  if (!own.ok || Object.keys(faults).length > 0) return { ok: false, limits: faults };
  const given: NewTable = {
    ...(chips.join() !== model.chips.join() && { chips }),
    ...(Object.keys(own.changed).length > 0 && { limits: own.changed }),
    ...(Object.keys(groupLimits).length > 0 && { groupLimits }),
  };
  return { ok: true, given };
};

const pick = <Of extends object>(of: Of, names: readonly (keyof Of)[]): Of =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name as keyof Of))) as Of;

const readChips = (
  text: string,
  currency: string,
  language: string,
  inOwn?: InOwn,
): string[] | ChipsFault => {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '');
  const chips: bigint[] = [];
  let isTooHigh = false;
  for (const part of parts) {
    const chip = readLimit(part, currency, language, inOwn);
    if (chip === 'not_an_amount') return 'not_amounts';
    if (chip === 'limits_too_high') isTooHigh = true;
    else chips.push(chip);
  }
  if (isTooHigh) return 'limits_too_high';
  if (chips.length === 0) return 'not_amounts';
  const isRising = chips.every((chip, at) => chip > (at === 0 ? 0n : chips[at - 1]!));
  return isRising ? chips.map(String) : 'do_not_ascend';
};
