/**
 * The dealers’ rota of a gaming day: who deals where from when to when, and who is late or absent.
 * Shift managers enter stints and cancel them. Times are those of the studio’s own zone, as it
 * writes them.
 */
import { useState } from 'react';
import type { Stint } from '../../../../src/protocol/rota.js';
import { classes } from '../../classes.js';
import { dateLocale } from '../../i18n/date-locale.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { WhyButton } from '../parts/why-button.js';
import { makePlace } from '../place.js';
import { useMay, usePit } from '../use-pit.js';
import { dayAfter, dayText } from './day.js';
import { StintForm } from './stint-form.js';
import { useRotaWords } from './words.js';
import figures from '../look/figures.module.css';
import head from '../look/page-head.module.css';
import layout from '../look/layout.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';

const RotaPage = () => {
  const { t, own, language } = useRotaWords();
  const { reads } = usePit();
  const may = useMay();
  const [asked, setAsked] = useState<string>();
  const { latest, fault, again } = useRead(reads.rota(asked));
  const missed = latest?.stints.filter(({ state }) => isMissed(state)).length ?? 0;
  const go = (days: number) => latest && setAsked(dayAfter(latest.day, days));
  return (
    <section className={layout.stack} aria-labelledby="rota-title" data-part="rota">
      <header className={head.pageHead}>
        <h1 id="rota-title">{t('pages.rota')}</h1>
        {latest !== undefined && (
          <p className={head.sum}>{own('rota.said', { zone: latest.timeZone, now: latest.now })}</p>
        )}
        {missed > 0 && (
          <p className={classes(head.sum, head.bad)} role="status" data-missed={missed}>
            {own('rota.missed', { count: missed })}
          </p>
        )}
        <span className={head.end}>
          <button type="button" data-do="day-before" onClick={() => go(-1)}>
            {own('rota.before')}
          </button>
          <button
            type="button"
            data-do="today"
            disabled={asked === undefined}
            onClick={() => setAsked(undefined)}
          >
            {own('rota.today')}
          </button>
          <button type="button" data-do="day-after" onClick={() => go(1)}>
            {own('rota.after')}
          </button>
        </span>
      </header>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {latest !== undefined && (
        <>
          <h2 data-day={latest.day}>{dayText(latest.day, dateLocale(language))}</h2>
          {latest.stints.length === 0 ? (
            <p className={tones.nothing}>{own('rota.none')}</p>
          ) : (
            <div className={figures.figuresBox}>
              <table className={figures.figures}>
                <thead>
                  <tr>
                    <th scope="col">{own('rota.time')}</th>
                    <th scope="col">{own('rota.table')}</th>
                    <th scope="col">{own('rota.dealer')}</th>
                    <th scope="col">{own('rota.state')}</th>
                    {may.keepRota && <td />}
                  </tr>
                </thead>
                <tbody>
                  {latest.stints.map((stint) => (
                    <StintRow key={stint.id} of={stint} shown={latest.day} onDone={again} />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {may.keepRota && <StintForm key={latest.day} rota={latest} onDone={again} />}
        </>
      )}
    </section>
  );
};
export default RotaPage;

const isMissed = (state: Stint['state']): boolean => state === 'late' || state === 'absent';

const SIGNS = {
  ...{ due: sign.off, dealing: sign.good, late: sign.warn, absent: sign.bad },
  ...{ unseen: sign.off, over: sign.off },
} satisfies Record<Stint['state'], string | undefined>;

interface RowProps {
  /** A process of the version before does not say the day, and has those of `shown` alone. */
  readonly of: Omit<Stint, 'day'> & { readonly day?: string };
  /** The day of the page. One of the day before that still lasts reads like that of tonight. */
  readonly shown: string;
  readonly onDone: () => void;
}

const StintRow = ({ of, shown, onDone }: RowProps) => {
  const { own, language } = useRotaWords();
  const { http } = usePit();
  const may = useMay();
  const action = useAction();
  const { id, from, to, table, tableName, dealer, dealerName, state } = of;
  const { day: begins = shown } = of;
  const day = dayText(begins, dateLocale(language));
  const cancel = (reason: string) =>
    void action
      .run(() => http.send('POST', `pit/rota/${id}/cancel`, { reason }))
      .then((isDone) => isDone && onDone());
  return (
    <tr data-stint={id} data-dealer={dealer} data-state={state}>
      <th scope="row" className={tones.nowrap}>
        {from}–{to}
        {begins !== shown && <small className={tones.dim}> ({day})</small>}
      </th>
      <td>
        <a href={makePlace('table', table)}>{tableName}</a>{' '}
        <small className={tones.dim}>{table}</small>
      </td>
      <td>
        {dealerName} {dealerName !== dealer && <small className={tones.dim}>{dealer}</small>}
      </td>
      <td>
        <span className={classes(sign.sign, SIGNS[state])}>{own(`rota.is.${state}`)}</span>
      </td>
      {may.keepRota && (
        <td>
          {action.fault !== undefined && <Fault fault={action.fault} />}
          {state !== 'over' && (
            <WhyButton
              of="stint"
              name="cancel-stint"
              label={own('rota.cancel')}
              question={own('rota.cancelAsked', {
                ...{ dealer: dealerName, table: tableName, from, to, day },
              })}
              isDisabled={action.isBusy}
              onWhy={cancel}
            />
          )}
        </td>
      )}
    </tr>
  );
};
