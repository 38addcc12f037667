/** What is put right at a table: a card that comes off its seat or was another, and a round that counts otherwise. Beads, cards and counts follow. */
import type { Card } from '../cards/card.js';
import { countCards } from '../cards/composition.js';
import { assert } from '../money/assert.js';
import { type Coup, type Seat, nextSeat } from '../punto-banco/coup.js';
import { makeCoup, parseCoup } from '../punto-banco/notation.js';
import { makeBead } from '../roads/bead.js';
import { beadOf } from './bead-of.js';
import type { EventOf, Fix } from './event.js';
import { type ShoeState, type TableState, inPhase, roundOf, shoeOf } from './state.js';

/** The last card comes off. A card that was misread has not left the shoe; one that is set aside has. */
export const withdrawn = (state: TableState, event: EventOf<'card_withdrawn'>): TableState => {
  const round = roundOf(state);
  const shoe = shoeOf(state);
  const code = round.codes.at(-1) ?? null;
  const cards = round.cards.slice(0, -1);
  return {
    ...inPhase(state, cards.length === 0 ? 'bets_closed' : 'dealing'),
    round: { ...round, cards, codes: round.codes.slice(0, -1) },
    shoe: event.setAside
      ? { ...shoe, withdrawn: [...shoe.withdrawn, event.card] }
      : {
          ...shoe,
          seen: withoutLast(shoe.seen, event.card),
          codes: code === null ? shoe.codes : withoutLast(shoe.codes, code),
        },
  };
};

/** The card on a seat was another all along. */
export const correctedCard = (state: TableState, event: EventOf<'card_corrected'>): TableState => {
  const round = roundOf(state);
  const shoe = shoeOf(state);
  const index = seatIndex(round.cards, event);
  const code = round.codes[index] ?? null;
  return {
    ...state,
    round: {
      ...round,
      cards: round.cards.with(index, event.card),
      codes: round.codes.with(index, null),
    },
    shoe: {
      ...shoe,
      seen: [...withoutLast(shoe.seen, event.was), event.card],
      codes: code === null ? shoe.codes : withoutLast(shoe.codes, code),
    },
  };
};

/** A round that was settled counts otherwise now; it is paid when the settlement has told so. */
export const corrected = (state: TableState, event: EventOf<'round_corrected'>): TableState => {
  const { game, correction, fix, coup } = event;
  const { shoe, round } = state;
  const cards = coup === null ? undefined : parseCoup(coup)?.cards;
  const isInHand = round?.game === game && fix === 'resettle' && cards !== undefined;
  return {
    ...state,
    corrections: [...state.corrections, { game, correction }],
    shoe: event.beads === null || shoe === null ? shoe : (mendedShoe(shoe, event)?.shoe ?? shoe),
    round: isInHand ? { ...round, cards, codes: cards.map(() => null) } : round,
  };
};

interface MendedShoe {
  readonly shoe: ShoeState;
  /** How many cards more than were known have left the shoe. */
  readonly moreCards: number;
}

/** The shoe after a correction of one of its rounds; undefined when it did not deal that round. */
export const mendedShoe = (
  shoe: ShoeState,
  { game, fix, coup }: { readonly game: string; readonly fix: Fix; readonly coup: string | null },
): MendedShoe | undefined => {
  const known = shoe.coups.find((each) => each.game === game);
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
  const before = parseCoup(known.coup);
  assert(after !== undefined && before !== undefined, 'a coup that is settled was dealt');
  return {
    shoe: { ...withBead(shoe, game, after), seen: exchanged(shoe.seen, before.cards, after.cards) },
    moreCards: Math.max(0, after.cards.length - before.cards.length),
  };
};

/** The coup's bead stands where the round was dealt: game numbers grow. */
const withBead = (shoe: ShoeState, game: string, coup: Coup): ShoeState => {
  const { beads, games, coups } = shoe;
  const index = games.indexOf(game);
  const next = games.findIndex((each) => each > game);
  const at = index !== -1 ? index : next === -1 ? games.length : next;
  const old = index === -1 ? 0 : 1;
  return {
    ...shoe,
    beads: beads.toSpliced(at, old, makeBead(beadOf(coup))),
    games: games.toSpliced(at, old, game),
    coups: coups.map((each) => (each.game === game ? { game, coup: makeCoup(coup) } : each)),
  };
};

/** Cards that were dealt beyond the corrected coup have left the shoe all the same. */
const exchanged = (
  seen: readonly Card[],
  before: readonly Card[],
  after: readonly Card[],
): readonly Card[] => {
  const left = before
    .slice(0, after.length)
    .reduce<readonly Card[]>((rest, card) => withoutLast(rest, card), seen);
  return [...left, ...after];
};

/** Where the card of a seat lies among those dealt; -1 for a seat without one. */
export const seatIndex = (cards: readonly Card[], { side, position }: Seat): number =>
  cards.findIndex((_, index) => {
    const seat = nextSeat(cards.slice(0, index));
    return seat?.side === side && seat.position === position;
  });

/** Whether these cards were dealt by the tableau, on the seats on which `as` lies: as far as they go. */
export const keepsSeats = (cards: readonly Card[], as: readonly Card[]): boolean =>
  cards.every((_, index) => {
    const seat = nextSeat(cards.slice(0, index));
    return seat !== undefined && seat === nextSeat(as.slice(0, index));
  });

/** Invariant I8: a shoe of eight decks holds eight of every face. */
export const cardCountsWithin = ({ seen, decks }: ShoeState): boolean =>
  Math.max(...countCards(seen)) <= decks;

const withoutLast = <T>(all: readonly T[], one: T): readonly T[] => {
  const index = all.lastIndexOf(one);
  return index === -1 ? all : all.toSpliced(index, 1);
};
