/** For which operators a new table is: those that see all tables do, and others are asked for. */
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './make-table.module.css';

interface Props {
  readonly chosen: readonly string[];
  readonly onChoose: (operators: readonly string[]) => void;
}

export const ShownTo = ({ chosen, onChoose }: Props) => {
  const { t } = useWords();
  const { reads } = usePit();
  const { latest } = useRead(reads.operators());
  const operators = latest?.operators ?? [];
  return (
    <fieldset className={styles.shownTo} data-part="shown-to">
      <legend>{t('makeTable.operators')}</legend>
      {operators.length === 0 && <p className={tones.dim}>{t('makeTable.noOperators')}</p>}
      {operators.map(({ id, name, tables }) => (
        <label key={id} className={layout.inline}>
          <input
            type="checkbox"
            name={`shows-${id}`}
            disabled={tables === null}
            checked={tables === null || chosen.includes(id)}
            onChange={({ target }) => {
              const others = chosen.filter((each) => each !== id);
              onChoose(target.checked ? [...others, id] : others);
            }}
          />
          <span>{tables === null ? t('makeTable.seesAll', { name }) : name}</span>
        </label>
      ))}
      {operators.some(({ tables }) => tables !== null) && (
        <p className={tones.dim}>{t('makeTable.askedSaid')}</p>
      )}
    </fieldset>
  );
};
