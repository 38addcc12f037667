/**
 * What players have written to the staff: first those who wait for an answer, the longest wait at
 * the top. The one that is chosen is read and answered beside the list.
 */
import { classes } from '../../classes.js';
import { Age } from '../parts/age.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import type { PageProps } from '../page-props.js';
import { makePlace } from '../place.js';
import { useMay, usePit } from '../use-pit.js';
import type { Thread } from './thread.js';
import { ThreadView } from './thread-view.js';
import { useSupportWords } from './words.js';
import head from '../look/page-head.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './support-page.module.css';

const SupportPage = ({ of: player }: PageProps) => {
  const { t } = useSupportWords();
  const may = useMay();
  return (
    <section aria-labelledby="support-title">
      <header className={head.pageHead}>
        <h1 id="support-title">{t('pages.support')}</h1>
      </header>
      {may.answer ? <Threads player={player} /> : <Fault fault="not_allowed" />}
    </section>
  );
};
export default SupportPage;

/** `player`: whose thread is chosen. They may not have written yet. */
const Threads = ({ player }: { readonly player: string | undefined }) => {
  const { t, own } = useSupportWords();
  const { reads } = usePit();
  const { latest, fault, again } = useRead(reads.threads());
  const threads = latest?.threads ?? [];
  return (
    <div className={classes(layout.columns, styles.columns)}>
      <nav aria-label={t('pages.support')}>
        {fault !== undefined && <Fault fault={fault} onAgain={again} />}
        {fault === undefined && latest === undefined && (
          <p className={tones.nothing}>{t('reading')}</p>
        )}
        {latest !== undefined && threads.length === 0 && (
          <p className={tones.nothing}>{own('support.none')}</p>
        )}
        <ul className={styles.threads}>
          {threads.map((thread) => (
            <Listed key={thread.player} thread={thread} isChosen={thread.player === player} />
          ))}
        </ul>
      </nav>
      {player !== undefined && <ThreadView key={player} player={player} />}
      {player === undefined && threads.length > 0 && (
        <p className={tones.nothing}>{own('support.choose')}</p>
      )}
    </div>
  );
};

interface ListedProps {
  readonly thread: Thread;
  readonly isChosen: boolean;
}

const Listed = ({ thread, isChosen }: ListedProps) => {
  const { t, own, dateTime } = useSupportWords();
  const { player, name, operator, text, atMs, unanswered } = thread;
  return (
    <li>
      <a
        href={makePlace('support', player)}
        className={classes(styles.thread, unanswered && styles.waits)}
        aria-current={isChosen ? 'true' : undefined}
        data-thread={player}
        data-waits={unanswered}
      >
        <span>
          <b>{name}</b>
          {unanswered ? (
            <Age sinceMs={atMs} />
          ) : (
            <small className={tones.dim}>{dateTime(atMs)}</small>
          )}
        </span>
        <small className={tones.dim}>
          {t('playerNo', { number: player })} · {operator}
        </small>
        <span className={styles.last} dir="auto">
          {text}
        </span>
        <small className={tones.dim}>
          {own(unanswered ? 'support.waits' : 'support.answered')}
        </small>
      </a>
    </li>
  );
};
