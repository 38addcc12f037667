/** What a coup means for each spot of Punto e Banco (RULES 3). */
import { RETURNED, type Verdict, wonIf } from '../money/verdict.js';
import type { CoupResult } from '../punto-banco/coup.js';
import type { PuntoEBancoPaytable } from './paytable.js';
import type { PuntoEBancoSpot } from './spot.js';

/** Punto and Banco get their stakes back when the totals are equal. */
export const puntoEBancoVerdict = (
  { outcome, pairs }: CoupResult,
  spot: PuntoEBancoSpot,
  paytable: PuntoEBancoPaytable,
): Verdict => {
  const odds = paytable[spot];
  switch (spot) {
    case 'punto':
    case 'banco':
      return outcome === 'egalite' ? RETURNED : wonIf(outcome === spot, odds);
    case 'egalite':
      return wonIf(outcome === 'egalite', odds);
    case 'punto_pair':
      return wonIf(pairs.punto !== undefined, odds);
    case 'banco_pair':
      return wonIf(pairs.banco !== undefined, odds);
  }
};
