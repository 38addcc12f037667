/**
 * What was said, as text and never as markup: the newest at the bottom, older ones on scrolling up.
 */
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { lately } from '../history/time.js';
import { LINES_MAX, type ChatLine } from './chat-line.js';
import type { Talk } from './talk.js';
import { classes } from '../classes.js';
import { useChatWords } from './words.js';
import notes from '../look/notes.module.css';
import buttons from '../look/button.module.css';
import styles from './talk-lines.module.css';

interface Props {
  readonly talk: Talk;
  readonly label: string;
  /** Shown where nobody has said anything. */
  readonly nothing: string;
}

/** Within this distance of an end, in px, it counts as there. */
const NEAR = 40;

export const TalkLines = ({ talk, label, nothing }: Props) => {
  const { t } = useTranslation();
  const own = useChatWords();
  const lines = useStore(talk.store, (view) => view.lines);
  const isRead = useStore(talk.store, (view) => view.isRead);
  const hasOlder = useStore(talk.store, (view) => view.hasOlder);
  const list = useRef<HTMLDivElement>(null);
  const seen = useRef({ isAtEnd: true, first: '', last: '', height: 0 });
  const [nowMs] = useState(() => Date.now());
  const first = lines[0]?.id ?? '';
  const last = lines.at(-1);
  useLayoutEffect(() => {
    const box = list.current!;
    const { isAtEnd, first: firstSeen, last: lastSeen, height } = seen.current;
    const hasSaid = last?.isOwn === true && last.id !== lastSeen;
    if (isAtEnd || hasSaid) box.scrollTop = box.scrollHeight;
    // Older lines have been added above. What was being read stays where it was.
    else if (first !== firstSeen) box.scrollTop += box.scrollHeight - height;
    seen.current = {
      isAtEnd: isAtEnd || hasSaid,
      first,
      last: last?.id ?? '',
      height: box.scrollHeight,
    };
  }, [lines, first, last]);
  const look = ({ currentTarget: box }: UIEvent<HTMLDivElement>) => {
    seen.current.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    if (box.scrollTop < NEAR) void talk.readOlder();
  };
  return (
    <div
      ref={list}
      className={styles.lines}
      role="log"
      aria-label={label}
      tabIndex={0}
      onScroll={look}
    >
      {!isRead && (
        <p className={notes.nothing} role="status">
          {t('menu.loading')}
        </p>
      )}
      {isRead && lines.length === 0 && <p className={notes.nothing}>{nothing}</p>}
      {isRead && hasOlder && lines.length < LINES_MAX && (
        <button
          type="button"
          className={classes(buttons.more, styles.older)}
          onClick={() => void talk.readOlder()}
        >
          {own('older')}
        </button>
      )}
      {lines.map((line) => (
        <SaidLine key={line.id} line={line} nowMs={nowMs} />
      ))}
    </div>
  );
};

const SaidLine = ({ line, nowMs }: { readonly line: ChatLine; readonly nowMs: number }) => {
  const { i18n } = useTranslation();
  const own = useChatWords();
  const { id, name, role, isOwn, text, atMs } = line;
  const isHouse = role !== 'player';
  return (
    <div
      className={classes(styles.line, isOwn && styles.own, isHouse && styles.house)}
      data-line={id}
      data-role={role}
    >
      <span className={styles.who}>
        <bdi>{isOwn ? own('you') : name}</bdi>
        {isHouse && <b>{own(`role.${role}`)}</b>}
        <time dateTime={new Date(atMs).toISOString()}>{lately(atMs, i18n.language, nowMs)}</time>
      </span>
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </div>
  );
};
