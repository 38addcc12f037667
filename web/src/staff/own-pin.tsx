/** Whoever signs in by a PIN that somebody else gave and still knows chooses another one. */
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focused } from '../focused.js';
import type { Member } from './member.js';
import { type BadgeAndPin, type SignInFault, chooseOwnPin } from './sign-in.js';
import buttons from '../look/button.module.css';
import styles from './badge-form.module.css';

/** Who has signed in, and by which badge and PIN. */
export interface GivenPin extends BadgeAndPin {
  readonly member: Member;
  /** Who gave the PIN. */
  readonly pinBy: string;
}

interface Props {
  readonly given: GivenPin;
  /** By the PIN that was chosen, or by the given one where that is left for later. */
  readonly onSignedIn: (member: Member) => void;
}

const FIELDS = ['next', 'again'] as const;

export const OwnPin = ({ given, onSignedIn }: Props) => {
  const { t } = useTranslation('staff');
  const title = useId();
  const [fault, setFault] = useState<SignInFault | 'other'>();
  const [isAsking, setAsking] = useState(false);
  const choose = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAsking) return;
    const { next, again } = Object.fromEntries(new FormData(event.currentTarget));
    if (typeof next !== 'string' || next !== again) return setFault('other');
    setAsking(true);
    const answer = await chooseOwnPin(given, next);
    setAsking(false);
    if (answer.ok) onSignedIn(answer.member);
    else setFault(answer.refusal);
  };
  return (
    <form
      className={styles.badgeForm}
      data-part="own-pin"
      aria-labelledby={title}
      onSubmit={(event) => void choose(event)}
    >
      <p id={title}>{t('ownPin.why', { name: given.pinBy })}</p>
      {FIELDS.map((field) => (
        <label key={field}>
          {t(`ownPin.${field}`)}
          <input
            name={field}
            type="password"
            required
            minLength={6}
            maxLength={128}
            autoComplete="new-password"
            {...(field === 'next' && { ref: focused })}
          />
        </label>
      ))}
      <button type="submit" className={buttons.primary} disabled={isAsking}>
        {t('ownPin.choose')}
      </button>
      <button
        type="button"
        data-do="later"
        disabled={isAsking}
        onClick={() => onSignedIn(given.member)}
      >
        {t('ownPin.later')}
      </button>
      <p role="alert" data-own-pin-refused={fault}>
        {fault && t(fault === 'other' ? 'ownPin.other' : `refusal.${fault}`)}
      </p>
    </form>
  );
};
