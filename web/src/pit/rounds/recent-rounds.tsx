/**
 * The latest rounds of a table, or of all, newest first, page by page, each with what became of it.
 */
import { useState } from 'react';
import type { RecentRound } from '../../../../src/protocol/report.js';
import { coupText } from '../parts/event-text.js';
import { Fault } from '../parts/fault.js';
import { NextPage } from '../parts/next-page.js';
import { TableChoice } from '../parts/table-choice.js';
import { useReadPages } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { OutcomeSigns } from './outcome-signs.js';
import { classes } from '../../classes.js';
import { useRoundWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './recent-rounds.module.css';

export const RecentRounds = () => {
  const { own } = useRoundWords();
  const [table, setTable] = useState('');
  return (
    <div className={layout.stack} data-part="recent">
      <div className={classes(layout.row, layout.filter)}>
        <TableChoice table={table} onTable={setTable} />
        <p className={tones.dim}>{own('round.ask')}</p>
      </div>
      <Pages key={table} table={table} />
    </div>
  );
};

const Pages = ({ table }: { readonly table: string }) => {
  const { t, own } = useRoundWords();
  const { reads } = usePit();
  const { value, fault, isReading, again, pages, next } = useReadPages(reads.rounds(table));
  if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
  if (value === undefined) return <p className={tones.nothing}>{t('reading')}</p>;
  const rounds = pages.flatMap((page) => page.rounds);
  return (
    <section className={classes(box.sheetBox, styles.rounds)} aria-labelledby="recent-title">
      <h2 id="recent-title">{own('recent.title')}</h2>
      {rounds.length === 0 ? (
        <p className={tones.dim}>{own('recent.none')}</p>
      ) : (
        <Rows rounds={rounds} />
      )}
      <NextPage of={next}>
        <button type="button" disabled={isReading} onClick={again}>
          {t('readAgain')}
        </button>
      </NextPage>
    </section>
  );
};

const Rows = ({ rounds }: { readonly rounds: readonly RecentRound[] }) => {
  const words = useWords();
  const { t, sums, dateTime } = words;
  const { own } = useRoundWords();
  return (
    <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="recent-title">
      <table className={figures.figures}>
        <thead>
          <tr>
            <th scope="col">{t('roundColumn.number')}</th>
            <th scope="col">{t('roundColumn.table')}</th>
            <th scope="col">{t('roundColumn.when')}</th>
            <th scope="col">{own('round.shoe')}</th>
            <th scope="col">{own('recent.coup')}</th>
            <th scope="col" className={figures.number}>
              {t('roundColumn.staked')}
            </th>
            <th scope="col">{t('roundColumn.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round.game} data-recent={round.game}>
              <th scope="row">
                <a href={makePlace('rounds', round.game)}>{round.game}</a>
              </th>
              <td>{round.tableName}</td>
              <td className={tones.nowrap}>{dateTime(round.openedAtMs)}</td>
              <td className={tones.nowrap}>
                {own('round.shoeAt', { shoe: round.shoe, round: round.roundInShoe })}
              </td>
              <td>{round.coup === null ? '–' : coupText(round.coup, words)}</td>
              <td className={figures.number}>
                {round.stakes === null ? '–' : sums(round.stakes, round.currency, round.further)}
              </td>
              <td>
                <OutcomeSigns status={round.status} fix={round.correction} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
