/**
 * The further currencies of a table, new or running, as a person types them: what they are where
 * all is well, and what that changes.
 */
import type { TableModel } from '../../../../src/protocol/studio-tables.js';
import { parseRate } from '../../../../src/money/rate.js';
import type { FurtherCurrency, InOwn } from '../../../../src/round/currencies.js';
import type { OfGroup, SpotLimits } from '../../../../src/round/limits-of.js';
import { isSameSetting } from '../../../../src/round/same-settings.js';
import { typedText } from '../../money.js';
import { readTipMax } from '../table/typed-limit.js';
import { inCurrency } from './in-currency.js';
import { type Edits, codeOf, isCode, readTable } from './new-table.js';

export type Further = Readonly<Record<string, FurtherCurrency>>;

export interface TypedFurther {
  readonly currency: string;
  readonly rate: string;
  /** Over what the table has in it, or over round numbers of the same worth as the table's own. */
  readonly edits: Edits;
  /** Groups that have the table’s limits again in it. */
  readonly dropped?: readonly string[];
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

/** Undefined until the rate is one. */
export const inOwnOf = (typed: TypedFurther, own: string): InOwn | undefined => {
  const rate = rateOf(typed);
  return parseRate(rate) && { own, rate };
};

/** Without the groups that are dropped. Undefined until the currency and its rate are known. */
export const modelOfFurther = (
  model: TableModel,
  typed: TypedFurther,
  own: string,
): TableModel | undefined => {
  const { held, dropped = [] } = typed;
  const currency = currencyOf(typed);
  if (currency === undefined) return undefined;
  if (held !== undefined) {
    const { chips, limits } = held;
    const groups = Object.entries(held.groupLimits).filter(([group]) => !dropped.includes(group));
    return { currency, chips: [...chips], limits, groupLimits: Object.fromEntries(groups) };
  }
  const its = inCurrency(model, own, currency, rateOf(typed));
  return its && { currency, chips: [...its.chips], limits: its.limits, groupLimits: {} };
};

/** Without what is typed of the group, and without what is held of it. */
export const dropGroup = (
  { edits, dropped = [] }: TypedFurther,
  group: string,
): Pick<TypedFurther, 'edits' | 'dropped'> => {
  const limits = Object.entries(edits.limits).filter(([each]) => each !== group);
  return {
    edits: { ...edits, limits: Object.fromEntries(limits) },
    dropped: [...new Set([...dropped, group])],
  };
};

/** Why it cannot be one more: it is the table’s own, or stands before it already. */
export const furtherFault = (
  shown: readonly TypedFurther[],
  each: TypedFurther,
  own: string,
): 'own' | 'twice' | undefined => {
  const currency = currencyOf(each);
  if (currency === undefined) return undefined;
  if (currency === own) return 'own';
  return shown.find((other) => currencyOf(other) === currency) === each ? undefined : 'twice';
};

/** As it stands in its field. Empty: none are taken. */
export const tipText = ({ tipMax, held }: TypedFurther, currency: string, language: string) =>
  tipMax ??
  (typeof held?.tipMax === 'string' ? typedText(BigInt(held.tipMax), currency, language) : '');

/** Null: none are taken. */
export const readTip = (typed: TypedFurther, currency: string, own: string, language: string) =>
  readTipMax(tipText(typed, currency, language), currency, language, inOwnOf(typed, own));

/** Whether nothing is typed of it: what a table has may be what no form would take. */
const isAsHeld = ({ rate, edits, dropped = [], tipMax, held }: TypedFurther): boolean =>
  rate === held?.rate &&
  tipMax === undefined &&
  dropped.length === 0 &&
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
    if (currency === undefined || furtherFault(typed, each, own) !== undefined) return undefined;
    if (each.held !== undefined && isAsHeld(each)) {
      further[currency] = each.held;
      continue;
    }
    const inOwn = inOwnOf(each, own);
    const its = modelOfFurther(model, each, own);
    if (inOwn === undefined || its === undefined) return undefined;
    const read = readTable(its, each.edits, currency, language, inOwn);
    const tipMax = readTip(each, currency, own, language);
    if (!read.ok || (typeof tipMax === 'object' && tipMax !== null)) return undefined;
    const { chips = its.chips, limits = {}, groupLimits = {} } = read.given;
    further[currency] = {
      ...{ chips, tipMax, rate: inOwn.rate },
      limits: { ...its.limits, ...limits } as FurtherCurrency['limits'],
      groupLimits: { ...its.groupLimits, ...groupLimits },
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

/** What the table had in those that change, so that nobody else’s change is undone. */
export const furtherBefore = (
  held: Further = {},
  change: ReturnType<typeof furtherChange>,
): ReturnType<typeof furtherChange> =>
  Object.fromEntries(
    Object.keys(change).map((currency) => {
      const its = held[currency];
      return [currency, its === undefined ? null : asSent(its)];
    }),
  );

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
  (['rate', 'tipMax', 'chips', 'limits', 'groupLimits'] as const).every((name) =>
    isSameSetting(a[name], b[name]),
  );
