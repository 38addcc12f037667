/**
 * Why the last favourite was not placed. It is said at the table, too, which a sheet may hide; so a
 * screen reader hears it from there alone.
 */
import { useSeat } from '../studio/use-studio.js';
import { noticeText } from '../table/notice-text.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { useNoticeWords } from '../table/use-notice-words.js';
import notes from '../look/notes.module.css';

export const NotPlaced = ({ seat }: { readonly seat: SeatViewStore }) => {
  const words = useNoticeWords(seat);
  const notice = useSeat(seat, ({ notices }) =>
    notices.find((each) => each.kind === 'refusal' && each.bet.kind === 'place_all'),
  );
  if (words === undefined || notice === undefined) return null;
  return <p className={notes.fault}>{noticeText(words, notice)}</p>;
};
