/** What became of the last scan, or of the last command. */
import { isKnownRefusal } from './refusal-words.js';
import type { DeskNotice } from './notice.js';
import { takesScan } from './step.js';
import { useDeskView } from './use-desk.js';
import { useStep } from './use-step.js';
import { type DeskWords, cardText, useDeskWords } from './words.js';
import { classes } from '../classes.js';
import styles from './notice-line.module.css';

const BAD: ReadonlySet<DeskNotice['kind']> = new Set([
  'refused',
  'unknown',
  'dropped',
  'torn',
  'slow',
  'notKept',
]);

export const NoticeLine = () => {
  const t = useDeskWords();
  const notice = useDeskView((view) => view.notice);
  const step = useStep();
  const isBad = notice !== undefined && BAD.has(notice.kind);
  return (
    <p
      className={classes(styles.notice, isBad && styles.bad)}
      data-part="notice"
      role="status"
      data-notice={notice?.kind}
      data-refusal={notice?.kind === 'refused' ? notice.refusal : undefined}
    >
      {notice !== undefined && (
        <>
          <b aria-hidden="true">{isBad ? '✗' : '✓'}</b> {wordsOf(notice, t)}
          {step !== undefined && takesScan(step) && isToScan(notice) && ` ${t('notice.again')}`}
        </>
      )}
    </p>
  );
};

/** The scan failed by itself. Whether it may be made again depends on the next thing to do. */
const isToScan = (notice: DeskNotice): boolean =>
  notice.kind === 'torn' || (notice.kind === 'refused' && TO_SCAN.has(notice.refusal));

const TO_SCAN: ReadonlySet<string> = new Set(['unreadable_code', 'scan_out_of_order']);

const wordsOf = (notice: DeskNotice, t: DeskWords): string => {
  switch (notice.kind) {
    case 'taken':
    case 'byHand':
      return t(`notice.${notice.kind}`, {
        card: cardText(notice.card),
        seat: seatText(notice.seat, t),
      });
    case 'corrected':
    case 'withdrawn':
      return t(`notice.${notice.kind}`, {
        card: cardText(notice.card),
        seat: seatText(notice.seat, t),
      });
    case 'cut_card':
    case 'called':
    case 'torn':
    case 'notKept':
      return t(`notice.${notice.kind}`);
    case 'reported':
      return t('notice.reported', { malfunction: t(`malfunctionName.${notice.malfunction}`) });
    case 'unknown':
    case 'slow':
      return t(`notice.${notice.kind}`, { code: notice.what });
    case 'dropped':
      return t('notice.dropped', { codes: notice.codes.join(' ') });
    case 'refused': {
      const why = refusalText(notice.refusal, t);
      return notice.what === '' ? why : t('notice.refused', { code: notice.what, why });
    }
  }
};

const refusalText = (refusal: string, t: DeskWords): string =>
  isKnownRefusal(refusal) ? t(`refusal.${refusal}`) : t('refusal.internal_error');

export const seatText = (seat: string, t: DeskWords): string => t(`seat.${seat as 'punto_1'}`);
