/**
 * The procedures of the desk between shoes: who deals, which cards are at the table, how they were
 * shuffled, cut and put in place (RULES 1.11).
 */
import type { TableCommand } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { TableEvent } from './event.js';
import { hasRoundInHand, whenChangingShoe } from './idle.js';
import { settingsRefusal } from './settings.js';
import type { TableState } from './state.js';

type Of<K extends TableCommand['kind']> = Extract<TableCommand, { kind: K }>;

/** A table that opens after standing idle gets new cards, whatever is left in its shoe. */
export const decideOpening = (state: TableState, dealer: string): Decision => {
  if (state.phase !== 'closed') return refuse('table_is_open');
  const settings = state.nextSettings ?? state.settings;
  const refusal = settingsRefusal(settings);
  if (refusal !== undefined) return refuse(refusal);
  return accept(
    { kind: 'table_opened', dealer, settings },
    { kind: 'shoe_change_started', reason: 'table_opened' },
  );
};

/** One dealer a table. Whoever relieves the other deals from the next card on. */
export const decideRelief = (
  state: TableState,
  { dealer, betweenRounds = false }: Of<'relieve_dealer'>,
): Decision => {
  if (state.dealer === null) return refuse('table_is_closed');
  if (state.dealer === dealer) return refuse('already_the_dealer');
  if (betweenRounds && hasRoundInHand(state)) return refuse('round_in_hand');
  return accept({ kind: 'dealer_changed', dealer, was: state.dealer });
};

/**
 * New cards may come with any change of shoe. After some they must. A shoe that was in place leaves
 * with the old ones. The inventory knows the cards that were at another table, or here before.
 */
export const decideCards = (
  state: TableState,
  { cards, by }: Of<'bring_cards'>,
  nowMs: number,
): Decision =>
  whenChangingShoe(state, () => {
    if (isInUse(state, cards)) return refuse('cards_were_used');
    if (state.streamLost) return refuse('stream_is_lost');
    const { cardsMaxMs } = state.nextSettings ?? state.settings;
    const brought = { kind: 'cards_brought', cards, dueAtMs: nowMs + cardsMaxMs, by } as const;
    const { shoe } = state;
    if (shoe === null || shoe.removed) return accept(brought);
    return accept(
      { kind: 'shoe_change_started', reason: state.cards.due ?? 'shift_manager', by },
      brought,
    );
  });

const isInUse = (state: TableState, cards: string): boolean =>
  state.cards.inUse?.toLowerCase() === cards.toLowerCase();

export const decideShuffle = (state: TableState, { how, by }: Of<'shuffle_cards'>): Decision =>
  whenChangingShoe(state, () => {
    if (shoeIsInPlace(state)) return refuse('shoe_is_in_place');
    if (state.cards.due !== null) return refuse('new_cards_are_due');
    return accept({ kind: 'cards_shuffled', how, by });
  });

/** The cut is the last thing that is done to the cards. With it the shoe is in place. */
export const decideCut = (state: TableState, { by }: Of<'cut_shoe'>): Decision =>
  whenChangingShoe(state, () => {
    if (shoeIsInPlace(state)) return refuse('shoe_is_in_place');
    if (state.cards.due !== null) return refuse('new_cards_are_due');
    if (!state.cards.shuffled) return refuse('cards_are_not_shuffled');
    return accept({ kind: 'shoe_cut', by }, started(state, by));
  });

/**
 * A shoe is in place. Whoever reports it answers for its shuffle and its cut, where nobody reported
 * those before.
 */
export const decideShoe = (state: TableState, { by }: Of<'new_shoe'>): Decision =>
  whenChangingShoe(state, () => {
    if (shoeIsInPlace(state)) return refuse('shoe_is_in_place');
    if (state.cards.due !== null) return refuse('new_cards_are_due');
    const events: TableEvent[] = [];
    if (by !== undefined && !state.cards.shuffled) {
      events.push({ kind: 'cards_shuffled', how: 'beforehand', by });
    }
    if (by !== undefined) events.push({ kind: 'shoe_cut', by });
    return accept(...events, started(state, by));
  });

const shoeIsInPlace = ({ shoe }: TableState): boolean =>
  shoe !== null && !shoe.removed && !shoe.burned;

const started = ({ shoe }: TableState, by: string | undefined): TableEvent => ({
  kind: 'shoe_started',
  shoe: (shoe?.ordinal ?? 0) + 1,
  ...(by !== undefined && { by }),
});
