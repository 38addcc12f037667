/**
 * How a deck is fixed before the stakes: the whole commitment, the player’s own part, and the check
 * of the hand that is over. The check runs here, in the browser, and asks nobody.
 */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { CheckDeal } from './check-deal.js';
import styles from './fairness-panel.module.css';
import { useDiffersText } from './differs-text.js';
import { isDealing } from './hand-view-store.js';
import { notedDeals } from './noted-deals.js';
import type { ProofOf, ShownStore } from './shown-store.js';
import { useSoloWords } from './words.js';

interface Props {
  readonly store: ShownStore;
  readonly ownPart: ReactNode;
  readonly proofOf: ProofOf;
}

const FairnessPanel = ({ store, ownPart, proofOf }: Props) => {
  const own = useSoloWords();
  const view = useStore(store);
  const differsText = useDiffersText();
  const { dealt, next, differs } = view;
  if (dealt === undefined) return null;
  const isOver = next !== undefined && !isDealing(view);
  const isFresh = dealt.events.length === 0;
  const coming = isOver ? next : isFresh ? dealt : undefined;
  return (
    <div className={styles.fairness}>
      {differs !== undefined && <p className={styles.differs}>{differsText(differs)}</p>}
      <p>{own('fair.how')}</p>
      {coming !== undefined && (
        <section>
          <h3>{own('fair.nextHand', { hand: coming.number })}</h3>
          <p>{own('fair.commitment')}</p>
          <code className={styles.hex} data-fair="commitment">
            {coming.commitment}
          </code>
          {ownPart}
          <p className={styles.dim}>{own('fair.ownPart')}</p>
        </section>
      )}
      {!isFresh && (
        <section>
          <h3>{own('fair.thisHand', { hand: dealt.number })}</h3>
          <p>{own('fair.commitment')}</p>
          <code className={styles.hex}>{dealt.commitment}</code>
          <p>
            {own('fair.given')}{' '}
            <code className={styles.hex}>{dealt.cut === null ? dealt.seed : dealt.cut}</code>
          </p>
          {isOver && dealt.opening !== null ? (
            <>
              <p>{own('fair.opening')}</p>
              <code className={styles.hex} data-fair="opening">
                {dealt.opening}
              </code>
              <CheckDeal
                key={dealt.number}
                hand={dealt.number}
                proof={() => Promise.resolve(proofOf())}
                committed={dealt.commitment}
                notes={notedDeals}
              />
            </>
          ) : (
            <p className={styles.dim}>{own('fair.notYet')}</p>
          )}
        </section>
      )}
    </div>
  );
};
export default FairnessPanel;
