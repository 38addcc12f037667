/** The sign-in for the staff: badge and PIN, and why the last sign-in is no longer valid. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BadgeForm } from './badge-form.js';
import { LanguageSwitch } from './language-switch.js';
import type { MemberRole } from './member.js';
import { type GivenPin, OwnPin } from './own-pin.js';
import type { SignedInMember } from './use-member.js';
import styles from './staff-sign-in.module.css';

interface Props {
  readonly page: 'dealer' | 'pit';
  readonly roles: readonly MemberRole[];
  readonly signedIn: SignedInMember;
}

export const StaffSignIn = ({ page, roles, signedIn: { notice, signIn } }: Props) => {
  const { t } = useTranslation('staff');
  const [given, setGiven] = useState<GivenPin>();
  return (
    <main className={styles.staffSignIn}>
      <h1>
        Sabot <span>{t(`title.${page}`)}</span>
      </h1>
      {notice !== undefined && (
        <p className={styles.notice} role="status" data-notice={notice}>
          {t(`notice.${notice}`)}
        </p>
      )}
      {given === undefined ? (
        <BadgeForm
          roles={roles}
          label={t('enter')}
          onSignedIn={(member, badgeAndPin, pinBy) => {
            if (pinBy === null) signIn(member);
            else setGiven({ ...badgeAndPin, member, pinBy });
          }}
        />
      ) : (
        <OwnPin given={given} onSignedIn={signIn} />
      )}
      <LanguageSwitch />
    </main>
  );
};
