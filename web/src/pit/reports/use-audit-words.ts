/** The words of an action: what was done, on what, and each value that it has changed. */
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StaffActionEntry } from '../../../../src/protocol/staff.js';
import { cardText } from '../parts/event-text.js';
import { useReason } from '../parts/use-reason.js';
import { useSentence, useWordIn } from '../parts/use-sentence.js';
import { usePit } from '../use-pit.js';
import { auditCurrency } from './audit-currency.js';
import type { Difference } from './difference.js';
import { useReportWords } from './words.js';

/** `staff:sign-in` is `staff_sign_in` among the words. */
const wordOf = (operation: string): string => operation.replaceAll(/[:-]/g, '_');

const MONEY = /(^|\.)(min|max|back|shortfall|stake|stakes|paid|chips)$/;
const AT = /(^|\.)\w*(At|until)Ms$/i;

export const useAuditWords = ({ table, operation, after, subject }: StaffActionEntry) => {
  const { own, game, money, dateTime } = useReportWords();
  const { i18n } = useTranslation();
  const known = useWordIn();
  const sentence = useSentence();
  const reason = useReason();
  const { wall } = usePit();
  const currency = useStore(
    wall.store,
    ({ tables }) => (table === null ? undefined : tables.get(table)?.currency) ?? 'EUR',
  );
  const wordIn = (group: string, code: string): string | undefined =>
    known(group.startsWith('audit.') ? 'pit/reports' : 'pit', group, code);
  const spot = (code: string): string | undefined =>
    i18n.exists(`spot.${code}`) ? game(`spot.${code as 'punto'}`) : undefined;
  const plain = (path: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return own(value ? 'audit.yes' : 'audit.no');
    if (Array.isArray(value)) {
      const all: readonly unknown[] = value;
      return all.length === 0 ? '–' : all.map((each) => plain(path, each)).join(', ');
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (AT.test(path) && typeof value === 'number') return dateTime(value);
    if (MONEY.test(path) && /^-?\d+$/.test(text))
      return money(text, auditCurrency(path, after, currency));
    if (path === 'cards' || path === 'card') return cardText(text);
    return (
      wordIn(GROUPS[path.split('.').at(-1) ?? ''] ?? 'audit.value', text) ??
      spot(text) ??
      (path.endsWith('reason') ? reason(text) : text)
    );
  };
  const { kind, state } = (after ?? {}) as { readonly kind?: unknown; readonly state?: unknown };
  const decided = [
    state === 'approved' || state === 'refused' ? own(`audit.decided.${state}`) : undefined,
    typeof kind === 'string' ? (wordIn('kind', kind) ?? wordIn('malfunction', kind)) : undefined,
  ].filter((word) => word !== undefined);
  return {
    what: sentence('audit.operation', wordOf(operation)) ?? operation,
    /** Approved or refused, and of which kind. */
    more: decided.join(' · '),
    on:
      subject === null
        ? ''
        : (wordIn('button', wordOf(subject)) ??
          known('pit/reports', 'solo.games', subject) ??
          spot(subject) ??
          subject),
    where: ({ path }: Difference): string =>
      path
        .split('.')
        .map((name) => wordIn('audit.field', name) ?? spot(name) ?? name)
        .join(' · '),
    value: ({ path }: Difference, value: unknown): string => plain(path, value),
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
