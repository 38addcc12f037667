/** What a hand brought in all, and what the player won or lost by it. */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import styles from './paid-note.module.css';
import { useSoloWords } from './words.js';

interface Props {
  /** In minor units, stakes included. */
  readonly paid: bigint;
  /** All that was staked. */
  readonly taken: bigint;
  readonly currency: string;
}

export const PaidNote = ({ paid, taken, currency }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useSoloWords();
  const amount = moneyText(paid, currency, i18n.language);
  const net = moneyText(paid - taken, currency, i18n.language, { signed: true });
  return (
    <span className={styles.paid} data-paid={paid.toString()}>
      {paid > 0n ? t('stage.paid', { amount }) : own('nothing')}
      <span className={styles.net}>{net}</span>
    </span>
  );
};
