/**
 * The faults of the practice: of each malfunction that a dealer can see in a hand, how it looks.
 * Which answer is right is never in doubt: each looks like no other.
 */
import { FACES } from '../../../../src/cards/card.js';
import { DECKS_IN_SHOE } from '../../../../src/cards/composition.js';
import { type Entropy, uniformBelow } from '../../../../src/cards/shuffle.js';
import { DROPPED_MAX, type MalfunctionKind } from '../../../../src/round/malfunction.js';
import type { Lying, Physical, DrillScan, Sign } from './lying.js';

/**
 * In the order of the desk. A button that was forgotten, a payment that is wrong and what has no
 * name are not to be seen in one hand.
 */
export const FAULTS = [
  'card_before_close',
  'misread',
  'wrong_order',
  'extra_card',
  'impossible_card',
  'same_card_twice',
  'card_exposed',
  'cards_dropped',
  'scanner_dead',
  'wrong_third_card',
  'defective_barcode',
  'stream_lost',
] as const satisfies readonly MalfunctionKind[];
export type DrillFault = (typeof FAULTS)[number];

/** A hand without a fault, and the card that the shoe gives after it. */
interface Hand {
  readonly moments: readonly { readonly lying: readonly Lying[]; readonly right: string }[];
  readonly next: Physical;
}

/** The fault is seen in place of the moment `at`. */
interface Seen {
  readonly at: number;
  readonly lying: readonly Lying[];
  readonly sign?: Sign;
}

/** Each of those that can be in this hand is as likely. */
export const faultOf = (hand: Hand, entropy: Entropy): Seen & { readonly right: DrillFault } => {
  const possible = FAULTS.flatMap((right) => {
    const seen = LOOKS[right](hand, entropy);
    return seen === undefined ? [] : [{ ...seen, right }];
  });
  return one(possible, entropy);
};

/** Undefined where the hand cannot have it. */
type Look = (hand: Hand, entropy: Entropy) => Seen | undefined;

const LOOKS: Readonly<Record<DrillFault, Look>> = {
  card_before_close: ({ moments }) => ({
    at: 0,
    lying: moments[0]!.lying.slice(0, 1),
    sign: { kind: 'bets_are_open' },
  }),
  misread: ({ moments }, entropy) => {
    const { at, lying } = anyOf(moments, entropy);
    const wrong = uniformBelow(lying.length, entropy);
    const { face, deck } = lying[wrong]!.card;
    const others = FACES.filter((each) => each !== face && !liesThere(lying, { face: each, deck }));
    return { at, lying: withScan(lying, wrong, { face: one(others, entropy), deck }) };
  },
  /** Put down in another order than drawn, so that each was read for the other’s seat. */
  wrong_order: ({ moments }, entropy) => {
    const { lying } = moments[0]!;
    const pairs = [0, 1, 2].filter(
      (index) => lying[index]!.card.face !== lying[index + 1]!.card.face,
    );
    if (pairs.length === 0) return undefined;
    const first = one(pairs, entropy);
    const swapped = withScan(lying, first, lying[first + 1]!.scan);
    return { at: 0, lying: withScan(swapped, first + 1, lying[first]!.scan) };
  },
  extra_card: ({ moments, next }) => {
    const at = moments.length - 1;
    const { lying } = moments[at]!;
    const seat = ['punto_3', 'banco_3'].find((each) => isFree(lying, each));
    if (seat === undefined) return undefined;
    return { at, lying: [...lying, { seat, card: next, scan: next }] };
  },
  impossible_card: ({ moments }, entropy) => {
    const { at, lying } = anyOf(moments, entropy);
    const { face } = lying.at(-1)!.card;
    return { at, lying: withScan(lying, lying.length - 1, { face, deck: DECKS_IN_SHOE + 1 }) };
  },
  same_card_twice: ({ moments }, entropy) => {
    const { at, lying } = anyOf(moments, entropy);
    const { card } = lying[uniformBelow(lying.length - 1, entropy)]!;
    return { at, lying: [...lying.slice(0, -1), { ...lying.at(-1)!, card, scan: card }] };
  },
  card_exposed: ({ moments, next }, entropy) => ({
    ...anyOf(moments, entropy),
    sign: { kind: 'card_lies_open', card: next },
  }),
  cards_dropped: ({ moments }, entropy) => ({
    ...anyOf(moments, entropy),
    sign: { kind: 'cards_on_the_floor', cards: 1 + uniformBelow(DROPPED_MAX + 1, entropy) },
  }),
  scanner_dead: ({ moments }, entropy) => {
    const { at, lying } = anyOf(moments, entropy);
    const last = withScan(lying, lying.length - 1, 'silent');
    return { at, lying: withScan(last, lying.length - 2, 'silent') };
  },
  /** A third card is due, and lies with the other side. */
  wrong_third_card: ({ moments, next }, entropy) => {
    const due = moments.flatMap(({ lying, right }, at) => {
      const seat = right === 'draw_punto' ? 'banco_3' : 'punto_3';
      return right.startsWith('draw_') && isFree(lying, seat) ? [{ at, lying, seat }] : [];
    });
    if (due.length === 0) return undefined;
    const { at, lying, seat } = one(due, entropy);
    return { at, lying: [...lying, { seat, card: next, scan: next }] };
  },
  defective_barcode: ({ moments }, entropy) => {
    const { at, lying } = anyOf(moments, entropy);
    return { at, lying: withScan(lying, lying.length - 1, 'unreadable') };
  },
  stream_lost: ({ moments }, entropy) => ({
    ...anyOf(moments, entropy),
    sign: { kind: 'no_picture' },
  }),
};

const one = <T>(list: readonly T[], entropy: Entropy): T =>
  list[uniformBelow(list.length, entropy)]!;

const anyOf = (moments: Hand['moments'], entropy: Entropy): Seen => {
  const at = uniformBelow(moments.length, entropy);
  return { at, lying: moments[at]!.lying };
};

const withScan = (lying: readonly Lying[], index: number, scan: DrillScan): readonly Lying[] =>
  lying.map((each, at) => (at === index ? { ...each, scan } : each));

const isFree = (lying: readonly Lying[], seat: string): boolean =>
  lying.every((each) => each.seat !== seat);

const liesThere = (lying: readonly Lying[], { face, deck }: Physical): boolean =>
  lying.some(({ card }) => card.face === face && card.deck === deck);
