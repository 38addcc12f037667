/**
 * A card of a hand that was played. Sette e Mezzo is shown to its player with the deck that they
 * have chosen; the pit, and the other games, have French cards.
 */
import type { Card as Face } from '../../../../src/cards/card.js';
import { MATTA } from '../../../../src/sette-e-mezzo/points.js';
import type { SoloGame } from '../../../../src/solo/game.js';
import type { DeckName } from '../../decks/deck.js';
import { DrawnCard } from '../../decks/drawn-card.js';
import card from '../../table/card.module.css';
import { DrawnFace } from '../../table/drawn-face.js';
import styles from './played-card.module.css';

interface Props {
  readonly game: SoloGame;
  /** Undefined in the pit. */
  readonly deck: DeckName | undefined;
  readonly face: Face;
}

export const PlayedCard = ({ game, deck, face }: Props) =>
  deck !== undefined && game === 'sette_e_mezzo' ? (
    <span className={styles.card}>
      <DrawnCard deck={deck} card={face} isMatta={face === MATTA} />
    </span>
  ) : (
    <DrawnFace face={face} look={card} />
  );
