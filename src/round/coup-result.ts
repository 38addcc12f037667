/** A coup's result, for those who do not apply the rules themselves. */
import { assert } from '../money/assert.js';
import { parseCoup } from '../punto-banco/notation.js';
import type { Outcome } from '../punto-banco/outcome.js';
import type { Pair } from '../punto-banco/pair.js';

export interface ResultMessage {
  readonly outcome: Outcome;
  readonly puntoTotal: number;
  readonly bancoTotal: number;
  readonly natural: boolean;
  readonly puntoPair: Pair | null;
  readonly bancoPair: Pair | null;
}

/** Of a coup in notation. */
export const resultOf = (notation: string): ResultMessage => {
  const coup = parseCoup(notation);
  assert(coup !== undefined, 'the log holds coups that were dealt');
  const { outcome, puntoTotal, bancoTotal, naturals, pairs } = coup;
  return {
    outcome,
    puntoTotal,
    bancoTotal,
    natural: naturals.punto || naturals.banco,
    puntoPair: pairs.punto ?? null,
    bancoPair: pairs.banco ?? null,
  };
};
