/** What became of one’s own requests, shown everywhere in the pit until it is dismissed. */
import { useState } from 'react';
import type { Approval } from '../../../../src/protocol/approval.js';
import { makePlace } from '../place.js';
import { useCases, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { subjectNumber } from './about.js';
import styles from './decided.module.css';

const OVER = ['done', 'refused', 'expired'] as const;
type Over = (typeof OVER)[number];

export const Decided = () => {
  const { t } = useWords();
  const { who } = usePit();
  const approvals = useCases((cases) => cases.approvals);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const published = [...approvals.values()].filter(
    ({ id, requestedBy, state }) => requestedBy === who.id && isOver(state) && !seen.has(id),
  );
  return (
    <div role="status" aria-label={t('decided.title')}>
      <ul className={styles.decided}>
        {published.slice(-3).map((approval) => (
          <li key={approval.id} className={styles[approval.state]} data-decided={approval.id}>
            <a href={makePlace('approvals')}>
              {t(`decided.notice.${approval.state as Over}`, {
                what: t(`kind.${approval.kind}`),
                of: subjectNumber(approval),
                by: approval.decidedBy ?? '',
              })}
            </a>
            <button
              type="button"
              aria-label={t('decided.putAway')}
              onClick={() => setSeen((before) => new Set([...before, approval.id]))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

const isOver = (state: Approval['state']): state is Over => OVER.some((each) => each === state);
