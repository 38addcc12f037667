/**
 * A hand of Blackjack: what its events tell. It holds no card but those that lie face up, because
 * the deck is an argument of `decideBlackjack` and never a part of the hand.
 */
import type { Card } from '../cards/card.js';
import { type Amount, ZERO, amount, sum } from '../money/amount.js';
import type { Verdict } from '../money/verdict.js';
import type { BlackjackPaytableVersion } from './paytable.js';
import { type HandInPlay, isDone } from './rules.js';
import { valueOf } from './total.js';

/** A hand by its box, counted from the right from 0, and by its place in the box. */
export interface HandPlace {
  readonly box: number;
  readonly hand: number;
}

/** What one hand brings back, its stake included. */
interface HandResult extends HandPlace {
  readonly verdict: Verdict['kind'];
  readonly paid: Amount;
}

/** Every event of a hand may be seen by its player: the hole card is named when it is turned. */
export type BlackjackEvent =
  | {
      readonly kind: 'stakes_taken';
      readonly paytable: BlackjackPaytableVersion;
      /** From the rightmost box. */
      readonly stakes: readonly Amount[];
      readonly taken: Amount;
    }
  | ({ readonly kind: 'card_dealt'; readonly card: Card } & HandPlace)
  | { readonly kind: 'bank_card_dealt'; readonly card: Card }
  | { readonly kind: 'hole_card_dealt' }
  | { readonly kind: 'hole_card_turned'; readonly card: Card }
  | {
      readonly kind: 'insurance_decided';
      /** By box; zero where there is none. */
      readonly insured: readonly Amount[];
      readonly taken: Amount;
    }
  | ({ readonly kind: 'hand_stood' } & HandPlace)
  | ({ readonly kind: 'hand_doubled'; readonly taken: Amount } & HandPlace)
  | ({ readonly kind: 'hand_split'; readonly taken: Amount } & HandPlace)
  /** The player has not come back: from here on the house stands, and takes no insurance. */
  | { readonly kind: 'house_took_over' }
  | {
      readonly kind: 'hand_ended';
      readonly results: readonly HandResult[];
      /** What the insurance of each box brings back. */
      readonly insurance: readonly Amount[];
      readonly paid: Amount;
    };

export interface StakedHand extends HandInPlay {
  readonly stake: Amount;
}

interface Box {
  readonly insurance: Amount;
  /** One, or two after a split. */
  readonly hands: readonly StakedHand[];
}

export interface BlackjackHand {
  /** How many events there were. A command names it, so that a late one is refused. */
  readonly step: number;
  readonly paytable: BlackjackPaytableVersion | undefined;
  /** From the right, as they are played. */
  readonly boxes: readonly Box[];
  /** The bank's cards that lie face up. */
  readonly bank: readonly Card[];
  readonly holeCard: 'none' | 'face_down' | 'turned';
  /** How many cards have left the deck, the hole card among them. */
  readonly drawn: number;
  readonly isInsuranceDecided: boolean;
  readonly isAbandoned: boolean;
  readonly results: readonly HandResult[];
  readonly isOver: boolean;
  readonly taken: Amount;
  readonly paid: Amount;
}

/** A hand before its stakes. */
export const NEW_BLACKJACK_HAND: BlackjackHand = Object.freeze({
  step: 0,
  paytable: undefined,
  boxes: [],
  bank: [],
  holeCard: 'none',
  drawn: 0,
  isInsuranceDecided: false,
  isAbandoned: false,
  results: [],
  isOver: false,
  taken: ZERO,
  paid: ZERO,
});

export type BlackjackPhase = 'stakes' | 'deal' | 'insurance' | 'player' | 'bank' | 'over';

export const phaseOf = (hand: BlackjackHand): BlackjackPhase => {
  if (hand.isOver) return 'over';
  if (hand.boxes.length === 0) return 'stakes';
  if (hand.holeCard === 'none') return 'deal';
  if (valueOf(hand.bank[0]!) === 1 && !hand.isInsuranceDecided) return 'insurance';
  return placeInTurn(hand) === undefined ? 'bank' : 'player';
};

/** The hand that is played now: the first that is not done, from the right. */
export const placeInTurn = ({ boxes }: BlackjackHand): HandPlace | undefined => {
  for (const [box, { hands }] of boxes.entries()) {
    const hand = hands.findIndex((each) => !isDone(each));
    if (hand >= 0) return { box, hand };
  }
  return undefined;
};

export const handAt = ({ boxes }: BlackjackHand, { box, hand }: HandPlace): StakedHand =>
  boxes[box]!.hands[hand]!;

/** The hand after its next event. */
export const evolveBlackjack = (before: BlackjackHand, event: BlackjackEvent): BlackjackHand => {
  const hand = { ...before, step: before.step + 1 };
  switch (event.kind) {
    case 'stakes_taken': {
      const { paytable, stakes, taken } = event;
      return { ...hand, paytable, boxes: stakes.map(newBox), taken };
    }
    case 'card_dealt':
      return withHand({ ...hand, drawn: hand.drawn + 1 }, event, (each) => [
        { ...each, cards: [...each.cards, event.card] },
      ]);
    case 'bank_card_dealt':
      return { ...hand, drawn: hand.drawn + 1, bank: [...hand.bank, event.card] };
    case 'hole_card_dealt':
      return { ...hand, drawn: hand.drawn + 1, holeCard: 'face_down' };
    case 'hole_card_turned':
      return { ...hand, holeCard: 'turned', bank: [...hand.bank, event.card] };
    case 'insurance_decided':
      return {
        ...hand,
        isInsuranceDecided: true,
        boxes: hand.boxes.map((box, index) => ({ ...box, insurance: event.insured[index]! })),
        taken: sum([hand.taken, event.taken]),
      };
    case 'hand_stood':
      return withHand(hand, event, (each) => [{ ...each, hasStood: true }]);
    case 'hand_doubled':
      return withHand(charged(hand, event.taken), event, (each) => [
        { ...each, isDoubled: true, stake: amount(each.stake + event.taken) },
      ]);
    case 'hand_split':
      return withHand(charged(hand, event.taken), event, ({ cards, stake }) => [
        { ...newHand(stake), isSplit: true, cards: cards.slice(0, 1) },
        { ...newHand(event.taken), isSplit: true, cards: cards.slice(1) },
      ]);
    case 'house_took_over':
      return { ...hand, isAbandoned: true };
    case 'hand_ended':
      return { ...hand, isOver: true, results: event.results, paid: event.paid };
  }
};

const charged = (hand: BlackjackHand, taken: Amount): BlackjackHand => ({
  ...hand,
  taken: sum([hand.taken, taken]),
});

const newHand = (stake: Amount): StakedHand => ({
  cards: [],
  stake,
  isSplit: false,
  isDoubled: false,
  hasStood: false,
});

const newBox = (stake: Amount): Box => ({ insurance: ZERO, hands: [newHand(stake)] });

const withHand = (
  hand: BlackjackHand,
  place: HandPlace,
  change: (each: StakedHand) => readonly StakedHand[],
): BlackjackHand => ({
  ...hand,
  boxes: hand.boxes.map((box, index) =>
    index === place.box
      ? {
          ...box,
          hands: box.hands.flatMap((each, at) => (at === place.hand ? change(each) : each)),
        }
      : box,
  ),
});
