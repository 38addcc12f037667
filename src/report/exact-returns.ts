/**
 * The exact returns of solo games, as `npm run returns` counts them. To count them takes seconds,
 * so they are written down here, and a test counts them again.
 */
import type { PuntoEBancoSpot } from '../punto-e-banco/spot.js';

export const PUNTO_E_BANCO_RETURNS: Readonly<Record<PuntoEBancoSpot, number>> = Object.freeze({
  punto: 0.987136275,
  banco: 0.989882517,
  egalite: 0.936154145,
  punto_pair: 0.941176471,
  banco_pair: 0.941176471,
});

export const BEST_PLAY_RETURNS = Object.freeze({
  sette_e_mezzo: 0.998273828,
  blackjack: 0.994339,
});
