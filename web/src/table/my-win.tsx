/** What the round paid the player. */
import { useTranslation } from 'react-i18next';
import { useSeat } from '../studio/use-studio.js';
import { moneyText } from '../money.js';
import type { SeatStore } from './seat-store.js';
import styles from './my-win.module.css';

export const MyWin = ({ seat }: { readonly seat: SeatStore }) => {
  const { t, i18n } = useTranslation();
  const result = useSeat(seat, (view) => view.result);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency);
  const game = useSeat(seat, ({ copy }) => copy?.round?.game);
  if (result === undefined || currency === undefined) return null;
  const paid = BigInt(result.paid);
  // A round that is voided later is announced with its number. What another round paid is not shown
  // in this one.
  const isOfOther = result.game !== game;
  if (paid === 0n || (isOfOther && result.outcome !== 'refunded')) return null;
  const amount = moneyText(paid, currency, i18n.language);
  return (
    <span className={styles.myWin} data-paid={result.paid}>
      {isOfOther && `${t('table.game', { game: result.game })} · `}
      {t(result.outcome === 'refunded' ? 'stage.refunded' : 'stage.paid', { amount })}
    </span>
  );
};
