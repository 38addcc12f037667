/**
 * The refusals of any command of a hand. They are apart from the others, because a page that plays
 * no hand would load the rules of the solo games with them.
 */
import { BLACKJACK_REFUSALS } from '../blackjack/decide.js';
import { PUNTO_E_BANCO_REFUSALS } from '../punto-e-banco/decide.js';
import { SETTE_E_MEZZO_REFUSALS } from '../sette-e-mezzo/decide.js';
import { SOLO_REFUSALS } from './refusals.js';

/** Any command of a hand, in the game that it is of: docs/solo-games.md lists them by game. */
export const HAND_REFUSALS = [
  ...new Set([
    ...SOLO_REFUSALS,
    ...PUNTO_E_BANCO_REFUSALS,
    ...SETTE_E_MEZZO_REFUSALS,
    ...BLACKJACK_REFUSALS,
  ]),
];
