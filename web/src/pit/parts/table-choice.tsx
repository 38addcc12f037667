/** One table of the wall, or all of them. */
import { useStore } from 'zustand';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';

interface Props {
  /** Empty: all of them. */
  readonly table: string;
  readonly onTable: (table: string) => void;
}

export const TableChoice = ({ table, onTable }: Props) => {
  const { t } = useWords();
  const { wall } = usePit();
  const tables = useStore(wall.store, (view) => view.tables);
  return (
    <label>
      <span>{t('tableChoice.table')}</span>
      <select name="table" value={table} onChange={(event) => onTable(event.target.value)}>
        <option value="">{t('tableChoice.all')}</option>
        {[...tables.values()].map((each) => (
          <option key={each.table} value={each.table}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  );
};
