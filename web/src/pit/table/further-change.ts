/** What a change of a table's further currencies changes, one beside what it was. */
import { SPOTS, type Spot } from '../../../../src/punto-banco/spot.js';
import type { FurtherCurrency } from '../../../../src/round/currencies.js';
import type { SpotLimits } from '../../../../src/round/limits-of.js';
import { typedText } from '../../money.js';

const FIELDS = ['rate', 'chips', 'tipMax'] as const;

interface ChangedField {
  readonly name: (typeof FIELDS)[number] | Spot;
  /** The limit group whose limit it is. Left out: the table’s own. */
  readonly group?: string;
  /** As people write it. Empty: none. */
  readonly was: string;
  readonly is: string;
}

export interface ChangedCurrency {
  readonly currency: string;
  readonly what: 'added' | 'gone' | 'changed';
  readonly fields: readonly ChangedField[];
}

type Further = Readonly<Record<string, FurtherCurrency>>;

/** In the order of the currencies. Those that stay as they were are left out. */
export const changedCurrencies = (
  was: Further = {},
  is: Further = {},
  language: string,
): readonly ChangedCurrency[] => {
  const all = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
  return all.flatMap((currency): readonly ChangedCurrency[] => {
    const [before, after] = [was[currency], is[currency]];
    if (after === undefined) return [{ currency, what: 'gone', fields: [] }];
    const fields = changedFields(before, after, currency, language);
    if (before === undefined) return [{ currency, what: 'added', fields }];
    return fields.length > 0 ? [{ currency, what: 'changed', fields }] : [];
  });
};

const changedFields = (
  before: FurtherCurrency | undefined,
  after: FurtherCurrency,
  currency: string,
  language: string,
): readonly ChangedField[] => {
  const money = (text: string) => typedText(BigInt(text), currency, language);
  const limitText = (limits: SpotLimits | undefined): string =>
    limits === undefined ? '' : `${money(limits.min)} – ${money(limits.max)}`;
  const written = (of: FurtherCurrency | undefined, name: ChangedField['name']): string => {
    if (of === undefined) return '';
    if (name === 'rate') return of.rate;
    if (name === 'chips') return of.chips.map(money).join('; ');
    if (name === 'tipMax') return of.tipMax === null ? '' : money(of.tipMax);
    return limitText(of.limits[name]);
  };
  const groups = [before, after].flatMap((of) => Object.keys(of?.groupLimits ?? {}));
  const ofGroups = [...new Set(groups)].toSorted().flatMap((group) =>
    SPOTS.map((name) => {
      const [was, is] = [before, after].map((of) => limitText(of?.groupLimits[group]?.[name]));
      return { name, group, was: was!, is: is! };
    }),
  );
  const fields: readonly ChangedField[] = [...FIELDS, ...SPOTS].map((name) => ({
    name,
    was: written(before, name),
    is: written(after, name),
  }));
  return [...fields, ...ofGroups].filter((field) => field.was !== field.is);
};
