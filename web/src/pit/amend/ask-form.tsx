/**
 * The form that asks a second person for something: what it would do, the reason, and a note. What
 * is asked for stands above, in the words of whoever shows it.
 */
import type { FormEvent, ReactNode } from 'react';
import type {
  ApprovalKind,
  ApprovalSubject,
  ReasonCode,
} from '../../../../src/protocol/approval.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { usePit } from '../use-pit.js';
import { classes } from '../../classes.js';
import type { OnAsked } from './ask-again.js';
import { REASONS } from './lists.js';
import { useRightWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './amend-form.module.css';

interface Props {
  /** Its name in the page. */
  readonly part: 'amend-form' | 'void-hand' | 'void-hands' | 'settle-case';
  readonly kind: ApprovalKind;
  /** Where no legend names it. */
  readonly label?: string;
  /** Undefined while it is not complete. */
  readonly subject: ApprovalSubject | undefined;
  /** Whether its effect is in view. Nothing is asked for unseen. */
  readonly isKnown: boolean;
  readonly onAsked: OnAsked;
  readonly children: ReactNode;
}

interface Typed {
  /** Empty: none is chosen yet. */
  readonly reason: ReasonCode | '';
  readonly note: string;
}

export const AskForm = ({ part, kind, label, subject, isKnown, onAsked, children }: Props) => {
  const { t, own } = useRightWords();
  const pit = usePit();
  const action = useAction();
  const { typed, type } = useForm<Typed>(() => ({ reason: '', note: '' }));
  const { reason, note } = typed;
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (subject === undefined || reason === '') return;
    await action.run(async () => {
      const request = { ...subject, reason, note: note.trim() };
      const { approval } = await pit.do('approval:request', request);
      pit.noteApproval(approval);
      onAsked(approval.id);
    });
  };
  return (
    <form
      className={classes(styles.amendForm, layout.stack)}
      data-part={part}
      data-kind={kind}
      aria-label={label}
      onSubmit={(event) => void ask(event)}
    >
      {children}
      <div className={layout.row}>
        <label>
          <span>{own('amend.reason')}</span>
          <select
            name="reason"
            required
            value={reason}
            onChange={({ target }) =>
              type({ reason: REASONS.find((each) => each === target.value) ?? '' })
            }
          >
            <option value="" disabled>
              {own('amend.choose')}
            </option>
            {REASONS.map((each) => (
              <option key={each} value={each}>
                {t(`reason.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.wide}>
          <span>{own('amend.note')}</span>
          <input
            name="note"
            maxLength={300}
            value={note}
            onChange={({ target }) => type({ note: target.value })}
          />
        </label>
      </div>
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <div className={layout.row}>
        <button
          type="submit"
          className={buttons.primary}
          data-do="ask"
          disabled={!isKnown || reason === '' || action.isBusy}
        >
          {own('amend.ask')}
        </button>
        <span className={tones.dim}>{own('amend.fourEyes')}</span>
      </div>
    </form>
  );
};
