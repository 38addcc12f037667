/** What a hand brought in all, as a round at a live table says it. */
import { useTranslation } from 'react-i18next';
import { endOf, ownResultText } from '../table/own-result.js';
import styles from './paid-note.module.css';

interface Props {
  /** In minor units, stakes included. */
  readonly paid: bigint;
  /** All that was staked. */
  readonly taken: bigint;
  readonly currency: string;
}

export const PaidNote = ({ paid, taken, currency }: Props) => {
  const { t, i18n } = useTranslation();
  const result = { stakes: taken.toString(), paid: paid.toString() };
  return (
    <span className={styles.paid} data-paid={result.paid} data-end={endOf(taken, paid)}>
      {ownResultText(t, result, currency, i18n.language)}
    </span>
  );
};
