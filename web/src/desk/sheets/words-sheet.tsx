/** A question that is answered in words: why the shoe is changed, or which card has left it. */
import { type FormEvent, useState } from 'react';
import { focused } from '../../focused.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-scope.js';
import { useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';
import styles from './report-sheet.module.css';

interface Props {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly enter: string;
  readonly maxLength: number;
  /** Whether nothing at all is an answer, too. */
  readonly mayBeEmpty?: boolean;
  readonly isUnanswered: boolean;
  /** Returns false for words that are no answer to the question. */
  readonly onWords: (words: string) => boolean;
  readonly onClose: () => void;
}

export const WordsSheet = (props: Props) => {
  const { name, title, question, enter, maxLength, mayBeEmpty, isUnanswered } = props;
  const t = useDeskWords();
  const [isWrong, setWrong] = useState(false);
  useKeys({
    key: (key) => {
      if (key === 'Escape') props.onClose();
      return true;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { words } = Object.fromEntries(new FormData(event.currentTarget));
    const said = typeof words === 'string' ? words.trim() : '';
    if (said !== '' || mayBeEmpty === true) setWrong(!props.onWords(said));
  };
  return (
    <Sheet name={name} title={title} isUnanswered={isUnanswered} onClose={props.onClose}>
      <form className={styles.report} onSubmit={submit}>
        <label>
          {question}
          <input
            name="words"
            required={mayBeEmpty !== true}
            aria-invalid={isWrong}
            ref={focused}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
          />
        </label>
        <DeskButton cap={t('keys.next')} isPrimary submits>
          {enter}
        </DeskButton>
      </form>
    </Sheet>
  );
};
