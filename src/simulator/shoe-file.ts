/**
 * A shoe file: the coups that a shoe deals, one a line, `P 2h Kd 5s . B 4c Ks 7d`. Empty lines and
 * those that begin with # are skipped.
 */
import { DECKS_IN_SHOE } from '../cards/composition.js';
import { parseCards } from '../cards/notation.js';
import type { Coup } from '../punto-banco/coup.js';
import { parseCoup } from '../punto-banco/notation.js';

/**
 * The cards that the burn may take (eleven) and a coup after the cut card are left for the rest of
 * the shoe.
 */
const CARDS_MAX = DECKS_IN_SHOE * 52 - 11 - 6;

/** The coups, or a sentence that says what is wrong and in which line. */
export const parseShoeFile = (text: string): readonly Coup[] | string => {
  const coups: Coup[] = [];
  const seen = new Map<string, number>();
  let cards = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const number = index + 1;
    const coup = parseCoup(line);
    if (coup === undefined) return `line ${number}: ${whatIsWrong(line)}: “${line}”`;
    for (const card of coup.cards) {
      const copies = (seen.get(card) ?? 0) + 1;
      if (copies > DECKS_IN_SHOE) {
        return `line ${number}: one ${card} too many: a shoe of eight decks holds eight`;
      }
      seen.set(card, copies);
    }
    cards += coup.cards.length;
    if (cards > CARDS_MAX) {
      return `line ${number}: one coup too many: a shoe of eight decks deals ${CARDS_MAX} cards at most`;
    }
    coups.push(coup);
  }
  return coups.length === 0 ? 'there is no coup in it' : coups;
};

const whatIsWrong = (line: string): string => {
  const sides = /^P ([^.]+) \. B ([^.]+)$/.exec(line);
  if (sides === null) return 'a coup is written like “P 2h Kd 5s . B 4c Ks 7d”';
  const isReadable = sides.slice(1).every((cards) => parseCards(cards) !== undefined);
  return isReadable
    ? 'the tableau does not deal these cards so'
    : 'a card is written like 9h or Td, with single spaces between';
};
