/** Why play goes on. The shift manager says it at the desk, as from the pit. */
import { useState } from 'react';
import { useDesk } from '../use-desk.js';
import { useSheetCommand } from './use-sheet-command.js';
import { WordsSheet } from './words-sheet.js';
import { useSheetWords } from './words.js';

const REASON_MAX = 200;

export const ResumeSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const own = useSheetWords();
  const { give, isUnanswered } = useSheetCommand(onClose);
  // The reason is for what the table had stopped for as the sheet was opened.
  const { store } = useDesk();
  const [sinceMs] = useState(() => store.getState().copy?.suspended?.sinceMs);
  const resume = (reason: string): boolean => {
    void give('table:resume', { reason, ...(sinceMs !== undefined && { sinceMs }) });
    return true;
  };
  return (
    <WordsSheet
      name="resume"
      title={own('malfunctions.resuming')}
      question={own('why')}
      enter={own('malfunctions.resume')}
      maxLength={REASON_MAX}
      isUnanswered={isUnanswered}
      onWords={resume}
      onClose={onClose}
    />
  );
};
