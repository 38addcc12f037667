/**
 * A card is amended before its coup counts: the dealer withdraws the last one, or two persons say
 * what a card is. The burn card and the cut card are entered in the same way where no scanner reads
 * them.
 */
import { nextSeat } from '../punto-banco/coup.js';
import type { TableCommand } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { EventOf, TableEvent } from './event.js';
import type { FourEyes } from './four-eyes.js';
import { faultEvents, whyImpossible } from './fault.js';
import { fourEyesOf, missingPerson } from './four-eyes.js';
import { cardCountsWithin, correctedCard, keepsSeats } from './amendment.js';
import { liesFaceDown } from './face-down.js';
import { showing } from './show-cards.js';
import { seatIndex } from './seat-index.js';
import {
  cutCardMayCome,
  coupEvents,
  gameInHand,
  burnCards,
  dealCard,
  drawCutCard,
  whyNoBurn,
} from './scan.js';
import { type RoundState, type TableState, phaseBeneath } from './state.js';

type Of<K extends TableCommand['kind']> = Extract<TableCommand, { kind: K }>;

/**
 * Withdraws the last card that was dealt. Asked again, it withdraws the one before, unless the
 * command says which card is meant. It is a fault, so the table waits for the shift manager.
 */
export const decideWithdrawal = (
  state: TableState,
  { reason, setAside, by, ...meant }: Of<'withdraw_card'>,
): Decision => {
  const { round } = state;
  if (state.phase === 'closed') return refuse('table_is_closed');
  const card = phaseBeneath(state) === 'dealing' ? round?.cards.at(-1) : undefined;
  if (round === null || card === undefined) return refuse('nothing_to_withdraw');
  const seat = nextSeat(round.cards.slice(0, -1))!;
  const { game } = round;
  if ((meant.game ?? game) !== game) return refuse('wrong_round');
  const isLast = meant.seat === undefined || meant.seat === `${seat.side}_${seat.position}`;
  if (!isLast) return refuse('not_the_last_card');
  const faceDown = liesFaceDown(round, round.cards.length - 1) && { faceDown: true };
  const mayReturn = setAside && { mayReturn: true };
  return accept(
    {
      kind: 'card_withdrawn',
      game,
      ...seat,
      card,
      ...faceDown,
      setAside,
      ...mayReturn,
      reason,
      by,
    },
    ...faultEvents(state, reason, by),
  );
};

/** A card that no scanner read goes to the seat that is due. */
export const decideEntry = (
  state: TableState,
  command: Of<'enter_card'>,
  nowMs: number,
): Decision => {
  const { round, shoe, phase } = state;
  if (phase === 'closed') return refuse('table_is_closed');
  if (phase === 'suspended') return refuse('table_is_suspended');
  if (round?.game !== command.game) return refuse('wrong_round');
  if (phase === 'betting' || phase === 'last_bets') return refuse('betting_is_open');
  if (phase === 'accepting_bets') return refuse('bets_are_being_accepted');
  const isDealing = phase === 'bets_closed' || phase === 'dealing';
  const seat = isDealing ? nextSeat(round.cards) : undefined;
  if (seat === undefined || shoe === null) return refuse('card_not_due');
  if (seat.side !== command.side || seat.position !== command.position) {
    return refuse('card_not_due');
  }
  const impossible = whyImpossible(shoe, { card: command.card, deck: null, physical: null });
  if (impossible !== undefined) return refuse(impossible);
  const missing = missingPerson(command);
  if (missing !== undefined) return refuse(missing);
  return dealCard(state, { card: command.card, ...byHand(command) }, nowMs);
};

/**
 * The first card of a new shoe, which no scanner read. The same rules hold as for one that is read.
 */
export const decideBurnEntry = (state: TableState, command: Of<'enter_burn'>): Decision => {
  const { phase, shoe } = state;
  const named = shoe?.ordinal === command.shoe ? shoe : null;
  const { card } = command;
  const why = whyNoBurn({ phase, shoe: named }, { card, deck: null, physical: null });
  if (why !== undefined) return refuse(why);
  const missing = missingPerson(command);
  return missing === undefined ? burnCards({ card, ...byHand(command) }) : refuse(missing);
};

/**
 * The cut card, which no scanner read. It was approved for the coup in hand, or for the time
 * between two coups.
 */
export const decideCutCardEntry = (state: TableState, command: Of<'enter_cut_card'>): Decision => {
  const { shoe, phase } = state;
  if (phase === 'closed') return refuse('table_is_closed');
  if (phase === 'suspended') return refuse('table_is_suspended');
  if (gameInHand(state) !== command.game) return refuse('wrong_round');
  if (shoe?.ordinal !== command.shoe) return refuse('shoe_is_not_ready');
  if (!cutCardMayCome(state)) return refuse('card_not_due');
  const missing = missingPerson(command);
  return missing === undefined ? drawCutCard(state, byHand(command)) : refuse(missing);
};

/** For what no scanner read: no number, no code, two persons. */
const byHand = (command: FourEyes) => ({ scanSeq: 0, code: '', manual: fourEyesOf(command) });

/**
 * The card on a seat is another than was read. Refused where the coup would have been dealt
 * otherwise: then the round is voided, or cards are withdrawn.
 */
export const decideCardCorrection = (
  state: TableState,
  command: Of<'correct_card'>,
  nowMs: number,
): Decision => {
  const { round, shoe } = state;
  const { game, side, position, card } = command;
  if (state.phase === 'closed') return refuse('table_is_closed');
  if (round?.game !== game) return refuse('wrong_round');
  const index = phaseBeneath(state) === 'dealing' ? seatIndex(round.cards, command) : -1;
  const was = round.cards[index];
  if (was === undefined || shoe === null) return refuse('card_not_due');
  const cards = round.cards.with(index, card);
  if (!keepsSeats(cards, round.cards)) return refuse('coup_is_unsound');
  const { requestedBy: by, approvedBy, approval } = command;
  const event: EventOf<'card_corrected'> = {
    kind: 'card_corrected',
    game,
    side,
    position,
    was,
    card,
    ...(liesFaceDown(round, index) && { faceDown: true }),
    by,
    approvedBy,
    approval,
  };
  const after = correctedCard(state, event);
  if (after.shoe !== null && !cardCountsWithin(after.shoe)) return refuse('card_exhausted');
  const missing = missingPerson(command);
  if (missing !== undefined) return refuse(missing);
  const isOpen = round.faceDown === null;
  return accept(event, ...(isOpen ? coupEvents(after, cards, nowMs) : []));
};

/** The dealer opens the next card that lies face down. With the last of them the coup may count. */
export const decideShowing = (
  state: TableState,
  { by }: Of<'show_card'>,
  nowMs: number,
): Decision => {
  const { round, phase } = state;
  if (phase === 'closed') return refuse('table_is_closed');
  if (phase === 'suspended') return refuse('table_is_suspended');
  if (phase !== 'dealing' || round === null || round.faceDown === null) {
    return refuse('nothing_to_show');
  }
  return accept(...shownNext(state, round, nowMs, by));
};

/** The next card face down is shown. Where it was the last, what follows from the coup follows. */
export const shownNext = (
  state: TableState,
  round: RoundState,
  nowMs: number,
  by?: string,
): readonly TableEvent[] => {
  const isLast = round.faceDown?.cards === 1;
  const shown = showing(round, 1, by);
  return isLast ? [...shown, ...coupEvents(state, round.cards, nowMs)] : shown;
};

/** The dealer confirms the coup as it was dealt. From here on it counts. */
export const decideConfirmation = (
  state: TableState,
  { by }: Of<'confirm_coup'>,
  nowMs: number,
): Decision => {
  const { round, phase } = state;
  if (phase === 'closed') return refuse('table_is_closed');
  if (phase === 'suspended') return refuse('table_is_suspended');
  if (round === null || phase !== 'dealing') return refuse('coup_is_not_complete');
  if (round.faceDown !== null) return refuse('card_is_face_down');
  const itself = { ...state, settings: { ...state.settings, confirms: 'itself' as const } };
  const events = coupEvents(itself, round.cards, nowMs);
  return events.length === 0
    ? refuse('coup_is_not_complete')
    : accept({ kind: 'coup_confirmed', game: round.game, by }, ...events);
};
