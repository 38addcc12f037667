/** The rounds that a player played, the newest first, page by page. */
import type { PlayerReport } from '../../../../src/protocol/report.js';
import { NextPage } from '../parts/next-page.js';
import type { NextPageRead } from '../parts/use-read.js';
import { OutcomeSigns } from '../rounds/outcome-signs.js';
import { makePlace } from '../place.js';
import { usePlayerWords } from './words.js';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly rounds: PlayerReport['rounds'];
  readonly next: NextPageRead;
}

export const PlayerRounds = ({ rounds, next }: Props) => {
  const { t, own, game, money, dateTime } = usePlayerWords();
  return (
    <section className={box.sheetBox} aria-labelledby="played-title">
      <h2 id="played-title">{t('pages.rounds')}</h2>
      {rounds.length === 0 && <p className={tones.dim}>{own('player.noRounds')}</p>}
      {rounds.length > 0 && (
        <div
          className={figures.figuresBox}
          tabIndex={0}
          role="group"
          aria-labelledby="played-title"
        >
          <table className={figures.figures}>
            <thead>
              <tr>
                <th scope="col">{t('roundColumn.number')}</th>
                <th scope="col">{t('roundColumn.table')}</th>
                <th scope="col">{t('roundColumn.when')}</th>
                <th scope="col">{own('player.bets')}</th>
                <th scope="col" className={figures.number}>
                  {t('roundColumn.staked')}
                </th>
                <th scope="col" className={figures.number}>
                  {t('roundColumn.paid')}
                </th>
                <th scope="col">{t('roundColumn.state')}</th>
              </tr>
            </thead>
            <tbody>
              {rounds.map((round) => (
                <tr key={round.game} data-played={round.game}>
                  <th scope="row">
                    <a href={makePlace('rounds', round.game)}>{round.game}</a>
                  </th>
                  <td>{round.tableName}</td>
                  <td className={tones.nowrap}>{dateTime(round.openedAtMs)}</td>
                  <td>{round.bets.map(({ spot }) => game(`spot.${spot}`)).join(', ')}</td>
                  <td className={figures.number}>{money(round.stakes, round.currency)}</td>
                  <td className={figures.number}>
                    {round.paid === null ? '–' : money(round.paid, round.currency)}
                  </td>
                  <td>
                    <OutcomeSigns status={round.status} fix={round.correction?.fix ?? null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NextPage of={next} />
    </section>
  );
};
