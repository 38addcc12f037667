/**
 * What was amended in a round afterwards, for whom; what was asked for, and the incidents that led
 * to it.
 */
import type { RoundReport } from '../../../../src/protocol/report.js';
import { Became } from '../approvals/became.js';
import { coupText } from '../parts/event-text.js';
import { LongList } from '../parts/long-list.js';
import { useReason } from '../parts/use-reason.js';
import { makePlace } from '../place.js';
import { useWords } from '../use-words.js';
import { classes } from '../../classes.js';
import { useRoundWords } from './words.js';
import layout from '../look/layout.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './corrections.module.css';

export const Corrections = ({ round }: { readonly round: RoundReport }) => {
  const { t, own, dateTime } = useRoundWords();
  const { corrections, approvals, incidents } = round;
  return (
    <div className={layout.stack}>
      <h3>{own('correction.title')}</h3>
      {corrections.length === 0 && <p className={tones.dim}>{own('correction.none')}</p>}
      {corrections.map((correction) => (
        <Correction key={correction.correction} round={round} correction={correction} />
      ))}
      <h3 id="became-title">{own('correction.approvals')}</h3>
      <Became approvals={approvals} />
      <h3>{t('pages.incidents')}</h3>
      {incidents.length === 0 && <p className={tones.dim}>{own('correction.noIncidents')}</p>}
      <ul className={layout.plain}>
        {incidents.map(({ id, kind, openedAtMs, state }) => (
          <li key={id}>
            <a href={makePlace('incidents', id)}>{t(`malfunction.${kind}`)}</a> ·{' '}
            {dateTime(openedAtMs)} · {t(`incidentState.${state}`)}
          </li>
        ))}
      </ul>
    </div>
  );
};

interface Props {
  readonly round: RoundReport;
  readonly correction: RoundReport['corrections'][number];
}

type Corrected = Props['correction']['players'][number];

/** Sums over players, in each currency by itself. */
const changesBy = (
  players: readonly Corrected[],
  own: string,
  change: (player: Corrected) => bigint,
): Readonly<Record<string, bigint>> => {
  const sums: Record<string, bigint> = {};
  for (const each of players) {
    const { currency = own } = each;
    sums[currency] = (sums[currency] ?? 0n) + change(each);
  }
  return sums;
};

const Correction = ({ round: { currency }, correction }: Props) => {
  const words = useWords();
  const { t, money, dateTime } = words;
  const { own } = useRoundWords();
  const reasonText = useReason();
  const { players, fix, coup, reason } = correction;
  const back = changesBy(players, currency, ({ was, paid }) => BigInt(paid) - BigInt(was));
  const { [currency]: ownBack = 0n, ...furtherBack } = back;
  const short = players.filter(({ shortfall }) => shortfall !== '0');
  return (
    <section
      className={styles.correction}
      data-correction={correction.correction}
      data-fix={fix}
      data-back={ownBack.toString()}
      data-short={short.length}
    >
      <p>
        <b>{t(`kind.${fix}`)}</b> · {dateTime(correction.atMs)} · {reasonText(reason)} ·{' '}
        {t('event.fourEyes', { one: correction.requestedBy, two: correction.approvedBy })} ·{' '}
        {own(correction.done ? 'correction.done' : 'correction.underWay')}
        {coup !== null && ` · ${coupText(coup, words)}`}
      </p>
      <p>
        {own('correction.sum', {
          count: players.length,
          amount: [[currency, ownBack] as const, ...Object.entries(furtherBack)]
            .map(([its, sum]) => money(sum, its, true))
            .join(' + '),
        })}
        {short.length > 0 &&
          ` ${own('correction.short', {
            count: short.length,
            amount: Object.entries(changesBy(short, currency, ({ shortfall }) => BigInt(shortfall)))
              .map(([its, sum]) => money(sum, its))
              .join(' + '),
          })}`}
      </p>
      <LongList items={players}>
        {(some) => (
          <table className={figures.figures}>
            <thead>
              <tr>
                <th scope="col">{own('bets.player')}</th>
                <th scope="col" className={figures.number}>
                  {own('correction.was')}
                </th>
                <th scope="col" className={figures.number}>
                  {own('correction.paid')}
                </th>
                <th scope="col" className={figures.number}>
                  {own('correction.shortfall')}
                </th>
              </tr>
            </thead>
            <tbody>
              {some.map(({ player, name, was, paid, shortfall, currency: its = currency }) => (
                <tr key={player} data-player={player}>
                  <th scope="row">
                    <a href={makePlace('players', player)}>{name}</a>
                  </th>
                  <td className={figures.number}>{money(was, its)}</td>
                  <td className={figures.number}>{money(paid, its)}</td>
                  <td className={classes(figures.number, shortfall !== '0' && tones.alarmed)}>
                    {money(shortfall, its)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </LongList>
    </section>
  );
};
