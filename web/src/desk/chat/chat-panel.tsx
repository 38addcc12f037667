/**
 * The chat in the place of the hands, while there is nothing to deal: what was said, and an answer.
 * A shift manager takes a line off, or keeps its player from writing.
 */
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { NoAnswer } from '../../../../src/client/connection.js';
import { type ChatLine, LINES_MAX } from '../../chat/chat-line.js';
import { classes } from '../../classes.js';
import { focused } from '../../focused.js';
import { useLogScroll } from '../../use-log-scroll.js';
import { DeskButton } from '../desk-button.js';
import { isKnownRefusal } from '../refusal-words.js';
import { useDesk } from '../use-desk.js';
import { useDeskWords } from '../words.js';
import { MUTED_MINUTES, type ModerationChoice } from './table-chat.js';
import { useDeskChatWords } from './words.js';
import styles from './chat-panel.module.css';

/** What the field at the bottom is for: a line for all, or why one is moderated. */
interface Asked {
  readonly what: ModerationChoice;
  readonly line: ChatLine;
}

export const ChatPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useDeskWords();
  const own = useDeskChatWords();
  const { chat } = useDesk();
  const lines = useStore(chat.talk.store, (view) => view.lines);
  const hasOlder = useStore(chat.talk.store, (view) => view.hasOlder);
  const [asked, setAsked] = useState<Asked>();
  const last = lines.at(-1);
  const { list, onScroll } = useLogScroll<HTMLOListElement>({
    first: lines[0]?.id ?? '',
    last: last?.id ?? '',
    isLastOwn: last?.isOwn === true,
  });
  return (
    <section className={styles.panel} data-part="chat" aria-label={own('title')}>
      <ol ref={list} tabIndex={0} aria-label={own('title')} onScroll={onScroll}>
        {lines.length === 0 && <li>{own('quiet')}</li>}
        {hasOlder && lines.length < LINES_MAX && (
          <li>
            <button
              type="button"
              className={styles.older}
              data-do="older"
              onMouseDown={(event) => event.preventDefault()} // What is typed stays in the field.
              onClick={() => void chat.talk.readOlder()}
            >
              {own('older')}
            </button>
          </li>
        )}
        {lines.map((line) => (
          <li key={line.id} data-line={line.id} data-role={line.role}>
            <strong className={classes(line.role !== 'player' && styles.staff)}>
              <bdi>{line.name}</bdi>
              {line.role !== 'player' && <small>{own(`role.${line.role}`)}</small>}
            </strong>
            <span dir="auto">{line.text}</span>
            {chat.mayModerate && line.role === 'player' && (
              <span className={styles.means}>
                <button type="button" onClick={() => setAsked({ what: 'remove', line })}>
                  {own('remove')}
                </button>
                <button type="button" onClick={() => setAsked({ what: 'mute', line })}>
                  {own('mute')}
                </button>
              </span>
            )}
          </li>
        ))}
      </ol>
      <div className={styles.below}>
        {asked === undefined ? (
          <SayForm />
        ) : (
          <WhyForm
            key={`${asked.what} ${asked.line.id}`}
            asked={asked}
            onDone={() => setAsked(undefined)}
          />
        )}
        <DeskButton cap="Esc" onPress={onClose}>
          {t('keys.back')}
        </DeskButton>
      </div>
    </section>
  );
};

const SayForm = () => {
  const t = useDeskWords();
  const own = useDeskChatWords();
  const { talk } = useDesk().chat;
  const { draft, isSending, refusal } = useStore(talk.store);
  const say = (event: FormEvent) => {
    event.preventDefault();
    void talk.say();
  };
  return (
    <form onSubmit={say}>
      <input
        ref={focused}
        aria-label={own('say')}
        placeholder={own('say')}
        value={draft}
        maxLength={300}
        autoComplete="off"
        aria-invalid={refusal !== undefined}
        onChange={(event) => talk.write(event.target.value)}
      />
      <DeskButton cap={t('keys.next')} isOff={isSending} submits>
        {own('send')}
      </DeskButton>
      {refusal !== undefined && <Refused refusal={refusal} />}
    </form>
  );
};

const WhyForm = ({ asked, onDone }: { readonly asked: Asked; readonly onDone: () => void }) => {
  const own = useDeskChatWords();
  const t = useDeskWords();
  const { chat } = useDesk();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { what, line } = asked;
  const moderate = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { why } = Object.fromEntries(new FormData(event.currentTarget));
    if (isBusy || typeof why !== 'string' || why.trim() === '') return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const refused = await chat.moderate(what, line.id, why.trim());
      if (refused === undefined) onDone();
      else setRefusal(refused);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      setRefusal('no_answer');
    } finally {
      setBusy(false);
    }
  };
  const asks =
    what === 'remove'
      ? own('whyRemove', { name: line.name })
      : own('whyMute', { name: line.name, minutes: MUTED_MINUTES });
  return (
    <form data-asked={what} onSubmit={(event) => void moderate(event)}>
      <input
        name="why"
        ref={focused}
        aria-label={asks}
        placeholder={asks}
        required
        maxLength={200}
        autoComplete="off"
      />
      <DeskButton cap={t('keys.next')} isOff={isBusy} submits>
        {own(what)}
      </DeskButton>
      {refusal !== undefined && <Refused refusal={refusal} />}
    </form>
  );
};

const Refused = ({ refusal }: { readonly refusal: string }) => {
  const t = useDeskWords();
  const known = isKnownRefusal(refusal) ? refusal : 'internal_error';
  return (
    <p role="alert" data-refusal={refusal}>
      {t(`refusal.${known}`)}
    </p>
  );
};
