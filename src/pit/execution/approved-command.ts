/**
 * What a request asks of the table: the command that carries it out, with both persons and the
 * approval in it.
 */
import { type ApprovalSubject, type ReasonCode, isOfShoe } from '../../protocol/approval.js';
import { type CardSeat, nextSeat } from '../../punto-banco/coup.js';
import { makeCoup, parseCoup } from '../../punto-banco/notation.js';
import type { TableCommand } from '../../round/command.js';
import type { Fix } from '../../round/correction.js';
import type { FourEyes } from '../../round/four-eyes.js';
import { gameInHand } from '../../round/scan.js';
import { type Phase, type TableState, phaseBeneath } from '../../round/state.js';
import type { HandPayDue } from '../../settlement/hand-pay.js';
import type { PastShoes, TableNow } from '../approval/past-shoes.service.js';
import type { AskedRound } from '../approval/store.js';

/** The shoe in place, for a request that is about no round. */
export interface AskedShoe {
  readonly shoe: number | null;
  readonly burned: boolean;
  readonly cutCardOut: boolean;
  /** The coup in hand. */
  readonly game: string | null;
}

export interface Ordered extends ApprovalSubject {
  readonly reason: ReasonCode;
  /** What the player is owed. Only where that is to be paid by hand. */
  readonly owed?: HandPayDue | undefined;
}

/**
 * A round in hand is voided. One that was settled is corrected. Undefined where the cards do not
 * make a coup, or no card is due. `round` is null for what concerns the shoe.
 */
export const commandFor = (
  pastShoes: Pick<PastShoes, 'with'>,
  ordered: Ordered,
  persons: FourEyes,
  round: AskedRound | null,
  now: TableNow,
): Promise<TableCommand | undefined> =>
  pastShoes.with(orderedCommand(ordered, persons, round, now.state), now);

const orderedCommand = (
  ordered: Ordered,
  persons: FourEyes,
  round: AskedRound | null,
  state: TableState,
): TableCommand | undefined => {
  if (isOfShoe(ordered.kind)) return ofShoe(ordered, persons, state);
  const { game } = ordered;
  return game === undefined || round === null
    ? undefined
    : ofRound({ ...ordered, game }, persons, round, state);
};

/**
 * About the shoe in place and the coup in hand. The database knows whether they are those that the
 * request was made about.
 */
const ofShoe = (
  { kind, card }: Ordered,
  persons: FourEyes,
  state: TableState,
): TableCommand | undefined => {
  const shoe = state.shoe?.ordinal;
  if (shoe === undefined) return undefined;
  if (kind === 'cut_card') {
    return { kind: 'enter_cut_card', shoe, game: gameInHand(state), ...persons };
  }
  return card === undefined ? undefined : { kind: 'enter_burn', shoe, card, ...persons };
};

interface OrderedRound extends Ordered {
  readonly game: string;
}

const ofRound = (
  ordered: OrderedRound,
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
    case 'hand_pay': {
      const { player, owed } = ordered;
      if (player === undefined || owed === undefined) return undefined;
      return {
        kind: 'order_hand_pay',
        game,
        ...(owed.correction !== undefined && { correction: owed.correction }),
        player,
        amount: owed.owed,
        reason: ordered.reason,
        ...persons,
      };
    }
    case 'burn_card':
    case 'cut_card':
    case 'void_hand':
    case 'settle_case':
    case 'void_hands':
      return undefined;
  }
};

/** The coup as it is written everywhere. Undefined where the cards do not make one. */
export const writtenCoup = (notation: string): string | undefined => {
  const coup = parseCoup(notation);
  return coup && makeCoup(coup);
};

const correction = (
  fix: Fix,
  { game, coup: notation, player, reason }: OrderedRound,
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

/** The phases in which the last round is over and paid, or void with its stakes returned. */
const OVER: ReadonlySet<Phase> = new Set(['settled', 'shoe_change', 'closed']);

const isInHand = (game: string, state: TableState): boolean => {
  const phase = phaseBeneath(state);
  const isOver = OVER.has(phase) || (phase === 'void' && state.refunded);
  return state.round?.game === game && !isOver;
};

/** `punto_3` is Punto's third. Where no card seat is named, the next one of the tableau. */
const seatOf = ({ seat }: Ordered, { round }: TableState): CardSeat | undefined => {
  if (seat === undefined) return round === null ? undefined : nextSeat(round.cards);
  const [side, position] = seat.split('_') as [CardSeat['side'], string];
  return { side, position: Number(position) as CardSeat['position'] };
};

export const askedShoe = (state: TableState): AskedShoe => ({
  shoe: state.shoe?.ordinal ?? null,
  burned: state.shoe?.burned ?? false,
  cutCardOut: state.shoe?.cutCardOut ?? false,
  game: gameInHand(state),
});
