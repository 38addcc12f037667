/** Ask Punto, Ask Banco: the three signs that would come. Pressed, they are shown in the roads. */
import { useTranslation } from 'react-i18next';
import { SIDES } from '../../../src/punto-banco/outcome.js';
import { OUTCOME_LETTERS } from '../../../src/roads/bead.js';
import { DERIVED_ROADS } from '../../../src/roads/derived-road.js';
import { DerivedMark } from './marks.js';
import { askInWords } from './said.js';
import type { DrawnShoe } from './shoe-board.js';
import type { Asking } from './use-ask.js';
import { classes } from '../classes.js';
import styles from './ask-buttons.module.css';

interface Props {
  readonly shoe: DrawnShoe;
  readonly asking: Asking;
  /** Below a road that is shown large. */
  readonly isLarge?: boolean;
}

export const AskButtons = ({ shoe: { asks }, asking, isLarge = false }: Props) => {
  const { t } = useTranslation();
  return (
    <div
      className={classes(styles.asks, isLarge && styles.isLarge)}
      role="group"
      aria-label={t('roads.ask.title')}
    >
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          className={styles[side]}
          data-ask={side}
          data-letter={OUTCOME_LETTERS[side]}
          aria-pressed={asking.side === side}
          aria-label={t('roads.ask.would', {
            ask: t(`roads.ask.${side}`),
            marks: askInWords(t, asks[side]),
          })}
          onClick={() => asking.ask(side)}
        >
          <span className={styles.long}>{t(`roads.ask.${side}`)}</span>
          <span className={styles.signs}>
            {DERIVED_ROADS.map((road) => {
              const colour = asks[side][road]?.colour;
              return (
                <svg key={road} className={styles.sign} viewBox="0 0 10 10" aria-hidden="true">
                  {colour !== undefined && <DerivedMark road={road} colour={colour} />}
                </svg>
              );
            })}
          </span>
        </button>
      ))}
    </div>
  );
};
