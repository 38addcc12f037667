/**
 * A button for what is recorded with its reason: pressed once, it asks why; with the reason, it is
 * done.
 */
import { type FormEvent, useState } from 'react';
import { useWords } from '../use-words.js';
import { WhyField, type WhyOf } from './why-field.js';
import buttons from '../../look/button.module.css';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';
import styles from './why-button.module.css';

interface Props {
  readonly of: WhyOf;
  readonly label: string;
  /** What it will do. */
  readonly question: string;
  readonly name: string;
  readonly isDisabled?: boolean;
  readonly isFirst?: boolean;
  readonly onWhy: (reason: string) => void;
}

/** For what only resumes what was stopped. */
const ENDS_WELL: ReadonlySet<WhyOf> = new Set([
  'resume',
  'callOff',
  'spotAgain',
  'unbar',
  'undrain',
]);

export const WhyButton = (given: Props) => {
  const { of, label, question, name, isDisabled = false, isFirst = false, onWhy } = given;
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const [why, setWhy] = useState('');
  if (!isAsked) {
    return (
      <button
        type="button"
        className={isFirst ? buttons.primary : undefined}
        disabled={isDisabled}
        data-do={name}
        onClick={() => setAsked(true)}
      >
        {label}
      </button>
    );
  }
  const leave = () => {
    setAsked(false);
    setWhy('');
  };
  const answer = (event: FormEvent) => {
    event.preventDefault();
    leave();
    onWhy(why.trim());
  };
  return (
    <form className={styles.why} data-part="why" aria-label={question} onSubmit={answer}>
      <p>{question}</p>
      <WhyField of={of} value={why} hasFocus onChange={setWhy} />
      <div className={layout.row}>
        <button
          type="submit"
          className={ENDS_WELL.has(of) ? buttons.primary : pitButtons.danger}
          data-sure={name}
          disabled={why.trim() === '' || isDisabled}
        >
          {label}
        </button>
        <button type="button" onClick={leave}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
};
