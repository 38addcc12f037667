/** Moves an amount between the game account and the session. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText, parseMoney, typedText } from '../money.js';
import { useAccount } from '../studio/use-studio.js';
import { useForm } from '../use-form.js';
import { quickAmounts } from './quick-amounts.js';
import type { Orders } from './use-order.js';
import notes from '../look/notes.module.css';
import hidden from '../look/hidden.module.css';
import field from '../look/field.module.css';
import { classes } from '../classes.js';
import { useCashierWords } from './words.js';
import buttons from '../look/button.module.css';
import styles from './move-money.module.css';

interface Props {
  readonly currency: string;
  /** The table's chips, ascending, in minor units. */
  readonly chips: readonly bigint[];
  readonly orders: Orders;
}

const WAYS = ['buy-in', 'withdraw'] as const;
type Way = (typeof WAYS)[number];

interface Typed {
  readonly way: Way;
  readonly text: string;
}
const FIRST: Typed = { way: 'buy-in', text: '' };

export const MoveMoney = ({ currency, chips, orders }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useCashierWords();
  const session = useAccount((account) => account.session);
  const { typed, type, done } = useForm(() => FIRST);
  const [isNoAmount, setNoAmount] = useState(false);
  if (session === undefined) return null;
  const { way, text } = typed;
  const available = way === 'buy-in' ? session.gameAccount : session.balance;

  const move = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const amount = parseMoney(text, currency, i18n.language);
    if (amount === undefined || amount === 0n) {
      orders.seenLast(); // One sentence at a time, the newest.
      return setNoAmount(true);
    }
    setNoAmount(false);
    const key = crypto.randomUUID();
    const { outcome } = await orders.order({ kind: way, amount: amount.toString(), key });
    if (outcome === 'stood') done(typed, { text: '' });
  };
  return (
    <form className={styles.moveMoney} onSubmit={(event) => void move(event)}>
      <fieldset className={styles.ways}>
        <legend className={hidden.listened}>{own('way')}</legend>
        {WAYS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="way"
              value={each}
              checked={way === each}
              onChange={() => type({ way: each })}
            />
            <span>{t(`order.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <p className={styles.fromTo}>{own(`fromTo.${way}`)}</p>
      <label className={styles.amount}>
        {own('amount', { currency })}
        <input
          className={classes(field.field, styles.input)}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={isNoAmount}
          onChange={(event) => {
            setNoAmount(false);
            type({ text: event.target.value });
          }}
        />
      </label>
      <div className={styles.quick} role="group" aria-label={own('quick')}>
        {quickAmounts(chips, available).map((amount) => (
          <button
            key={amount.toString()}
            type="button"
            onClick={() => type({ text: typedText(amount, currency, i18n.language) })}
          >
            {amount === available
              ? own('all')
              : moneyText(amount, currency, i18n.language, { whole: true })}
          </button>
        ))}
      </div>
      {isNoAmount && (
        <p className={notes.fault} role="alert">
          {t('order.noAmount')}
        </p>
      )}
      <button
        type="submit"
        className={classes(buttons.primary, styles.send)}
        disabled={orders.isBusy}
      >
        {t(`order.${way}`)}
      </button>
    </form>
  );
};
