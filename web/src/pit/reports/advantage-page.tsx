/**
 * The advantage watch: rounds at whose opening a bet favoured the players, by the exact odds of the
 * cards that were left, and who placed it.
 */
import type { AdvantageReport } from '../../../../src/protocol/report.js';
import { Fault } from '../parts/fault.js';
import { useAsked } from '../parts/use-asked.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { anew } from '../reads.js';
import { usePit } from '../use-pit.js';
import { PeriodForm } from './period-form.js';
import type { AskedReport } from './shift-period.js';
import { ReportProgress } from './report-progress.js';
import { UnclearRounds } from './unclear-rounds.js';
import { useReportWords } from './words.js';
import figures from '../look/figures.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './advantage-page.module.css';

const AdvantagePage = () => {
  const { t, own, count } = useReportWords();
  const { reads } = usePit();
  const { asked, time, ask, stop } = useAsked<AskedReport>();
  const report = asked && anew(reads.advantage(asked), time);
  const { value, fault, isReading, again } = useRead(report);
  return (
    <section aria-labelledby="advantage-title">
      <header className={head.pageHead}>
        <h1 id="advantage-title">{t('pages.advantage')}</h1>
        <p className={head.sum}>
          {value === undefined
            ? own('advantage.said')
            : own('advantage.looked', {
                count: value.rounds.length,
                looked: count(value.looked),
                shown: count(value.rounds.length),
              })}
        </p>
      </header>
      <PeriodForm hasDealer={false} onAsk={ask} />
      {asked === undefined && (
        <p className={tones.nothing} data-part="nothing">
          {own('advantage.ask')}
        </p>
      )}
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {report !== undefined && isReading && value === undefined && (
        <ReportProgress of={report.queryKey} onStop={stop} />
      )}
      {value !== undefined && <UnclearRounds rounds={value.unclear} />}
      {value !== undefined && value.rounds.length === 0 && (
        <p className={tones.nothing} data-part="nothing">
          {own('advantage.none')}
        </p>
      )}
      {value !== undefined && value.rounds.length > 0 && <Rounds report={value} />}
    </section>
  );
};
export default AdvantagePage;

const Rounds = ({ report }: { readonly report: AdvantageReport }) => {
  const { t, own, game, money, decimal, dateTime } = useReportWords();
  return (
    <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="advantage-title">
      <table className={figures.figures}>
        <thead>
          <tr>
            {(['round', 'table', 'at', 'seen', 'bet'] as const).map((column) => (
              <th key={column} scope="col">
                {own(`advantage.${column}`)}
              </th>
            ))}
            <th scope="col" className={figures.number}>
              {own('advantage.return')}
            </th>
            <th scope="col" className={figures.number}>
              {own('advantage.stakes')}
            </th>
            <th scope="col">{own('advantage.players')}</th>
          </tr>
        </thead>
        <tbody>
          {report.rounds.flatMap((round) =>
            round.bets.map((bet, index) => (
              <tr key={`${round.game} ${bet.spot} ${bet.mode}`} data-advantage={round.game}>
                <td>{index === 0 && <a href={makePlace('rounds', round.game)}>{round.game}</a>}</td>
                <td>{index === 0 && round.tableName}</td>
                <td className={tones.nowrap}>{index === 0 && dateTime(round.openedAtMs)}</td>
                <td>
                  {index === 0 &&
                    own('advantage.seenOf', { cards: round.cardsSeen, round: round.roundInShoe })}
                </td>
                <th scope="row">
                  {game(`spot.${bet.spot}`)}
                  {bet.mode !== null && `, ${t(`mode.${bet.mode}`)}`}
                </th>
                <td className={figures.number} title={`${bet.return.n}/${bet.return.d}`}>
                  {decimal(Number(bet.percent), 4)}%
                </td>
                <td className={figures.number}>
                  {[[round.currency, bet.stakes] as const, ...Object.entries(bet.further ?? {})]
                    .map(([currency, stakes]) => money(stakes, currency))
                    .join(' + ')}
                </td>
                <td>
                  {bet.players.length === 0
                    ? own('advantage.nobody')
                    : bet.players.map(({ player, name, stake, currency = round.currency }) => (
                        <span key={player} className={styles.staker}>
                          <a href={makePlace('players', player)}>{name}</a> {money(stake, currency)}
                        </span>
                      ))}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
};
