/**
 * One spot of the betting grid: what it pays, the player's chips on it, who else bets on it, and
 * why it is closed where it is.
 */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableSettings } from '../../../src/round/settings.js';
import type { Spot as SpotName } from '../../../src/punto-banco/spot.js';
import { moneyText } from '../money.js';
import { ChipPile } from './chip-pile.js';
import { endOf } from './own-result.js';
import { classes } from '../classes.js';
import hidden from '../look/hidden.module.css';
import styles from './spot.module.css';

export type Closed = 'after_44' | 'after_60' | 'mode' | 'pit';

interface Props {
  readonly spot: SpotName;
  readonly pays: SpotName | 'banco_normal';
  readonly stake: bigint | undefined;
  readonly settings: TableSettings;
  readonly closed: Closed | undefined;
  /** The chips on it have no answer yet; `late`: for two seconds. */
  readonly pending: 'asked' | 'late' | undefined;
  /** What the stake brought back, once the round is paid: digits. */
  readonly paid: string | undefined;
  readonly canBet: boolean;
  readonly isWon: boolean;
  /**
   * Whole per cent of the money, and the number of players on it. Undefined where it is not shown.
   */
  readonly share: { readonly percent: number; readonly players: number } | undefined;
  /** Whether the keyboard comes to it first. From there arrows lead to the others. */
  readonly isStop: boolean;
  readonly onBet: (spot: SpotName) => void;
}

export const Spot = memo((given: Props) => {
  const {
    spot,
    pays,
    stake,
    settings,
    closed,
    pending,
    paid,
    canBet,
    isWon,
    share,
    isStop,
    onBet,
  } = given;
  const { t, i18n } = useTranslation();
  const name = t(`spot.${spot}`);
  const odds = t(`pays.${pays}`);
  const why = closed && t(`bets.closed.${closed}`);
  const lies =
    stake === undefined
      ? ''
      : t('bets.lies', {
          amount: moneyText(stake, settings.currency, i18n.language, { whole: true }),
        });
  const end = paid === undefined || stake === undefined ? undefined : endOf(stake, BigInt(paid));
  // One that cannot be bet on keeps the focus, and can be read.
  const isOpen = closed === undefined && canBet;
  const isAsked = stake === undefined ? undefined : pending;
  return (
    <button
      type="button"
      className={classes(
        styles.spot,
        styles[spot],
        closed !== undefined && styles.isClosed,
        isWon && styles.won,
      )}
      data-spot={spot}
      data-stake={stake?.toString() ?? '0'}
      data-closed={closed}
      data-won={isWon ? '' : undefined}
      data-pending={isAsked}
      data-end={end}
      tabIndex={isStop ? 0 : -1}
      aria-disabled={!isOpen}
      onClick={() => isOpen && onBet(spot)}
    >
      <span className={styles.name}>{name}</span>
      <span className={styles.foot}>
        <span className={styles.pays} aria-hidden={stake === undefined ? undefined : true}>
          {why ?? odds}
        </span>
        {share !== undefined && (
          <span className={styles.share} style={{ '--part': `${share.percent}%` } as object}>
            {t('bets.share', share)}
          </span>
        )}
      </span>
      {stake !== undefined && (
        <>
          <span className={hidden.listened}>
            {[odds, lies, isAsked && t('bets.unanswered'), why].filter(Boolean).join(', ')}
          </span>
          <ChipPile className={styles.pile} stake={stake} settings={settings} />
        </>
      )}
      {end !== undefined && stake !== undefined && (
        <span className={styles.end}>
          {end === 'returned'
            ? t('bets.returned')
            : moneyText(BigInt(paid ?? '0') - stake, settings.currency, i18n.language, {
                signed: true,
                whole: true,
              })}
        </span>
      )}
    </button>
  );
});
