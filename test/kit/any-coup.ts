/** Coups for tests: any that eight decks can deal, and those on which every spot's rule depends. */
import fc from 'fast-check';
import { FACES } from '../../src/cards/card.js';
import { type Coup, dealCoup } from '../../src/punto-banco/coup.js';
import { parseCoup } from '../../src/punto-banco/notation.js';

/** A coup that is known to be one. */
export const coup = (notation: string): Coup => {
  const parsed = parseCoup(notation);
  if (parsed === undefined) throw new Error(`not a coup: ${notation}`);
  return parsed;
};

const TURNING = [
  'P 9h Kd . B 2c Ks', // a natural
  'P 9h Kd . B 9c Ks', // equal naturals
  'P 7h Kd . B 7c Ks', // equal, no naturals
  'P 5h 2d . B 6c Ks', // Punto by one
  'P 2h Kd 7s . B Tc Ks Kh', // Punto by nine
  'P Kh Td 2s . B 6c Kc', // Banco wins with six, by four
  'P Kh Td As . B 6c Kc', // by five
  'P 2h 2d Ks . B 3h 3h', // Banco wins with six; a mixed, a perfect pair
  'P 9h 9h . B 9s 9s', // equal naturals, both pairs perfect
  'P 2h 3h Ks . B 6c 6d 3c', // equal after six cards, a mixed pair
].map(coup);

/** The first of the cards that complete a coup. */
const firstCoup = fc
  .array(fc.constantFrom(...FACES), { minLength: 6, maxLength: 6 })
  .map((cards) => {
    for (let count = 4; count <= 6; count += 1) {
      const dealt = dealCoup(cards.slice(0, count));
      if (dealt !== undefined) return dealt;
    }
    throw new Error('six cards make a coup');
  });

export const anyCoup: fc.Arbitrary<Coup> = fc.oneof(firstCoup, fc.constantFrom(...TURNING));
