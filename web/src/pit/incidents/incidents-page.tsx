/**
 * The incidents: a queue on the left, first what stops a table now. The one that is looked at is
 * beside it, until another is chosen.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Incident } from '../../../../src/protocol/incident.js';
import { Age } from '../parts/age.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import type { PageProps } from '../page-props.js';
import { makePlace } from '../place.js';
import { useCases, usePit } from '../use-pit.js';
import { IncidentView } from './incident-view.js';
import { queue, stopsTable } from './queue.js';
import { soloGameOf } from './solo-game-of.js';
import { classes } from '../../classes.js';
import { useIncidentWords } from './words.js';
import layout from '../look/layout.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import stands from './stands-still.module.css';
import styles from './incidents-page.module.css';

const SHOWN = ['open', 'all'] as const;

const IncidentsPage = ({ of }: PageProps) => {
  const { t, own } = useIncidentWords();
  const pit = usePit();
  const known = useCases((cases) => cases.incidents);
  const tables = useStore(pit.wall.store, (view) => view.tables);
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('open');
  const past = useRead(shown === 'all' ? pit.reads.incidents() : undefined);
  const all = new Map(past.value?.incidents.map((incident) => [incident.id, incident]));
  for (const [id, incident] of known) all.set(id, incident);
  const listed = queue([...all.values()], shown === 'open', tables);
  // What is looked at stays in view, wherever the queue moves it. A button is for the incident that
  // is read above it.
  const [pinned, setPinned] = useState<string>();
  const current = of ?? pinned ?? listed[0]?.id;
  if (current !== pinned) setPinned(current);
  return (
    <section aria-labelledby="incidents-title">
      <header className={head.pageHead}>
        <h1 id="incidents-title">{t('pages.incidents')}</h1>
        <div className={layout.row} role="group" aria-label={own('incident.shown')}>
          {SHOWN.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={shown === each}
              onClick={() => setShown(each)}
            >
              {own(`incident.show.${each}`)}
            </button>
          ))}
        </div>
      </header>
      {past.fault !== undefined && <Fault fault={past.fault} onAgain={past.again} />}
      <div className={classes(layout.columns, styles.columns)}>
        <nav aria-label={t('pages.incidents')}>
          {listed.length === 0 && <p className={tones.nothing}>{own('incident.none')}</p>}
          <ul className={styles.queue} data-part="queue">
            {listed.map((incident) => (
              <Waiting
                key={incident.id}
                incident={incident}
                isCurrent={incident.id === current}
                stops={stopsTable(incident, tables.get(incident.table))}
                name={tables.get(incident.table)?.name}
              />
            ))}
          </ul>
        </nav>
        {current !== undefined && <IncidentView key={current} id={current} />}
      </div>
    </section>
  );
};
export default IncidentsPage;

interface WaitingProps {
  readonly incident: Incident;
  readonly isCurrent: boolean;
  readonly stops: boolean;
  /** The table’s, where it is known. */
  readonly name: string | undefined;
}

const Waiting = ({ incident, isCurrent, stops, name }: WaitingProps) => {
  const { t, own } = useIncidentWords();
  const { id, kind, table, game, state, takenBy, openedAtMs } = incident;
  const soloGame = soloGameOf(incident);
  return (
    <li>
      <a
        href={makePlace('incidents', id)}
        className={classes(styles.waitingCase, stops && styles.stops)}
        aria-current={isCurrent ? 'true' : undefined}
        data-incident={id}
        data-state={state}
        data-kind={kind}
        data-stops={stops}
      >
        {stops && <b className={stands.standsStill}>{own('incident.stops')}</b>}
        <span>
          <b>{t(`malfunction.${kind}`)}</b>
          <Age sinceMs={openedAtMs} />
        </span>
        <span className={tones.dim}>
          <span>{soloGame ? own(`incident.games.${soloGame}`) : (name ?? table)}</span>
          <span>{game ?? own('incident.betweenRounds')}</span>
        </span>
        <span className={tones.dim}>
          {state === 'taken'
            ? own('incident.takenBy', { by: takenBy })
            : t(`incidentState.${state}`)}
        </span>
      </a>
    </li>
  );
};
