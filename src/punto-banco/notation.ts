/** A coup is written side by side, each side's third card last: `P 2h Kd 5s . B 4c Ks 7d`. */
import { makeCards, parseCards } from '../cards/notation.js';
import type { Card } from '../cards/card.js';
import { type Coup, dealCoup } from './coup.js';

/**
 * Recovers the order of the deal. Undefined for anything but a complete coup, dealt by the tableau
 * and written as `makeCoup` writes it.
 */
export const parseCoup = (text: string): Coup | undefined => {
  const [punto, banco] = text.slice('P '.length).split(' . B ').map(parseCards);
  if (punto === undefined || banco === undefined) return undefined;

  const dealt = [punto[0], banco[0], punto[1], banco[1], punto[2], banco[2]].filter(isDealt);
  const coup = dealCoup(dealt);
  // `makeCoup` writes anything else differently, a third card on the wrong side, too.
  return coup !== undefined && makeCoup(coup) === text ? coup : undefined;
};

export const makeCoup = (coup: Coup): string =>
  `P ${makeCards(coup.punto)} . B ${makeCards(coup.banco)}`;

const isDealt = (card: Card | undefined): card is Card => card !== undefined;
