/**
 * Cards as they are on the layout: both sides, their totals, and who won when the coup is complete.
 */
import type { Card as Face } from '../../../../src/cards/card.js';
import { dealCoup, nextSeat } from '../../../../src/punto-banco/coup.js';
import { totalOf } from '../../../../src/punto-banco/hand.js';
import { SIDES, type Side } from '../../../../src/punto-banco/outcome.js';
import { Card } from '../../table/card.js';
import { useWords } from '../use-words.js';
import card from './pit-card.module.css';
import { classes } from '../../classes.js';
import styles from './hands.module.css';

/** `cards` in the order of dealing. */
export const Hands = ({ cards }: { readonly cards: readonly Face[] }) => {
  const { t, game } = useWords();
  const hands: Record<Side, Face[]> = { punto: [], banco: [] };
  for (const [index, card] of cards.entries()) {
    const seat = nextSeat(cards.slice(0, index));
    if (seat !== undefined) hands[seat.side].push(card);
  }
  const outcome = dealCoup(cards)?.outcome;
  return (
    <div className={styles.hands} data-cards={cards.join(' ')} data-outcome={outcome}>
      {SIDES.map((side) => (
        <div key={side} className={classes(styles[side], outcome === side && styles.won)}>
          <span className={styles.name}>
            <i aria-hidden="true">{t(`letter.${side}`)}</i>
            {game(`spot.${side}`)} <b>{hands[side].length > 0 ? totalOf(hands[side]) : ''}</b>
          </span>
          <span className={styles.cards}>
            {hands[side].map((face, index) => (
              <Card key={index} face={face} look={card} />
            ))}
          </span>
        </div>
      ))}
      <span className={styles.outcome}>{outcome !== undefined && t(`outcome.${outcome}`)}</span>
    </div>
  );
};
