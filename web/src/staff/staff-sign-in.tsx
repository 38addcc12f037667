/** The way in for the staff: badge and PIN, and why the last sign-in holds no longer. */
import { useTranslation } from 'react-i18next';
import { BadgeForm } from './badge-form.js';
import { LanguageSwitch } from './language-switch.js';
import type { StaffRole } from './member.js';
import type { SignedIn } from './use-member.js';
import styles from './staff-sign-in.module.css';

interface Given {
  readonly page: 'dealer' | 'pit';
  readonly roles: readonly StaffRole[];
  readonly signedIn: SignedIn;
}

export const StaffSignIn = ({ page, roles, signedIn: { told, signIn } }: Given) => {
  const { t } = useTranslation('staff');
  return (
    <main className={styles.staffSignIn}>
      <h1>
        Sabot <span>{t(`title.${page}`)}</span>
      </h1>
      {told !== undefined && (
        <p className={styles.told} role="status" data-told={told}>
          {t(`told.${told}`)}
        </p>
      )}
      <BadgeForm roles={roles} label={t('enter')} onSignedIn={signIn} />
      <LanguageSwitch />
    </main>
  );
};
