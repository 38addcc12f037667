/** A sheet over the desk’s screen, with its own keys. */
import { type ReactNode, useLayoutEffect, useId, useRef } from 'react';
import { DeskButton } from '../desk-button.js';
import { useDeskWords } from '../words.js';
import styles from './sheet.module.css';

interface Props {
  readonly name: string;
  readonly title: string;
  readonly lead?: string;
  /** What was pressed here has no answer. */
  readonly isUnanswered?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const Sheet = ({ name, title, lead, isUnanswered, onClose, children }: Props) => {
  const t = useDeskWords();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  // A screen reader announces the sheet. If it has a field, that has the focus already.
  useLayoutEffect(() => {
    if (frame.current?.contains(document.activeElement) !== true) frame.current?.focus();
  }, []);
  return (
    <div
      ref={frame}
      className={styles.sheet}
      role="dialog"
      aria-modal="true"
      aria-labelledby={id}
      tabIndex={-1}
      data-sheet={name}
    >
      <div className={styles.sheetHead}>
        <h2 id={id}>{title}</h2>
        <DeskButton cap="Esc" onPress={onClose}>
          {t('keys.back')}
        </DeskButton>
      </div>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {isUnanswered === true && (
        <p className={styles.unanswered} role="alert">
          <b aria-hidden="true">✗</b> {t('unanswered')}
        </p>
      )}
      {children}
    </div>
  );
};
