/** What became of a round: its state, and that it was amended afterwards. */
import type { RoundReport } from '../../../../src/protocol/report.js';
import frame from './status.module.css';
import { classes } from '../../classes.js';
import { outcomeOf } from './round.js';
import { useRoundWords } from './words.js';
import sign from '../look/sign.module.css';
import styles from './outcome-signs.module.css';

interface Props {
  readonly status: RoundReport['status'];
  /** The last correction of the round as a whole, or else of bets in it. Null: there was none. */
  readonly fix: RoundReport['corrections'][number]['fix'] | null;
}

export const OutcomeSigns = ({ status, fix }: Props) => {
  const { own } = useRoundWords();
  const outcome = outcomeOf(status, fix);
  return (
    <span className={styles.outcomeSigns} data-fix={fix}>
      <span className={classes(frame.status, frame[outcome])}>
        {own(`round.status.${outcome}`)}
      </span>
      {fix !== null && (
        <span className={classes(sign.sign, sign.warn)}>{own(`recent.fixed.${fix}`)}</span>
      )}
    </span>
  );
};
