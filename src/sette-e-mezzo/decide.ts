/**
 * The machine of Sette e Mezzo: a stake, a card each, the player's draws, and then the bank's
 * (RULES 4).
 */
import type { Card } from '../cards/card.js';
import type { Amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { paid } from '../money/verdict.js';
import { type SoloDecision, acceptAndPlayOn, refuse } from '../solo/decision.js';
import { STAKE_REFUSALS, stakeRefusal } from '../solo/stake-limits.js';
import { SETTE_E_MEZZO_PAYTABLES, setteEMezzoVerdict } from './paytable.js';
import { HALF_POINTS_MAX, halfPointsOf } from './points.js';
import {
  type SetteEMezzoChoice,
  type SetteEMezzoRules,
  bankDraws,
  choicesOf,
  houseChoice,
} from './rules.js';
import { type SetteEMezzoEvent, type SetteEMezzoHand, evolveSetteEMezzo } from './state.js';

/** `step` is that of the hand as the player saw it. `abandon` is the studio's, after a week. */
export type SetteEMezzoCommand = { readonly step: number } & (
  | { readonly kind: 'deal'; readonly stake: Amount }
  | { readonly kind: SetteEMezzoChoice | 'abandon' }
);

/**
 * Where several reasons apply, the first is given. Whether the credit covers the stake is for the
 * transaction to say that takes it.
 */
export const SETTE_E_MEZZO_REFUSALS = [
  'wrong_step', // the hand has gone on since
  'hand_is_over',
  'hand_in_play', // the stake was taken already
  ...STAKE_REFUSALS,
  'nothing_staked',
  'must_draw', // below the bank, or with the matta alone
] as const;
export type SetteEMezzoRefusal = (typeof SETTE_E_MEZZO_REFUSALS)[number];

/** `deck` is the order of the 40 cards that was fixed before the stake. */
interface SetteEMezzoCircumstances {
  readonly deck: readonly Card[];
  readonly rules: SetteEMezzoRules;
}

type Decision = SoloDecision<SetteEMezzoEvent, SetteEMezzoRefusal>;

export const decideSetteEMezzo = (
  hand: SetteEMezzoHand,
  command: SetteEMezzoCommand,
  { deck, rules }: SetteEMezzoCircumstances,
): Decision => {
  if (command.step !== hand.step) return refuse('wrong_step');
  if (hand.phase === 'over') return refuse('hand_is_over');
  const accept = (own: SetteEMezzoEvent): Decision =>
    acceptAndPlayOn(hand, [own], evolveSetteEMezzo, (now) => dueEvent(now, deck));

  if (command.kind === 'deal') {
    const { stake } = command;
    if (hand.phase !== 'stake') return refuse('hand_in_play');
    const refusal = stakeRefusal([{ stake, limits: rules.limits }], rules.chips);
    if (refusal !== undefined) return refuse(refusal);
    return accept({
      kind: 'stake_taken',
      paytable: rules.paytable,
      taken: stake,
    });
  }
  if (hand.phase === 'stake') return refuse('nothing_staked');
  switch (command.kind) {
    case 'draw':
      return accept(nextCard(hand, 'player', deck));
    case 'stand':
      return choicesOf(hand.player, hand.bank).includes('stand')
        ? accept({ kind: 'player_stood' })
        : refuse('must_draw');
    case 'abandon':
      return accept({ kind: 'house_took_over' });
  }
};

/** What follows by itself: until the player has a choice, or the hand is over. */
const dueEvent = (hand: SetteEMezzoHand, deck: readonly Card[]): SetteEMezzoEvent | undefined => {
  switch (hand.phase) {
    case 'stake':
    case 'over':
      return undefined;
    case 'bank':
      return bankDraws(hand.bank) ? nextCard(hand, 'bank', deck) : ending(hand);
    case 'player': {
      const { player, bank, isAbandoned } = hand;
      if (player.length === 0) return nextCard(hand, 'player', deck);
      if (bank.length === 0) return nextCard(hand, 'bank', deck);
      if (halfPointsOf(player) > HALF_POINTS_MAX) return ending(hand);
      if (choicesOf(player, bank).length === 0) return { kind: 'player_stood' };
      if (!isAbandoned) return undefined;
      return houseChoice(player, bank) === 'draw'
        ? nextCard(hand, 'player', deck)
        : { kind: 'player_stood' };
    }
  }
};

const nextCard = (
  { player, bank }: SetteEMezzoHand,
  to: 'player' | 'bank',
  deck: readonly Card[],
): SetteEMezzoEvent => {
  const card = deck[player.length + bank.length];
  assert(card !== undefined, 'a deck has more cards than a hand takes');
  return { kind: 'card_dealt', to, card };
};

const ending = ({ player, bank, paytable, taken }: SetteEMezzoHand): SetteEMezzoEvent => {
  assert(paytable !== undefined, 'a hand with a stake has a paytable');
  const rates = SETTE_E_MEZZO_PAYTABLES[paytable];
  const verdict = setteEMezzoVerdict(halfPointsOf(player), halfPointsOf(bank), rates);
  return { kind: 'hand_ended', verdict: verdict.kind, paid: paid(verdict, taken) };
};
