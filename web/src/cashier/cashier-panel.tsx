/**
 * The cashier: the session’s credit and the game account, deposits, withdrawals, the statement, and
 * the way out.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import type { PanelProps } from '../panels/panel-props.js';
import { waysOut } from '../studio/launch.js';
import { useCurrency } from '../studio/own-player.js';
import { useAccount, useSeat, useStudio } from '../studio/use-studio.js';
import { keepAccountRead } from './keep-account-read.js';
import { Farewell } from './farewell.js';
import { Leave } from './leave.js';
import { MoveMoney } from './move-money.js';
import { OrderNote } from './order-note.js';
import { TipDealer } from './tip-dealer.js';
import { Statement } from './statement.js';
import { type Orders, useOrder } from './use-order.js';
import { useCashierWords } from './words.js';
import notes from '../look/notes.module.css';
import styles from './cashier-panel.module.css';

const CashierPanel = ({ seat }: PanelProps) => {
  const { t, i18n } = useTranslation();
  const own = useCashierWords();
  const studio = useStudio();
  const session = useAccount((account) => account.session);
  const settings = useSeat(seat, ({ copy }) => copy?.settings);
  const currency = useCurrency(seat);
  const orders = useOrder();
  const [{ cashierUrl }] = useState(waysOut);
  const [hasLeft, leave] = useState(false);
  const paidOut = paidOutBy(orders.last);
  useEffect(() => keepAccountRead(studio), [studio]);
  if (hasLeft || paidOut !== undefined) return <Farewell currency={currency} amount={paidOut} />;
  if (session === undefined) {
    return (
      <p className={notes.nothing} role="status">
        {t('menu.loading')}
      </p>
    );
  }
  const money = (value: bigint) => moneyText(value, currency, i18n.language);
  return (
    <div className={styles.cashier}>
      <dl className={styles.accounts}>
        <div data-credit={session.balance.toString()}>
          <dt>{own('credit')}</dt>
          <dd>{money(session.balance)}</dd>
        </div>
        <div data-account={session.gameAccount.toString()}>
          <dt>{own('gameAccount')}</dt>
          <dd>{money(session.gameAccount)}</dd>
        </div>
      </dl>
      {cashierUrl !== null && (
        <a href={cashierUrl} target="_blank" rel="noreferrer" data-cashier>
          {own('toCashier')}
        </a>
      )}
      <OrderNote currency={currency} orders={orders} />
      {orders.kept === undefined && (
        <>
          <MoveMoney
            currency={currency}
            chips={(settings?.chips ?? []).map(BigInt)}
            orders={orders}
          />
          <TipDealer seat={seat} orders={orders} />
          <Leave currency={currency} seat={seat} orders={orders} onLeft={() => leave(true)} />
        </>
      )}
      <Statement currency={currency} />
    </div>
  );
};
export default CashierPanel;

/** What a cash-out gave back, also where it was asked for again. */
const paidOutBy = (last: Orders['last']): bigint | undefined =>
  last?.order.kind === 'cash-out' && last.outcome.outcome === 'stood'
    ? last.outcome.amount
    : undefined;
