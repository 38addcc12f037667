/** Both sides of a coup: their cards, as far as they are dealt, their totals, and what is rare. */
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';
import { totalOf } from '../../../src/punto-banco/hand.js';
import { type Outcome, SIDES, type Side } from '../../../src/punto-banco/outcome.js';
import { classes } from '../classes.js';
import { CardBack } from './card.js';
import { DrawnFace } from './drawn-face.js';
import { recognisedIn } from './recognised.js';
import card from './card.module.css';
import styles from './coup-cards.module.css';

interface Props {
  readonly hands: Readonly<Record<Side, readonly Face[]>>;
  /** How many cards of each hand lie face down. */
  readonly faceDown?: Readonly<Record<Side, number>>;
  /** Whose hand is marked as the winner's. */
  readonly outcome: Outcome | undefined;
  /** Whether cards are turned over where they lie, and not as they come out of the shoe. */
  readonly isSqueeze?: boolean;
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
}

const NONE_DOWN: Readonly<Record<Side, number>> = { punto: 0, banco: 0 };

export const CoupCards = ({
  hands,
  faceDown = NONE_DOWN,
  outcome,
  isSqueeze = false,
  className,
}: Props) => {
  const { t } = useTranslation();
  return (
    <div
      className={classes(styles.hands, className)}
      data-part="hands"
      data-squeeze={isSqueeze ? '' : undefined}
    >
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
            <output aria-live="off">{hands[side].length > 0 ? totalOf(hands[side]) : ''}</output>
          </h2>
          <div className={styles.bed}>
            <div className={styles.cards}>
              {hands[side].map((face, index) => (
                <DrawnFace key={index} face={face} look={card} isThird={index === 2} />
              ))}
              {Array.from({ length: faceDown[side] }, (_, index) => (
                <CardBack
                  key={`back ${index}`}
                  look={card}
                  isThird={hands[side].length + index === 2}
                />
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
