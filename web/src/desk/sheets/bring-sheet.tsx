/** New cards whose box cannot be scanned: its number, by hand. */
import type { FormEvent } from 'react';
import { focused } from '../../focused.js';
import { useKeys } from '../key-scope.js';
import { isCardOf } from '../box.js';
import { useDesk } from '../use-desk.js';
import { Sheet } from './sheet.js';
import { useSheetCommand } from './use-sheet-command.js';
import { useSheetWords } from './words.js';
import buttons from '../../look/button.module.css';
import styles from './bring-sheet.module.css';

export const BringSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const own = useSheetWords();
  const desk = useDesk();
  const { give, isUnanswered } = useSheetCommand(onClose);
  const bring = (cards: string) => {
    if (cards !== '') void give('cards:bring', { cards });
  };
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      return key === 'Escape';
    },
    scan: (code) => {
      if (isCardOf(desk, code)) return false;
      bring(code);
      return true;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { cards } = Object.fromEntries(new FormData(event.currentTarget));
    bring(typeof cards === 'string' ? cards.trim() : '');
  };
  return (
    <Sheet name="bring" title={own('bring.title')} isUnanswered={isUnanswered} onClose={onClose}>
      <form className={styles.oneField} onSubmit={submit}>
        <label>
          {own('bring.lead')}
          <input
            name="cards"
            required
            ref={focused}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            pattern="[A-Za-z0-9_.\/:\-]+"
          />
        </label>
        <button type="submit" className={buttons.primary}>
          {own('bring.enter')}
        </button>
      </form>
    </Sheet>
  );
};
