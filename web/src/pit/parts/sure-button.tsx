/**
 * A button for what must not be done by accident: pressed once, it asks; pressed again, it is done.
 */
import { useState } from 'react';
import { focused } from '../../focused.js';
import { useWords } from '../use-words.js';
import pitButtons from '../look/pit-button.module.css';
import styles from './sure-button.module.css';

interface Props {
  readonly label: string;
  /** What it will do. */
  readonly question: string;
  /** Neither asks nor is done. */
  readonly isDisabled?: boolean;
  readonly name?: string;
  readonly className?: string | undefined;
  /** What it will do is to be read anew, before somebody is sure. */
  readonly onAsk?: () => void;
  readonly onSure: () => void;
}

export const SureButton = ({
  label,
  question,
  isDisabled = false,
  name,
  className,
  onAsk,
  onSure,
}: Props) => {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <button
        type="button"
        className={className}
        disabled={isDisabled}
        data-do={name}
        onClick={() => {
          setAsked(true);
          onAsk?.();
        }}
      >
        {label}
      </button>
    );
  }
  const answer = (isSure: boolean) => {
    setAsked(false);
    if (isSure) onSure();
  };
  return (
    <span className={styles.sure} role="group" aria-label={question}>
      <span>{question}</span>
      <button
        type="button"
        className={pitButtons.danger}
        data-sure={name}
        // It keeps the focus while it waits.
        aria-disabled={isDisabled}
        ref={focused}
        onClick={() => !isDisabled && answer(true)}
      >
        {label}
      </button>
      <button type="button" onClick={() => answer(false)}>
        {t('cancel')}
      </button>
    </span>
  );
};
