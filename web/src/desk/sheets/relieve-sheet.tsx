/** Change of dealer: whoever takes over signs in at the same desk, and then takes the table. */
import { useState } from 'react';
import { BadgeForm } from '../../staff/badge-form.js';
import type { Member } from '../../staff/member.js';
import { type GivenPin, OwnPin } from '../../staff/own-pin.js';
import { isCardOf } from '../box.js';
import { useBadgeScan } from '../use-badge-scan.js';
import { Sheet } from './sheet.js';
import { useDesk } from '../use-desk.js';
import { useSheetWords } from './words.js';
import styles from './relieve-sheet.module.css';

interface Props {
  readonly onClose: () => void;
  readonly onRelieved: (member: Member) => void;
}

export const RelieveSheet = ({ onClose, onRelieved }: Props) => {
  const own = useSheetWords();
  const desk = useDesk();
  const [given, setGiven] = useState<GivenPin>();
  const takesOver = (member: Member) => void desk.letIn(member.id).then(() => onRelieved(member));
  useBadgeScan({
    key: (key) => {
      if (key === 'Escape') onClose();
      return key === 'Escape';
    },
    isCard: (code) => isCardOf(desk, code),
  });
  return (
    <Sheet name="relieve" title={own('relieve.title')} lead={own('relieve.lead')} onClose={onClose}>
      {given === undefined ? (
        <BadgeForm
          className={styles.badgeForm}
          roles={ROLES}
          label={own('relieve.enter')}
          onSignedIn={(member, badgeAndPin, pinBy) => {
            if (pinBy === null) takesOver(member);
            else setGiven({ ...badgeAndPin, member, pinBy });
          }}
        />
      ) : (
        <OwnPin className={styles.badgeForm} given={given} onSignedIn={takesOver} />
      )}
    </Sheet>
  );
};

const ROLES = ['dealer', 'shift_manager'] as const;
