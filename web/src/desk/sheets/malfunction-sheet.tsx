/**
 * What can go wrong, each with what the dealer does about it. Choosing one asks once more. Then the
 * table stops and the shift manager is notified, who says here that play goes on.
 */
import { useState } from 'react';
import { mayDo } from '../../../../src/protocol/operations.js';
import { MALFUNCTIONS, type MalfunctionKind } from '../../../../src/round/malfunction.js';
import { DeskButton } from '../desk-button.js';
import { RESUME_KEY, malfunctionCap } from '../key-caps.js';
import { useKeys } from '../key-scope.js';
import { COLLECTED_AT_LAST, phaseBeneath } from '../uncollected-cards.js';
import { useDesk, useDeskView } from '../use-desk.js';
import { useDeskWords } from '../words.js';
import { DroppedSheet } from './dropped-sheet.js';
import { ReportSheet } from './report-sheet.js';
import { ResumeSheet } from './resume-sheet.js';
import { Sheet } from './sheet.js';
import { useSheetWords } from './words.js';
import styles from './malfunction-sheet.module.css';

/** Where a card is the fifth, it is a third card. */
const CARDS_WITH_A_THIRD = 5;

export const MalfunctionSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const [malfunction, setMalfunction] = useState<MalfunctionKind>();
  const [cards, setCards] = useState<number>();
  const [isResuming, setResuming] = useState(false);
  if (isResuming) return <ResumeSheet onClose={onClose} />;
  if (malfunction === undefined) {
    const resume = () => setResuming(true);
    return <MalfunctionList onChosen={setMalfunction} onResume={resume} onClose={onClose} />;
  }
  if (malfunction === 'cards_dropped' && cards === undefined) {
    return <DroppedSheet onCounted={setCards} onClose={onClose} />;
  }
  return <ReportSheet malfunction={malfunction} cards={cards} onClose={onClose} />;
};

interface Props {
  readonly onChosen: (malfunction: MalfunctionKind) => void;
  readonly onResume: () => void;
  readonly onClose: () => void;
}

const MalfunctionList = ({ onChosen, onResume, onClose }: Props) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const hasThird = useHasThird();
  const { role } = useDesk().member;
  const isSuspended = useDeskView(({ copy }) => copy?.phase === 'suspended');
  const mayResume = isSuspended && mayDo(role, 'table:resume');
  const isOff = (malfunction: MalfunctionKind) => malfunction === 'wrong_third_card' && !hasThird;
  useKeys({
    key: (key) => {
      const malfunction = MALFUNCTIONS.find((each) => malfunctionCap(each) === key);
      if (key === 'Escape') onClose();
      else if (key === RESUME_KEY && mayResume) onResume();
      else if (malfunction !== undefined && !isOff(malfunction)) onChosen(malfunction);
      return true;
    },
  });
  return (
    <Sheet
      name="malfunction"
      title={own('malfunctions.title')}
      lead={own('malfunctions.lead')}
      onClose={onClose}
    >
      {mayResume && (
        <DeskButton cap={RESUME_KEY} isPrimary onPress={onResume}>
          {own('malfunctions.resume')}
        </DeskButton>
      )}
      <div className={styles.malfunctions}>
        {MALFUNCTIONS.map((malfunction) => (
          <DeskButton
            key={malfunction}
            cap={malfunctionCap(malfunction)}
            isOff={isOff(malfunction)}
            onPress={() => onChosen(malfunction)}
          >
            <strong>{t(`malfunctionName.${malfunction}`)}</strong>
            <small>{t(`malfunction.${malfunction}.do`)}</small>
          </DeskButton>
        ))}
      </div>
    </Sheet>
  );
};

/** Whether there is a third card that may be the wrong one. */
const useHasThird = (): boolean =>
  useDeskView(({ copy }) => {
    const isBare = copy === undefined || COLLECTED_AT_LAST.has(phaseBeneath(copy));
    return !isBare && (copy.round?.cards.length ?? 0) >= CARDS_WITH_A_THIRD;
  });
