/** The studio in figures: who plays, what is on its layouts, what its tables have won lately. */
import { useStore } from 'zustand';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { totalsOf } from './wins.js';
import styles from './totals.module.css';

interface Props {
  /** Undefined until they are read. */
  readonly wins: ReadonlyMap<string, string> | undefined;
  /** The tables in whose win something of further currencies is counted, by their rates. */
  readonly byRate: ReadonlySet<string>;
}

export const Totals = ({ wins, byRate }: Props) => {
  const { t, money, count } = useWords();
  const tables = useStore(usePit().wall.store, (view) => view.tables);
  const totals = totalsOf(tables.values(), wins ?? new Map(), byRate);
  return totals.map(({ currency, players, stakes, win, isStakesAbout, isWinAbout }) => (
    <dl key={currency} className={styles.totals} data-total={currency}>
      <div>
        <dt>{t('wall.playersAll')}</dt>
        <dd>{count(players)}</dd>
      </div>
      <div>
        <dt>{t('wall.onLayouts')}</dt>
        <dd data-stakes={stakes}>
          {isStakesAbout && '≈ '}
          {money(stakes, currency)}
        </dd>
      </div>
      <div>
        <dt>{t('wall.winAll')}</dt>
        <dd data-win={wins === undefined ? undefined : win}>
          {wins !== undefined && isWinAbout && '≈ '}
          {wins === undefined ? '–' : money(win, currency, true)}
        </dd>
      </div>
    </dl>
  ));
};
