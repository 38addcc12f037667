/** The exact returns of the live game, from a full shoe of eight decks. */
import { DECKS_IN_SHOE, fullCounts } from '../cards/composition.js';
import { assert } from '../money/assert.js';
import { percentText } from '../money/fraction.js';
import { exactOdds } from '../punto-banco/odds.js';
import { CURRENT_PAYTABLE } from '../punto-banco/paytable.js';
import { MODES, SPOTS } from '../punto-banco/spot.js';
import { type ReturnsReport, columns } from './report.js';

export const puntoBancoReport = (): ReturnsReport => {
  const odds = exactOdds(fullCounts(), CURRENT_PAYTABLE);
  assert(odds !== 'too_few_cards', 'a full shoe has the cards for a coup');
  const returned = (spot: (typeof SPOTS)[number]): readonly string[] =>
    MODES.map((mode) =>
      mode === 'normal' && spot === 'super_6'
        ? '–'
        : percentText(odds[mode][spot].expectedReturn, 7),
    );
  return {
    title: `Punto Banco, live: ${DECKS_IN_SHOE} decks, paytable ${CURRENT_PAYTABLE.version}`,
    lines: columns([
      ['exact return, %', ...MODES],
      ...SPOTS.map((spot) => [spot, ...returned(spot)]),
    ]),
  };
};
