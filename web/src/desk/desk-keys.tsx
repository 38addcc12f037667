/** Everything but the next thing: a key for each, and a button for whoever has a hand free. */
import { DeskButton } from './desk-button.js';
import { usableKeys } from './usable-keys.js';
import { CALL_KEY, SHEET_CAPS } from './key-caps.js';
import type { Does } from './use-desk-keys.js';
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

const SHEETS = Object.keys(WORDS) as readonly (keyof typeof WORDS)[];

export const DeskKeys = ({ does }: { readonly does: Does }) => {
  const t = useDeskWords();
  const usable = usableKeys(
    useDeskView((view) => view),
    useStep(),
  );
  return (
    <nav className={styles.deskKeys} data-part="keys">
      <DeskButton
        cap={CALL_KEY}
        className={styles.call}
        isOff={!usable.has('call')}
        onPress={does.call}
      >
        {t('keys.call')}
      </DeskButton>
      {SHEETS.map((sheet) => (
        <DeskButton
          key={sheet}
          cap={SHEET_CAPS[sheet]}
          isOff={!usable.has(sheet)}
          onPress={() => does.open(sheet)}
        >
          {t(WORDS[sheet])}
        </DeskButton>
      ))}
    </nav>
  );
};
