/** A stake as chips, the highest values at the bottom of the pile, with its sum on top. */
import { useTranslation } from 'react-i18next';
import { amount } from '../../../src/money/amount.js';
import { chipsOf } from '../../../src/punto-banco/chips.js';
import { chipText } from '../money.js';
import { classes } from '../classes.js';
import look from './chip-look.module.css';
import styles from './chip-pile.module.css';

interface Props {
  readonly className: string | undefined;
  readonly stake: bigint;
  readonly settings: { readonly chips: readonly string[]; readonly currency: string };
}

/** A higher pile says no more. */
const SHOWN = 4;

export const ChipPile = ({ className, stake, settings: { chips, currency } }: Props) => {
  const { i18n } = useTranslation();
  const values = chips.map((chip) => amount(BigInt(chip)));
  const pile = (chipsOf(amount(stake), values) ?? []).slice(0, SHOWN);
  return (
    <span
      className={classes(styles.pile, className)}
      style={{ '--over': Math.max(0, pile.length - 1) } as object}
      aria-hidden="true"
    >
      {pile.map((value, index) => (
        <span
          key={index}
          className={classes(look.chipLook, styles.disc)}
          style={{ '--at': index } as object}
          data-chip={values.indexOf(value)}
        />
      ))}
      <span className={styles.sum}>{chipText(stake, currency, i18n.language)}</span>
    </span>
  );
};
