/**
 * One malfunction, before it is reported. Enter stops the table and calls the shift manager. Some
 * need words, which are typed here.
 */
import { type FormEvent, useRef } from 'react';
import { focused } from '../../focused.js';
import type { MalfunctionKind } from '../../../../src/round/malfunction.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-scope.js';
import { useDesk } from '../use-desk.js';
import { useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';
import { useSheetCommand } from './use-sheet-command.js';
import { classes } from '../../classes.js';
import { useSheetWords } from './words.js';
import alarm from '../alarm.module.css';
import styles from './report-sheet.module.css';

/** What nobody can see on the table is described in words. */
const WORDED = ['forgotten_button', 'wrong_payment', 'other'] as const satisfies MalfunctionKind[];
const NOTE_MAX = 400;

interface Props {
  readonly malfunction: MalfunctionKind;
  /** How many fell. Undefined where none did. */
  readonly cards: number | undefined;
  readonly onClose: () => void;
}

export const ReportSheet = ({ malfunction, cards, onClose }: Props) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const { give, isUnanswered } = useSheetCommand(onClose);
  const worded = WORDED.find((each) => each === malfunction);
  const desk = useDesk();
  /** At the first try. The next one may be the same report, done already. */
  const seen = useRef<{ readonly game: string | null; readonly dropped: number }>(undefined);
  const report = (note: string) => {
    const { copy } = desk.store.getState();
    const { dropped } = copy?.desk ?? {};
    if (dropped !== undefined) seen.current ??= { game: copy?.round?.game ?? null, dropped };
    const counted = cards !== undefined && { cards, seen: seen.current };
    void give('malfunction:report', { malfunction, ...counted, ...(note !== '' && { note }) });
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
      <form
        className={classes(styles.report, alarm.alarm)}
        onSubmit={submit}
        data-malfunction={malfunction}
      >
        <strong className={alarm.sign}>{own('report.heading')}</strong>
        <p className={styles.what}>
          {t(`malfunctionName.${malfunction}`)}
          {cards !== undefined && ` · ${own('report.cards', { count: cards })}`}
        </p>
        <p>{t(`malfunction.${malfunction}.do`)}</p>
        {worded !== undefined && (
          <label>
            {t(`malfunction.${worded}.ask`)}
            <input
              name="note"
              required
              ref={focused}
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
