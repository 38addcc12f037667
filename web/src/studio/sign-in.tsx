/**
 * The demo’s sign-in: any name will do. An operator’s players come in by a launch. One that is not
 * taken is said here.
 */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focused } from '../focused.js';
import type { LaunchFault } from './launch.js';
import { Studio } from './studio.js';
import { demoToken } from './token.js';
import buttons from '../look/button.module.css';
import field from '../look/field.module.css';
import { classes } from '../classes.js';
import styles from './sign-in.module.css';

interface Props {
  /** Why nobody came in by the launch in the address, if there was one. */
  readonly launchFault: LaunchFault | undefined;
  readonly onSignedIn: (studio: Studio) => void;
}

export const SignIn = ({ launchFault, onSignedIn }: Props) => {
  const { t } = useTranslation();
  const [fault, setFault] = useState<'blank' | 'refused' | LaunchFault | undefined>(launchFault);
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (typeof name !== 'string') return;
    setFault(undefined);
    if (name.trim() === '') return setFault('blank');
    try {
      const kept = await demoToken(name.trim());
      onSignedIn(new Studio(kept.token, kept.name));
    } catch {
      setFault('refused');
    }
  };
  return (
    <main className={styles.signIn}>
      <form className={styles.form} onSubmit={(event) => void signIn(event)}>
        <h1>Sabot</h1>
        <p>{t('signIn.welcome')}</p>
        <label>
          {t('signIn.name')}
          <input
            className={classes(field.field, styles.input)}
            name="name"
            required
            maxLength={32}
            ref={focused}
            autoComplete="nickname"
          />
        </label>
        <button type="submit" className={buttons.primary}>
          {t('signIn.enter')}
        </button>
        {fault !== undefined && <p role="alert">{t(`signIn.${fault}`)}</p>}
      </form>
    </main>
  );
};
