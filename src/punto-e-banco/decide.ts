/**
 * The machine of Punto e Banco: one command, *Cards*, takes the stakes, deals the coup by the
 * tableau and pays it (RULES 3). There is no choice in between.
 */
import type { Card } from '../cards/card.js';
import { sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { paid } from '../money/verdict.js';
import { dealCoup, nextSeat } from '../punto-banco/coup.js';
import { type SoloDecision, acceptAndPlayOn, refuse } from '../solo/decision.js';
import { STAKE_REFUSALS, stakeRefusal } from '../solo/stake-limits.js';
import { PUNTO_E_BANCO_PAYTABLES } from './paytable.js';
import type { PuntoEBancoRules } from './rules.js';
import { type PuntoEBancoStakes, stakesOf } from './spot.js';
import { type PuntoEBancoEvent, type PuntoEBancoHand, evolvePuntoEBancoHand } from './state.js';
import { puntoEBancoVerdict } from './verdict.js';

/** `step` is that of the hand as the player saw it. */
export interface PuntoEBancoCommand {
  readonly kind: 'deal';
  readonly step: number;
  readonly stakes: PuntoEBancoStakes;
}

/**
 * Where several reasons apply, the first is given. Whether the credit covers the stakes is for the
 * transaction to say that takes them.
 */
export const PUNTO_E_BANCO_REFUSALS = [
  'wrong_step', // the hand has gone on since
  'hand_is_over',
  'nothing_staked',
  ...STAKE_REFUSALS,
] as const;
export type PuntoEBancoRefusal = (typeof PUNTO_E_BANCO_REFUSALS)[number];

/** `deck` is the order of the 52 cards that was fixed before the stakes. */
interface PuntoEBancoCircumstances {
  readonly deck: readonly Card[];
  readonly rules: PuntoEBancoRules;
}

export const decidePuntoEBancoHand = (
  hand: PuntoEBancoHand,
  { step, stakes }: PuntoEBancoCommand,
  { deck, rules }: PuntoEBancoCircumstances,
): SoloDecision<PuntoEBancoEvent, PuntoEBancoRefusal> => {
  if (step !== hand.step) return refuse('wrong_step');
  if (hand.phase === 'over') return refuse('hand_is_over');
  assert(hand.phase === 'stakes', 'a coup is dealt to its end at once');
  const staked = stakesOf(stakes);
  if (staked.length === 0) return refuse('nothing_staked');
  const refusal = stakeRefusal(
    staked.map(({ spot, stake }) => ({ stake, limits: rules.limits[spot] })),
    rules.chips,
  );
  if (refusal !== undefined) return refuse(refusal);

  // From here the command must succeed.
  const opening: PuntoEBancoEvent = {
    kind: 'stakes_taken',
    paytable: rules.paytable,
    stakes: Object.fromEntries(staked.map(({ spot, stake }) => [spot, stake])),
    taken: sum(staked.map(({ stake }) => stake)),
  };
  return acceptAndPlayOn(hand, [opening], evolvePuntoEBancoHand, (now) => dueEvent(now, deck));
};

const dueEvent = (hand: PuntoEBancoHand, deck: readonly Card[]): PuntoEBancoEvent | undefined => {
  if (hand.phase === 'over') return undefined;
  const seat = nextSeat(hand.cards);
  if (seat === undefined) return ending(hand);
  const card = deck[hand.cards.length];
  assert(card !== undefined, 'a deck has more cards than a coup takes');
  return { kind: 'card_dealt', ...seat, card };
};

const ending = (hand: PuntoEBancoHand): PuntoEBancoEvent => {
  const coup = dealCoup(hand.cards);
  assert(coup !== undefined, 'the tableau has dealt a whole coup');
  assert(hand.paytable !== undefined, 'a hand with stakes has a paytable');
  const paytable = PUNTO_E_BANCO_PAYTABLES[hand.paytable];
  const paidOn = stakesOf(hand.stakes).map(
    ({ spot, stake }) => [spot, paid(puntoEBancoVerdict(coup, spot, paytable), stake)] as const,
  );
  return {
    kind: 'hand_ended',
    paidOn: Object.fromEntries(paidOn),
    paid: sum(paidOn.map(([, amount]) => amount)),
  };
};
