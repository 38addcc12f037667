/** Where a favourite bet gets its name. */
import { type FormEvent, useState } from 'react';
import { classes } from '../classes.js';
import { focused } from '../focused.js';
import { NAME_MOST, favouriteName } from './favourite-name.js';
import { useBetsWords } from './words.js';
import buttons from '../look/button.module.css';
import field from '../look/field.module.css';
import notes from '../look/notes.module.css';
import styles from './name-form.module.css';

interface Props {
  /** The name that it has. A form that changes one has the focus. */
  readonly before?: string;
  readonly submit: string;
  readonly onName: (name: string) => void;
  readonly onCancel?: () => void;
}

export const NameForm = ({ before = '', submit, onName, onCancel }: Props) => {
  const own = useBetsWords();
  const [typed, type] = useState(before);
  const [isBad, setBad] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = favouriteName(typed);
    setBad(name === undefined);
    if (name === undefined) return;
    type(before);
    onName(name);
  };
  return (
    <form className={styles.nameForm} onSubmit={send}>
      <label>
        {own('name')}
        <input
          ref={onCancel && focused}
          className={classes(field.field, styles.input)}
          name="favourite"
          autoComplete="off"
          value={typed}
          aria-invalid={isBad}
          onChange={(event) => {
            setBad(false);
            type(event.target.value);
          }}
        />
      </label>
      <button type="submit" className={buttons.primary}>
        {submit}
      </button>
      {onCancel !== undefined && (
        <button type="button" onClick={onCancel}>
          {own('cancel')}
        </button>
      )}
      {isBad && (
        <p className={notes.fault} role="alert">
          {own('badName', { most: NAME_MOST })}
        </p>
      )}
    </form>
  );
};
