/** What a coup makes of every bet, by the paytable that its round was played on. */
import { parseCoup } from '../punto-banco/notation.js';
import { paytable } from '../punto-banco/paytable.js';
import { type Verdicts, verdicts } from '../punto-banco/settle.js';

/** Undefined for a coup that is none, or a paytable that was never played on. */
export const verdictsOf = (notation: string, version: string): Verdicts | undefined => {
  const coup = parseCoup(notation);
  const rates = paytable(version);
  return coup && rates && verdicts(coup, rates);
};
