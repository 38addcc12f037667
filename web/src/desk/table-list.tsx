/** Which table does this desk serve? Asked once. Who deals where is kept up with meanwhile. */
import { useTranslation } from 'react-i18next';
import type { TableList as Tables } from '../../../src/protocol/http.js';
import { useTables } from '../studio/use-tables.js';
import { DeskButton } from './desk-button.js';
import { useKeys } from './key-scope.js';
import { useDeskWords } from './words.js';
import { classes } from '../classes.js';
import choices from './choices.module.css';
import styles from './table-list.module.css';

interface Props {
  readonly onChosen: (table: string) => void;
  readonly onPractice: () => void;
  readonly onSignOut: () => void;
}

export const TableList = ({ onChosen, onPractice, onSignOut }: Props) => {
  const t = useDeskWords();
  const tables = useTables(true);
  const { t: staff } = useTranslation('staff');
  useKeys({
    key: (key) => {
      const table = tables?.[CAPS.indexOf(key)];
      if (table !== undefined) onChosen(table.table);
      else if (key === PRACTICE_CAP) onPractice();
      else if (key === 'Escape') onSignOut();
      else return false;
      return true;
    },
  });
  return (
    <main className={styles.tableList}>
      <h1>{t('table.choose')}</h1>
      {tables?.length === 0 && <p>{t('table.none')}</p>}
      <div className={classes(choices.choices, styles.tables)}>
        {tables?.map((table, index) => (
          <DeskButton
            key={table.table}
            cap={CAPS.charAt(index)}
            onPress={() => onChosen(table.table)}
          >
            {table.name}
            <br />
            <small>
              {table.table} · {stateOf(table, t)}
            </small>
          </DeskButton>
        ))}
      </div>
      <DeskButton cap={PRACTICE_CAP} onPress={onPractice}>
        {t('table.practice')}
      </DeskButton>
      <DeskButton cap="Esc" onPress={onSignOut}>
        {staff('signOut')}
      </DeskButton>
    </main>
  );
};

/** No table has it. */
const PRACTICE_CAP = '0';

/** A key for each. */
const CAPS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const stateOf = ({ phase, dealer }: Tables[number], t: ReturnType<typeof useDeskWords>): string => {
  if (phase === null) return t('table.elsewhere');
  return dealer === null ? t('table.free') : t('table.dealtBy', { dealer });
};
