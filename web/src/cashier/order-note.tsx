/**
 * Says what became of the last money order. Where that is not known, offers to ask again under the
 * same key.
 */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import type { CashierOrder } from './order.js';
import type { Orders } from './use-order.js';
import notes from '../look/notes.module.css';
import { classes } from '../classes.js';
import styles from './order-note.module.css';

interface Props {
  readonly currency: string;
  readonly orders: Orders;
}

export const OrderNote = ({ currency, orders }: Props) => {
  const { t, i18n } = useTranslation();
  const { kept, last, isBusy } = orders;
  const what = (order: CashierOrder) =>
    order.kind === 'cash-out'
      ? t('order.cash-out')
      : `${t(`order.${order.kind}`)} ${moneyText(BigInt(order.amount), currency, i18n.language)}`;
  if (kept !== undefined) {
    return (
      <div
        className={classes(notes.fault, styles.unansweredOrder)}
        role="alert"
        data-key={kept.key}
      >
        <p>{t('order.unknown', { order: what(kept) })}</p>
        <button type="button" disabled={isBusy} onClick={() => void orders.order(kept)}>
          {t('order.askAgain')}
        </button>
        <button type="button" disabled={isBusy} onClick={orders.giveUp}>
          {t('order.giveUp')}
        </button>
      </div>
    );
  }
  if (last?.outcome.outcome === 'refused') {
    return (
      <p className={notes.fault} role="alert" data-refusal={last.outcome.refusal}>
        {t(`order.refusal.${last.outcome.refusal}`)}
      </p>
    );
  }
  if (last?.outcome.outcome === 'stood') {
    return (
      <p className={styles.done} role="status">
        {t('order.done', { order: what(last.order) })}
      </p>
    );
  }
  return null;
};
