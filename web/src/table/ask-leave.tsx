/** Asked before a table is left on which the player’s stakes lie. */
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../src/money/amount.js';
import { moneyText } from '../money.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from './seat-view-store.js';
import { useDrawn } from './use-drawn.js';
import styles from './ask-mode.module.css';

interface Props {
  readonly seat: SeatViewStore;
  /** Whether the player goes. */
  readonly onAnswer: (goes: boolean) => void;
}

const AskLeave = ({ seat, onAnswer }: Props) => {
  const { t, i18n } = useTranslation();
  const sheet = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => sheet.current?.showModal(), []);
  const drawn = useDrawn(seat);
  const name = useSeat(seat, ({ copy }) => copy?.settings.name ?? seat.table);
  const game = useSeat(seat, ({ copy }) => copy?.round?.game ?? '');
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const amount = moneyText(sum(drawn?.slip.stakes.values() ?? []), currency, i18n.language);
  return (
    <dialog
      ref={sheet}
      className={styles.ask}
      aria-label={t('leave.title')}
      data-part="ask-leave"
      onCancel={() => onAnswer(false)}
    >
      <h2>{t('leave.title')}</h2>
      <p>{t('leave.text', { amount, table: name, game })}</p>
      <button type="button" onClick={() => onAnswer(false)}>
        {t('leave.stay')}
      </button>
      <button type="button" onClick={() => onAnswer(true)}>
        {t('leave.go')}
      </button>
    </dialog>
  );
};
export default AskLeave;
