/** Asks a second person for the void of a hand of a solo game, with what it would move. */
import { type FormEvent, useState } from 'react';
import type { Approval, ReasonCode } from '../../../../src/protocol/approval.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { useCurrency } from '../wall/use-currency.js';
import { classes } from '../../classes.js';
import { Effect } from './effect.js';
import { REASONS } from './lists.js';
import { useRightWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './amend-form.module.css';

interface Props {
  readonly hand: string;
  /** Null where the tables differ in it. */
  readonly currency: string | null;
}

interface Typed {
  /** Empty: none is chosen yet. */
  readonly reason: ReasonCode | '';
  readonly note: string;
}

export const VoidHand = ({ hand, currency }: Props) => {
  const { t, own } = useRightWords();
  const pit = usePit();
  const house = useCurrency();
  const action = useAction();
  const [asked, setAsked] = useState<Approval>();
  const { typed, type } = useForm<Typed>(() => ({ reason: '', note: '' }));
  const { reason, note } = typed;
  const subject = { kind: 'void_hand', hand } as const;
  const effect = useRead(pit.reads.preview(subject));
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === '') return;
    await action.run(async () => {
      const request = { ...subject, reason, note: note.trim() };
      const { approval } = await pit.do('approval:request', request);
      pit.noteApproval(approval);
      setAsked(approval);
    });
  };
  if (asked !== undefined) {
    return (
      <p className={tones.said} role="status" data-asked={asked.id}>
        {own('amend.asked')} <a href={makePlace('approvals')}>{own('amend.seeApprovals')}</a>
      </p>
    );
  }
  return (
    <form
      className={classes(styles.amendForm, layout.stack)}
      data-part="void-hand"
      aria-label={t('kind.void_hand')}
      onSubmit={(event) => void ask(event)}
    >
      <p className={tones.dim}>{own('amend.said.void_hand')}</p>
      <Effect kind="void_hand" currency={currency ?? house ?? 'EUR'} read={effect} />
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
          disabled={effect.value === undefined || reason === '' || action.isBusy}
        >
          {own('amend.ask')}
        </button>
        <span className={tones.dim}>{own('amend.fourEyes')}</span>
      </div>
    </form>
  );
};
