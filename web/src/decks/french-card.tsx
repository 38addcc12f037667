/** The face of a card on the player’s table, as wide as its place sets by `--card`. */
import type { Card } from '../../../src/cards/card.js';
import styles from './french-card.module.css';
import { FrenchFace } from './french-face.js';

const FrenchCard = ({ card }: { readonly card: Card }) => (
  <FrenchFace card={card} className={styles.face} />
);
export default FrenchCard;
