/** Why something was refused or did not come, in a sentence. */
import { useWords } from '../use-words.js';
import { useSentence } from './use-sentence.js';
import tones from '../look/tones.module.css';

interface Props {
  /** A code of the studio’s. */
  readonly fault: string;
  readonly onAgain?: () => void;
  /** In place of the code’s sentence. */
  readonly said?: string | undefined;
}

export const Fault = ({ fault, onAgain, said }: Props) => {
  const { t } = useWords();
  const sentence = useRefusal();
  return (
    <p className={tones.fault} role="alert" data-refusal={fault}>
      <span>{said ?? sentence(fault)}</span>
      {onAgain !== undefined && (
        <button type="button" onClick={onAgain}>
          {t('again')}
        </button>
      )}
    </p>
  );
};

/** The sentence of a refusal. One that this page does not know is shown by its name. */
export const useRefusal = (): ((fault: string) => string) => {
  const { t } = useWords();
  const sentence = useSentence();
  return (fault) => sentence('refusal', fault) ?? t('refusedAs', { fault });
};
