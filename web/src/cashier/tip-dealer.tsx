/** A tip to the dealer of the table, where the table takes any: no more than it allows at once. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText, parseMoney, typedText } from '../money.js';
import { useAccount, useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { quickAmounts } from './quick-amounts.js';
import type { Orders } from './use-order.js';
import notes from '../look/notes.module.css';
import field from '../look/field.module.css';
import { classes } from '../classes.js';
import { useCashierWords } from './words.js';
import styles from './move-money.module.css';

interface Props {
  readonly seat: SeatViewStore;
  readonly orders: Orders;
}

export const TipDealer = ({ seat, orders }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useCashierWords();
  const settings = useSeat(seat, ({ copy }) => copy?.settings);
  const dealer = useSeat(seat, ({ copy }) => copy?.dealer);
  const session = useAccount((account) => account.session);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<'noAmount' | 'above'>();
  if (settings === undefined || typeof dealer !== 'string' || session?.open !== true) return null;
  const { currency, chips, tipMax } = settings;
  if (tipMax === null) return null;
  const max = BigInt(tipMax);
  const available = session.balance < max ? session.balance : max;
  const money = (value: bigint, whole = false) =>
    moneyText(value, currency, i18n.language, { whole });

  const give = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const amount = parseMoney(text, currency, i18n.language);
    const found =
      amount === undefined || amount === 0n ? 'noAmount' : amount > max ? 'above' : undefined;
    setFault(found);
    if (amount === undefined || found !== undefined) return orders.seenLast();
    const key = crypto.randomUUID();
    const order = { kind: 'tip', amount: amount.toString(), key, table: seat.table } as const;
    const { outcome } = await orders.order(order);
    if (outcome === 'stood') setText('');
  };
  return (
    <form className={styles.moveMoney} data-part="tip" onSubmit={(event) => void give(event)}>
      <p className={styles.fromTo}>{own('tip.what', { dealer, max: money(max, true) })}</p>
      <label className={styles.amount}>
        {own('amount', { currency })}
        <input
          className={classes(field.field, styles.input)}
          name="tip"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={fault !== undefined}
          onChange={(event) => {
            setFault(undefined);
            setText(event.target.value);
          }}
        />
      </label>
      <div className={styles.quick} role="group" aria-label={own('quick')}>
        {quickAmounts(chips.map(BigInt), available).map((amount) => (
          <button
            key={amount.toString()}
            type="button"
            onClick={() => setText(typedText(amount, currency, i18n.language))}
          >
            {money(amount, true)}
          </button>
        ))}
      </div>
      {fault !== undefined && (
        <p className={notes.fault} role="alert">
          {fault === 'above' ? own('tip.above', { max: money(max, true) }) : t('order.noAmount')}
        </p>
      )}
      <button type="submit" className={styles.send} disabled={orders.isBusy}>
        {own('tip.give')}
      </button>
    </form>
  );
};
