/** A sheet over the table: it is closed by Escape, by its button, and by a touch beside it. */
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ConnectionBanner } from '../studio/connection-banner.js';
import styles from './panel.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const Panel = ({ title, onClose, children }: Props) => {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => sheet.current?.showModal(), []);
  return createPortal(
    <dialog
      ref={sheet}
      className={styles.panel}
      data-part="panel"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === sheet.current && sheet.current.close()}
    >
      <header role="presentation">
        <h2>{title}</h2>
        <button type="button" aria-label={t('menu.close')} onClick={() => sheet.current?.close()}>
          ✕
        </button>
      </header>
      {/* All behind a sheet is dim and dead: what is said of the line is said here, too. */}
      <ConnectionBanner />
      <div className={styles.content} data-part="content">
        {children}
      </div>
    </dialog>,
    document.body,
  );
};
