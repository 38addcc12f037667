/** Deals a hand again from its proof, in the browser, and says whether everything fits. */
import { useState } from 'react';
import type { checkProof } from '../../../src/chance/check-proof.js';
import { classes } from '../classes.js';
import buttons from '../look/button.module.css';
import styles from './check-deal.module.css';
import { withoutEval } from './without-eval.js';
import { useSoloWords } from './words.js';

type ProofCheck = ReturnType<typeof checkProof>;

interface Props {
  readonly proof: () => Promise<unknown>;
  /** What the page showed before the stakes. */
  readonly committed: string;
}

export const CheckDeal = ({ proof, committed }: Props) => {
  const own = useSoloWords();
  const [result, setResult] = useState<ProofCheck | 'unread'>();
  const check = async () => {
    try {
      // The rules of all games are loaded only for whoever checks.
      withoutEval();
      const chance = await import('../../../src/chance/check-proof.js');
      const checked = chance.checkProof(await proof());
      const isOther = checked.ok && checked.commitment !== committed;
      setResult(isOther ? { ok: false, fault: 'commitment_differs' } : checked);
    } catch {
      setResult('unread');
    }
  };
  return (
    <div className={styles.check}>
      <button
        type="button"
        className={buttons.primary}
        data-command="check"
        onClick={() => void check()}
      >
        {own('fair.checkNow')}
      </button>
      <p
        className={classes(
          styles.result,
          result !== undefined && (result !== 'unread' && result.ok ? styles.fits : styles.differs),
        )}
        role="status"
        data-check={
          result === undefined || result === 'unread' ? result : result.ok ? 'fits' : result.fault
        }
      >
        {result === 'unread' && own('fair.unread')}
        {result !== undefined &&
          result !== 'unread' &&
          (result.ok
            ? own('fair.fits', { count: result.cards.length })
            : own(`fair.fault.${result.fault}`, { at: result.at ?? 1 }))}
      </p>
    </div>
  );
};
