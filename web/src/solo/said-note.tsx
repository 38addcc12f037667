/** What the room says to the player: why something was not done, in words, with the number. */
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
}

export const SaidNote = ({ store, currency }: Props) => {
  const { i18n } = useTranslation();
  const own = useSoloWords();
  const said = useStore(store, (view) => view.said);
  const isDoubtful = useStore(store, (view) => view.isDoubtful);
  const amount =
    said?.amount === undefined
      ? ''
      : moneyText(said.amount, currency, i18n.language, { whole: true });
  return (
    <>
      <p
        key={said?.count}
        className={classes(toast.toast, styles.said)}
        role="alert"
        data-says="refusal"
        data-refusal={said?.code}
      >
        {said !== undefined && own(`refusal.${said.code as 'wrong_step'}`, { amount })}
      </p>
      <p className={styles.doubtful} role="status" data-says="doubtful">
        {isDoubtful && own('doubtful')}
      </p>
    </>
  );
};
