/** Without credit nobody plays: how much to move from the game account to the table. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderNote } from '../cashier/order-note.js';
import { useOrder } from '../cashier/use-order.js';
import { moneyText, parseMoney, typedText } from '../money.js';
import { useAccount } from '../studio/use-studio.js';
import buttons from '../look/button.module.css';
import field from '../look/field.module.css';
import { classes } from '../classes.js';
import styles from './deposit.module.css';

/** Suggested, where the game account has it: a hundred of the currency’s units. */
const SUGGESTED = '100';

export const Deposit = ({ currency }: { readonly currency: string }) => {
  const { t, i18n } = useTranslation();
  const orders = useOrder();
  const session = useAccount((account) => account.session);
  const [isNoAmount, setNoAmount] = useState(false);
  if (session === undefined || session.open) return null;
  const { gameAccount } = session;
  const suggested = parseMoney(SUGGESTED, currency, i18n.language) ?? 0n;
  const offered = gameAccount < suggested ? gameAccount : suggested;

  const deposit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('amount');
    const amount = typeof text === 'string' ? parseMoney(text, currency, i18n.language) : undefined;
    if (amount === undefined || amount === 0n) return setNoAmount(true);
    setNoAmount(false);
    const key = crypto.randomUUID();
    await orders.order({ kind: 'buy-in', amount: amount.toString(), key });
  };
  return (
    <form className={styles.buyIn} onSubmit={(event) => void deposit(event)}>
      <label>
        <span>{t('money.take', { amount: moneyText(gameAccount, currency, i18n.language) })}</span>
        <input
          className={classes(field.field, styles.input)}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isNoAmount}
          defaultValue={typedText(offered, currency, i18n.language)}
        />
      </label>
      <button
        type="submit"
        className={buttons.primary}
        disabled={orders.isBusy || orders.kept !== undefined}
      >
        {t('money.deposit')}
      </button>
      {isNoAmount ? (
        <p role="alert">{t('order.noAmount')}</p>
      ) : (
        <OrderNote currency={currency} orders={orders} />
      )}
    </form>
  );
};
