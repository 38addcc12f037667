/**
 * Where a player is answered. What was not sent stays written, with the reason below, also when
 * another thread is opened or the page is loaded again.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { classes } from '../../classes.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useWordIn } from '../parts/use-sentence.js';
import { usePit } from '../use-pit.js';
import { keepDraft, keptDraft } from './drafts.js';
import { type StaffAnswer, answerWith } from './thread.js';
import { useSupportWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './answer-form.module.css';

interface Props {
  readonly player: string;
  /** The player’s. */
  readonly name: string;
}

const TEXT_MAX = 300;

export const AnswerForm = ({ player, name }: Props) => {
  const { own } = useSupportWords();
  const wordIn = useWordIn();
  const pit = usePit();
  const action = useAction();
  const { id: member } = pit.who;
  const [kept] = useState(() => keptDraft(member, player));
  const sent = useRef<StaffAnswer | undefined>(kept?.sent);
  const { typed, type, done } = useForm(() => ({ text: kept?.text ?? '' }));
  const { text } = typed;
  useEffect(() => keepDraft(member, player, { text, sent: sent.current }), [member, player, text]);
  const { fault } = action;
  const answer = async (event: FormEvent) => {
    event.preventDefault();
    const now = answerWith(typed.text, sent.current, crypto.randomUUID());
    sent.current = now;
    keepDraft(member, player, { text: typed.text, sent: now });
    if (!(await action.run(() => pit.do('support:answer', { player, ...now })))) return;
    sent.current = undefined;
    // Another thread may have been opened since.
    if (keptDraft(member, player)?.text === typed.text) keepDraft(member, player, { text: '' });
    done(typed, { text: '' });
  };
  return (
    <form className={layout.stack} data-part="answer" onSubmit={(event) => void answer(event)}>
      <div className={classes(layout.row, styles.answer)}>
        <input
          name="answer"
          aria-label={own('support.say', { name })}
          aria-describedby="answer-said"
          placeholder={own('support.say', { name })}
          maxLength={TEXT_MAX}
          autoComplete="off"
          value={typed.text}
          onChange={({ target }) => {
            action.forget();
            type({ text: target.value });
          }}
        />
        <button
          type="submit"
          className={buttons.primary}
          data-do="answer"
          disabled={typed.text.trim() === '' || action.isBusy}
        >
          {own('support.send')}
        </button>
      </div>
      <small id="answer-said" className={tones.dim}>
        {own('support.said')}
      </small>
      {fault !== undefined && (
        <Fault fault={fault} said={wordIn('pit/support', 'refusal', fault)} />
      )}
    </form>
  );
};
