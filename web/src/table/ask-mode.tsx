/** Asked once, at the first visit: how Banco shall pay. */
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mode } from '../../../src/punto-banco/spot.js';
import styles from './ask-mode.module.css';

export const AskMode = ({ onChoose }: { readonly onChoose: (mode: Mode) => void }) => {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => sheet.current?.showModal(), []);
  return (
    <dialog
      ref={sheet}
      className={styles.ask}
      aria-label={t('ask.title')}
      onCancel={() => onChoose('zero_commission')}
    >
      <h2>{t('ask.title')}</h2>
      <button type="button" onClick={() => onChoose('zero_commission')}>
        <b>{t('ask.free')}</b> {t('ask.freeText')}
      </button>
      <button type="button" onClick={() => onChoose('normal')}>
        <b>{t('ask.normal')}</b> {t('ask.normalText')}
      </button>
      <p>{t('ask.later')}</p>
    </dialog>
  );
};
