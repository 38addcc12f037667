/**
 * What a hand of each solo game brings back, played as well as can be: its exact mean, and its
 * variance where that can be counted.
 */
import { basicStrategy, playing } from '../../src/blackjack/basic-strategy.js';
import { BLACKJACK_PAYTABLES, CURRENT_BLACKJACK_PAYTABLE } from '../../src/blackjack/paytable.js';
import { blackjackReturn } from '../../src/blackjack/returns.js';
import { fullCounts } from '../../src/cards/composition.js';
import { assert } from '../../src/money/assert.js';
import { paid } from '../../src/money/verdict.js';
import { COUP_RESULTS, coupWays, ordersOfSix } from '../../src/punto-banco/coup-census.js';
import {
  CURRENT_PUNTO_E_BANCO_PAYTABLE,
  PUNTO_E_BANCO_PAYTABLES,
} from '../../src/punto-e-banco/paytable.js';
import { DECKS_IN_PUNTO_E_BANCO } from '../../src/punto-e-banco/returns.js';
import { type PuntoEBancoStakes, stakesOf } from '../../src/punto-e-banco/spot.js';
import { puntoEBancoVerdict } from '../../src/punto-e-banco/verdict.js';
import { toNumber } from '../../src/returns/sample.js';
import {
  CURRENT_SETTE_E_MEZZO_PAYTABLE,
  SETTE_E_MEZZO_PAYTABLES,
} from '../../src/sette-e-mezzo/paytable.js';
import { bestChoice, choiceValues, setteEMezzoReturn } from '../../src/sette-e-mezzo/tree.js';

/** For a first stake of 1. */
export interface HandOdds {
  readonly mean: number;
  /** Undefined where it is only known from the hands that were played. */
  readonly variance: number | undefined;
}

/** Of all the stakes of a coup together, over every coup that one deck can deal. */
export const puntoEBancoOdds = (stakes: PuntoEBancoStakes): HandOdds => {
  const paytable = PUNTO_E_BANCO_PAYTABLES[CURRENT_PUNTO_E_BANCO_PAYTABLE];
  const placed = stakesOf(stakes);
  const staked = placed.reduce((sum, { stake }) => sum + stake, 0n);
  const ways = coupWays(fullCounts(DECKS_IN_PUNTO_E_BANCO));
  assert(ways !== 'too_few_cards', 'a full deck is enough for a coup');
  const deals = ordersOfSix(DECKS_IN_PUNTO_E_BANCO * 52);
  let [mean, square] = [0, 0];
  for (const [index, result] of COUP_RESULTS.entries()) {
    const back = placed.reduce(
      (sum, { spot, stake }) => sum + paid(puntoEBancoVerdict(result, spot, paytable), stake),
      0n,
    );
    const share = Number(back) / Number(staked);
    mean += (ways[index]! / deals) * share;
    square += (ways[index]! / deals) * share ** 2;
  }
  return { mean, variance: square - mean ** 2 };
};

/**
 * A win brings back 2 for 1, a draw 1. With odds of 3:1 the same play brings back 4 and 1, which
 * are their squares.
 */
export const setteEMezzoOdds = (): HandOdds => {
  const paytable = SETTE_E_MEZZO_PAYTABLES[CURRENT_SETTE_E_MEZZO_PAYTABLE];
  assert(paytable.won.win === paytable.won.stake, 'Sette e Mezzo pays 1:1');
  const squared = { won: { win: 3, stake: 1 } };
  const mean = toNumber(setteEMezzoReturn(paytable));
  const square = toNumber(
    setteEMezzoReturn(squared, (player, [bank]) =>
      bestChoice(choiceValues(player, bank!, paytable)),
    ),
  );
  return { mean, variance: square - mean ** 2 };
};

/** By the table, as the robots play. */
export const blackjackOdds = (): HandOdds => {
  const paytable = BLACKJACK_PAYTABLES[CURRENT_BLACKJACK_PAYTABLE];
  const tables = basicStrategy(paytable);
  const mean = blackjackReturn(paytable, (bank) => playing(tables[bank]!));
  return { mean, variance: undefined };
};
