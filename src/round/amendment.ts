/**
 * What is amended at a table: a card that is withdrawn or was another, and a round that is
 * corrected. Beads, cards and counts follow.
 */
import type { Card } from '../cards/card.js';
import { countCards } from '../cards/composition.js';
import { assert } from '../money/assert.js';
import { type Coup, type CardSeat, nextSeat } from '../punto-banco/coup.js';
import { makeCoup, parseCoup } from '../punto-banco/notation.js';
import { makeBead } from '../roads/bead.js';
import { beadOf } from './bead-of.js';
import type { Fix } from './correction.js';
import { faceOf } from './scan-code.js';
import { cardsDealt, oneFewerFaceDown } from './face-down.js';
import { physicalCard } from './scanned.js';
import { seatIndex } from './seat-index.js';
import {
  type DealtCoup,
  type ShoeState,
  type TableState,
  type VoidedDeal,
  inPhase,
  roundOf,
  shoeOf,
} from './state.js';

/**
 * The last card is withdrawn. A card that was misread has not left the shoe. One that is set aside
 * has. Of a card that was face down players know that it is gone.
 */
export const withdrawn = (
  state: TableState,
  event: {
    readonly card?: Card | undefined;
    readonly setAside: boolean;
    readonly mayReturn?: boolean | undefined;
  },
): TableState => {
  const round = roundOf(state);
  const shoe = shoeOf(state);
  const { card } = event;
  const code = round.codes.at(-1) ?? null;
  const isUnknown = card === undefined;
  const after = {
    ...round,
    cards: isUnknown ? round.cards : round.cards.slice(0, -1),
    codes: isUnknown ? round.codes : round.codes.slice(0, -1),
    faceDown: round.faceDown && oneFewerFaceDown(round.faceDown),
  };
  return {
    ...inPhase(state, cardsDealt(after) === 0 ? 'bets_closed' : 'dealing'),
    round: after,
    shoe: isUnknown
      ? { ...shoe, cardsLeft: shoe.cardsLeft + (event.setAside ? 0 : 1) }
      : event.setAside
        ? setAside(shoe, { card, code, game: round.game, setAside: true }, event.mayReturn)
        : shoeWithout(shoe, card, code),
  };
};

/**
 * It was seen, and has no seat any more. A correction of its round may give it one again, unless a
 * version of before has withdrawn it: what such a log made of it stays.
 */
const setAside = (
  shoe: ShoeState,
  unseated: ShoeState['unseated'][number] & { readonly card: Card },
  mayReturn = false,
): ShoeState => ({
  ...shoe,
  withdrawn: [...shoe.withdrawn, unseated.card],
  unseated: mayReturn ? [...shoe.unseated, unseated] : shoe.unseated,
});

const shoeWithout = (shoe: ShoeState, card: Card, code: string | null): ShoeState => ({
  ...shoe,
  seen: withoutLast(shoe.seen, card),
  cardsLeft: shoe.cardsLeft + 1,
  codes: code === null ? shoe.codes : withoutLast(shoe.codes, code),
});

/**
 * A card is out of the shoe without a seat. A face that was seen counts as such. Any other is one
 * card less, and nothing is known of it.
 */
export const leftShoe = (
  state: TableState,
  { card, code }: { readonly card: Card | null; readonly code?: string | undefined },
): TableState => {
  const shoe = shoeOf(state);
  const physical = physicalCard(state, { code });
  const left = { card, code: physical };
  return {
    ...state,
    shoe: {
      ...shoe,
      cardsLeft: shoe.cardsLeft - 1,
      unseated: [...shoe.unseated, state.round ? { ...left, game: state.round.game } : left],
      seen: card === null ? shoe.seen : [...shoe.seen, card],
      codes: physical === null ? shoe.codes : [...shoe.codes, physical],
    },
  };
};

/** It was counted by mistake, as when one card was read twice. */
export const neverLeft = (
  state: TableState,
  { card }: { readonly card: Card | null },
): TableState => {
  const shoe = shoeOf(state);
  const index = shoe.unseated.findLastIndex((each) => each.card === card);
  const code = shoe.unseated[index]?.code ?? null;
  return {
    ...state,
    shoe: {
      ...shoe,
      cardsLeft: shoe.cardsLeft + 1,
      unseated: shoe.unseated.filter((_, at) => at !== index),
      seen: card === null ? shoe.seen : withoutLast(shoe.seen, card),
      codes: code === null ? shoe.codes : withoutLast(shoe.codes, code),
    },
  };
};

/** The card on a seat was another all along. To players one that lies face down is none yet. */
export const correctedCard = (
  state: TableState,
  event: CardSeat & { readonly was?: Card | undefined; readonly card?: Card | undefined },
): TableState => {
  const { was, card } = event;
  if (was === undefined || card === undefined) return state;
  const round = roundOf(state);
  const shoe = shoeOf(state);
  const index = seatIndex(round.cards, event);
  const code = round.codes[index] ?? null;
  return {
    ...state,
    round: {
      ...round,
      cards: round.cards.with(index, card),
      codes: round.codes.with(index, null),
    },
    shoe: {
      ...shoe,
      seen: [...withoutLast(shoe.seen, was), card],
      codes: code === null ? shoe.codes : withoutLast(shoe.codes, code),
    },
  };
};

interface Correction {
  readonly game: string;
  readonly correction: number;
  readonly fix: Fix;
  readonly coup: string | null;
  /** Of the shoe in hand after it. Null where the round is of another shoe. */
  readonly beads: readonly string[] | null;
  /**
   * How many more cards than were known have left the shoe in hand, for viewers of these messages.
   */
  readonly moreCards?: number | undefined;
}

/**
 * A round that was settled is now corrected. The correction is paid when the settlement has
 * reported it.
 */
export const corrected = (state: TableState, event: Correction): TableState => {
  const { game, correction, fix, coup } = event;
  const { shoe, round } = state;
  const cards = coup === null ? undefined : parseCoup(coup)?.cards;
  const isInHand = round?.game === game && fix === 'resettle' && cards !== undefined;
  return {
    ...state,
    corrections: [...state.corrections, { game, correction }],
    shoe: shoe && shoeAfter(shoe, event),
    round: isInHand ? { ...round, cards, codes: cards.map(() => null), faceDown: null } : round,
  };
};

/**
 * A viewer that knows which cards were dealt works the beads out. Any other is sent them. How many
 * more cards are out is sent to all who count them: not all know those without a seat.
 */
const shoeAfter = (shoe: ShoeState, event: Correction): ShoeState => {
  const { beads } = event;
  if (beads === null) return shoe;
  const amended = amendedShoe(shoe, event);
  const moreCards = event.moreCards ?? amended?.moreCards ?? 0;
  return { ...(amended?.shoe ?? { ...shoe, beads }), cardsLeft: shoe.cardsLeft - moreCards };
};

interface AmendedShoe {
  readonly shoe: ShoeState;
  /** How many more cards than were known have left the shoe. */
  readonly moreCards: number;
}

/** The shoe after a correction of one of its rounds. Undefined when it did not deal that round. */
export const amendedShoe = (
  shoe: ShoeState,
  { game, fix, coup }: { readonly game: string; readonly fix: Fix; readonly coup: string | null },
): AmendedShoe | undefined => {
  const known = dealtOf(shoe, game);
  if (known === undefined) return undefined;
  const index = shoe.games.indexOf(game);
  if (fix === 'refund') return { shoe, moreCards: 0 };
  if (fix === 'void') {
    if (index === -1) return { shoe, moreCards: 0 };
    const { beads, games } = shoe;
    return {
      shoe: { ...shoe, beads: beads.toSpliced(index, 1), games: games.toSpliced(index, 1) },
      moreCards: 0,
    };
  }
  const after = coup === null ? undefined : parseCoup(coup);
  assert(after !== undefined, 'a coup that is settled was dealt');
  const { cards, codes } = known;
  const out = resettledCards(shoe, game, known, after.cards);
  const moreCards = out.seen.length - shoe.seen.length;
  return {
    shoe: {
      ...withBead(withCoup(shoe, { game, coup: makeCoup(after), codes }), game, after),
      ...out,
      cardsLeft: shoe.cardsLeft - moreCards,
      codes: recounted(shoe.codes, codesOfCards(codes, cards), [
        ...codesOfCards(codes, after.cards),
        ...out.unseated.flatMap(({ code }) => code ?? []),
      ]),
    },
    moreCards,
  };
};

/**
 * What the shoe dealt of a round, as it counts or would have counted. Undefined for a round of
 * another shoe.
 */
const dealtOf = (shoe: ShoeState, game: string): Omit<VoidedDeal, 'game'> | undefined => {
  const decided = shoe.coups.find((each) => each.game === game);
  if (decided === undefined) return shoe.voids.find((each) => each.game === game);
  const coup = parseCoup(decided.coup);
  assert(coup !== undefined, 'a coup that is settled was dealt');
  return { cards: coup.cards, codes: decided.codes ?? [] };
};

/** A round that was voided before it was decided counts from now on. */
const withCoup = (shoe: ShoeState, coup: DealtCoup): ShoeState => {
  const isKnown = shoe.coups.some(({ game }) => game === coup.game);
  return {
    ...shoe,
    coups: shoe.coups
      .map((each) => (each.game === coup.game ? coup : each))
      .concat(isKnown ? [] : coup),
    voids: shoe.voids.filter(({ game }) => game !== coup.game),
  };
};

/**
 * The codes that still say which card was dealt. A card that was another than was read leaves its
 * code to the card that really bears it, which is still in the shoe. Of the true card no code is
 * known. A code holds where its face is among the coup's, and so does that of a card dealt beyond
 * the coup.
 */
const codesOfCards = (
  codes: readonly (string | null)[],
  cards: readonly Card[],
): readonly string[] => {
  const isRight = codes.map((code, index) => code !== null && faceOf(code) === cards[index]);
  const left: string[] = cards.filter((_, index) => isRight[index] !== true);
  return codes.filter((code, index): code is string => {
    if (code === null || isRight[index] === true || index >= cards.length) return code !== null;
    // The same cards in another order.
    const at = left.indexOf(faceOf(code));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
};

/**
 * A code that no longer holds is free. One that holds again is used, unless its true card has been
 * dealt meanwhile.
 */
const recounted = (
  used: readonly string[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] => {
  const left = used.filter((code) => !before.includes(code) || after.includes(code));
  return [...left, ...after.filter((code) => !left.includes(code))];
};

/** The coup's bead goes where the round was dealt, since game numbers grow. */
const withBead = (shoe: ShoeState, game: string, coup: Coup): ShoeState => {
  const { beads, games } = shoe;
  const index = games.indexOf(game);
  const next = games.findIndex((each) => each > game);
  const at = index !== -1 ? index : next === -1 ? games.length : next;
  const old = index === -1 ? 0 : 1;
  return {
    ...shoe,
    beads: beads.toSpliced(at, old, makeBead(beadOf(coup))),
    games: games.toSpliced(at, old, game),
  };
};

/** The cards of a shoe that were seen, and those that left it without a seat. */
export type CardsOut = Pick<ShoeState, 'seen' | 'unseated'>;

/**
 * The cards that are out once `game` was dealt `after`, and not `before`. A card that was dealt
 * beyond the corrected coup has left the shoe all the same, without a seat. One that had left so in
 * this game, and has a seat now, is out once. Where it was set aside from its seat, the card that
 * was dealt there instead is out without one.
 */
export const resettledCards = (
  out: CardsOut,
  game: string,
  before: Omit<VoidedDeal, 'game'>,
  after: readonly Card[],
): CardsOut => {
  const { cards, codes } = before;
  const beside = after.slice(cards.length).reduce((rest, card) => seated(rest, game, card), out);
  const again = seatedAgain(beside, game, before, after);
  const left = cards
    .slice(0, after.length)
    .reduce<readonly Card[]>((rest, card) => withoutLast(rest, card), again.seen);
  const beyond = cards.slice(after.length).map((card, index) => ({
    card,
    code: codes[after.length + index] ?? null,
    game,
  }));
  return { seen: [...left, ...after], unseated: [...again.unseated, ...beyond] };
};

/** Cards that were set aside in the game, and have a seat again in place of another. */
const seatedAgain = (
  out: CardsOut,
  game: string,
  { cards, codes }: Omit<VoidedDeal, 'game'>,
  after: readonly Card[],
): CardsOut => {
  let { seen, unseated }: CardsOut = out;
  let others: readonly Card[] = cards.slice(0, after.length).filter(unmatched(after));
  for (const card of after.slice(0, cards.length).filter(unmatched(cards))) {
    const index = unseated.findIndex(
      (each) => each.setAside === true && each.card === card && each.game === game,
    );
    if (index === -1) continue;
    seen = withoutLast(seen, card);
    unseated = unseated.toSpliced(index, 1);
    const there = cards[after.indexOf(card)];
    const other = others.find((each) => each === there) ?? others.at(-1);
    if (other === undefined) continue;
    others = withoutLast(others, other);
    const code = codes[cards.lastIndexOf(other)] ?? null;
    // It is taken off with the others that were dealt, and yet it is out.
    seen = [...seen, other];
    unseated = [...unseated, { card: other, code, game, setAside: true }];
  }
  return { seen, unseated };
};

/** Picks the cards that are more often here than there. */
const unmatched = (there: readonly Card[]): ((card: Card) => boolean) => {
  let left = there;
  return (card) => {
    const isThere = left.includes(card);
    left = withoutLast(left, card);
    return !isThere;
  };
};

/** Without a card that left in the game, and has a seat after all. */
const seated = ({ seen, unseated }: CardsOut, game: string, card: Card): CardsOut => {
  const index = unseated.findIndex((each) => each.card === card && each.game === game);
  if (index === -1) return { seen, unseated };
  return { seen: withoutLast(seen, card), unseated: unseated.toSpliced(index, 1) };
};

/** Whether these cards were dealt by the tableau, on the seats that `as` has, as far as they go. */
export const keepsSeats = (cards: readonly Card[], as: readonly Card[]): boolean =>
  cards.every((_, index) => {
    const seat = nextSeat(cards.slice(0, index));
    return seat !== undefined && seat === nextSeat(as.slice(0, index));
  });

/** Invariant I8: a shoe of eight decks holds eight of every face, and no card more in all. */
export const cardCountsWithin = ({ seen, decks, cardsLeft }: ShoeState): boolean =>
  cardsLeft >= 0 && Math.max(...countCards(seen)) <= decks;

const withoutLast = <T>(all: readonly T[], one: T): readonly T[] => {
  const index = all.lastIndexOf(one);
  return index === -1 ? all : all.toSpliced(index, 1);
};
