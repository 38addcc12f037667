import { describe, expect, it } from 'vitest';
import { IS_QUICK } from '../../test/kit/runs.js';
import { BLACKJACK_PAYTABLES, CURRENT_BLACKJACK_PAYTABLE } from '../blackjack/paytable.js';
import { blackjackReturn } from '../blackjack/returns.js';
import {
  CURRENT_PUNTO_E_BANCO_PAYTABLE,
  PUNTO_E_BANCO_PAYTABLES,
} from '../punto-e-banco/paytable.js';
import { puntoEBancoReturns } from '../punto-e-banco/returns.js';
import { PUNTO_E_BANCO_SPOTS } from '../punto-e-banco/spot.js';
import { toNumber } from '../returns/sample.js';
import {
  CURRENT_SETTE_E_MEZZO_PAYTABLE,
  SETTE_E_MEZZO_PAYTABLES,
} from '../sette-e-mezzo/paytable.js';
import { setteEMezzoReturn } from '../sette-e-mezzo/tree.js';
import { BEST_PLAY_RETURNS, PUNTO_E_BANCO_RETURNS } from './exact-returns.js';

describe('the exact returns that reports compare with', () => {
  it.skipIf(IS_QUICK)('are those of the code that pays', () => {
    const punto = puntoEBancoReturns(PUNTO_E_BANCO_PAYTABLES[CURRENT_PUNTO_E_BANCO_PAYTABLE]);
    for (const spot of PUNTO_E_BANCO_SPOTS) {
      expect(PUNTO_E_BANCO_RETURNS[spot]).toBeCloseTo(toNumber(punto[spot]), 8);
    }
    const sette = setteEMezzoReturn(SETTE_E_MEZZO_PAYTABLES[CURRENT_SETTE_E_MEZZO_PAYTABLE]);
    expect(BEST_PLAY_RETURNS.sette_e_mezzo).toBeCloseTo(toNumber(sette), 8);
    const blackjack = blackjackReturn(BLACKJACK_PAYTABLES[CURRENT_BLACKJACK_PAYTABLE]);
    expect(BEST_PLAY_RETURNS.blackjack).toBeCloseTo(blackjack, 6);
  });
});
