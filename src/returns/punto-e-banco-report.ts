/** The exact returns of Punto e Banco, and hands of it played to compare with them. */
import { fullShoe } from '../cards/shoe.js';
import { type Entropy, shuffle } from '../cards/shuffle.js';
import { amount, sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { percentText } from '../money/fraction.js';
import { decidePuntoEBancoHand } from '../punto-e-banco/decide.js';
import {
  CURRENT_PUNTO_E_BANCO_PAYTABLE,
  PUNTO_E_BANCO_PAYTABLES,
} from '../punto-e-banco/paytable.js';
import {
  DECKS_IN_PUNTO_E_BANCO,
  puntoEBancoReturnOn,
  puntoEBancoReturns,
} from '../punto-e-banco/returns.js';
import { DEFAULT_PUNTO_E_BANCO_RULES } from '../punto-e-banco/rules.js';
import { PUNTO_E_BANCO_SPOTS, eachPuntoEBancoSpot } from '../punto-e-banco/spot.js';
import { NEW_PUNTO_E_BANCO_HAND, evolvePuntoEBancoHand } from '../punto-e-banco/state.js';
import { viewPuntoEBancoHand } from '../punto-e-banco/view.js';
import { moved } from '../solo/moved.js';
import { type ReturnsReport, columns } from './report.js';
import { type Sampled, toNumber } from './sample.js';

const PAYTABLE = PUNTO_E_BANCO_PAYTABLES[CURRENT_PUNTO_E_BANCO_PAYTABLE];

/** In minor units. A stake of 1.00 has a commission of whole cents, the others have not. */
const STAKES = [100n, 101n, 110n, 119n];

export const puntoEBancoReport = (): ReturnsReport => {
  const returns = puntoEBancoReturns(PAYTABLE);
  const rounded = STAKES.map((stake) => [
    `banco, stake of ${stake} cents`,
    percentText(puntoEBancoReturnOn('banco', amount(stake), PAYTABLE), 7),
  ]);
  return {
    title: `Punto e Banco: ${DECKS_IN_PUNTO_E_BANCO} deck a coup, paytable ${CURRENT_PUNTO_E_BANCO_PAYTABLE}`,
    lines: columns([
      ['exact return, %', 'return'],
      ...PUNTO_E_BANCO_SPOTS.map((spot) => [spot, percentText(returns[spot], 7)]),
      ...rounded,
    ]),
  };
};

/** Deals hands with 1.00 on every spot, one after the other as a player would. */
export const samplePuntoEBanco = (entropy: Entropy): readonly Sampled[] => {
  const stake = amount(100);
  const stakes = eachPuntoEBancoSpot(() => stake);
  const returns = puntoEBancoReturns(PAYTABLE);
  const cards = fullShoe(DECKS_IN_PUNTO_E_BANCO);
  let paidOn = viewPuntoEBancoHand(NEW_PUNTO_E_BANCO_HAND).paidOn;
  const deal = (): void => {
    const decision = decidePuntoEBancoHand(
      NEW_PUNTO_E_BANCO_HAND,
      { kind: 'deal', step: 0, stakes },
      { deck: shuffle(cards, entropy), rules: DEFAULT_PUNTO_E_BANCO_RULES },
    );
    assert(decision.ok, 'stakes within the limits are taken');
    const hand = decision.events.reduce(evolvePuntoEBancoHand, NEW_PUNTO_E_BANCO_HAND);
    paidOn = viewPuntoEBancoHand(hand).paidOn;
    const paid = sum(Object.values(paidOn));
    assert(paid === moved(decision.events).paid, 'what the spots bring back is what is paid');
  };
  return PUNTO_E_BANCO_SPOTS.map((spot, index) => ({
    bet: spot,
    exact: toNumber(returns[spot]),
    // All spots are paid by the same coup: it is dealt with the first of them.
    play: () => {
      if (index === 0) deal();
      return Number(paidOn[spot] ?? 0n) / Number(stake);
    },
  }));
};
