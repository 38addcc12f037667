/** How many boxes are played, asked before the table is entered. */
import { BOX_COUNTS } from '../../../../src/blackjack/rules.js';
import styles from './box-choice.module.css';
import { useBlackjackWords } from './words.js';

export const BoxChoice = ({ onChoose }: { readonly onChoose: (boxes: number) => void }) => {
  const own = useBlackjackWords();
  return (
    <div className={styles.choice}>
      <h2>{own('howMany')}</h2>
      <div className={styles.counts}>
        {BOX_COUNTS.map((count) => (
          <button key={count} type="button" data-boxes={count} onClick={() => onChoose(count)}>
            <span className={styles.drawn} aria-hidden="true">
              {Array.from({ length: count }, (_, box) => (
                <i key={box} />
              ))}
            </span>
            {own('boxes', { count })}
          </button>
        ))}
      </div>
      <p>{own('pays')}</p>
    </div>
  );
};
