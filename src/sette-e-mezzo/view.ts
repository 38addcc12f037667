/** What the player sees of a hand of Sette e Mezzo, and which buttons can be pressed. */
import type { Card } from '../cards/card.js';
import type { Amount } from '../money/amount.js';
import { halfPointsOf, mattaHalfPoints } from './points.js';
import { type SetteEMezzoChoice, choicesOf } from './rules.js';
import type { SetteEMezzoHand } from './state.js';

interface SeenCards {
  readonly cards: readonly Card[];
  readonly halfPoints: number;
  /** What the matta among them is worth now, in half-points. */
  readonly matta: number | undefined;
}

interface SetteEMezzoView {
  readonly step: number;
  readonly phase: SetteEMezzoHand['phase'];
  readonly player: SeenCards;
  readonly bank: SeenCards;
  /** Only `draw` where the player must. Empty where the player has no choice. */
  readonly choices: readonly SetteEMezzoChoice[];
  readonly isAbandoned: boolean;
  readonly verdict: SetteEMezzoHand['verdict'];
  readonly taken: Amount;
  readonly paid: Amount;
}

export const viewSetteEMezzo = (hand: SetteEMezzoHand): SetteEMezzoView => {
  const { step, phase, player, bank, isAbandoned, verdict, taken, paid } = hand;
  const mayChoose = phase === 'player' && bank.length > 0 && !isAbandoned;
  return {
    step,
    phase,
    player: seen(player),
    bank: seen(bank),
    choices: mayChoose ? choicesOf(player, bank) : [],
    isAbandoned,
    verdict,
    taken,
    paid,
  };
};

const seen = (cards: readonly Card[]): SeenCards => ({
  cards,
  halfPoints: halfPointsOf(cards),
  matta: mattaHalfPoints(cards),
});
