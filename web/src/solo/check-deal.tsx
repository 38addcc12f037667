/** Deals a hand again from its proof, in the browser, and says whether everything fits. */
import { useState } from 'react';
import type { checkProof } from '../../../src/chance/check-proof.js';
import type { DealComparison, DealNotes } from '../../../src/client/deal-notes.js';
import { classes } from '../classes.js';
import buttons from '../look/button.module.css';
import styles from './check-deal.module.css';
import { useDiffersText } from './differs-text.js';
import { withoutEval } from './without-eval.js';
import { useSoloWords } from './words.js';

type ProofCheck = ReturnType<typeof checkProof>;
/** `against`: the proof, compared with what was noted before the stakes. */
type Result = 'unread' | { readonly proof: ProofCheck; readonly against: DealComparison };

interface ResultText {
  readonly fits?: boolean;
  /** `fits`, `fitsVoid`, `differs` from what was noted, or a fault of the proof. */
  readonly code?: string;
  readonly text?: string;
}

interface Props {
  readonly hand: string;
  readonly proof: () => Promise<unknown>;
  /** What the studio says beside the proof. */
  readonly committed: string;
  /** Of the player’s browser. Left out where nobody stakes. */
  readonly notes?: DealNotes;
}

const NOTHING: DealComparison = { noted: 'nothing', differs: [] };

export const CheckDeal = ({ hand, proof, committed, notes }: Props) => {
  const own = useSoloWords();
  const differsText = useDiffersText();
  const [result, setResult] = useState<Result>();
  const check = async () => {
    try {
      // The rules of all games are loaded only for whoever checks.
      withoutEval();
      const chance = await import('../../../src/chance/check-proof.js');
      const checked = chance.checkProof(await proof());
      if (!checked.ok) return setResult({ proof: checked, against: NOTHING });
      const against =
        checked.hand === hand
          ? (notes?.compare(checked) ?? NOTHING)
          : ({ noted: 'nothing', differs: ['hand'] } as const);
      const isOther = checked.commitment !== committed;
      setResult({ proof: isOther ? { ok: false, fault: 'commitment_differs' } : checked, against });
    } catch {
      setResult('unread');
    }
  };
  /** What the result is in words. */
  const textOf = (now: Result | undefined): ResultText => {
    if (now === undefined) return {};
    if (now === 'unread') return { fits: false, text: own('fair.unread') };
    const { proof: checked, against } = now;
    if (against.differs.length > 0) {
      return { fits: false, code: 'differs', text: differsText({ hand, parts: against.differs }) };
    }
    if (!checked.ok) {
      const text = own(`fair.fault.${checked.fault}`, { at: checked.at ?? 1 });
      return { fits: false, code: checked.fault, text };
    }
    // A void hand was paid nothing, whatever its events say.
    const code = checked.status === 'void' ? 'fitsVoid' : 'fits';
    const text = own(`fair.${code}`, { count: checked.cards.length });
    return { fits: true, code, text: `${text} ${own(`fair.noted.${against.noted}`)}` };
  };
  const { fits, code, text } = textOf(result);
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
          fits !== undefined && (fits ? styles.fits : styles.differs),
        )}
        role="status"
        data-check={code}
        data-noted={result === undefined || result === 'unread' ? undefined : result.against.noted}
      >
        {text}
      </p>
    </div>
  );
};
