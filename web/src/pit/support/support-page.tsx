/**
 * What players have written to the staff: first those who wait for an answer, the longest wait at
 * the top, then what is open, and what is settled. The one that is chosen is read and answered
 * beside the list.
 */
import { useLayoutEffect, useRef } from 'react';
import { classes } from '../../classes.js';
import { Age } from '../parts/age.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import type { PageProps } from '../page-props.js';
import { makePlace } from '../place.js';
import { useMay, usePit } from '../use-pit.js';
import { keptDraft } from './drafts.js';
import { STANDINGS, type ThreadStanding, type Thread, standingOf } from './thread.js';
import { ThreadView } from './thread-view.js';
import { useHolderText } from './use-holder-text.js';
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
      {may.readSupport ? <Threads player={player} /> : <Fault fault="not_allowed" />}
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
  const list = useKeptFocus(threads);
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
        <div ref={list} className={styles.groups}>
          {STANDINGS.map((standing) => (
            <Group
              key={standing}
              standing={standing}
              threads={threads.filter((thread) => standingOf(thread) === standing)}
              player={player}
            />
          ))}
        </div>
      </nav>
      {player !== undefined && <ThreadView key={player} player={player} />}
      {player === undefined && threads.length > 0 && (
        <p className={tones.nothing}>{own('support.choose')}</p>
      )}
    </div>
  );
};

interface GroupProps {
  readonly standing: ThreadStanding;
  readonly threads: readonly Thread[];
  readonly player: string | undefined;
}

const Group = ({ standing, threads, player }: GroupProps) => {
  const { own } = useSupportWords();
  if (threads.length === 0) return null;
  return (
    <section aria-labelledby={`threads-${standing}`} data-group={standing}>
      <h2 id={`threads-${standing}`} className={styles.group}>
        {own(`support.group.${standing}`)} <small>{threads.length}</small>
      </h2>
      <ul className={styles.threads}>
        {threads.map((thread) => (
          <Listed key={thread.player} thread={thread} isChosen={thread.player === player} />
        ))}
      </ul>
    </section>
  );
};

/** A thread that has the focus keeps it where it moves in the list. */
const useKeptFocus = (threads: readonly Thread[]) => {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    const box = list.current;
    const player = focused.current;
    if (box === null || player === undefined || document.activeElement !== document.body) return;
    box.querySelector<HTMLElement>(`[data-thread="${player}"]`)?.focus({ preventScroll: true });
  }, [threads]);
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const link =
        target instanceof HTMLElement ? target.closest<HTMLElement>('[data-thread]') : null;
      focused.current = link?.dataset['thread'];
    };
    // Whoever presses beside it has left it, though nothing else has the focus.
    const leave = () => (focused.current = undefined);
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', note);
    };
  }, []);
  return list;
};

interface ListedProps {
  readonly thread: Thread;
  readonly isChosen: boolean;
}

const Listed = ({ thread, isChosen }: ListedProps) => {
  const { t, own, dateTime } = useSupportWords();
  const { who } = usePit();
  const holderText = useHolderText();
  const { player, name, operator, text, atMs, waitsSinceMs, settled, holder } = thread;
  const unanswered = waitsSinceMs !== null;
  const answered = settled ? 'support.settled' : 'support.answered';
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
            <Age sinceMs={waitsSinceMs} />
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
          {own(unanswered ? 'support.waits' : answered)}
          {holder !== null && <b data-holder={holder}> · {holderText(holder)}</b>}
          {!isChosen && keptDraft(who.id, player) !== undefined && (
            <em data-draft> · {own('support.draft')}</em>
          )}
        </small>
      </a>
    </li>
  );
};
