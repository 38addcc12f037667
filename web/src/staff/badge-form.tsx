/** Badge and PIN, and what the studio says to them. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focused } from '../focused.js';
import { lockTimeText } from './lock-time.js';
import type { Member, MemberRole } from './member.js';
import { type BadgeAndPin, type SignInFault, signInStaff } from './sign-in.js';
import { classes } from '../classes.js';
import buttons from '../look/button.module.css';
import styles from './badge-form.module.css';

interface Props {
  /** The roles that may sign in here. */
  readonly roles: readonly MemberRole[];
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
  /** The form’s button. */
  readonly label: string;
  /** `pinBy` gave the PIN, and knows it. */
  readonly onSignedIn: (member: Member, given: BadgeAndPin, pinBy: string | null) => void;
}

interface Refused {
  readonly refusal: SignInFault;
  readonly untilMs: number | undefined;
}

export const BadgeForm = ({ roles, className, label, onSignedIn }: Props) => {
  const { t, i18n } = useTranslation('staff');
  const [refused, setRefused] = useState<Refused>();
  const [isAsking, setAsking] = useState(false);
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAsking) return;
    const form = event.currentTarget;
    const { badge, pin } = Object.fromEntries(new FormData(form));
    setAsking(true);
    const given = { badge: textOf(badge).trim(), pin: textOf(pin) };
    const answer = await signInStaff(given);
    setAsking(false);
    if (answer.ok && roles.includes(answer.member.role)) {
      return onSignedIn(answer.member, given, answer.pinBy);
    }
    setRefused(answer.ok ? { refusal: 'not_here', untilMs: undefined } : answer);
    const field = form.elements.namedItem('pin') as HTMLInputElement;
    field.value = '';
    field.focus();
  };
  return (
    <form
      className={classes(styles.badgeForm, className)}
      data-part="badge-form"
      onSubmit={(event) => void signIn(event)}
    >
      <label>
        {t('badge')}
        <input
          name="badge"
          required
          maxLength={64}
          ref={focused}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </label>
      <label>
        {t('pin')}
        <input
          name="pin"
          type="password"
          required
          maxLength={128}
          inputMode="numeric"
          autoComplete="off"
        />
      </label>
      <button type="submit" className={buttons.primary} disabled={isAsking}>
        {label}
      </button>
      <p role="alert" data-sign-in-refused={refused?.refusal}>
        {refused && t(`refusal.${refused.refusal}`, { time: timeOf(refused, i18n.language) })}
      </p>
    </form>
  );
};

const textOf = (value: FormDataEntryValue | undefined): string =>
  typeof value === 'string' ? value : '';

const timeOf = ({ untilMs }: Refused, language: string): string =>
  untilMs === undefined ? '' : lockTimeText(untilMs, language);
