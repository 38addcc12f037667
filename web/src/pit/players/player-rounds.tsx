/** The rounds that a player played, the newest first, page by page. */
import type { PlayerReport } from '../../../../src/protocol/report.js';
import { NextPage } from '../parts/next-page.js';
import { usePages } from '../parts/use-pages.js';
import { FateSigns } from '../rounds/fate-signs.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';

export const PlayerRounds = ({ report }: { readonly report: PlayerReport }) => {
  const { t, game, money, dateTime } = useWords();
  const { http } = usePit();
  const path = `pit/players/${encodeURIComponent(report.id)}`;
  const list = usePages(report, (before) => http.read<PlayerReport>(path, { before }));
  const rounds = list.pages.flatMap((page) => page.rounds);
  return (
    <section className="sheet-box" aria-labelledby="played-title">
      <h2 id="played-title">{t('pages.rounds')}</h2>
      {rounds.length === 0 && <p className="dim">{t('player.noRounds')}</p>}
      {rounds.length > 0 && (
        <div className="figures-box" tabIndex={0} role="group" aria-labelledby="played-title">
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">{t('round.number')}</th>
                <th scope="col">{t('round.table')}</th>
                <th scope="col">{t('round.when')}</th>
                <th scope="col">{t('player.bets')}</th>
                <th scope="col" className="number">
                  {t('round.staked')}
                </th>
                <th scope="col" className="number">
                  {t('round.paid')}
                </th>
                <th scope="col">{t('round.state')}</th>
              </tr>
            </thead>
            <tbody>
              {rounds.map((round) => (
                <tr key={round.game} data-played={round.game}>
                  <th scope="row">
                    <a href={makePlace('rounds', round.game)}>{round.game}</a>
                  </th>
                  <td>{round.tableName}</td>
                  <td className="nowrap">{dateTime(round.openedAtMs)}</td>
                  <td>{round.bets.map(({ spot }) => game(`spot.${spot}`)).join(', ')}</td>
                  <td className="number">{money(round.stakes, round.currency)}</td>
                  <td className="number">
                    {round.paid === null ? '–' : money(round.paid, round.currency)}
                  </td>
                  <td>
                    <FateSigns status={round.status} fix={round.correction?.fix ?? null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NextPage of={list} />
    </section>
  );
};
