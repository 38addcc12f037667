/**
 * The evidence of an incident: every scan as it was read, what happened in what order, and where to
 * look in the video.
 */
import { useState } from 'react';
import type { IncidentEvidence, Incident } from '../../../../src/protocol/incident.js';
import type { SeatName } from '../amend/typed-coup.js';
import { cardText } from '../parts/event-text.js';
import { Still } from '../parts/still.js';
import { makePlace } from '../place.js';
import { useRefusal } from '../parts/fault.js';
import { useEventWords } from '../parts/use-event-words.js';
import { useTokens } from '../parts/use-tokens.js';
import { classes } from '../../classes.js';
import { FilmBox, type FilmStatus } from './film-box.js';
import { useIncidentWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './evidence-view.module.css';

interface Props {
  readonly incident: Incident;
  readonly evidence: IncidentEvidence;
}

/** `0:07.250` from the opening of the round. */
const timecodeText = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  return `${minutes}:${((ms % 60_000) / 1_000).toFixed(3).padStart(6, '0')}`;
};

export const EvidenceView = ({ incident, evidence }: Props) => {
  const { t, name, time, timecode, dateTime } = useEventWords('EUR');
  const { own } = useIncidentWords();
  const refusal = useRefusal();
  const tokens = useTokens();
  const { roundOpenedAtMs, videoUrl, film, stillUrl, scans, timeline, hands } = evidence;
  const [filmStatus, setFilmStatus] = useState<FilmStatus>('coming');
  /** Where somebody wants to look in the film, and what it shows now. */
  const [wanted, setWanted] = useState<{ readonly atMs: number }>();
  const [takenAtMs, setTaken] = useState<number>();
  const shown =
    takenAtMs === undefined ? undefined : timeline.findLast(({ atMs }) => atMs <= takenAtMs)?.seq;
  const timeOf = ({ atMs, timecodeMs }: IncidentEvidence['timeline'][number]): string =>
    timecodeMs === null ? time(atMs) : `+${timecodeText(timecodeMs)}`;
  if (incident.kind === 'game_closed') return <ClosedHands hands={hands} />;
  return (
    <div className={layout.stack}>
      {film !== null && (
        <FilmBox
          key={incident.id}
          film={film}
          beginAtMs={incident.openedAtMs}
          wanted={wanted}
          status={filmStatus}
          onStatus={setFilmStatus}
          onTaken={setTaken}
        />
      )}
      <section className={box.sheetBox} aria-labelledby="video-title">
        <h2 id="video-title">{own('evidence.video')}</h2>
        {stillUrl !== null && (
          <Still
            url={stillUrl}
            name={own('evidence.now', { table: incident.table })}
            className={styles.still}
          />
        )}
        <dl className={layout.facts}>
          <dt>{own('evidence.timecode')}</dt>
          <dd className={styles.timecode}>
            {incident.timecodeMs === null ? '–' : `+${timecodeText(incident.timecodeMs)}`}
          </dd>
          <dt>{own('evidence.clock')}</dt>
          <dd className={styles.timecode}>{timecode(incident.openedAtMs)}</dd>
          {roundOpenedAtMs !== null && (
            <>
              <dt>{own('evidence.roundOpened')}</dt>
              <dd>{dateTime(roundOpenedAtMs)}</dd>
            </>
          )}
          <dt>{own('evidence.stream')}</dt>
          <dd>
            {videoUrl === null ? (
              own('evidence.noVideo')
            ) : (
              <a href={videoUrl} target="_blank" rel="noreferrer">
                {videoUrl}
              </a>
            )}
          </dd>
        </dl>
      </section>
      <section className={box.sheetBox} aria-labelledby="scans-title">
        <h2 id="scans-title">{own('evidence.scans', { count: scans.length })}</h2>
        {scans.length === 0 ? (
          <p className={tones.dim}>{own('evidence.noScans')}</p>
        ) : (
          <div
            className={figures.figuresBox}
            tabIndex={0}
            role="group"
            aria-labelledby="scans-title"
          >
            <table className={classes(figures.figures, styles.scans)}>
              <thead>
                <tr>
                  <th scope="col">{own('evidence.at')}</th>
                  <th scope="col" className={figures.number}>
                    {own('evidence.scan')}
                  </th>
                  <th scope="col">{own('evidence.code')}</th>
                  <th scope="col">{own('evidence.card')}</th>
                  <th scope="col">{own('evidence.seat')}</th>
                  <th scope="col">{own('evidence.answer')}</th>
                </tr>
              </thead>
              <tbody>
                {scans.map((scan) => (
                  <tr key={scan.seq} className={scan.refusal === null ? undefined : tones.alarmed}>
                    <td>{timecode(scan.atMs)}</td>
                    <td className={figures.number}>{scan.scanSeq}</td>
                    <td>
                      <code>{scan.code === '' ? '–' : scan.code}</code>
                    </td>
                    <td>{scan.card === null ? '–' : cardText(scan.card)}</td>
                    <td>{scan.seat === null ? '–' : t(`seat.${scan.seat as SeatName}`)}</td>
                    <td>{scan.refusal === null ? own('evidence.taken') : refusal(scan.refusal)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <section className={box.sheetBox} aria-labelledby="events-title">
        <h2 id="events-title">{own('evidence.timeline')}</h2>
        <ol className={styles.events}>
          {timeline.map((event) => (
            <li
              key={event.seq}
              data-kind={event.kind}
              data-shown={event.seq === shown ? '' : undefined}
            >
              <time>
                {film === null ? (
                  timeOf(event)
                ) : (
                  <button
                    type="button"
                    className={styles.look}
                    disabled={filmStatus === 'none'}
                    aria-label={own('film.lookAt', { what: name(event.kind), at: timeOf(event) })}
                    onClick={() => setWanted({ atMs: event.atMs })}
                  >
                    {timeOf(event)}
                  </button>
                )}
              </time>
              <span>
                <b>{name(event.kind)}</b> {tokens(event.text)}
                {event.by !== null && ` · ${event.by}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
};

/** Of a closed solo game there is nothing to see but its hands, each on a page of its own. */
const ClosedHands = ({ hands }: Pick<IncidentEvidence, 'hands'>) => {
  const { own } = useIncidentWords();
  return (
    <section className={box.sheetBox} aria-labelledby="hands-title">
      <h2 id="hands-title">{own('evidence.hands')}</h2>
      <ol data-part="hands">
        {hands.map((hand) => (
          <li key={hand}>
            <a href={makePlace('solo', hand)}>{hand}</a>
          </li>
        ))}
      </ol>
    </section>
  );
};
