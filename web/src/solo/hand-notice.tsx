/**
 * Says what became of a hand whose room the player is not in: voided by the house, played by it, or
 * kept for its player. It is heard in every room and at every table, and stays until it was seen.
 */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import banners from '../studio/banner.module.css';
import { useCurrency } from '../studio/own-player.js';
import { useSetTimes } from '../studio/set-times.js';
import { useLine, useStudio } from '../studio/use-studio.js';
import type { RoomProps } from './room-props.js';
import { useSoloWords } from './words.js';

const HandNotice = ({ seat, onPlay }: Pick<RoomProps, 'seat' | 'onPlay'>) => {
  const { t, i18n } = useTranslation();
  const own = useSoloWords();
  const studio = useStudio();
  const currency = useCurrency(seat);
  const { kept } = useSetTimes();
  const [first] = useLine((line) => line.hands);
  if (first === undefined) return null;
  const { game, hand, reason } = first;
  const money = (digits: string) => moneyText(BigInt(digits), currency, i18n.language);
  return (
    <div className={banners.banner} role="alert" data-hand-notice={reason} data-hand={hand}>
      <span>
        {own(`game.${game}`)}:{' '}
        {own(`changed.${reason}`, {
          hand,
          kept,
          taken: money(first.taken),
          paid: money(first.paid),
        })}
      </span>
      {reason === 'kept' && (
        <button type="button" data-command="back" onClick={() => onPlay(game)}>
          {own('goBack')}
        </button>
      )}
      <button type="button" data-command="seen" onClick={() => studio.seenHand()}>
        {t('line.seen')}
      </button>
    </div>
  );
};
export default HandNotice;
