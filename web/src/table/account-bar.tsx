/** Balance, total bet, last win; the mode. */
import { useTranslation } from 'react-i18next';
import { sum } from '../../../src/money/amount.js';
import { classes } from '../classes.js';
import { moneyText } from '../money.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from './seat-view-store.js';
import { isBetting, useDrawn, useIsReached } from './use-drawn.js';
import styles from './account-bar.module.css';

/** Of an amount: with more, two of them have no room on a narrow screen. */
const CHARACTERS_MAX = 13;

export const AccountBar = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t, i18n } = useTranslation();
  const drawn = useDrawn(seat);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const isReached = useIsReached(seat);
  if (drawn === undefined) return null;
  const total = sum(drawn.slip.stakes.values());
  const totalText = moneyText(total, currency, i18n.language);
  const balanceText = moneyText(drawn.balance, currency, i18n.language);
  const isLong = Math.max(totalText.length, balanceText.length) > CHARACTERS_MAX;
  const isFree = drawn.slip.mode === 'zero_commission';
  return (
    <footer className={classes(styles.account, isLong && styles.long)} data-part="account">
      <label
        className={styles.mode}
        title={drawn.slip.stakes.has('super_6') ? t('refusal.super_6_is_staked') : undefined}
      >
        <input
          type="checkbox"
          role="switch"
          checked={isFree}
          disabled={!isBetting(phase) || !isReached || drawn.slip.stakes.has('super_6')}
          onChange={() =>
            void seat.bet({ kind: 'mode', mode: isFree ? 'normal' : 'zero_commission' })
          }
        />
        {t('bets.noCommission')}
      </label>
      <span className={styles.money}>
        {t('money.totalBet')} <b data-total={total.toString()}>{totalText}</b>
      </span>
      <span className={styles.money}>
        {t('money.balance')} <b data-balance={drawn.balance.toString()}>{balanceText}</b>
      </span>
    </footer>
  );
};
