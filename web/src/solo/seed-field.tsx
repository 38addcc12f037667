/** The player’s own part of a deck of one pack: a word of theirs, or chance. */
import { useStore } from 'zustand';
import { classes } from '../classes.js';
import field from '../look/field.module.css';
import styles from './own-part.module.css';
import { SEED_MAX, chooseSeed, freshSeed, isSeed, playerSeed } from './player-seed.js';
import { useSoloWords } from './words.js';

export const SeedField = () => {
  const own = useSoloWords();
  const seed = useStore(playerSeed, (view) => view.seed);
  return (
    <div className={styles.part}>
      <label>
        {own('fair.ownSeed')}
        <input
          key={seed}
          className={classes(field.field, styles.input)}
          defaultValue={seed}
          maxLength={SEED_MAX}
          spellCheck={false}
          autoComplete="off"
          data-own="seed"
          onBlur={({ target }) => {
            if (isSeed(target.value)) chooseSeed(target.value);
            else target.value = seed;
          }}
        />
      </label>
      <button type="button" onClick={freshSeed}>
        {own('fair.fresh')}
      </button>
    </div>
  );
};
