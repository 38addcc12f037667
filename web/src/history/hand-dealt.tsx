/** A coup as it was dealt, small: both sides’ cards, their totals, who won. */
import { useTranslation } from 'react-i18next';
import { SIDES } from '../../../src/punto-banco/outcome.js';
import { parseCoup } from '../../../src/punto-banco/notation.js';
import { Card } from '../table/card.js';
import card from '../table/card.module.css';
import { classes } from '../classes.js';
import styles from './hand-dealt.module.css';

const LETTERS = { punto: 'P', banco: 'B', egalite: 'E' } as const;

export const HandDealt = ({ coup: text }: { readonly coup: string }) => {
  const { t } = useTranslation();
  const coup = parseCoup(text);
  if (coup === undefined) return <p>{text}</p>;
  const totals = { punto: coup.puntoTotal, banco: coup.bancoTotal };
  return (
    <div className={styles.coup} data-coup={text}>
      {SIDES.map((side) => (
        <div key={side} className={coup.outcome === side ? styles.won : undefined}>
          <span className={styles.name}>
            {t(`spot.${side}`)} <b>{totals[side]}</b>
          </span>
          <span className={styles.cardsSmall}>
            {coup[side].map((face, index) => (
              <Card key={index} face={face} look={card} />
            ))}
          </span>
        </div>
      ))}
      <span className={classes(styles.outcome, styles[coup.outcome])}>
        <i aria-hidden="true">{LETTERS[coup.outcome]}</i>
        {t(`outcome.${coup.outcome}`)}
      </span>
    </div>
  );
};
