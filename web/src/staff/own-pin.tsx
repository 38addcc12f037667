/** Whoever signs in by a PIN that somebody else gave and still knows chooses another one. */
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlainPin } from '../../../src/protocol/pin.js';
import { classes } from '../classes.js';
import { focused } from '../focused.js';
import { lockTimeText } from './lock-time.js';
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
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
  /** By the PIN that was chosen, or by the given one where that is left for later. */
  readonly onSignedIn: (member: Member) => void;
}

/**
 * Besides what the studio says: the two are not the same, or it is the one that was given, or one
 * that is tried first.
 */
const OWN_FAULTS = ['other', 'given', 'plain'] as const;
type OwnFault = (typeof OWN_FAULTS)[number];
type Fault = SignInFault | OwnFault;

const isOwn = (fault: Fault): fault is OwnFault => OWN_FAULTS.some((each) => each === fault);

const FIELDS = ['next', 'again'] as const;

export const OwnPin = ({ given, className, onSignedIn }: Props) => {
  const { t, i18n } = useTranslation('staff');
  const title = useId();
  const [fault, setFault] = useState<{
    readonly why: Fault;
    readonly untilMs?: number | undefined;
  }>();
  const [isAsking, setAsking] = useState(false);
  const textOf = ({ why, untilMs }: NonNullable<typeof fault>) =>
    isOwn(why)
      ? t(`ownPin.${why}`)
      : t(`refusal.${why}`, {
          time: untilMs === undefined ? '' : lockTimeText(untilMs, i18n.language),
        });
  const choose = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAsking) return;
    const { next, again } = Object.fromEntries(new FormData(event.currentTarget));
    if (typeof next !== 'string' || next !== again) return setFault({ why: 'other' });
    if (next === given.pin) return setFault({ why: 'given' });
    if (isPlainPin(next)) return setFault({ why: 'plain' });
    setAsking(true);
    const answer = await chooseOwnPin(given, next);
    setAsking(false);
    if (answer.ok) onSignedIn(answer.member);
    else setFault({ why: answer.refusal, untilMs: answer.untilMs });
  };
  return (
    <form
      className={classes(styles.badgeForm, className)}
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
      <p role="alert" data-own-pin-refused={fault?.why}>
        {fault && textOf(fault)}
      </p>
    </form>
  );
};
