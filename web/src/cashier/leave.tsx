/** Cash out and leave: asked once. Says what went back, and signs the page out. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focused } from '../focused.js';
import { sum } from '../../../src/money/amount.js';
import { moneyText } from '../money.js';
import { useAccount, useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { useDrawn } from '../table/use-drawn.js';
import type { Orders } from './use-order.js';
import { useCashierWords } from './words.js';
import buttons from '../look/button.module.css';
import styles from './leave.module.css';

interface Props {
  readonly currency: string;
  readonly seat: SeatViewStore;
  readonly orders: Orders;
  /** There was no session to cash out. */
  readonly onLeft: () => void;
}

export const Leave = ({ currency, seat, orders, onLeft }: Props) => {
  const { i18n } = useTranslation();
  const own = useCashierWords();
  const session = useAccount((account) => account.session);
  const drawn = useDrawn(seat);
  const holdsBets = useSeat(seat, () => seat.holdsBets);
  const [isAsking, ask] = useState(false);
  if (session === undefined) return null;
  const lies = holdsBets ? sum(drawn?.slip.stakes.values() ?? []) : 0n;
  const leave = async () => {
    if (!session.open) return onLeft();
    const done = await orders.order({ kind: 'cash-out', key: crypto.randomUUID() });
    if (done.outcome === 'refused' && done.refusal === 'no_open_session') return onLeft();
    ask(false);
  };
  const name = own(session.open ? 'cashOutAndLeave' : 'leave');
  return (
    <section className={styles.leave} aria-label={name}>
      {lies > 0n && (
        <p data-lies={lies.toString()}>
          {own('lies', { amount: moneyText(lies, currency, i18n.language) })}
        </p>
      )}
      {drawn === undefined && <p data-lies="unknown">{own('mayLie')}</p>}
      {!isAsking && (
        <button type="button" data-leave="ask" onClick={() => ask(true)}>
          {name}
        </button>
      )}
      {isAsking && (
        <div role="alertdialog" aria-label={name}>
          <p>
            {own(session.open ? 'sure' : 'sureToLeave', {
              amount: moneyText(session.balance, currency, i18n.language),
            })}
          </p>
          <div className={styles.choice}>
            <button
              type="button"
              className={buttons.primary}
              data-leave="do"
              ref={focused}
              disabled={orders.isBusy}
              onClick={() => void leave()}
            >
              {name}
            </button>
            <button type="button" onClick={() => ask(false)}>
              {own('stay')}
            </button>
          </div>
        </div>
      )}
    </section>
  );
};
