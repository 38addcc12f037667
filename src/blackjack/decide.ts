/**
 * The machine of Blackjack: stakes on one, three or five boxes, insurance against an ace, each hand
 * from the right, and then the bank's (RULES 5).
 */
import type { Card } from '../cards/card.js';
import { type Amount, ZERO, sum } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { paid } from '../money/verdict.js';
import { type SoloDecision, acceptAndPlayOn, refuse } from '../solo/decision.js';
import { STAKE_REFUSALS, stakeRefusal } from '../solo/stake-limits.js';
import { BLACKJACK_PAYTABLES, type Score, blackjackVerdict, insuranceVerdict } from './paytable.js';
import {
  BOX_COUNTS,
  type BlackjackChoice,
  type BlackjackRules,
  bankDraws,
  choicesOf,
  insuranceOf,
  needsCard,
} from './rules.js';
import {
  type BlackjackEvent,
  type BlackjackHand,
  type HandPlace,
  type StakedHand,
  evolveBlackjack,
  handAt,
  phaseOf,
  placeInTurn,
} from './state.js';
import { TOTAL_MAX, isTwoCard21, totalOf } from './total.js';

/**
 * `step` is that of the hand as the player saw it. A choice is for the hand that is played now.
 * `abandon` is the studio's, after a week.
 */
export type BlackjackCommand = { readonly step: number } & (
  | { readonly kind: 'deal'; readonly stakes: readonly Amount[] }
  /** The boxes to insure, counted from the right from 0: none of them, to decline. */
  | { readonly kind: 'insure'; readonly boxes: readonly number[] }
  | { readonly kind: BlackjackChoice | 'abandon' }
);

/**
 * Where several reasons apply, the first is given. Whether the credit covers a stake or an addition
 * is for the transaction to say that takes it.
 */
export const BLACKJACK_REFUSALS = [
  'wrong_step', // the hand has gone on since
  'hand_is_over',
  'hand_in_play', // the stakes were taken already
  'wrong_number_of_boxes', // one, three or five
  ...STAKE_REFUSALS,
  'nothing_staked',
  'insurance_is_pending', // to be taken or declined first
  'insurance_is_not_offered',
  'no_such_box',
  'stake_too_small_to_insure', // half of it is less than a minor unit
  'may_not_double', // more than two cards
  'may_not_split', // not two cards of a value, or split before
] as const;
export type BlackjackRefusal = (typeof BLACKJACK_REFUSALS)[number];

/** `deck` is the order of the six decks that was fixed before the stakes, cut and all. */
interface BlackjackCircumstances {
  readonly deck: readonly Card[];
  readonly rules: BlackjackRules;
}

type Decision = SoloDecision<BlackjackEvent, BlackjackRefusal>;

export const decideBlackjack = (
  hand: BlackjackHand,
  command: BlackjackCommand,
  { deck, rules }: BlackjackCircumstances,
): Decision => {
  if (command.step !== hand.step) return refuse('wrong_step');
  const phase = phaseOf(hand);
  if (phase === 'over') return refuse('hand_is_over');
  const own =
    command.kind === 'deal'
      ? opening(hand, command.stakes, rules)
      : choosing(hand, command, nextCard(hand, deck));
  if (typeof own === 'string') return refuse(own);
  return acceptAndPlayOn(hand, [own], evolveBlackjack, (now) => dueEvent(now, deck));
};

const opening = (
  hand: BlackjackHand,
  stakes: readonly Amount[],
  rules: BlackjackRules,
): BlackjackEvent | BlackjackRefusal => {
  if (phaseOf(hand) !== 'stakes') return 'hand_in_play';
  if (!BOX_COUNTS.includes(stakes.length)) return 'wrong_number_of_boxes';
  const limited = stakes.map((stake) => ({ stake, limits: rules.limits }));
  const refusal = stakeRefusal(limited, rules.chips);
  if (refusal !== undefined) return refusal;
  const { paytable } = rules;
  return { kind: 'stakes_taken', paytable, stakes: [...stakes], taken: sum(stakes) };
};

type PlayCommand = Exclude<BlackjackCommand, { readonly kind: 'deal' }>;

/** `next` deals the next card of the deck, where one is drawn. */
const choosing = (
  hand: BlackjackHand,
  command: PlayCommand,
  next: () => Card,
): BlackjackEvent | BlackjackRefusal => {
  const phase = phaseOf(hand);
  if (phase === 'stakes') return 'nothing_staked';
  if (command.kind === 'abandon') return { kind: 'house_took_over' };
  if (command.kind === 'insure') return insuring(hand, command.boxes);
  if (phase === 'insurance') return 'insurance_is_pending';

  const place = placeInTurn(hand);
  assert(place !== undefined, 'a hand waits for a choice of its player');
  const choices = choicesOf(handAt(hand, place));
  const { stake } = handAt(hand, place);
  switch (command.kind) {
    case 'card':
      return { kind: 'card_dealt', ...place, card: next() };
    case 'stand':
      return { kind: 'hand_stood', ...place };
    case 'double':
      if (!choices.includes('double')) return 'may_not_double';
      return { kind: 'hand_doubled', ...place, taken: stake };
    case 'split':
      if (!choices.includes('split')) return 'may_not_split';
      return { kind: 'hand_split', ...place, taken: stake };
  }
};

const insuring = (
  hand: BlackjackHand,
  boxes: readonly number[],
): BlackjackEvent | BlackjackRefusal => {
  if (phaseOf(hand) !== 'insurance') return 'insurance_is_not_offered';
  if (boxes.some((box) => hand.boxes[box] === undefined)) return 'no_such_box';
  const insured = hand.boxes.map(({ hands }, box) =>
    boxes.includes(box) ? insuranceOf(hands[0]!.stake) : ZERO,
  );
  if (boxes.some((box) => insured[box] === 0n)) return 'stake_too_small_to_insure';
  return { kind: 'insurance_decided', insured, taken: sum(insured) };
};

/** What follows by itself: until the player has a choice, or the hand is over. */
const dueEvent = (hand: BlackjackHand, deck: readonly Card[]): BlackjackEvent | undefined => {
  const next = nextCard(hand, deck);
  switch (phaseOf(hand)) {
    case 'stakes':
    case 'over':
      return undefined;
    case 'deal':
      return dealing(hand, next);
    case 'insurance':
      if (!hand.isAbandoned) return undefined;
      return { kind: 'insurance_decided', insured: hand.boxes.map(() => ZERO), taken: ZERO };
    case 'player': {
      const place = placeInTurn(hand)!;
      if (needsCard(handAt(hand, place))) return { kind: 'card_dealt', ...place, card: next() };
      return hand.isAbandoned ? { kind: 'hand_stood', ...place } : undefined;
    }
    case 'bank':
      if (hand.holeCard === 'face_down') {
        return { kind: 'hole_card_turned', card: cardAt(deck, holeCardPlace(hand)) };
      }
      return isContested(hand) && bankDraws(hand.bank)
        ? { kind: 'bank_card_dealt', card: next() }
        : ending(hand);
  }
};

/** A card to each box from the right, one to the bank, a second to each box, and the hole card. */
const dealing = ({ boxes, bank }: BlackjackHand, next: () => Card): BlackjackEvent => {
  const boxWith = (cards: number): HandPlace | undefined => {
    const box = boxes.findIndex(({ hands }) => hands[0]!.cards.length === cards);
    return box < 0 ? undefined : { box, hand: 0 };
  };
  const first = boxWith(0);
  if (first !== undefined) return { kind: 'card_dealt', ...first, card: next() };
  if (bank.length === 0) return { kind: 'bank_card_dealt', card: next() };
  const second = boxWith(1);
  if (second !== undefined) return { kind: 'card_dealt', ...second, card: next() };
  return { kind: 'hole_card_dealt' };
};

/** It was the last card of the deal, and the rules have not looked at it since. */
const holeCardPlace = ({ boxes }: BlackjackHand): number => 2 * boxes.length + 1;

const nextCard =
  ({ drawn }: BlackjackHand, deck: readonly Card[]) =>
  (): Card =>
    cardAt(deck, drawn);

const cardAt = (deck: readonly Card[], place: number): Card => {
  const card = deck[place];
  assert(card !== undefined, 'six decks have more cards than five boxes take');
  return card;
};

/** The bank draws only where a hand is left that its total can beat or lose to. */
const isContested = ({ boxes }: BlackjackHand): boolean =>
  boxes.some(({ hands }) =>
    hands.map(scoreOf).some(({ total, isBlackjack }) => total <= TOTAL_MAX && !isBlackjack),
  );

const scoreOf = ({ cards, isSplit }: StakedHand): Score => ({
  total: totalOf(cards).total,
  isBlackjack: !isSplit && isTwoCard21(cards),
});

const ending = (hand: BlackjackHand): BlackjackEvent => {
  assert(hand.paytable !== undefined, 'a hand with stakes has a paytable');
  const paytable = BLACKJACK_PAYTABLES[hand.paytable];
  const bank = { total: totalOf(hand.bank).total, isBlackjack: isTwoCard21(hand.bank) };
  const results = hand.boxes.flatMap(({ hands }, box) =>
    hands.map((each, index) => {
      const verdict = blackjackVerdict(scoreOf(each), bank, paytable);
      return { box, hand: index, verdict: verdict.kind, paid: paid(verdict, each.stake) };
    }),
  );
  const insurance = hand.boxes.map((box) => paid(insuranceVerdict(bank, paytable), box.insurance));
  const all = sum([...results.map((result) => result.paid), ...insurance]);
  return { kind: 'hand_ended', results, insurance, paid: all };
};
