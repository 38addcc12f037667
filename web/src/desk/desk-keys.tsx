/** Everything but the next thing: a key for each, and a button for whoever has a hand free. */
import { DeskButton } from './desk-button.js';
import { usableKeys } from './usable-keys.js';
import { type Does, SHEET_KEYS } from './use-desk-keys.js';
import { useDeskView } from './use-desk.js';
import { useStep } from './use-step.js';
import { useDeskWords } from './words.js';
import styles from './desk-keys.module.css';

const WORDS = {
  withdraw: 'keys.withdraw',
  malfunction: 'keys.malfunction',
  hand: 'keys.hand',
  relieve: 'keys.relieve',
  shoe: 'keys.shoe',
  options: 'keys.options',
} as const;

export const DeskKeys = ({ does }: { readonly does: Does }) => {
  const t = useDeskWords();
  const usable = usableKeys(
    useDeskView((view) => view),
    useStep(),
  );
  return (
    <nav className={styles.deskKeys} data-part="keys">
      <DeskButton cap="C" className={styles.call} isOff={!usable.has('call')} onPress={does.call}>
        {t('keys.call')}
      </DeskButton>
      {Object.entries(SHEET_KEYS).map(
        ([cap, sheet]) =>
          sheet !== 'bring' && (
            <DeskButton
              key={cap}
              cap={cap}
              isOff={!usable.has(sheet)}
              onPress={() => does.open(sheet)}
            >
              {t(WORDS[sheet])}
            </DeskButton>
          ),
      )}
    </nav>
  );
};
