/** What can go wrong, each with what the dealer does about it. Choosing one asks once more; then the table stops and the shift manager is told. */
import { useState } from 'react';
import { MISHAPS, type MishapKind } from '../../../../src/round/mishap.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-room.js';
import { COLLECTED_AT_LAST, phaseBeneath } from '../lying.js';
import { useDeskView } from '../use-desk.js';
import { useDeskWords } from '../words.js';
import { DroppedSheet } from './dropped-sheet.js';
import { ReportSheet } from './report-sheet.js';
import { Sheet } from './sheet.js';
import { useSheetWords } from './words.js';
import styles from './mishap-sheet.module.css';

const CAPS = '123456789ABCDEFGHI';
/** A third card is the fifth that falls. */
const CARDS_WITH_A_THIRD = 5;

export const MishapSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const [mishap, setMishap] = useState<MishapKind>();
  const [cards, setCards] = useState<number>();
  if (mishap === undefined) return <MishapList onChosen={setMishap} onClose={onClose} />;
  if (mishap === 'cards_dropped' && cards === undefined) {
    return <DroppedSheet onCounted={setCards} onClose={onClose} />;
  }
  return <ReportSheet mishap={mishap} cards={cards} onClose={onClose} />;
};

interface Given {
  readonly onChosen: (mishap: MishapKind) => void;
  readonly onClose: () => void;
}

const MishapList = ({ onChosen, onClose }: Given) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const hasThird = useHasThird();
  const isOff = (mishap: MishapKind) => mishap === 'wrong_third_card' && !hasThird;
  useKeys({
    key: (key) => {
      const mishap = MISHAPS[CAPS.indexOf(key)];
      if (key === 'Escape') onClose();
      else if (mishap !== undefined && !isOff(mishap)) onChosen(mishap);
      return true;
    },
  });
  return (
    <Sheet name="mishap" title={own('mishaps.title')} lead={own('mishaps.lead')} onClose={onClose}>
      <div className={styles.mishaps}>
        {MISHAPS.map((mishap, index) => (
          <DeskButton
            key={mishap}
            cap={CAPS.charAt(index)}
            isOff={isOff(mishap)}
            onPress={() => onChosen(mishap)}
          >
            <strong>{t(`mishapName.${mishap}`)}</strong>
            <small>{t(`mishap.${mishap}.do`)}</small>
          </DeskButton>
        ))}
      </div>
    </Sheet>
  );
};

/** Whether a third card lies that may be the wrong one. */
const useHasThird = (): boolean =>
  useDeskView(({ copy }) => {
    const isBare = copy === undefined || COLLECTED_AT_LAST.has(phaseBeneath(copy));
    return !isBare && (copy.round?.cards.length ?? 0) >= CARDS_WITH_A_THIRD;
  });
