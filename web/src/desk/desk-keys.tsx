/** Everything but the next thing: a key each, and a button for who has a hand free. */
import { DeskButton } from './desk-button.js';
import type { SheetName } from './open-sheet.js';
import { SHEET_KEYS } from './use-desk-keys.js';
import { useDesk } from './use-desk.js';
import { useDeskWords } from './words.js';

const WORDS = {
  withdraw: 'keys.withdraw',
  mishap: 'keys.mishap',
  hand: 'keys.hand',
  relieve: 'keys.relieve',
  shoe: 'keys.shoe',
  options: 'keys.options',
} as const;

export const DeskKeys = ({ onOpen }: { readonly onOpen: (sheet: SheetName) => void }) => {
  const t = useDeskWords();
  const desk = useDesk();
  return (
    <nav className="desk-keys">
      <DeskButton cap="C" className="call" onPress={() => void desk.do('manager:call', {})}>
        {t('keys.call')}
      </DeskButton>
      {Object.entries(SHEET_KEYS).map(
        ([cap, sheet]) =>
          sheet !== 'bring' && (
            <DeskButton key={cap} cap={cap} onPress={() => onOpen(sheet)}>
              {t(WORDS[sheet])}
            </DeskButton>
          ),
      )}
    </nav>
  );
};
