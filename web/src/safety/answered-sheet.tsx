/** A sheet that the player must answer: only its buttons take it away. */
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import styles from '../table/ask-mode.module.css';

interface Props {
  readonly part: string;
  readonly kind?: string;
  readonly title: string;
  readonly children: ReactNode;
}

export const AnsweredSheet = ({ part, kind, title, children }: Props) => {
  const sheet = useRef<HTMLDialogElement>(null);
  const show = useCallback(() => sheet.current?.showModal(), []);
  useLayoutEffect(show, [show]);
  return (
    <dialog
      ref={sheet}
      className={styles.ask}
      aria-labelledby={part}
      data-part={part}
      data-kind={kind}
      // A browser that does not know `closedby` closes it at a second Escape, whatever the first
      // was answered. It is shown again.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onClose={show}
    >
      <h2 id={part}>{title}</h2>
      {children}
    </dialog>
  );
};
