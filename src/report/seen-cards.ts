/**
 * What a shoe had shown when each of its rounds opened, and who dealt the round, worked out from
 * the shoe's events.
 */
import type { Card } from '../cards/card.js';
import { parseCoup } from '../punto-banco/notation.js';
import { type CardsOut, resettledCards } from '../round/amendment.js';
import type { EventKind, EventOf, TableEvent } from '../round/event.js';

/** The kinds of event that matter for it. */
export const REVEALING = [
  'table_opened',
  'dealer_changed',
  'cards_burned',
  'betting_opened',
  'card_dealt',
  'card_withdrawn',
  'card_corrected',
  'card_left_shoe',
  'card_never_left',
  'coup_decided',
  'round_corrected',
] as const satisfies readonly EventKind[];

type Revealing = EventOf<(typeof REVEALING)[number]>;

export const isRevealing = (event: TableEvent): event is Revealing =>
  REVEALING.some((kind) => kind === event.kind);

export interface SeenRound {
  /** At its opening: the burn card, and every card that was dealt, set aside or had no seat. */
  readonly seen: readonly Card[];
  /** Who dealt its last card, or was the dealer when it opened. */
  readonly dealer: string | null;
}

/**
 * `dealer` was the table's dealer when the shoe was begun. Returns the rounds of the shoe by their
 * game numbers.
 */
export const seenRounds = (
  events: Iterable<Revealing>,
  dealer: string | null,
): ReadonlyMap<string, SeenRound> => {
  const rounds = new Map<string, SeenRound>();
  const coups = new Map<string, readonly Card[]>();
  let seen: readonly Card[] = [];
  /** Of them, those that left the shoe without a seat, and in which round. */
  let unseated: CardsOut['unseated'] = [];
  let game: string | undefined;
  /** For the round in hand, and so for a round that is voided before it is decided. */
  let dealt: readonly Card[] = [];
  let sitting = dealer;
  for (const event of events) {
    switch (event.kind) {
      case 'table_opened':
      case 'dealer_changed':
        sitting = event.dealer;
        break;
      case 'cards_burned':
        seen = [event.card];
        break;
      case 'betting_opened':
        ({ game } = event);
        rounds.set(game, { seen, dealer: sitting });
        dealt = [];
        coups.set(game, dealt);
        break;
      case 'card_dealt': {
        seen = [...seen, event.card];
        dealt = [...dealt, event.card];
        coups.set(event.game, dealt);
        const round = rounds.get(event.game);
        if (round !== undefined) rounds.set(event.game, { ...round, dealer: sitting });
        break;
      }
      case 'card_withdrawn':
        dealt = dealt.slice(0, -1);
        coups.set(event.game, dealt);
        // A card that was misread has not left the shoe.
        if (!event.setAside) seen = without(seen, [event.card]);
        else if (event.mayReturn === true) {
          const { card } = event;
          unseated = [...unseated, { card, code: null, game: event.game, setAside: true }];
        }
        break;
      case 'card_corrected':
        seen = [...without(seen, [event.was]), event.card];
        dealt = [...without(dealt, [event.was]), event.card];
        coups.set(event.game, dealt);
        break;
      case 'card_left_shoe':
        if (event.card !== null) seen = [...seen, event.card];
        unseated = [
          ...unseated,
          { card: event.card, code: null, ...(game !== undefined && { game }) },
        ];
        break;
      case 'card_never_left': {
        const { card } = event;
        if (card !== null) seen = without(seen, [card]);
        const index = unseated.findLastIndex((each) => each.card === card);
        unseated = unseated.filter((_, at) => at !== index);
        break;
      }
      case 'coup_decided':
        coups.set(event.game, parseCoup(event.coup)?.cards ?? []);
        break;
      case 'round_corrected': {
        const before = coups.get(event.game);
        const after = event.coup === null ? undefined : parseCoup(event.coup)?.cards;
        if (before === undefined || after === undefined) break;
        const dealtAs = { cards: before, codes: [] };
        ({ seen, unseated } = resettledCards({ seen, unseated }, event.game, dealtAs, after));
        coups.set(event.game, after);
        break;
      }
    }
  }
  return rounds;
};

const without = (all: readonly Card[], gone: readonly Card[]): readonly Card[] =>
  gone.reduce((rest, card) => {
    const index = rest.lastIndexOf(card);
    return index === -1 ? rest : rest.toSpliced(index, 1);
  }, all);
