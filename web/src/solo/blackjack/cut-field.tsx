/** Where the player cuts the six decks of the next hand. Left empty, it is cut by chance. */
import { useStore } from 'zustand';
import { classes } from '../../classes.js';
import field from '../../look/field.module.css';
import styles from '../own-part.module.css';
import { useSoloWords } from '../words.js';
import { CUT_MAX, chosenCut } from './cut.js';

export const CutField = () => {
  const own = useSoloWords();
  const cut = useStore(chosenCut, (view) => view.cut);
  return (
    <div className={styles.part}>
      <label>
        {own('fair.ownCut')}
        <input
          key={cut}
          className={classes(field.field, styles.input)}
          type="number"
          min={0}
          max={CUT_MAX}
          defaultValue={cut}
          placeholder={own('fair.byChance')}
          data-own="cut"
          onBlur={({ target }) => {
            const typed = target.value === '' ? undefined : Number(target.value);
            const isPlace =
              typed === undefined || (Number.isInteger(typed) && typed >= 0 && typed <= CUT_MAX);
            if (isPlace) chosenCut.setState({ cut: typed });
            else target.value = cut?.toString() ?? '';
          }}
        />
      </label>
      <button type="button" onClick={() => chosenCut.setState({ cut: undefined })}>
        {own('fair.fresh')}
      </button>
    </div>
  );
};
