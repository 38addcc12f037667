/**
 * One spot of the betting grid: what it pays, the player's chips on it, who else bets on it, and
 * why it is closed where it is.
 */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableSettings } from '../../../src/round/settings.js';
import type { Spot as SpotName } from '../../../src/punto-banco/spot.js';
import { chipText } from '../money.js';
import { ChipPile } from './chip-pile.js';
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
  readonly canBet: boolean;
  readonly isWon: boolean;
  /**
   * Whole per cent of the money, and the number of players on it. Undefined where it is not shown.
   */
  readonly share: { readonly percent: number; readonly players: number } | undefined;
  readonly onBet: (spot: SpotName) => void;
}

export const Spot = memo((given: Props) => {
  const { spot, pays, stake, settings, closed, canBet, isWon, share, onBet } = given;
  const { t } = useTranslation();
  const name = t(`spot.${spot}`);
  const odds = t(`pays.${pays}`);
  const why = closed && t(`bets.closed.${closed}`);
  const lies =
    stake === undefined ? '' : t('bets.lies', { amount: chipText(stake, settings.currency) });
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
      disabled={closed !== undefined || !canBet}
      onClick={() => onBet(spot)}
    >
      <span>{name}</span>
      {stake === undefined ? (
        <span className={styles.pays}>{why ?? odds}</span>
      ) : (
        <>
          <span className={hidden.listened}>{[odds, lies, why].filter(Boolean).join(', ')}</span>
          <ChipPile className={styles.pile} stake={stake} settings={settings} />
        </>
      )}
      {share !== undefined && (
        <span className={styles.share} style={{ '--part': `${share.percent}%` } as object}>
          {t('bets.share', share)}
        </span>
      )}
    </button>
  );
});
