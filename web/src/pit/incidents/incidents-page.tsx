/** The incidents: a queue on the left, the oldest that nobody took first; the one that is looked at beside it. */
import { useState } from 'react';
import type { Incident } from '../../../../src/protocol/incident.js';
import { Age } from '../parts/age.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import type { PageGiven } from '../page-given.js';
import { makePlace } from '../place.js';
import { useCases, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { IncidentView } from './incident-view.js';
import { queue } from './queue.js';
import './incidents.css';

const SHOWN = ['open', 'all'] as const;

const IncidentsPage = ({ of }: PageGiven) => {
  const { t } = useWords();
  const pit = usePit();
  const known = useCases((cases) => cases.incidents);
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('open');
  const past = useRead(shown === 'all' ? 'all' : undefined, () => pit.do('incident:list', {}));
  const all = new Map(past.value?.incidents.map((incident) => [incident.id, incident]));
  for (const [id, incident] of known) all.set(id, incident);
  const listed = queue([...all.values()], shown === 'open');
  const current = of ?? listed[0]?.id;
  return (
    <section className="incidents" aria-labelledby="incidents-title">
      <header className="page-head">
        <h1 id="incidents-title">{t('pages.incidents')}</h1>
        <div className="row" role="group" aria-label={t('incident.shown')}>
          {SHOWN.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={shown === each}
              onClick={() => setShown(each)}
            >
              {t(`incident.show.${each}`)}
            </button>
          ))}
        </div>
      </header>
      {past.fault !== undefined && <Fault fault={past.fault} onAgain={past.again} />}
      <div className="columns">
        <nav aria-label={t('pages.incidents')}>
          {listed.length === 0 && <p className="nothing">{t('incident.none')}</p>}
          <ul className="queue">
            {listed.map((incident) => (
              <Waiting key={incident.id} incident={incident} isCurrent={incident.id === current} />
            ))}
          </ul>
        </nav>
        {current !== undefined && <IncidentView key={current} id={current} />}
      </div>
    </section>
  );
};
export default IncidentsPage;

interface WaitingGiven {
  readonly incident: Incident;
  readonly isCurrent: boolean;
}

const Waiting = ({ incident, isCurrent }: WaitingGiven) => {
  const { t } = useWords();
  const { id, kind, table, state, takenBy, openedAtMs } = incident;
  return (
    <li>
      <a
        href={makePlace('incidents', id)}
        className={`waiting-case ${state}`}
        aria-current={isCurrent ? 'true' : undefined}
        data-incident={id}
        data-state={state}
        data-kind={kind}
      >
        <span>
          <b>{t(`mishap.${kind}`)}</b>
          <Age sinceMs={openedAtMs} />
        </span>
        <span className="dim">
          {table}
          {' · '}
          {state === 'taken'
            ? t('incident.takenBy', { by: takenBy })
            : t(`incident.state.${state}`)}
        </span>
      </a>
    </li>
  );
};
