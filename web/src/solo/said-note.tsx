/** What the room says to the player: why something was not done, in words, with the number. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { classes } from '../classes.js';
import { moneyText } from '../money.js';
import toast from '../table/toast.module.css';
import styles from './said-note.module.css';
import type { ShownStore } from './shown-store.js';
import { useSoloWords } from './words.js';

interface Props {
  readonly store: ShownStore;
  readonly currency: string;
  readonly onCashier: () => void;
}

/** What stays in view until the player has seen it. */
const STAYING: ReadonlySet<string> = new Set(['did_not_stand']);

export const SaidNote = ({ store, currency, onCashier }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useSoloWords();
  const said = useStore(store, (view) => view.said);
  const isDoubtful = useStore(store, (view) => view.isDoubtful);
  const [seen, see] = useState(0);
  const stays = said !== undefined && STAYING.has(said.code);
  const isGone = stays && seen === said.count;
  const amount =
    said?.amount === undefined
      ? ''
      : moneyText(said.amount, currency, i18n.language, { whole: true });
  return (
    <>
      <p
        key={said?.count}
        className={classes(toast.toast, styles.said, stays && styles.staying)}
        role="alert"
        data-says="refusal"
        data-refusal={said?.code}
      >
        {said !== undefined && !isGone && (
          <>
            {own(`refusal.${said.code as 'wrong_step'}`, { amount })}
            {said.code === 'insufficient_funds' && (
              <button type="button" data-command="cashier" onClick={onCashier}>
                {t('menu.cashier')}
              </button>
            )}
            {stays && (
              <button type="button" data-command="seen" onClick={() => see(said.count)}>
                {t('line.seen')}
              </button>
            )}
          </>
        )}
      </p>
      <p className={styles.doubtful} role="status" data-says="doubtful">
        {isDoubtful && own('doubtful')}
      </p>
    </>
  );
};
