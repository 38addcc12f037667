/** What the round brought the player, all bets together. */
import { useTranslation } from 'react-i18next';
import { useSeat } from '../studio/use-studio.js';
import { useShown } from './in-step.js';
import { endOf, ownResultText } from './own-result.js';
import type { SeatStore } from './seat-store.js';
import styles from './my-win.module.css';

export const MyWin = ({ seat }: { readonly seat: SeatStore }) => {
  const { t, i18n } = useTranslation();
  const result = useShown(seat, (shown) => shown.result);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency);
  const game = useShown(seat, ({ copy }) => copy?.round?.game);
  if (result === undefined || currency === undefined) return null;
  // A round that is voided later is announced with its number. What another round paid is not shown
  // in this one.
  const isOfOther = result.game !== game;
  if (isOfOther && result.outcome !== 'refunded') return null;
  const [stakes, paid] = [BigInt(result.stakes), BigInt(result.paid)];
  return (
    <span
      className={styles.myWin}
      data-paid={result.paid}
      data-net={(paid - stakes).toString()}
      data-end={endOf(stakes, paid)}
    >
      {isOfOther && `${t('table.game', { game: result.game })} · `}
      {ownResultText(t, result, currency, i18n.language)}
    </span>
  );
};
