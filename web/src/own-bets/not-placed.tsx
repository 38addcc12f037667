/**
 * Why the last favourite was not placed. It is said at the table, too, which a sheet may hide; so a
 * screen reader hears it from there alone.
 */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import { useSeat } from '../studio/use-studio.js';
import { noticeText } from '../table/notice-text.js';
import type { SeatStore } from '../table/seat-store.js';
import notes from '../look/notes.module.css';

export const NotPlaced = ({ seat }: { readonly seat: SeatStore }) => {
  const { t, i18n } = useTranslation();
  const settings = useSeat(seat, ({ copy }) => copy?.settings);
  const known = useSeat(seat, (view) => view.known);
  const notice = useSeat(seat, ({ notices }) =>
    notices.find((each) => each.kind === 'refusal' && each.bet.kind === 'place_all'),
  );
  if (settings === undefined || notice === undefined) return null;
  const money = (value: bigint) =>
    moneyText(value, settings.currency, i18n.language, { whole: true });
  return <p className={notes.fault}>{noticeText({ t, money, settings, known }, notice)}</p>;
};
