/**
 * What was out of the ordinary in a shift: void rounds, corrections, incidents, and to whom the
 * chat was closed.
 */
import type { ReactNode } from 'react';
import type { ShiftReport } from '../../../../src/protocol/report.js';
import { soloGameOf } from '../incidents/solo-game-of.js';
import { useReason } from '../parts/use-reason.js';
import { makePlace } from '../place.js';
import { classes } from '../../classes.js';
import { howMany } from './how-many.js';
import { useReportWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './shift-events.module.css';

export const ShiftEvents = ({ report }: { readonly report: ShiftReport }) => {
  const { t, own, money, dateTime } = useReportWords();
  const reason = useReason();
  const { voids, corrections, incidents, sanctions, tips } = report;
  return (
    <div className={classes(layout.columns, styles.happened)}>
      <Listed id="voids" title={own('shift.voids')} count={howMany(voids)}>
        {voids.map((each) => (
          <li
            key={`${each.game} ${each.atMs} ${each.currency}`}
            data-void={each.game}
            data-stands={each.stands}
          >
            <Game game={each.game} /> · {dateTime(each.atMs)} ·{' '}
            {own('shift.wentBack', { amount: money(each.stakes, each.currency) })}
            {each.afterPayment && ` · ${own('shift.afterPayment')}`}
            {!each.stands && <b> · {own('shift.resettledSince')}</b>} · {reason(each.reason)} ·{' '}
            {t('event.fourEyes', { one: each.requestedBy, two: each.approvedBy })}
          </li>
        ))}
      </Listed>
      <Listed id="corrections" title={own('shift.corrections')} count={howMany(corrections)}>
        {corrections.map((each) => (
          <li key={`${each.game} ${each.correction} ${each.currency}`}>
            <Game game={each.game} /> · {dateTime(each.atMs)} · {t(`kind.${each.fix}`)} ·{' '}
            {money(each.back, each.currency, true)}
            {each.shortfall !== '0' && (
              <b className={tones.alarmed}>
                {' '}
                {own('shift.short', { amount: money(each.shortfall, each.currency) })}
              </b>
            )}{' '}
            · {reason(each.reason)} ·{' '}
            {t('event.fourEyes', { one: each.requestedBy, two: each.approvedBy })}
          </li>
        ))}
      </Listed>
      <Listed id="incidents" title={t('pages.incidents')} count={incidents.length}>
        {incidents.map((each) => {
          const soloGame = soloGameOf(each);
          return (
            <li key={each.id}>
              <a href={makePlace('incidents', each.id)}>{t(`malfunction.${each.kind}`)}</a> ·{' '}
              {dateTime(each.openedAtMs)} · {soloGame ? own(`solo.games.${soloGame}`) : each.table}{' '}
              · {t(`incidentState.${each.state}`)}
            </li>
          );
        })}
      </Listed>
      <Listed id="sanctions" title={own('shift.sanctions')} count={sanctions.length}>
        {sanctions.map((each, index) => (
          <li key={index}>
            {dateTime(each.atMs)} · {own(`sanction.${each.kind}`)} ·{' '}
            {each.player === null ? (
              each.name
            ) : (
              <a href={makePlace('players', each.player)}>{each.name}</a>
            )}{' '}
            · {each.table ?? t('everywhere')} · {each.reason} · {each.by}
          </li>
        ))}
      </Listed>
      <Listed id="tips" title={own('shift.tips')} count={tips.length}>
        {tips.map((each) => (
          <li key={`${each.dealer} ${each.table} ${each.currency}`} data-tips={each.dealer}>
            {each.dealer} · {each.table} · {money(each.amount, each.currency)} ·{' '}
            {own('shift.tipsGiven', { count: each.tips })}
          </li>
        ))}
      </Listed>
    </div>
  );
};

const Game = ({ game }: { readonly game: string }) => (
  <a href={makePlace('rounds', game)}>{game}</a>
);

interface ListedProps {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

const Listed = ({ id, title, count, children }: ListedProps) => {
  const { own } = useReportWords();
  return (
    <section className={box.sheetBox} aria-labelledby={`${id}-listed`} data-listed={id}>
      <h2 id={`${id}-listed`}>
        {title} ({count})
      </h2>
      {count === 0 ? (
        <p className={tones.dim}>{own('shift.noneOfThem')}</p>
      ) : (
        <ul className={layout.plain}>{children}</ul>
      )}
    </section>
  );
};
