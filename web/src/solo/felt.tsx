/**
 * The felt of a room. While cards are dealt a touch anywhere on it shows the next one at once, and
 * so does the space bar on its button.
 */
import type { ReactNode } from 'react';
import hidden from '../look/hidden.module.css';
import styles from './felt.module.css';
import { useSoloWords } from './words.js';

interface Props {
  readonly isDealing: boolean;
  readonly onHasten: () => void;
  readonly children: ReactNode;
}

export const Felt = ({ isDealing, onHasten, children }: Props) => {
  const own = useSoloWords();
  return (
    <div className={styles.felt}>
      {children}
      {isDealing && (
        <button type="button" className={styles.hasten} data-command="hasten" onClick={onHasten}>
          <span className={hidden.listened}>{own('hasten')}</span>
        </button>
      )}
    </div>
  );
};
