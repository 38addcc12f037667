/**
 * What became of one’s own requests, in a place of its own at the foot of every page. Each notice
 * goes by itself after a while, or when it is put away; the page of approvals keeps them all.
 */
import { useState } from 'react';
import type { Approval } from '../../../../src/protocol/approval.js';
import { makePlace } from '../place.js';
import { useNow } from '../use-now.js';
import { useCases, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { subjectNumber } from './about.js';
import styles from './decided.module.css';

const OVER = ['done', 'refused', 'expired', 'movedOn'] as const;
type Over = (typeof OVER)[number];

const SHOWN_MS = 20_000;
const SHOWN_MAX = 3;

export const Decided = () => {
  const { t } = useWords();
  const { who } = usePit();
  const approvals = useCases((cases) => cases.approvals);
  const now = useNow();
  /** By its number, since when each is shown. Zero: it was put away. */
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const own = [...approvals.values()].flatMap((approval) => {
    const over = approval.requestedBy === who.id ? overOf(approval) : undefined;
    return over === undefined ? [] : [{ approval, over }];
  });
  const published = own.filter(({ approval }) => now - (shown.get(approval.id) ?? now) < SHOWN_MS);
  // Since when each is shown is kept as it is first drawn.
  const unseen = own.filter(({ approval }) => !shown.has(approval.id));
  if (unseen.length > 0) {
    setShown(new Map([...shown, ...unseen.map(({ approval }) => [approval.id, now] as const)]));
  }
  return (
    <div role="status" className={styles.place} aria-label={t('decided.title')}>
      <ul className={styles.decided}>
        {published.slice(-SHOWN_MAX).map(({ approval, over }) => (
          <li key={approval.id} className={styles[over]} data-decided={approval.id}>
            <a href={makePlace('approvals')}>
              {t(`decided.notice.${over}`, {
                what: t(`kind.${approval.kind}`),
                of: subjectNumber(approval),
                by: approval.decidedBy ?? '',
              })}
            </a>
            <button
              type="button"
              aria-label={t('decided.putAway')}
              onClick={() => setShown((before) => new Map([...before, [approval.id, 0]]))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

const overOf = ({ state, stands }: Approval): Over | undefined => {
  if (state === 'pending' || state === 'approved') return stands ? undefined : 'movedOn';
  return state;
};
