/** A further currency of a new table, as a person types it: what is given, where all is well. */
import type { TableModel } from '../../../../src/protocol/house-tables.js';
import { parseRate } from '../../../../src/money/rate.js';
import type { FurtherCurrency } from '../../../../src/round/currencies.js';
import { type Edits, readTable } from './new-table.js';

export interface TypedFurther {
  readonly currency: string;
  readonly rate: string;
  /** Of the model's chips and limits, number for number. */
  readonly edits: Edits;
}

export const NO_FURTHER: TypedFurther = { currency: '', rate: '', edits: { limits: {} } };

export const currencyOf = ({ currency }: TypedFurther): string | undefined => {
  const code = currency.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
};

/** What it has of the model: no limits of groups. */
export const modelOfFurther = (model: TableModel): TableModel => ({ ...model, groupLimits: {} });

/** With a point, where the language has a comma. */
const rateOf = ({ rate }: TypedFurther): string => rate.trim().replace(',', '.');

/** Undefined while something is missing or wrong, or one of them is there twice, or is `own`. */
export const readFurther = (
  model: TableModel,
  typed: readonly TypedFurther[],
  own: string,
  language: string,
): Readonly<Record<string, FurtherCurrency>> | undefined => {
  const further: Record<string, FurtherCurrency> = {};
  for (const each of typed) {
    const currency = currencyOf(each);
    const rate = rateOf(each);
    const isNew = currency !== undefined && currency !== own && !Object.hasOwn(further, currency);
    if (!isNew || parseRate(rate) === undefined) return undefined;
    const read = readTable(modelOfFurther(model), each.edits, currency, language);
    if (!read.ok) return undefined;
    const { chips = [...model.chips], limits = {} } = read.given;
    further[currency] = {
      ...{ chips, groupLimits: {}, tipMax: null, rate },
      limits: { ...model.limits, ...limits } as FurtherCurrency['limits'],
    };
  }
  return further;
};
