/** One player’s thread: what was written, when and by whom, and the form that answers. */
import { useLayoutEffect, useRef } from 'react';
import type { StaffSupportMessage } from '../../../../src/protocol/chat.js';
import { classes } from '../../classes.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { AnswerForm } from './answer-form.js';
import { useSupportWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './thread-view.module.css';

export const ThreadView = ({ player }: { readonly player: string }) => {
  const { t, own } = useSupportWords();
  const { reads } = usePit();
  const { latest, fault, again } = useRead(reads.thread(player));
  const list = useRef<HTMLDivElement>(null);
  const last = latest?.messages.at(-1)?.id;
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  if (latest === undefined) {
    if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
    return <p className={tones.nothing}>{t('reading')}</p>;
  }
  const { name, messages } = latest;
  return (
    <article
      className={classes(box.sheetBox, layout.stack)}
      data-talk={player}
      aria-labelledby="thread-title"
    >
      <h2 id="thread-title">{own('support.talk', { name })}</h2>
      <p>
        <a href={makePlace('players', player)}>{own('support.player')}</a>
      </p>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {messages.length === 0 && <p className={tones.dim}>{own('support.nothing')}</p>}
      <div
        ref={list}
        className={styles.lines}
        role="log"
        tabIndex={0}
        aria-labelledby="thread-title"
      >
        <ol>
          {messages.map((message) => (
            <Line key={message.id} of={message} />
          ))}
        </ol>
      </div>
      <AnswerForm player={player} name={name} />
    </article>
  );
};

const Line = ({ of }: { readonly of: StaffSupportMessage }) => {
  const { t, dateTime } = useSupportWords();
  const { id, from, name, text, atMs } = of;
  const isOfStaff = from === 'staff';
  return (
    <li className={isOfStaff ? styles.staff : undefined} data-line={id} data-from={from}>
      <span className={styles.head}>
        <b>{name}</b>
        <small className={tones.dim}>{t(isOfStaff ? 'pages.staff' : 'role.player')}</small>
        <time dateTime={new Date(atMs).toISOString()}>{dateTime(atMs)}</time>
      </span>
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </li>
  );
};
