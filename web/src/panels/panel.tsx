/**
 * A sheet. At a live table it lies beside the bets, which go on; elsewhere over everything. Escape
 * closes it, and so do its button and the browser’s Back, and a touch beside it where it lies over
 * everything.
 */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Mark } from '../look/mark.js';
import { classes } from '../classes.js';
import { ConnectionBanner } from '../studio/connection-banner.js';
import { useBack } from './use-back.js';
import styles from './panel.module.css';

interface Props {
  readonly title: string;
  readonly isBeside?: boolean;
  /** In the head, where the sheet hides it: what the table is doing. */
  readonly phase?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const Panel = ({ title, isBeside = false, phase, onClose, children }: Props) => {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDialogElement>(null);
  useBack(() => sheet.current?.close());
  useLayoutEffect(() => {
    if (!isBeside) {
      sheet.current?.showModal();
      return undefined;
    }
    sheet.current?.show();
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector('dialog:modal') !== null) return;
      sheet.current?.close();
    };
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, [isBeside]);
  return createPortal(
    <dialog
      ref={sheet}
      className={classes(styles.panel, isBeside && styles.beside)}
      data-part="panel"
      data-beside={isBeside ? '' : undefined}
      aria-label={title}
      // The event comes a moment later, when another sheet may have taken its place.
      onClose={() => sheet.current !== null && onClose()}
      onClick={(event) => !isBeside && event.target === sheet.current && sheet.current.close()}
    >
      <header role="presentation">
        <h2>{title}</h2>
        {phase}
        <button type="button" aria-label={t('menu.close')} onClick={() => sheet.current?.close()}>
          <Mark name="close" />
        </button>
      </header>
      {/* One over everything hides what is said of the connection. So it is said here, too. */}
      {!isBeside && <ConnectionBanner />}
      <div className={styles.content} data-part="content">
        {children}
      </div>
    </dialog>,
    document.body,
  );
};
