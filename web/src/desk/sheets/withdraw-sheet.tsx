/**
 * The last card is taken off its seat again, because it was misread or should not be there. The log
 * keeps both cards.
 */
import type { MalfunctionKind } from '../../../../src/round/malfunction.js';
import { nextSeat } from '../../../../src/punto-banco/coup.js';
import { DeskButton } from '../desk-button.js';
import { WITHDRAW_CAPS } from '../key-caps.js';
import { useKeys } from '../key-scope.js';
import { seatText } from '../notice-line.js';
import { usableKeys } from '../usable-keys.js';
import { useDeskView } from '../use-desk.js';
import { useStep } from '../use-step.js';
import { cardText, useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';
import { useSheetCommand } from './use-sheet-command.js';
import { useSheetWords } from './words.js';
import choices from '../choices.module.css';
import sheet from './sheet.module.css';

/** Whether the card is set aside follows from why it is taken off. */
const REASONS = [
  'misread',
  'wrong_third_card',
  'extra_card',
  'card_exposed',
] as const satisfies readonly MalfunctionKind[];

export const WithdrawSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const { give, isUnanswered } = useSheetCommand(onClose);
  const view = useDeskView((all) => all);
  const { copy } = view;
  // While the sheet waits for its answer, the card may have been taken off.
  const mayWithdraw = usableKeys(view, useStep()).has('withdraw');
  const isDealing = (copy?.suspended?.from ?? copy?.phase) === 'dealing';
  const cards = isDealing ? (copy?.round?.cards ?? []) : [];
  const card = cards.at(-1);
  const seat = nextSeat(cards.slice(0, -1));
  const isOff = (reason: MalfunctionKind) =>
    !mayWithdraw || (reason === 'wrong_third_card' && seat?.position !== 3);
  const withdraw = (reason: (typeof REASONS)[number] | undefined) => {
    if (reason === undefined || seat === undefined || isOff(reason)) return;
    void give('card:withdraw', {
      reason,
      setAside: reason !== 'misread',
      game: copy?.round?.game,
      seat: `${seat.side}_${seat.position}`,
    });
  };
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      else withdraw(REASONS.find((reason) => WITHDRAW_CAPS[reason] === key));
      return true;
    },
  });
  const lead =
    card === undefined || seat === undefined
      ? own('withdraw.none')
      : own('withdraw.lead', {
          card: cardText(card),
          seat: seatText(`${seat.side}_${seat.position}`, t),
        });
  return (
    <Sheet
      name="withdraw"
      title={own('withdraw.title')}
      isUnanswered={isUnanswered}
      onClose={onClose}
    >
      <p className={sheet.bigLead}>
        {lead}
        {copy?.phase === 'suspended' && ` · ${own('withdraw.onWord')}`}
      </p>
      {card !== undefined && (
        <div className={choices.choices}>
          {REASONS.map((reason) => (
            <DeskButton
              key={reason}
              cap={WITHDRAW_CAPS[reason]}
              isOff={isOff(reason)}
              onPress={() => withdraw(reason)}
            >
              {own(`withdraw.${reason}`)}
            </DeskButton>
          ))}
        </div>
      )}
    </Sheet>
  );
};
