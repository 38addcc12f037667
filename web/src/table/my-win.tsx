/** What the round brought the player, all bets together. */
import { useTranslation } from 'react-i18next';
import { useSeat } from '../studio/use-studio.js';
import { useShown } from './in-step.js';
import { endOf, tableResultText } from './own-result.js';
import type { SeatViewStore } from './seat-view-store.js';
import styles from './my-win.module.css';

export const MyWin = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t, i18n } = useTranslation();
  const result = useShown(seat, (shown) => shown.result);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency);
  const game = useShown(seat, ({ copy }) => copy?.round?.game);
  if (result === undefined || currency === undefined) return null;
  const text = tableResultText(t, result, game, currency, i18n.language);
  if (text === undefined) return null;
  const [stakes, paid] = [BigInt(result.stakes), BigInt(result.paid)];
  return (
    <span
      className={styles.myWin}
      data-paid={result.paid}
      data-net={(paid - stakes).toString()}
      data-end={endOf(stakes, paid)}
    >
      {text}
    </span>
  );
};
