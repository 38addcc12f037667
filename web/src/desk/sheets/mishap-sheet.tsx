/** What can go wrong, each with what the dealer does about it. Choosing one stops the table and tells the shift manager. */
import { useState } from 'react';
import { MISHAPS, type MishapKind } from '../../../../src/round/mishap.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-room.js';
import { useDesk } from '../use-desk.js';
import { useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';

const CAPS = '123456789ABCDEFGHI';
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const MishapSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useDeskWords();
  const desk = useDesk();
  const [isCounting, setCounting] = useState(false);
  const report = (mishap: MishapKind, cards?: number) => {
    void desk.do('mishap:report', { mishap, ...(cards !== undefined && { cards }) });
    onClose();
  };
  const choose = (mishap: MishapKind | undefined) => {
    if (mishap === 'cards_dropped') setCounting(true);
    else if (mishap !== undefined) report(mishap);
  };
  useKeys({
    key: (key) => {
      if (key === 'Escape') {
        if (isCounting) setCounting(false);
        else onClose();
      } else if (!isCounting) choose(MISHAPS[CAPS.indexOf(key)]);
      else if (COUNTS.includes(Number(key))) report('cards_dropped', Number(key));
      return true;
    },
  });
  if (isCounting) {
    return (
      <Sheet name="dropped" title={t('mishaps.cards')} onClose={() => setCounting(false)}>
        <div className="counts">
          {COUNTS.map((count) => (
            <DeskButton key={count} cap={`${count}`} onPress={() => report('cards_dropped', count)}>
              {count}
            </DeskButton>
          ))}
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet name="mishap" title={t('mishaps.title')} lead={t('mishaps.lead')} onClose={onClose}>
      <div className="mishaps">
        {MISHAPS.map((mishap, index) => (
          <DeskButton key={mishap} cap={CAPS.charAt(index)} onPress={() => choose(mishap)}>
            <strong>{t(`mishap.${mishap}.name`)}</strong>
            <small>{t(`mishap.${mishap}.do`)}</small>
          </DeskButton>
        ))}
      </div>
    </Sheet>
  );
};
