/** Both sides of a coup: their cards, as far as they are dealt, their totals, and what is rare. */
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';
import { totalOf } from '../../../src/punto-banco/hand.js';
import { type Outcome, SIDES, type Side } from '../../../src/punto-banco/outcome.js';
import { classes } from '../classes.js';
import { DrawnFace } from './drawn-face.js';
import { recognisedIn } from './recognised.js';
import card from './card.module.css';
import styles from './coup-cards.module.css';

interface Props {
  readonly hands: Readonly<Record<Side, readonly Face[]>>;
  /** Whose hand is marked as the winner's. */
  readonly outcome: Outcome | undefined;
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
}

export const CoupCards = ({ hands, outcome, className }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes(styles.hands, className)} data-part="hands">
      {SIDES.map((side) => (
        <div
          key={side}
          className={classes(
            styles.hand,
            styles[side],
            outcome === side && styles.won,
            outcome !== undefined && outcome !== side && outcome !== 'egalite' && styles.lost,
          )}
          data-hand={side}
        >
          <h2>
            {t(`spot.${side}`)}
            <output>{hands[side].length > 0 ? totalOf(hands[side]) : ''}</output>
          </h2>
          <div className={styles.bed}>
            <div className={styles.cards}>
              {hands[side].map((face, index) => (
                <DrawnFace key={index} face={face} look={card} isThird={index === 2} />
              ))}
            </div>
            <p className={styles.ribbons}>
              {recognisedIn(hands, side, outcome).map((each) => (
                <span key={each.kind} className={styles.ribbon} data-recognised={each.kind}>
                  {t(`recognised.${each.kind}`, { ...each })}
                </span>
              ))}
            </p>
          </div>
        </div>
      ))}
    </div>
  );
};
