/**
 * A place for a stake. A touch places the chosen chip. A right click, a long press or Delete takes
 * one back, or the whole stake where the chip is worth more.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../classes.js';
import { moneyText } from '../money.js';
import { ChipPile } from '../table/chip-pile.js';
import type { StakeRules } from './desk.js';
import { Press } from './press.js';
import styles from './stake-spot.module.css';
import { useSoloWords } from './words.js';

interface Props {
  readonly spot: string;
  readonly name: string;
  /** What it pays. */
  readonly odds: string;
  readonly stake: bigint | undefined;
  readonly rules: StakeRules;
  readonly canPut: boolean;
  /** Sent, and not answered yet. */
  readonly isPending: boolean;
  /** How it ended, once the hand is over. */
  readonly ending: 'won' | 'returned' | 'lost' | undefined;
  /** What it brought back, as it is shown and read. */
  readonly brought?: ReactNode;
  readonly className?: string | undefined;
  readonly onPut: (spot: string) => void;
  readonly onTakeBack: (spot: string) => void;
}

export const StakeSpot = (given: Props) => {
  const { spot, name, odds, stake, rules, canPut, isPending, ending, brought } = given;
  const { t, i18n } = useTranslation();
  const own = useSoloWords();
  const press = usePress(() => given.onTakeBack(spot));
  const { chips, currency } = rules;
  const settings = { chips: chips.map(String), currency };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') given.onTakeBack(spot);
  };
  return (
    <button
      type="button"
      className={classes(
        styles.spot,
        given.className,
        isPending && styles.pending,
        ending === 'won' && styles.won,
        ending === 'lost' && styles.lost,
      )}
      data-spot={spot}
      data-stake={stake?.toString() ?? '0'}
      data-ending={ending}
      disabled={!canPut}
      title={canPut ? own('takeBack') : undefined}
      {...press.listeners}
      onKeyDown={onKeyDown}
      onClick={(event) => press.isShort(event) && given.onPut(spot)}
    >
      <span className={styles.name}>{name}</span>
      <span className={styles.odds}>
        {odds}
        {stake !== undefined && (
          <span className={styles.listened}>
            ,{' '}
            {t('bets.lies', { amount: moneyText(stake, currency, i18n.language, { whole: true }) })}
          </span>
        )}
      </span>
      <span className={styles.place}>
        {stake !== undefined && (
          <ChipPile className={styles.pile} stake={stake} settings={settings} />
        )}
        {brought !== undefined && <span className={styles.brought}>{brought}</span>}
      </span>
    </button>
  );
};

const usePress = (onLong: () => void) => {
  const [press] = useState(() => new Press());
  useEffect(() => () => press.stop(), [press]);
  const stop = () => press.stop();
  return {
    isShort: (click: { detail: number }) => press.isShort(click),
    listeners: {
      onPointerDown: (event: { pointerType: string; button: number }) => press.down(event, onLong),
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onContextMenu: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        press.menu(onLong);
      },
    },
  };
};
