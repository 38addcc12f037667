/** The chips, of which one is chosen. Those that the credit does not cover cannot be. */
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../classes.js';
import { chipText } from '../money.js';
import look from './chip-look.module.css';
import styles from './chip-row.module.css';

interface Props {
  /** In minor units, ascending. */
  readonly chips: readonly bigint[];
  readonly chip: bigint | undefined;
  readonly currency: string;
  /** What is left to stake. */
  readonly balance: bigint;
  readonly onChoose: (chip: bigint) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

export const ChipRow = ({ chips, chip, currency, balance, onChoose }: Props) => {
  const { t, i18n } = useTranslation();
  useEffect(() => {
    const first = chips[0];
    if (chip === undefined && first !== undefined) onChoose(first);
  }, [chip, chips, onChoose]);
  /** Where the keyboard stops: at the chosen chip, or at the first that can be taken. */
  const stop = chip !== undefined && chip <= balance ? chip : chips.find((each) => each <= balance);
  return (
    <div
      className={styles.chips}
      data-part="chips"
      role="radiogroup"
      aria-label={t('bets.chips')}
      onKeyDown={move}
    >
      {chips.map((value, index) => {
        const text = chipText(value, currency, i18n.language);
        return (
          <button
            key={text}
            type="button"
            role="radio"
            aria-checked={value === chip}
            aria-label={t('bets.chip', { value: text })}
            className={classes(look.chipLook, styles.chip)}
            data-chip={index}
            tabIndex={value === stop ? 0 : -1}
            disabled={value > balance}
            onClick={() => onChoose(value)}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
};

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
