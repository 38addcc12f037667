/** The chips, and Undo, Clear, Repeat, Double. */
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chipText } from '../money.js';
import { useLine, useSeat } from '../studio/use-studio.js';
import type { SeatStore } from './seat-store.js';
import { isBetting, useDrawn } from './use-drawn.js';
import colours from './chip-colour.module.css';
import { classes } from '../classes.js';
import styles from './chip-rack.module.css';

interface Props {
  readonly seat: SeatStore;
  readonly chip: bigint | undefined;
  readonly onChoose: (chip: bigint) => void;
}

const COMMANDS = ['undo', 'clear', 'repeat', 'double'] as const;
const NO_CHIPS: readonly string[] = [];
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

export const ChipRack = ({ seat, chip, onChoose }: Props) => {
  const { t } = useTranslation();
  const drawn = useDrawn(seat);
  const chips = useSeat(seat, ({ copy }) => copy?.settings.chips ?? NO_CHIPS);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const phase = useSeat(seat, ({ copy }) => copy?.phase);
  const hasPrevious = useSeat(seat, ({ known }) => (known?.own.previous.size ?? 0) > 0);
  const hasStopped = useLine(({ state }) => state === 'ended' || state === 'refused');
  const balance = drawn?.balance ?? 0n;
  useEffect(() => {
    const first = chips[0];
    if (chip === undefined && first !== undefined) onChoose(BigInt(first));
  }, [chip, chips, onChoose]);
  const lies = (drawn?.slip.stakes.size ?? 0) > 0;
  /** As in any group of radio buttons, the arrows choose. */
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [
      ...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=radio]:enabled'),
    ];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = buttons.at((at + step) % buttons.length);
    next?.focus();
    next?.click();
  };
  const can = { undo: lies, clear: lies, repeat: hasPrevious, double: lies };
  return (
    <div className={styles.rack}>
      <div
        className={styles.chips}
        data-part="chips"
        role="radiogroup"
        aria-label={t('bets.chips')}
        onKeyDown={move}
      >
        {chips.map((each, index) => {
          const value = BigInt(each);
          const text = chipText(value, currency);
          return (
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={value === chip}
              aria-label={t('bets.chip', { value: text })}
              className={classes(colours.chipColour, styles.chip)}
              data-chip={index}
              disabled={value > balance}
              onClick={() => onChoose(value)}
            >
              {text}
            </button>
          );
        })}
      </div>
      <div className={styles.commands} data-part="commands">
        {COMMANDS.map((kind) => (
          <button
            key={kind}
            type="button"
            disabled={!isBetting(phase) || !can[kind] || hasStopped}
            onClick={() => void seat.bet({ kind })}
          >
            {t(`bets.${kind}`)}
          </button>
        ))}
      </div>
    </div>
  );
};
