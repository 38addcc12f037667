/** What the Bead Plate shows: who won, or with what total. Kept in this browser. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bead-switch.module.css';
import { browserKeeps } from '../browser-keeps.js';

const KEY = 'sabot.beads';
const SHOWN = ['results', 'totals'] as const;
type BeadsShow = (typeof SHOWN)[number];

export const useBeadsShow = () => {
  const [show, setShow] = useState<BeadsShow>(() =>
    browserKeeps.getItem(KEY) === 'totals' ? 'totals' : 'results',
  );
  const choose = (next: BeadsShow): void => {
    browserKeeps.setItem(KEY, next);
    setShow(next);
  };
  return [show, choose] as const;
};

interface Props {
  readonly show: BeadsShow;
  readonly onChoose: (show: BeadsShow) => void;
}

export const BeadSwitch = ({ show, onChoose }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={styles.beadSwitch} role="group" aria-label={t('roads.beads.title')}>
      {SHOWN.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={show === each}
          data-beads={each}
          onClick={() => onChoose(each)}
        >
          {t(`roads.beads.${each}`)}
        </button>
      ))}
    </div>
  );
};
