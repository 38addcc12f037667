/**
 * What was said, as text and never as markup: the newest at the bottom, older ones on scrolling up.
 */
import { type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { lately } from '../history/time.js';
import { LINES_MAX, type ChatLine } from './chat-line.js';
import type { Talk } from './talk.js';
import { classes } from '../classes.js';
import { NEAR_PX, useLogScroll } from '../use-log-scroll.js';
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

export const TalkLines = ({ talk, label, nothing }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useChatWords();
  const lines = useStore(talk.store, (view) => view.lines);
  const isRead = useStore(talk.store, (view) => view.isRead);
  const hasOlder = useStore(talk.store, (view) => view.hasOlder);
  const [nowMs] = useState(() => talk.nowMs());
  const settled = useStore(talk.store, (view) => view.settled);
  const last = lines.at(-1);
  const isSettled = settled !== null && settled.message === last?.id;
  const { list, onScroll } = useLogScroll({
    first: lines[0]?.id ?? '',
    last: `${last?.id ?? ''}${isSettled ? ' settled' : ''}`,
    isLastOwn: last?.isOwn === true && !isSettled,
  });
  const look = (event: UIEvent<HTMLDivElement>) => {
    onScroll(event);
    if (event.currentTarget.scrollTop < NEAR_PX) void talk.readOlder();
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
      {isSettled && (
        <p className={styles.settled} data-settled={settled.message}>
          {own('settled', { time: lately(settled.atMs, i18n.language, nowMs) })}
        </p>
      )}
    </div>
  );
};

const SaidLine = ({ line, nowMs }: { readonly line: ChatLine; readonly nowMs: number }) => {
  const { i18n } = useTranslation();
  const own = useChatWords();
  const { id, name, role, isOwn, text, atMs } = line;
  const isStaff = role !== 'player';
  return (
    <div
      className={classes(styles.line, isOwn && styles.own, isStaff && styles.staff)}
      data-line={id}
      data-role={role}
    >
      <span className={styles.who}>
        <bdi>{isOwn ? own('you') : name}</bdi>
        {isStaff && <b>{own(`role.${role}`)}</b>}
        <time dateTime={new Date(atMs).toISOString()}>{lately(atMs, i18n.language, nowMs)}</time>
      </span>
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </div>
  );
};
