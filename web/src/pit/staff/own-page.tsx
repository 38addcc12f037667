/**
 * One’s own sign-in: another PIN in place of the one that was handed over, or that somebody may
 * have seen.
 */
import type { FormEvent } from 'react';
import { isPlainPin } from '../../../../src/protocol/pin.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { usePit } from '../use-pit.js';
import { classes } from '../../classes.js';
import { useStaffWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './own-page.module.css';

const FIELDS = ['pin', 'next', 'again'] as const;
const NOTHING = { pin: '', next: '', again: '' };

const OwnPage = () => {
  const { t, own } = useStaffWords();
  const { http, who } = usePit();
  const action = useAction();
  const { typed, isDone, type, done } = useForm(() => NOTHING);
  const isOther = typed.again !== '' && typed.again !== typed.next;
  const isPlain = typed.again !== '' && !isOther && isPlainPin(typed.next);
  const change = async (event: FormEvent) => {
    event.preventDefault();
    const { pin, next } = typed;
    const isChanged = await action.run(() => http.send('POST', 'staff/me/pin', { pin, next }));
    if (isChanged) done(typed, NOTHING);
    else type(NOTHING);
  };
  return (
    <section aria-labelledby="own-title">
      <header className={head.pageHead}>
        <h1 id="own-title">{who.name}</h1>
        <p className={head.sum}>
          {who.id} · {t(`role.${who.role}`)}
        </p>
      </header>
      <form
        className={classes(box.sheetBox, layout.stack, styles.own)}
        data-part="own"
        onSubmit={(event) => void change(event)}
      >
        <h2>{own('own.title')}</h2>
        {FIELDS.map((field) => (
          <label key={field}>
            <span>{own(`own.${field}`)}</span>
            <input
              name={field}
              type="password"
              required
              minLength={field === 'pin' ? 1 : 6}
              maxLength={128}
              autoComplete={field === 'pin' ? 'current-password' : 'new-password'}
              aria-invalid={field === 'again' && isOther}
              value={typed[field]}
              onChange={(event) => type({ [field]: event.target.value })}
            />
          </label>
        ))}
        {(isOther || isPlain) && (
          <p className={tones.alarmed} role="alert">
            {own(isOther ? 'own.other' : 'own.plain')}
          </p>
        )}
        {action.fault !== undefined && <Fault fault={action.fault} />}
        {isDone && (
          <p className={tones.said} role="status">
            {own('own.done')}
          </p>
        )}
        <div className={layout.row}>
          <button
            type="submit"
            className={buttons.primary}
            disabled={action.isBusy || typed.again === '' || isOther || isPlain}
          >
            {own('own.change')}
          </button>
        </div>
      </form>
    </section>
  );
};
export default OwnPage;
