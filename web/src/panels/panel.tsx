/** A sheet over the table. Escape closes it, and so does its button or a touch beside it. */
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
      {/* Everything behind a sheet is dimmed and inert. So what is said of the connection is said
          here, too. */}
      <ConnectionBanner />
      <div className={styles.content} data-part="content">
        {children}
      </div>
    </dialog>,
    document.body,
  );
};
