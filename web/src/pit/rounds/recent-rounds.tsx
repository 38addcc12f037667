/** The latest rounds of a table, or of all, newest first, page by page, each with what became of it. */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { RecentRound, RecentRounds as Page } from '../../../../src/protocol/report.js';
import { coupText } from '../parts/event-text.js';
import { Fault } from '../parts/fault.js';
import { useDeed } from '../parts/use-deed.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { FateSigns } from './fate-signs.js';

export const RecentRounds = () => {
  const { t } = useWords();
  const { wall } = usePit();
  const tables = useStore(wall.store, (view) => view.tables);
  const [table, setTable] = useState('');
  return (
    <div className="stack recent">
      <div className="row filter">
        <label>
          <span>{t('period.table')}</span>
          <select name="table" value={table} onChange={(event) => setTable(event.target.value)}>
            <option value="">{t('period.all')}</option>
            {[...tables.values()].map((each) => (
              <option key={each.table} value={each.table}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <p className="dim">{t('round.ask')}</p>
      </div>
      <Pages key={table} table={table} />
    </div>
  );
};

const Pages = ({ table }: { readonly table: string }) => {
  const { t } = useWords();
  const { http } = usePit();
  const deed = useDeed();
  const first = useRead('first', (signal) => http.read<Page>('pit/rounds', { table }, signal));
  const [more, setMore] = useState<readonly Page[]>([]);
  if (first.fault !== undefined) return <Fault fault={first.fault} onAgain={first.again} />;
  if (first.value === undefined) return <p className="nothing">{t('reading')}</p>;
  const pages = [first.value, ...more];
  const rounds = pages.flatMap((page) => page.rounds);
  const before = pages.at(-1)!.next ?? undefined;
  const readMore = () =>
    deed.run(async () => {
      const page = await http.read<Page>('pit/rounds', { table, before });
      setMore((read) => [...read, page]);
    });
  const readAgain = () => {
    setMore([]);
    first.again();
  };
  return (
    <section className="sheet-box" aria-labelledby="recent-title">
      <h2 id="recent-title">{t('recent.title')}</h2>
      {rounds.length === 0 ? <p className="dim">{t('recent.none')}</p> : <Rows rounds={rounds} />}
      {deed.fault !== undefined && <Fault fault={deed.fault} />}
      <p className="row">
        {before !== undefined && (
          <button type="button" disabled={deed.isBusy} onClick={() => void readMore()}>
            {t('more')}
          </button>
        )}
        <button type="button" disabled={first.isReading} onClick={readAgain}>
          {t('readAgain')}
        </button>
      </p>
    </section>
  );
};

const Rows = ({ rounds }: { readonly rounds: readonly RecentRound[] }) => {
  const words = useWords();
  const { t, money, dateTime } = words;
  return (
    <div className="figures-box" tabIndex={0} role="group" aria-labelledby="recent-title">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{t('round.number')}</th>
            <th scope="col">{t('round.table')}</th>
            <th scope="col">{t('round.when')}</th>
            <th scope="col">{t('round.shoe')}</th>
            <th scope="col">{t('recent.coup')}</th>
            <th scope="col" className="number">
              {t('round.staked')}
            </th>
            <th scope="col">{t('round.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round.game} data-recent={round.game}>
              <th scope="row">
                <a href={makePlace('rounds', round.game)}>{round.game}</a>
              </th>
              <td>{round.tableName}</td>
              <td className="nowrap">{dateTime(round.openedAtMs)}</td>
              <td className="nowrap">
                {t('round.shoeAt', { shoe: round.shoe, round: round.roundInShoe })}
              </td>
              <td>{round.coup === null ? '–' : coupText(round.coup, words)}</td>
              <td className="number">
                {round.stakes === null ? '–' : money(round.stakes, round.currency)}
              </td>
              <td>
                <FateSigns status={round.status} fix={round.correction} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
