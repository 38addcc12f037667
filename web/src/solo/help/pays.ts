/** What each bet of a solo game pays, as its paytable has it, by the names of the returns. */
import {
  BLACKJACK_PAYTABLES,
  CURRENT_BLACKJACK_PAYTABLE,
} from '../../../../src/blackjack/paytable.js';
import type { Odds } from '../../../../src/money/odds.js';
import {
  CURRENT_PUNTO_E_BANCO_PAYTABLE,
  PUNTO_E_BANCO_PAYTABLES,
} from '../../../../src/punto-e-banco/paytable.js';
import {
  CURRENT_SETTE_E_MEZZO_PAYTABLE,
  SETTE_E_MEZZO_PAYTABLES,
} from '../../../../src/sette-e-mezzo/paytable.js';
import type { SoloGame } from '../../../../src/solo/game.js';
import { oddsText } from '../odds-text.js';

const puntoEBanco = PUNTO_E_BANCO_PAYTABLES[CURRENT_PUNTO_E_BANCO_PAYTABLE];
const setteEMezzo = SETTE_E_MEZZO_PAYTABLES[CURRENT_SETTE_E_MEZZO_PAYTABLE];
const blackjack = BLACKJACK_PAYTABLES[CURRENT_BLACKJACK_PAYTABLE];
const hand: readonly Odds[] = [blackjack.won, blackjack.blackjack];

const PAYS: Readonly<Record<SoloGame, Readonly<Record<string, readonly Odds[]>>>> = {
  punto_e_banco: Object.fromEntries(
    Object.entries(puntoEBanco).map(([spot, odds]) => [spot, [odds]]),
  ),
  sette_e_mezzo: { best: [setteEMezzo.won] },
  blackjack: { table: hand, cards: hand, insurance: [blackjack.insurance] },
};

/** “1:1 · 3:2”: of a hand, and of a blackjack. */
export const paysText = (game: SoloGame, bet: string, language: string): string =>
  (PAYS[game][bet] ?? []).map((odds) => oddsText(odds, language)).join(' · ');
