/** Which faces the cards have. It is kept in the player’s settings. */
import { MATTA } from '../../../src/sette-e-mezzo/points.js';
import { classes } from '../classes.js';
import { DECK_NAMES } from './deck.js';
import { DrawnCard } from './drawn-card.js';
import { useDeckWords } from './words.js';
import { useSettings } from '../studio/settings-store.js';
import styles from './deck-choice.module.css';

export const DeckChoice = () => {
  const own = useDeckWords();
  const { settings, change } = useSettings();
  return (
    <div className={styles.decks} role="group" aria-label={own('choice')} data-part="decks">
      {DECK_NAMES.map((deck) => (
        <button
          key={deck}
          type="button"
          className={classes(styles.deck, deck === settings.deck && styles.chosen)}
          aria-pressed={deck === settings.deck}
          aria-label={own(`deck.${deck}`)}
          data-choose={deck}
          onClick={() => change({ deck })}
        >
          <DrawnCard deck={deck} card={MATTA} isMatta />
          <span>{own(`deck.${deck}`)}</span>
        </button>
      ))}
    </div>
  );
};
