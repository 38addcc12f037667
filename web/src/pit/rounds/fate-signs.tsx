/** What became of a round: its state, and that it was put right afterwards. */
import type { RoundReport } from '../../../../src/protocol/report.js';
import frame from './status.module.css';
import { classes } from '../../classes.js';
import { useRoundWords } from './words.js';
import sign from '../look/sign.module.css';
import styles from './fate-signs.module.css';

interface Given {
  readonly status: RoundReport['status'];
  /** The last correction; null: there was none. */
  readonly fix: RoundReport['corrections'][number]['fix'] | null;
}

export const FateSigns = ({ status, fix }: Given) => {
  const { own } = useRoundWords();
  const fate = fateOf(status, fix);
  return (
    <span className={styles.fateSigns} data-fix={fix}>
      <span className={classes(frame.status, frame[fate])}>{own(`round.status.${fate}`)}</span>
      {fix !== null && (
        <span className={classes(sign.sign, sign.warn)}>{own(`recent.fixed.${fix}`)}</span>
      )}
    </span>
  );
};

/** A round that was void, and settled with its cards later, is settled. */
const fateOf = (status: Given['status'], fix: Given['fix']): Given['status'] => {
  if (fix === 'void') return 'refunded';
  return fix === 'resettle' ? 'settled' : status;
};
