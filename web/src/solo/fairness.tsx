/**
 * The strip that shows to what the studio is committed: of the hand in play, or of the next one
 * before any stake lies on it. It offers to check the hand that is over. At a touch a sheet tells
 * all of it.
 */
import { type ReactNode, Suspense, lazy } from 'react';
import { useStore } from 'zustand';
import { classes } from '../classes.js';
import { FaultGuard } from '../panels/fault-guard.js';
import { Panel } from '../panels/panel.js';
import styles from './fairness.module.css';
import { isDealing } from './hand-view-store.js';
import type { ProofOf, ShownStore } from './shown-store.js';
import { useSoloWords } from './words.js';

const FairnessPanel = lazy(() => import('./fairness-panel.js'));

interface Props {
  readonly store: ShownStore;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly ownPart: ReactNode;
  readonly proofOf: ProofOf;
}

export const Fairness = ({ store, isOpen, onOpen, ownPart, proofOf }: Props) => {
  const own = useSoloWords();
  const dealt = useStore(store, (view) => view.dealt);
  const next = useStore(store, (view) => view.next);
  const differs = useStore(store, (view) => view.differs !== undefined);
  const isShown = useStore(store, (view) => !isDealing(view));
  if (dealt === undefined) return null;
  const isOver = next !== undefined && isShown;
  const { number, commitment } = isOver ? next : dealt;
  return (
    <div
      className={styles.fairness}
      data-part="fairness"
      data-committed-hand={number}
      data-commitment={commitment}
    >
      <button
        type="button"
        className={classes(styles.strip, differs && styles.differs)}
        aria-haspopup="dialog"
        data-command="fairness"
        onClick={() => onOpen(true)}
      >
        <Lock />
        <span className={styles.words}>
          {own(differs ? 'fair.isOther' : isOver ? 'fair.next' : 'fair.committed')}
        </span>
        <code>{short(commitment)}</code>
        <b className={styles.more}>{own(isOver ? 'fair.check' : 'fair.more')}</b>
      </button>
      {isOpen && (
        <Panel title={own('fair.title')} onClose={() => onOpen(false)}>
          <FaultGuard>
            <Suspense>
              <FairnessPanel store={store} ownPart={ownPart} proofOf={proofOf} />
            </Suspense>
          </FaultGuard>
        </Panel>
      )}
    </div>
  );
};

const short = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`;

const Lock = () => (
  <svg className={styles.lock} viewBox="0 0 12 14" aria-hidden="true">
    <path d="M3 6V4a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <rect x="1" y="6" width="10" height="7" rx="1.5" fill="currentColor" />
  </svg>
);
