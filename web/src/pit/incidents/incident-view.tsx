/** One incident: what happened, the evidence, what may be done about it, and the notes on it. */
import { useStore } from 'zustand';
import type { Incident } from '../../../../src/protocol/incident.js';
import { Age } from '../parts/age.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { useSentence } from '../parts/use-sentence.js';
import { useTokens } from '../parts/use-tokens.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { Actions } from './actions.js';
import { CloseOffer } from './close-offer.js';
import { EvidenceView } from './evidence-view.js';
import { Notes } from './notes.js';
import { stopsTable } from './queue.js';
import { soloGameOf } from './solo-game-of.js';
import { classes } from '../../classes.js';
import { useIncidentWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import stands from './stands-still.module.css';
import styles from './incident-view.module.css';

export const IncidentView = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const { reads } = usePit();
  const { latest, fault, again } = useRead(reads.incident(id));
  if (fault !== undefined && latest === undefined) return <Fault fault={fault} onAgain={again} />;
  if (latest === undefined) return <p className={tones.nothing}>{t('reading')}</p>;
  const { incident, evidence, notes } = latest;
  return (
    <article className={layout.stack} data-case={id} data-state={incident.state}>
      <Head incident={incident} />
      <CloseOffer incident={incident} onDone={again} />
      <Actions incident={incident} onDone={again} />
      <div className={classes(layout.columns, styles.evidence)}>
        <EvidenceView incident={incident} evidence={evidence} />
        <Notes incident={incident} notes={notes} onDone={again} />
      </div>
    </article>
  );
};

const Head = ({ incident }: { readonly incident: Incident }) => {
  const { t, own, dateTime } = useIncidentWords();
  const tokens = useTokens();
  const sentence = useSentence();
  const { wall } = usePit();
  const tile = useStore(wall.store, (view) => view.tables.get(incident.table));
  const { kind, table, game, detail, openedBy, openedAtMs, state, takenBy, closedBy } = incident;
  const soloGame = soloGameOf(incident);
  return (
    <header className={classes(box.sheetBox, styles.caseHead)}>
      <h2>
        {t(`malfunction.${kind}`)} <Age sinceMs={openedAtMs} />
      </h2>
      {stopsTable(incident, tile) && <b className={stands.standsStill}>{own('incident.stops')}</b>}
      {detail !== '' && (
        <p className={styles.detail}>{sentence('incident.closedBy', detail) ?? tokens(detail)}</p>
      )}
      <dl className={layout.facts}>
        <dt>{own(soloGame ? 'incident.game' : 'incident.table')}</dt>
        <dd>
          {soloGame ? (
            <a href={makePlace('solo')}>{own(`incident.games.${soloGame}`)}</a>
          ) : (
            <a href={makePlace('table', table)}>{tile?.name ?? table}</a>
          )}
        </dd>
        <dt>{own('incident.round')}</dt>
        <dd>{game === null ? '–' : <a href={makePlace('rounds', game)}>{game}</a>}</dd>
        <dt>{own('incident.opened')}</dt>
        <dd>
          {dateTime(openedAtMs)} · {openedBy === 'studio' ? t('studio') : openedBy}
        </dd>
        <dt>{own('incident.stateIs')}</dt>
        <dd>
          {t(`incidentState.${state}`)}
          {state === 'taken' && ` · ${takenBy}`}
          {state === 'closed' && ` · ${closedBy === 'studio' ? t('studio') : closedBy}`}
        </dd>
      </dl>
    </header>
  );
};
