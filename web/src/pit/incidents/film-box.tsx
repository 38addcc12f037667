/**
 * What was recorded around an incident: the film, the time of day of the frame that is shown, and
 * buttons to look closely.
 */
import { useEffect, useRef, useState } from 'react';
import type { IncidentEvidence } from '../../../../src/protocol/incident.js';
import { useEventWords } from '../parts/use-event-words.js';
import { type Recording, playRecording } from './recording.js';
import { classes } from '../../classes.js';
import { useIncidentWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './film-box.module.css';

/** `none`: nothing is kept of this time, or it cannot be played. */
export type FilmStatus = 'coming' | 'here' | 'none';

interface Props {
  readonly film: NonNullable<IncidentEvidence['film']>;
  /** Where it stands when it has come. */
  readonly beginAtMs: number;
  /** Where somebody wants to look now. */
  readonly wanted: { readonly atMs: number } | undefined;
  readonly status: FilmStatus;
  readonly onStatus: (status: FilmStatus) => void;
  /** When the frame that is shown was taken. */
  readonly onTaken: (atMs: number | undefined) => void;
}

/** A frame of most cameras. */
const FRAME_MS = 40;
const STEPS_MS = [-5_000, -1_000, -FRAME_MS, FRAME_MS, 1_000, 5_000];
const SLOW = 0.25;

export const FilmBox = ({ film, beginAtMs, wanted, status, onStatus, onTaken }: Props) => {
  const { timecode } = useEventWords('EUR');
  const { own } = useIncidentWords();
  const element = useRef<HTMLVideoElement>(null);
  const recording = useRef<Recording | undefined>(undefined);
  const [tries, setTries] = useState(0);
  const [takenAtMs, setTakenAtMs] = useState<number>();
  const [isSlow, setSlow] = useState(false);

  const seek = (atMs: number): void => {
    element.current?.pause();
    recording.current?.seek(atMs);
  };
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    onStatus('coming');
    const playing = playRecording({
      video,
      url: film.url,
      onReady: () => {
        onStatus('here');
        playing.seek(beginAtMs);
      },
      onFailed: () => onStatus('none'),
    });
    recording.current = playing;
    return playing.stop;
  }, [film.url, beginAtMs, tries, onStatus]);
  useEffect(() => {
    if (wanted !== undefined) seek(wanted.atMs);
  }, [wanted]);
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    video.defaultPlaybackRate = isSlow ? SLOW : 1; // What is loaded again begins with it.
    video.playbackRate = video.defaultPlaybackRate;
  }, [isSlow]);
  const note = (): void => {
    const atMs = recording.current?.takenAtMs();
    setTakenAtMs(atMs);
    onTaken(atMs);
  };
  return (
    <section
      className={classes(box.sheetBox, styles.film)}
      aria-labelledby="film-title"
      data-part="film"
      data-status={status}
      data-taken={takenAtMs}
    >
      <h2 id="film-title">{own('film.title')}</h2>
      <video
        ref={element}
        className={styles.picture}
        controls
        playsInline
        muted
        hidden={status === 'none'}
        aria-label={own('film.title')}
        onTimeUpdate={note}
        onSeeked={note}
      />
      {status === 'none' && (
        <p className={tones.dim} role="status">
          {own('film.none')}
        </p>
      )}
      <div className={layout.row}>
        <output className={styles.taken} aria-live="off">
          {takenAtMs === undefined ? '–' : timecode(takenAtMs)}
        </output>
        {STEPS_MS.map((ms) => (
          <button
            key={ms}
            type="button"
            disabled={status !== 'here'}
            aria-label={stepName(ms, own)}
            onClick={() => seek((recording.current?.takenAtMs() ?? beginAtMs) + ms)}
          >
            {stepText(ms, own)}
          </button>
        ))}
        <button type="button" aria-pressed={isSlow} onClick={() => setSlow(!isSlow)}>
          {own('film.slow')}
        </button>
        <button type="button" disabled={status !== 'here'} onClick={() => seek(beginAtMs)}>
          {own('film.incident')}
        </button>
        <button type="button" onClick={() => setTries(tries + 1)}>
          {own('film.again')}
        </button>
      </div>
    </section>
  );
};

type Own = ReturnType<typeof useIncidentWords>['own'];

const signOf = (ms: number): string => (ms < 0 ? '−' : '+');

const stepText = (ms: number, own: Own): string =>
  Math.abs(ms) === FRAME_MS
    ? `${signOf(ms)} ${own('film.frame')}`
    : `${signOf(ms)}${Math.abs(ms) / 1_000} s`;

const stepName = (ms: number, own: Own): string =>
  Math.abs(ms) === FRAME_MS
    ? own(ms < 0 ? 'film.frameBack' : 'film.frameOn')
    : own(ms < 0 ? 'film.back' : 'film.on', { seconds: Math.abs(ms) / 1_000 });
