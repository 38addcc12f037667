/** What a request asks of the table: the command that carries it out, with both persons and the approval in it. */
import type { ApprovalSubject, ReasonCode } from '../protocol/approval.js';
import { type Seat, nextSeat } from '../punto-banco/coup.js';
import { makeCoup, parseCoup } from '../punto-banco/notation.js';
import type { TableCommand } from '../round/command.js';
import type { Fix, FourEyes } from '../round/event.js';
import { type Phase, type TableState, phaseBeneath } from '../round/state.js';
import type { AskedRound } from './asked-round.js';

export interface Ordered extends ApprovalSubject {
  readonly reason: ReasonCode;
}

/** A round in hand is voided; one that was settled is corrected. Undefined where the cards are no coup, or no card is due. */
export const commandFor = (
  ordered: Ordered,
  persons: FourEyes,
  round: AskedRound,
  state: TableState,
): TableCommand | undefined => {
  const { kind, game, card } = ordered;
  const seat = seatOf(ordered, state);
  switch (kind) {
    case 'void':
      if (!isInHand(game, state)) return correction('void', ordered, persons, round);
      return { kind: 'void_round', game, reason: ordered.reason, ...persons };
    case 'resettle':
    case 'refund':
      return correction(kind, ordered, persons, round);
    case 'card':
    case 'card_correction': {
      const does = kind === 'card' ? 'enter_card' : 'correct_card';
      if (card === undefined || seat === undefined) return undefined;
      return { kind: does, game, card, ...seat, ...persons };
    }
  }
};

/** The coup as it is written everywhere; undefined where the cards are none. */
export const writtenCoup = (notation: string): string | undefined => {
  const coup = parseCoup(notation);
  return coup && makeCoup(coup);
};

const correction = (
  fix: Fix,
  { game, coup: notation, player, reason }: Ordered,
  persons: FourEyes,
  { corrections, shoe }: AskedRound,
): TableCommand | undefined => {
  const coup = notation === undefined ? null : writtenCoup(notation);
  if (coup === undefined) return undefined;
  return {
    kind: 'correct_round',
    game,
    correction: corrections + 1,
    fix,
    coup,
    player: player ?? null,
    reason,
    shoe,
    ...persons,
  };
};

/** Phases in which the last round is over and paid. */
const OVER: ReadonlySet<Phase> = new Set(['settled', 'shoe_change', 'closed']);

const isInHand = (game: string, state: TableState): boolean =>
  state.round?.game === game && !OVER.has(phaseBeneath(state));

/** `punto_3` is Punto's third; where no seat is named, the next that the tableau gives. */
const seatOf = ({ seat }: Ordered, { round }: TableState): Seat | undefined => {
  if (seat === undefined) return round === null ? undefined : nextSeat(round.cards);
  const [side, position] = seat.split('_') as [Seat['side'], string];
  return { side, position: Number(position) as Seat['position'] };
};
