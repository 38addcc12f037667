/** Where a line is written. What is refused stays written, with the reason below. */
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dayAndTimeText } from '../history/time.js';
import type { Talk } from './talk.js';
import { classes } from '../classes.js';
import { useChatWords } from './words.js';
import buttons from '../look/button.module.css';
import notes from '../look/notes.module.css';
import hidden from '../look/hidden.module.css';
import field from '../look/field.module.css';
import styles from './talk-form.module.css';

interface Props {
  readonly talk: Talk;
  readonly label: string;
}

const TEXT_MAX = 300;
/** When fewer letters than this are left, their number is shown. */
const FEW = 50;

export const TalkForm = ({ talk, label }: Props) => {
  const { i18n } = useTranslation();
  const own = useChatWords();
  const { draft, isSending, refusal, muted } = useStore(talk.store);
  const id = useId();
  const say = (event: FormEvent) => {
    event.preventDefault();
    void talk.say();
  };
  if (muted !== null) {
    return (
      <p
        className={classes(notes.fault, styles.muted)}
        role="status"
        data-until={muted.untilMs ?? 'lifted'}
      >
        {muted.untilMs === null
          ? own('muted')
          : own('mutedUntil', { time: dayAndTimeText(muted.untilMs, i18n.language) })}{' '}
        {own('why', { reason: muted.reason })}
      </p>
    );
  }
  const left = TEXT_MAX - draft.length;
  return (
    <form className={styles.say} onSubmit={say}>
      <label className={hidden.listened} htmlFor={id}>
        {label}
      </label>
      <input
        className={classes(field.field, styles.input)}
        id={id}
        name="text"
        value={draft}
        maxLength={TEXT_MAX}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="send"
        aria-invalid={refusal !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => talk.write(event.target.value)}
      />
      <button type="submit" className={buttons.primary} disabled={isSending || draft.trim() === ''}>
        {own('send')}
      </button>
      <p id={`${id}-note`} role="status" className={classes(styles.sayNote, refusal && styles.bad)}>
        {refusal !== undefined ? (
          <span data-refusal={refusal}>{own(`refusal.${refusal}`)}</span>
        ) : (
          left < FEW && own('left', { left })
        )}
      </p>
    </form>
  );
};
