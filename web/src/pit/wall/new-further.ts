/**
 * The further currencies of a table, new or running, as a person types them: what they are where
 * all is well, and what that changes.
 */
import type { TableModel } from '../../../../src/protocol/house-tables.js';
import { parseRate } from '../../../../src/money/rate.js';
import type { FurtherCurrency } from '../../../../src/round/currencies.js';
import type { OfGroup, SpotLimits } from '../../../../src/round/limits-of.js';
import { parseMoney, typedText } from '../../money.js';
import { inCurrency } from './in-currency.js';
import { type Edits, codeOf, isCode, readTable } from './new-table.js';

export type Further = Readonly<Record<string, FurtherCurrency>>;

export interface TypedFurther {
  readonly currency: string;
  readonly rate: string;
  /** Over what the table has in it, or over round numbers of the same worth as the table's own. */
  readonly edits: Edits;
  /** Undefined: as it is held. */
  readonly tipMax?: string;
  /** What the table has in it already. */
  readonly held?: FurtherCurrency;
}

export const NO_FURTHER: TypedFurther = { currency: '', rate: '', edits: { limits: {} } };

/** A field of the form. */
export interface ShownFurther extends TypedFurther {
  /** Which of those that were added here. Undefined: the table has it. */
  readonly addedAt?: number;
}

/** What was typed here, over what the table has by now. */
export interface FurtherEdits {
  /** Of those that the table has, by currency. */
  readonly changed: Readonly<Record<string, Partial<TypedFurther>>>;
  readonly removed: readonly string[];
  readonly added: readonly TypedFurther[];
}

export const NO_FURTHER_EDITS: FurtherEdits = { changed: {}, removed: [], added: [] };

/** Those that a table has, as they stand in the fields before anything is typed. */
const heldFurther = (further: Further = {}): readonly TypedFurther[] =>
  Object.entries(further)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, held]) => ({ ...NO_FURTHER, currency, rate: held.rate, held }));

/**
 * The fields: what somebody else changes meanwhile is as it is now, and only what was typed here
 * stays. One that was removed and is typed again has what the table has in it.
 */
export const shownFurther = (
  further: Further = {},
  { changed, removed, added }: FurtherEdits,
): readonly ShownFurther[] => [
  ...heldFurther(further)
    .filter(({ currency }) => !removed.includes(currency))
    .map((each) => ({ ...each, ...changed[each.currency] })),
  ...added.map((each, addedAt) => {
    const currency = currencyOf(each) ?? '';
    const held = removed.includes(currency) ? further[currency] : undefined;
    if (held === undefined) return { ...each, addedAt };
    return { ...each, addedAt, held, rate: each.rate === '' ? held.rate : each.rate };
  }),
];

export const typeFurther = (
  edits: FurtherEdits,
  { currency, addedAt }: ShownFurther,
  typed: Partial<TypedFurther>,
): FurtherEdits => {
  const { changed, added } = edits;
  if (addedAt !== undefined) {
    return { ...edits, added: added.with(addedAt, { ...added[addedAt]!, ...typed }) };
  }
  return { ...edits, changed: { ...changed, [currency]: { ...changed[currency], ...typed } } };
};

export const removeFurther = (
  edits: FurtherEdits,
  { currency, addedAt }: ShownFurther,
): FurtherEdits => {
  if (addedAt !== undefined) return { ...edits, added: edits.added.toSpliced(addedAt, 1) };
  const others = Object.entries(edits.changed).filter(([other]) => other !== currency);
  const changed = Object.fromEntries(others);
  return { ...edits, changed, removed: [...edits.removed, currency] };
};

export const currencyOf = ({ currency }: TypedFurther): string | undefined => {
  const code = codeOf(currency);
  return isCode(code) ? code : undefined;
};

/** With a point, where the language has a comma. */
const rateOf = ({ rate }: TypedFurther): string => rate.trim().replace(',', '.');

/** Undefined until the currency and its rate are known. */
export const modelOfFurther = (
  model: TableModel,
  typed: TypedFurther,
  own: string,
): TableModel | undefined => {
  const { held } = typed;
  const currency = currencyOf(typed);
  if (currency === undefined) return undefined;
  if (held !== undefined) {
    const { chips, limits, groupLimits } = held;
    return { currency, chips: [...chips], limits, groupLimits };
  }
  const its = inCurrency(model, own, currency, rateOf(typed));
  return its && { currency, chips: [...its.chips], limits: its.limits, groupLimits: {} };
};

/** As it stands in its field. Empty: none are taken. */
export const tipText = ({ tipMax, held }: TypedFurther, currency: string, language: string) =>
  tipMax ??
  (typeof held?.tipMax === 'string' ? typedText(BigInt(held.tipMax), currency, language) : '');

const readTip = (text: string, currency: string): string | null | undefined => {
  if (text.trim() === '') return null;
  const value = parseMoney(text, currency);
  return value === undefined || value === 0n ? undefined : value.toString();
};

/** Whether nothing is typed of it: what a table has may be what no form would take. */
const isAsHeld = ({ rate, edits, tipMax, held }: TypedFurther): boolean =>
  rate === held?.rate &&
  tipMax === undefined &&
  edits.chips === undefined &&
  Object.keys(edits.limits).length === 0;

/** Undefined while something is missing or wrong, or one of them is there twice, or is `own`. */
export const readFurther = (
  model: TableModel,
  typed: readonly TypedFurther[],
  own: string,
  language: string,
): Further | undefined => {
  const further: Record<string, FurtherCurrency> = {};
  for (const each of typed) {
    const currency = currencyOf(each);
    const rate = rateOf(each);
    const isNew = currency !== undefined && currency !== own && !Object.hasOwn(further, currency);
    if (!isNew) return undefined;
    if (each.held !== undefined && isAsHeld(each)) {
      further[currency] = each.held;
      continue;
    }
    if (parseRate(rate) === undefined) return undefined;
    const its = modelOfFurther(model, each, own);
    const read = its && readTable(its, each.edits, currency, language);
    const tipMax = readTip(tipText(each, currency, language), currency);
    if (its === undefined || read?.ok !== true || tipMax === undefined) return undefined;
    const { chips = its.chips, limits = {} } = read.given;
    further[currency] = {
      ...{ chips, groupLimits: its.groupLimits, tipMax, rate },
      limits: { ...its.limits, ...limits } as FurtherCurrency['limits'],
    };
  }
  return further;
};

/** Those that are new or otherwise than at `held`, each as a whole. Null: it is taken away. */
export const furtherChange = (
  held: Further = {},
  read: Further,
): Record<string, ReturnType<typeof asSent> | null> => {
  const gone = Object.keys(held).filter((currency) => !Object.hasOwn(read, currency));
  const changed = Object.entries(read).filter(([currency, its]) => {
    const was = held[currency];
    return was === undefined || !isSame(was, its);
  });
  return {
    ...Object.fromEntries(gone.map((currency) => [currency, null])),
    ...Object.fromEntries(changed.map(([currency, its]) => [currency, asSent(its)])),
  };
};

/** As the command takes it. */
const asSent = ({ chips, groupLimits, ...its }: FurtherCurrency) => ({
  ...its,
  chips: [...chips],
  groupLimits: Object.fromEntries(
    Object.entries(groupLimits).map(([group, limits]) => [group, definedOf(limits)]),
  ),
});

const definedOf = (limits: OfGroup): Record<string, SpotLimits> =>
  Object.fromEntries(
    Object.entries(limits).filter((each): each is [string, SpotLimits] => each[1] !== undefined),
  );

const isSame = (a: FurtherCurrency, b: FurtherCurrency): boolean =>
  (['rate', 'tipMax', 'chips', 'limits', 'groupLimits'] as const).every(
    (name) => canonical(a[name]) === canonical(b[name]),
  );

/** Spots and groups may stand in another order. */
const canonical = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(
        Object.entries(value)
          .map(([name, of]) => [name, canonical(of)] as const)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
    : JSON.stringify(value);
