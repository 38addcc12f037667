/** The table's clock: when it has something to do, and what it does then (RULES 1.9, 1.11). */
import { assert } from '../money/assert.js';
import type { Circumstances } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { TableEvent } from './event.js';
import { STUDIO } from './fault.js';
import { shownNext } from './amend-card.js';
import { decideBettingOpening } from './open-betting.js';
import { type TableState, shoeIsSpent } from './state.js';

/** How long before the cards are due the desk is warned. */
export const CARD_WARNING_MS = 3_600_000;

/** What the pit reads of bets that `wasSetBack` has closed. */
export const CLOCK_SET_BACK = 'The clock of the studio was set back. The bets were closed at once.';

/** Clocks of processes may differ by as much, in ms. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * When the table's clock has something to do next. Null while it waits for people or for the
 * settlement.
 */
export const nextDueAtMs = (state: TableState): number | null => {
  const due = [roundDueAtMs(state), cardsDueAtMs(state)].filter((atMs) => atMs !== null);
  return due.length === 0 ? null : Math.min(...due);
};

/** When the round in hand goes on by itself, or the next begins. */
export const roundDueAtMs = (state: TableState): number | null => {
  const { phase, round, settings } = state;
  if (phase === 'betting') return round?.lastBetsAtMs ?? null;
  if (phase === 'last_bets') return round?.closesAtMs ?? null;
  if (phase === 'dealing') return round?.faceDown?.showsAtMs ?? null;
  const isOver = phase === 'settled' || (phase === 'void' && state.refunded);
  if (!isOver) return null;
  if (state.closing || shoeIsSpent(state)) return state.opensAtMs;
  return settings.opensItself && !state.streamLost ? state.opensAtMs : null;
};

/**
 * Whether the round goes on later than the rules put it: its times are of a clock that was set back
 * since, or of another process whose clock was ahead. They would come once the old time comes
 * again, so the round goes on at once.
 */
export const wasSetBack = (state: TableState, nowMs: number): boolean => {
  const dueAtMs = roundDueAtMs(state);
  return dueAtMs !== null && dueAtMs - nowMs > longestWaitMs(state) + CLOCKS_DIFFER_MS;
};

/** How far away `roundDueAtMs` is at most. */
const longestWaitMs = ({ phase, settings }: TableState): number => {
  if (phase === 'betting') return settings.betMs - settings.lastBetsMs;
  if (phase === 'last_bets') return settings.lastBetsMs;
  return phase === 'dealing' ? (settings.squeezeMs ?? 0) : settings.pauseMs;
};

/**
 * When the desk is warned of the change of cards, or the cards are due: at an open table, and not
 * while its clock stands still.
 */
const cardsDueAtMs = ({ phase, cards }: TableState): number | null => {
  if (phase === 'closed' || phase === 'suspended') return null;
  if (cards.dueAtMs === null || cards.due !== null) return null;
  return cards.warned ? cards.dueAtMs : cards.dueAtMs - CARD_WARNING_MS;
};

/** What the clock does when its time has come. */
export const decideTick = (state: TableState, circumstances: Circumstances): Decision => {
  const { nowMs } = circumstances;
  if (wasSetBack(state, nowMs)) return roundGoesOn(state, circumstances);
  const dueAtMs = nextDueAtMs(state);
  if (dueAtMs === null || nowMs < dueAtMs) return refuse('nothing_is_due');
  const cardsAtMs = cardsDueAtMs(state);
  return cardsAtMs !== null && cardsAtMs <= nowMs
    ? accept(...cardEvents(state, nowMs))
    : roundGoesOn(state, circumstances);
};

const cardEvents = ({ cards }: TableState, nowMs: number): readonly TableEvent[] => {
  const dueAtMs = cards.dueAtMs ?? nowMs;
  const events: TableEvent[] = [];
  if (!cards.warned) events.push({ kind: 'card_change_warned', dueAtMs });
  if (dueAtMs <= nowMs) events.push({ kind: 'cards_due', reason: 'cards_24_hours' });
  return events;
};

const roundGoesOn = (state: TableState, circumstances: Circumstances): Decision => {
  const { round, phase } = state;
  if (phase === 'settled' || phase === 'void') {
    if (state.closing) return accept({ kind: 'table_closed' });
    if (!shoeIsSpent(state)) return decideBettingOpening(state, circumstances);
    return accept({
      kind: 'shoe_change_started',
      reason: state.cards.due ?? 'last_coup_dealt',
    });
  }
  assert(round !== null, 'a table that bets or deals has a round');
  if (phase === 'dealing') return accept(...shownNext(state, round, circumstances.nowMs));
  const events: TableEvent[] = [];
  if (phase === 'betting') events.push({ kind: 'last_bets_called', game: round.game });
  const { nowMs, acceptMs } = circumstances;
  const isSetBack = wasSetBack(state, nowMs);
  if (isSetBack || nowMs >= round.closesAtMs) {
    const asks = acceptMs === undefined ? {} : { acceptedByMs: nowMs + acceptMs };
    events.push({ kind: 'betting_closed', game: round.game, ...asks });
  }
  if (isSetBack) events.push({ kind: 'table_suspended', reason: CLOCK_SET_BACK, by: STUDIO });
  return accept(...events);
};
