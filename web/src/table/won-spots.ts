/** The spots that the coup on the table has won, once it is decided. */
import { dealCoup } from '../../../src/punto-banco/coup.js';
import { CURRENT_PAYTABLE, paytable } from '../../../src/punto-banco/paytable.js';
import { verdict } from '../../../src/punto-banco/settle.js';
import { type Mode, SPOTS, type Spot } from '../../../src/punto-banco/spot.js';
import type { TableCopy } from '../../../src/client/table-copy.js';

/** Undefined while there is no outcome. */
export const wonSpots = (
  { phase, suspended, round, settings }: TableCopy,
  mode: Mode,
): ReadonlySet<Spot> | undefined => {
  const beneath = suspended?.from ?? phase;
  if (round === null || (beneath !== 'resulted' && beneath !== 'settled')) return undefined;
  const coup = dealCoup(round.cards);
  if (coup === undefined) return undefined;
  const rates = paytable(settings.paytable) ?? CURRENT_PAYTABLE;
  return new Set(SPOTS.filter((spot) => verdict(coup, spot, mode, rates).kind === 'won'));
};
