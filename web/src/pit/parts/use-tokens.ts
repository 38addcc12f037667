/**
 * What the log says in cards, seats and codes, as people read it: `punto_1 9h` is “Punto, first
 * card 9♥”.
 */
import { parseCard } from '../../../../src/cards/card.js';
import { SEATS } from '../amend/typed-coup.js';
import { useWords } from '../use-words.js';
import { cardText, coupText } from './event-text.js';
import { useSentence } from './use-sentence.js';

export const useTokens = (): ((text: string) => string) => {
  const words = useWords();
  const { t } = words;
  const sentence = useSentence();
  const seats: readonly string[] = [...SEATS, 'burn'];
  const word = (token: string): string => {
    if (seats.includes(token)) return t(`seat.${token as 'burn'}`);
    const was = /^\((..)\)$/.exec(token)?.[1];
    if (was !== undefined && parseCard(was) !== undefined) return `(${cardText(was)})`;
    if (parseCard(token) !== undefined) return cardText(token);
    return token.includes('_') || MALFUNCTION_WORDS.has(token)
      ? (sentence('refusal', token) ??
          sentence('malfunction', token) ??
          sentence('reason', token) ??
          sentence('stall', token) ??
          token)
      : token;
  };
  return (text) =>
    text
      .split(COUP)
      .map((part) =>
        part.startsWith('P ') && part.includes(' . B ')
          ? coupText(part, words)
          : part.split(' ').map(word).join(' '),
      )
      .join('');
};

/** Codes that are one plain word each. */
const MALFUNCTION_WORDS: ReadonlySet<string> = new Set(['misread', 'stalled', 'misdeal']);

/** `P As 4s Ts . B Ts 5h`, wherever it appears. */
const COUP = /(P(?: [2-9TJQKA][hdcs]){2,3} \. B(?: [2-9TJQKA][hdcs]){2,3})/;
