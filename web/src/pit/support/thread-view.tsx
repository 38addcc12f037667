/**
 * One player’s thread: what was written and noted, when and by whom, and the form that answers.
 * Whoever reads further up stays there when something is written.
 */
import type { StaffSupportMessage, SupportNote } from '../../../../src/protocol/chat.js';
import { classes } from '../../classes.js';
import { useLogScroll } from '../../use-log-scroll.js';
import { Fault } from '../parts/fault.js';
import { useReadPages } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { useMay, usePit } from '../use-pit.js';
import { AnswerForm } from './answer-form.js';
import { StandingBar } from './standing-bar.js';
import { authorOf, keyOf, roundsIn, threadLines } from './thread.js';
import { useSupportWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './thread-view.module.css';

export const ThreadView = ({ player }: { readonly player: string }) => {
  const { t, own } = useSupportWords();
  const { reads, who } = usePit();
  const may = useMay();
  const { pages, fault, again, next } = useReadPages(reads.thread(player));
  const inOrder = pages.toReversed();
  const messages = inOrder.flatMap((page) => page.messages);
  const notes = inOrder.flatMap((page) => page.notes);
  const lines = threadLines(messages, notes);
  const last = messages.at(-1);
  const { list, onScroll, isNewBelow, toEnd } = useLogScroll({
    first: messages[0]?.id ?? '',
    last: keyOf(lines.at(-1)),
    isLastOwn: authorOf(lines.at(-1)) === who.id,
  });
  const [newest] = pages;
  if (newest === undefined) {
    if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
    return <p className={tones.nothing}>{t('reading')}</p>;
  }
  const { name, settled, holder } = newest;
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
      {last !== undefined && (
        <StandingBar player={player} last={last.id} settled={settled} holder={holder} />
      )}
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {next.fault !== undefined && <Fault fault={next.fault} />}
      {messages.length === 0 && <p className={tones.dim}>{own('support.nothing')}</p>}
      <div
        ref={list}
        className={styles.lines}
        role="log"
        tabIndex={0}
        aria-labelledby="thread-title"
        onScroll={onScroll}
      >
        {next.read !== undefined && (
          <button type="button" data-do="older" disabled={next.isBusy} onClick={next.read}>
            {own('support.older')}
          </button>
        )}
        <ol>
          {lines.map((line) =>
            line.kind === 'message' ? (
              <Line key={keyOf(line)} of={line.message} />
            ) : (
              <Note key={keyOf(line)} of={line.note} />
            ),
          )}
        </ol>
      </div>
      {isNewBelow && (
        <button type="button" data-do="new-below" onClick={toEnd}>
          {own('support.newBelow')}
        </button>
      )}
      {may.answer && <AnswerForm player={player} name={name} />}
    </article>
  );
};

const Line = ({ of }: { readonly of: StaffSupportMessage }) => {
  const { t } = useSupportWords();
  const { id, from, name, text, atMs } = of;
  const isOfStaff = from === 'staff';
  return (
    <li className={isOfStaff ? styles.staff : undefined} data-line={id} data-from={from}>
      <span className={styles.head}>
        <b>{name}</b>
        <small className={tones.dim}>{t(isOfStaff ? 'pages.staff' : 'role.player')}</small>
        <Time atMs={atMs} />
      </span>
      <span className={styles.text} dir="auto">
        {roundsIn(text).map((piece, index) =>
          index % 2 === 0 ? (
            piece
          ) : (
            <a key={index} href={makePlace('rounds', piece)}>
              {piece}
            </a>
          ),
        )}
      </span>
    </li>
  );
};

const Note = ({ of: { kind, by, atMs } }: { readonly of: SupportNote }) => {
  const { own } = useSupportWords();
  return (
    <li className={classes(styles.head, styles.note)} data-note={kind}>
      <span>{own(`support.note.${kind}`, { name: by })}</span>
      <Time atMs={atMs} />
    </li>
  );
};

const Time = ({ atMs }: { readonly atMs: number }) => {
  const { dateTime } = useSupportWords();
  return <time dateTime={new Date(atMs).toISOString()}>{dateTime(atMs)}</time>;
};
