/** The words of an action: what was done, on what, and each value that it has changed. */
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StaffActionEntry } from '../../../../src/protocol/staff.js';
import { cardText } from '../parts/event-text.js';
import { useReason } from '../parts/use-reason.js';
import { useSentence, useWordIn } from '../parts/use-sentence.js';
import { usePlayerWords } from '../players/words.js';
import { usePit } from '../use-pit.js';
import { useCurrency } from '../wall/use-currency.js';
import { auditCurrency, isAmount } from './audit-currency.js';
import type { ChangedValue } from './difference.js';
import { useReportWords } from './words.js';

/** `staff:sign-in` is `staff_sign_in` among the words. */
const wordOf = (operation: string): string => operation.replaceAll(/[:-]/g, '_');

const AT = /(^|\.)\w*(At|until)Ms$/i;

export const useAuditWords = (action: StaffActionEntry) => {
  const { table, operation, before, after, subject } = action;
  const { own, game, money, dateTime } = useReportWords();
  const { i18n } = useTranslation();
  const known = useWordIn();
  const sentence = useSentence();
  const reason = useReason();
  const { wall } = usePit();
  const ofTable = useStore(wall.store, ({ tables }) => tables.get(table ?? '')?.currency ?? null);
  const studioCurrency = useCurrency();
  const currency = table === null ? studioCurrency : ofTable;
  usePlayerWords(); // They are loaded with it, and name limits of play.
  const wordIn = (group: string, code: string): string | undefined =>
    known(group.startsWith('audit.') ? 'pit/reports' : 'pit', group, code);
  const spot = (code: string): string | undefined =>
    i18n.exists(`spot.${code}`) ? game(`spot.${code as 'punto'}`) : undefined;
  /** `whole`: what it is a part of. */
  const plain = (path: string, value: unknown, whole: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return own(value ? 'audit.yes' : 'audit.no');
    if (Array.isArray(value)) {
      const all: readonly unknown[] = value;
      return all.length === 0 ? '–' : all.map((each) => plain(path, each, whole)).join(', ');
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (AT.test(path) && typeof value === 'number') return dateTime(value);
    if (isAmount(path, whole) && /^-?\d+$/.test(text))
      return money(text, auditCurrency(path, whole, currency));
    if (path === 'cards' || path === 'card') return cardText(text);
    return (
      wordIn(GROUPS[path.split('.').at(-1) ?? ''] ?? 'audit.value', text) ??
      spot(text) ??
      (path.endsWith('reason') ? reason(text) : text)
    );
  };
  const { kind, period, state } = (after ?? {}) as Readonly<Record<string, unknown>>;
  const ofLimit = (group: 'kind' | 'period', code: string): string | undefined =>
    known('pit/players', `limit.${group}`, code);
  const decided = [
    state === 'approved' || state === 'refused' ? own(`audit.decided.${state}`) : undefined,
    typeof kind === 'string'
      ? (wordIn('kind', kind) ?? wordIn('malfunction', kind) ?? ofLimit('kind', kind))
      : undefined,
    typeof period === 'string' ? ofLimit('period', period) : undefined,
  ].filter((word) => word !== undefined);
  return {
    what: sentence('audit.operation', wordOf(operation)) ?? operation,
    /** Approved or refused, of which kind, and of a limit by which period. */
    more: decided.join(' · '),
    on:
      subject === null
        ? ''
        : (wordIn('button', wordOf(subject)) ??
          known('pit/reports', 'solo.games', subject) ??
          spot(subject) ??
          subject),
    where: ({ path }: ChangedValue): string =>
      path
        .split('.')
        .map((name) => wordIn('audit.field', name) ?? spot(name) ?? name)
        .join(' · '),
    was: ({ path, was }: ChangedValue): string => plain(path, was, before),
    is: ({ path, is }: ChangedValue): string => plain(path, is, after),
  };
};

/** Where the words of a value are, by the name of what it belongs to. */
const GROUPS: Readonly<Record<string, string>> = {
  phase: 'phase',
  from: 'phase',
  role: 'role',
  kind: 'kind',
  state: 'audit.decided',
};
