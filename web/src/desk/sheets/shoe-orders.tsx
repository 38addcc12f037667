/** What is typed about the shoe: why it is changed, and which card left it without a seat. */
import { useRef } from 'react';
import { parseCard } from '../../../../src/cards/card.js';
import { useDesk } from '../use-desk.js';
import { useSheetCommand } from './use-sheet-command.js';
import { WordsSheet } from './words-sheet.js';
import { useSheetWords } from './words.js';

const REASON_MAX = 200;
/** `KH`, as on its code. */
const FACE_MAX = 2;

interface Props {
  readonly onClose: () => void;
}

export const ShoeChangeSheet = ({ onClose }: Props) => {
  const own = useSheetWords();
  const { give, isUnanswered } = useSheetCommand(onClose);
  const change = (reason: string): boolean => {
    void give('shoe:change', { reason });
    return true;
  };
  return (
    <WordsSheet
      name="shoe-change"
      title={own('shoe.changing')}
      question={own('why')}
      enter={own('shoe.change')}
      maxLength={REASON_MAX}
      isUnanswered={isUnanswered}
      onWords={change}
      onClose={onClose}
    />
  );
};

export const CountSheet = ({ isOut, onClose }: Props & { readonly isOut: boolean }) => {
  const own = useSheetWords();
  const { give, isUnanswered } = useSheetCommand(onClose);
  const desk = useDesk();
  /** At the first try. The next one may be the same count, done already. */
  const seen = useRef<{ readonly shoe: number; readonly cardsLeft: number }>(undefined);
  const count = (words: string): boolean => {
    const card =
      words === '' ? null : parseCard(words[0]!.toUpperCase() + words.slice(1).toLowerCase());
    if (card === undefined) return false;
    const { ordinal: shoe, cardsLeft } = desk.store.getState().copy?.shoe ?? {};
    if (shoe !== undefined && typeof cardsLeft === 'number') seen.current ??= { shoe, cardsLeft };
    void give('card:count', { card, isOut, seen: seen.current });
    return true;
  };
  const name = isOut ? 'out' : 'notOut';
  return (
    <WordsSheet
      name="card-count"
      title={own(`shoe.${name}`)}
      question={own('shoe.whichCard')}
      enter={own(`shoe.${name}`)}
      maxLength={FACE_MAX}
      mayBeEmpty
      isUnanswered={isUnanswered}
      onWords={count}
      onClose={onClose}
    />
  );
};
