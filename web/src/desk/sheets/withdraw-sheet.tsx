/** The last card comes off its seat again: it was misread, or it should not lie there. The log keeps both. */
import type { MishapKind } from '../../../../src/round/mishap.js';
import { nextSeat } from '../../../../src/punto-banco/coup.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-room.js';
import { seatText } from '../told-line.js';
import { useDesk, useDeskView } from '../use-desk.js';
import { cardText, useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';

/** Whether the card is set aside follows from why it comes off. */
const REASONS = [
  'misread',
  'wrong_third_card',
  'extra_card',
  'card_exposed',
] as const satisfies readonly MishapKind[];

export const WithdrawSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useDeskWords();
  const desk = useDesk();
  const copy = useDeskView((view) => view.copy);
  const isDealing = (copy?.suspended?.from ?? copy?.phase) === 'dealing';
  const cards = isDealing ? (copy?.round?.cards ?? []) : [];
  const card = cards.at(-1);
  const seat = nextSeat(cards.slice(0, -1));
  const withdraw = (reason: (typeof REASONS)[number] | undefined) => {
    if (reason === undefined || card === undefined) return;
    void desk.do('card:withdraw', { reason, setAside: reason !== 'misread' });
    onClose();
  };
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      else withdraw(REASONS[Number(key) - 1]);
      return true;
    },
  });
  const lead =
    card === undefined || seat === undefined
      ? t('withdraw.none')
      : t('withdraw.lead', {
          card: cardText(card),
          seat: seatText(`${seat.side}_${seat.position}`, t),
        });
  return (
    <Sheet name="withdraw" title={t('withdraw.title')} onClose={onClose}>
      <p className="big-lead">{lead}</p>
      {card !== undefined && (
        <div className="choices">
          {REASONS.map((reason, index) => (
            <DeskButton key={reason} cap={`${index + 1}`} onPress={() => withdraw(reason)}>
              {t(`withdraw.${reason}`)}
            </DeskButton>
          ))}
        </div>
      )}
    </Sheet>
  );
};
