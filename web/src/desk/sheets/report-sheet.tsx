/** One mishap, before it is reported: Enter stops the table and calls the shift manager. Some need words; they are typed here. */
import type { FormEvent } from 'react';
import type { MishapKind } from '../../../../src/round/mishap.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-room.js';
import { useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';
import { useSheetCommand } from './use-sheet-command.js';
import { classes } from '../../classes.js';
import { useSheetWords } from './words.js';
import alarm from '../alarm.module.css';
import styles from './report-sheet.module.css';

/** What nobody can see on the table is said in words. */
const WORDED = ['forgotten_button', 'wrong_payment', 'other'] as const satisfies MishapKind[];
const NOTE_MAX = 400;

interface Given {
  readonly mishap: MishapKind;
  /** How many fell; undefined where none did. */
  readonly cards: number | undefined;
  readonly onClose: () => void;
}

export const ReportSheet = ({ mishap, cards, onClose }: Given) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const { give, isUnanswered } = useSheetCommand(onClose);
  const worded = WORDED.find((each) => each === mishap);
  const report = (note: string) => {
    const counted = cards !== undefined && { cards };
    void give('mishap:report', { mishap, ...counted, ...(note !== '' && { note }) });
  };
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      else if (key === 'Enter' && worded === undefined) report('');
      return true;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { note } = Object.fromEntries(new FormData(event.currentTarget));
    const words = typeof note === 'string' ? note.trim() : '';
    if (words !== '' || worded === undefined) report(words);
  };
  return (
    <Sheet name="report" title={own('report.title')} isUnanswered={isUnanswered} onClose={onClose}>
      <form className={classes(styles.report, alarm.alarm)} onSubmit={submit} data-mishap={mishap}>
        <strong className={alarm.sign}>{own('report.heading')}</strong>
        <p className={styles.what}>
          {t(`mishapName.${mishap}`)}
          {cards !== undefined && ` · ${own('report.cards', { count: cards })}`}
        </p>
        <p>{t(`mishap.${mishap}.do`)}</p>
        {worded !== undefined && (
          <label>
            {t(`mishap.${worded}.ask`)}
            <input
              name="note"
              required
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={NOTE_MAX}
            />
          </label>
        )}
        <DeskButton cap={t('keys.next')} isPrimary submits>
          {own('report.enter')}
        </DeskButton>
      </form>
    </Sheet>
  );
};
