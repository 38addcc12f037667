/**
 * The table’s chat as the staff see it: who said what, what was removed, and who may not write any
 * more.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from '../../use-form.js';
import { useLogScroll } from '../../use-log-scroll.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useReadPages } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { useMay, usePit } from '../use-pit.js';
import { type StaffAnswer, answerWith } from '../support/thread.js';
import {
  type StaffChatLine,
  NOTHING_HEARD,
  chatLines,
  heardAlso,
  isReadBeforeHeard,
} from './chat-lines.js';
import { MuteForm } from './mute-form.js';
import { useTableWords } from './words.js';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './chat-box.module.css';

export const ChatBox = ({ table }: { readonly table: string }) => {
  const { own } = useTableWords();
  const { lines, fault, again, next } = useLines(table);
  const may = useMay();
  const pit = usePit();
  const last = lines.at(-1);
  const { list, onScroll } = useLogScroll({
    first: lines[0]?.id ?? '',
    last: last?.id ?? '',
    isLastOwn: last?.player === null && last.name === pit.who.id,
  });
  const action = useAction();
  const { typed, type, done } = useForm(() => ({ draft: '' }));
  const { draft } = typed;
  const sent = useRef<StaffAnswer | undefined>(undefined);
  const say = async (event: FormEvent) => {
    event.preventDefault();
    const now = answerWith(draft, sent.current, crypto.randomUUID());
    sent.current = now;
    if (!(await action.run(() => pit.do('chat:say', { table, ...now })))) return;
    sent.current = undefined;
    done(typed, { draft: '' });
  };
  return (
    <div className={styles.chatBox} data-part="chat-box">
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {next.fault !== undefined && <Fault fault={next.fault} />}
      {lines.length === 0 && <p className={tones.nothing}>{own('chat.quiet')}</p>}
      <div
        ref={list}
        className={styles.lines}
        role="log"
        tabIndex={0}
        aria-label={own('table.tab.chat')}
        onScroll={onScroll}
      >
        {next.read !== undefined && (
          <button type="button" data-do="older" disabled={next.isBusy} onClick={next.read}>
            {own('chat.older')}
          </button>
        )}
        <ol>
          {lines.map((line) => (
            <Said key={line.id} line={line} />
          ))}
        </ol>
      </div>
      {may.say && (
        <form className={layout.row} onSubmit={(event) => void say(event)}>
          <input
            aria-label={own('chat.say')}
            placeholder={own('chat.say')}
            value={draft}
            required
            maxLength={300}
            onChange={(event) => type({ draft: event.target.value })}
          />
          <button type="submit" disabled={action.isBusy}>
            {own('chat.send')}
          </button>
        </form>
      )}
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </div>
  );
};

const Said = ({ line }: { readonly line: StaffChatLine }) => {
  const { t, own, time } = useTableWords();
  const may = useMay();
  const [open, setOpen] = useState<'remove' | 'mute'>();
  // An answer may be late: what was opened meanwhile stays open.
  const close = (what: 'remove' | 'mute') => setOpen((now) => (now === what ? undefined : now));
  return (
    <li
      className={line.removed ? styles.removed : undefined}
      data-removed={line.removed}
      data-line={line.id}
    >
      <span className={styles.head}>
        <time>{time(line.atMs)}</time>
        {line.player === null ? (
          <b>{line.name}</b>
        ) : (
          <a href={makePlace('players', line.player)}>{line.name}</a>
        )}
        {line.role !== 'player' && <small>{t(`role.${line.role}`)}</small>}
        {line.removed && <small className={tones.alarmed}>{own('chat.removed')}</small>}
      </span>
      <span className={styles.text}>{line.text}</span>
      {may.act && (
        <span className={layout.row}>
          {!line.removed && (
            <button
              type="button"
              className={pitButtons.quiet}
              aria-expanded={open === 'remove'}
              onClick={() => setOpen(open === 'remove' ? undefined : 'remove')}
            >
              {own('chat.remove')}
            </button>
          )}
          {line.player !== null && (
            <button
              type="button"
              className={pitButtons.quiet}
              aria-expanded={open === 'mute'}
              onClick={() => setOpen(open === 'mute' ? undefined : 'mute')}
            >
              {own('chat.mute')}
            </button>
          )}
        </span>
      )}
      {open === 'remove' && <RemoveForm line={line} onDone={() => close('remove')} />}
      {open === 'mute' && line.player !== null && (
        <MuteForm player={line.player} table={line.table} onDone={() => close('mute')} />
      )}
    </li>
  );
};

const RemoveForm = ({
  line,
  onDone,
}: {
  readonly line: StaffChatLine;
  readonly onDone: () => void;
}) => {
  const { own } = useTableWords();
  const pit = usePit();
  const action = useAction();
  const [reason, setReason] = useState('');
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    const { table, id } = line;
    if (await action.run(() => pit.do('chat:remove', { table, id, reason: reason.trim() })))
      onDone();
  };
  return (
    <form className={layout.row} onSubmit={(event) => void remove(event)}>
      <input
        aria-label={own('chat.why')}
        placeholder={own('chat.why')}
        value={reason}
        required
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      <button type="submit" className={pitButtons.danger} disabled={action.isBusy}>
        {own('chat.remove')}
      </button>
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </form>
  );
};

/** The newest at the end. */
const useLines = (table: string) => {
  const pit = usePit();
  const { pages, fault, again, next } = useReadPages(pit.reads.chat(table));
  const [heard, setHeard] = useState(NOTHING_HEARD);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const { connection } = pit;
    const off = [
      connection.on('chat:message', (message) => {
        if (message.table !== table) return;
        setHeard((before) => heardAlso(before, { ...message, removed: false }));
      }),
      connection.on('chat:removed', (message) => {
        if (message.table === table) setRemoved((before) => new Set([...before, message.id]));
      }),
    ];
    return () => off.forEach((each) => each());
  }, [pit, table]);
  const read = pages.toReversed().flatMap(({ messages }) => messages);
  const isApart = isReadBeforeHeard(read, heard);
  useEffect(() => {
    if (isApart) again();
  }, [isApart, again]);
  return { lines: chatLines(read, heard, removed), fault, again, next };
};
