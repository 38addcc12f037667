/** The studio in figures: who plays, what is on its layouts, what its tables have won lately. */
import { useStore } from 'zustand';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { totalsOf } from './wins.js';
import styles from './totals.module.css';

interface Props {
  /** Undefined until they are read. */
  readonly wins: ReadonlyMap<string, string> | undefined;
}

export const Totals = ({ wins }: Props) => {
  const { t, money, count } = useWords();
  const tables = useStore(usePit().wall.store, (view) => view.tables);
  return totalsOf(tables.values(), wins ?? new Map()).map(({ currency, players, stakes, win }) => (
    <dl key={currency} className={styles.totals} data-total={currency}>
      <div>
        <dt>{t('wall.playersAll')}</dt>
        <dd>{count(players)}</dd>
      </div>
      <div>
        <dt>{t('wall.onLayouts')}</dt>
        <dd>{money(stakes, currency)}</dd>
      </div>
      <div>
        <dt>{t('wall.winAll')}</dt>
        <dd data-win={wins === undefined ? undefined : win}>
          {wins === undefined ? '–' : money(win, currency, true)}
        </dd>
      </div>
    </dl>
  ));
};
