/** The limits that hold, how much of each is used, and what waits. */
import { useTranslation } from 'react-i18next';
import type { OwnLimit, OwnLimits } from '../../../src/protocol/play-limits.js';
import { dayAndTimeText } from '../history/time.js';
import { limitText } from './limit-text.js';
import type { UseSafety } from './use-safety.js';
import { useSafetyWords } from './words.js';
import notes from '../look/notes.module.css';
import styles from './limits.module.css';

interface Props {
  readonly using: UseSafety;
  readonly safety: OwnLimits;
}

export const Limits = ({ using, safety: { limits, currency } }: Props) => {
  const { i18n } = useTranslation();
  const own = useSafetyWords();
  if (limits.length === 0) return <p className={notes.nothing}>{own('none')}</p>;
  const text = (kind: OwnLimit['kind'], value: string) =>
    limitText(own, kind, value, currency, i18n.language);
  const nameOf = ({ kind, period }: OwnLimit) =>
    period === null ? own(`kind.${kind}`) : `${own(`kind.${kind}`)} ${own(`period.${period}`)}`;
  const takeAway = ({ kind, period }: OwnLimit) =>
    using.limit(
      kind === 'reality_check' ? { kind, limit: null } : { kind, period: period!, limit: null },
    );
  return (
    <ul className={styles.limits}>
      {limits.map((each) => (
        <li
          key={`${each.source} ${each.kind} ${each.period}`}
          data-limit={`${each.kind} ${each.period ?? ''}`.trim()}
          data-source={each.source}
        >
          <span>
            {nameOf(each)}: <b>{text(each.kind, each.limit)}</b>
          </span>
          {each.used !== null && (
            <span className={styles.used}>{own('used', { used: text(each.kind, each.used) })}</span>
          )}
          {each.next !== null && (
            <span className={styles.used} data-next={each.next.limit ?? ''}>
              {own('from', { from: dayAndTimeText(each.next.fromMs, i18n.language) })}:{' '}
              {each.next.limit === null ? own('noLimit') : text(each.kind, each.next.limit)}
            </span>
          )}
          {each.source === 'player' ? (
            <button
              type="button"
              disabled={using.isBusy}
              aria-label={`${own('takeAway')}: ${nameOf(each)}`}
              onClick={() => void takeAway(each)}
            >
              {own('takeAway')}
            </button>
          ) : (
            <span className={styles.used}>{own(`by.${each.source}`)}</span>
          )}
        </li>
      ))}
    </ul>
  );
};
