/** What must not be overlooked, beside the next thing to do. */
import { useStore } from 'zustand';
import { useDesk, useDeskView, useSeconds } from './use-desk.js';
import { waitsForCard } from './step.js';
import { useStep } from './use-step.js';
import { type Warned, warningsOf } from './warnings.js';
import { type DeskWords, useDeskWords } from './words.js';
import styles from './warning-list.module.css';

export const WarningList = () => {
  const t = useDeskWords();
  const isCameraLost = useStore(useDesk().camera.store, ({ state }) => state === 'lost');
  const copy = useDeskView((view) => view.copy);
  const cardDueSinceMs = useDeskView((view) => view.cardDueSinceMs);
  const step = useStep();
  const dueSinceMs = step !== undefined && waitsForCard(step) ? cardDueSinceMs : undefined;
  const nowMs = useSeconds();
  const warned = copy === undefined ? [] : warningsOf(copy, nowMs, dueSinceMs, isCameraLost);
  return (
    <ul className={styles.warnings}>
      {warned.map((each) => (
        <li key={each.warning} data-warning={each.warning}>
          {wordsOf(each, t)}
        </li>
      ))}
    </ul>
  );
};

const wordsOf = ({ warning, count }: Warned, t: DeskWords): string => {
  switch (warning) {
    case 'cardsDueIn':
    case 'dropped':
      return t(`warn.${warning}`, { count });
    case 'scannerSilent':
      return t('warn.scannerSilent', { seconds: count });
    case 'lastHand':
    case 'lastHandNext':
    case 'newCardsDue':
    case 'closing':
    case 'streamLost':
    case 'cameraLost':
      return t(`warn.${warning}`);
  }
};
