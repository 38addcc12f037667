/** Change of dealer: whoever takes over signs in at the same desk, and takes the table then. */
import { BadgeForm } from '../../staff/badge-form.js';
import type { Member } from '../../staff/member.js';
import { useBadgeScan } from '../use-badge-scan.js';
import { useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';
import styles from './relieve-sheet.module.css';

interface Given {
  readonly onClose: () => void;
  readonly onRelieved: (member: Member) => void;
}

export const RelieveSheet = ({ onClose, onRelieved }: Given) => {
  const t = useDeskWords();
  useBadgeScan((key) => {
    if (key === 'Escape') onClose();
    return key === 'Escape';
  });
  return (
    <Sheet name="relieve" title={t('relieve.title')} lead={t('relieve.lead')} onClose={onClose}>
      <BadgeForm
        className={styles.badgeForm}
        roles={ROLES}
        label={t('relieve.enter')}
        onSignedIn={onRelieved}
      />
    </Sheet>
  );
};

const ROLES = ['dealer', 'shift_manager'] as const;
