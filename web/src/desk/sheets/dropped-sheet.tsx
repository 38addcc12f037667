/** How many cards fell. From the fourth of a round on, new cards follow. */
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-scope.js';
import { Sheet } from './sheet.js';
import { useSheetWords } from './words.js';
import styles from './dropped-sheet.module.css';

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

interface Props {
  readonly onCounted: (cards: number) => void;
  readonly onClose: () => void;
}

export const DroppedSheet = ({ onCounted, onClose }: Props) => {
  const own = useSheetWords();
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      else if (COUNTS.includes(Number(key))) onCounted(Number(key));
      return true;
    },
  });
  return (
    <Sheet name="dropped" title={own('malfunctions.cards')} onClose={onClose}>
      <div className={styles.counts}>
        {COUNTS.map((count) => (
          <DeskButton key={count} cap={`${count}`} onPress={() => onCounted(count)}>
            {count}
          </DeskButton>
        ))}
      </div>
    </Sheet>
  );
};
