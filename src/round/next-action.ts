/**
 * What the dealer does next: the one thing that the desk's screen says. It is worked out from what
 * staff see of a table, so that a copy of it says the same.
 */
import { nextSeat } from '../punto-banco/coup.js';
import type { Phase, RoundState } from './state.js';

export const NEXT_ACTIONS = [
  'OPEN_TABLE',
  'BRING_CARDS',
  'SHUFFLE',
  'CUT',
  'SCAN_BURN',
  'BURN', // As many face down as the burn card counts. Then the bets are opened.
  'OPEN_BETS',
  'WAIT_FOR_CLOSE',
  'WAIT_FOR_WALLETS',
  'DEAL_PUNTO_1',
  'DEAL_BANCO_1',
  'DEAL_PUNTO_2',
  'DEAL_BANCO_2',
  'PUNTO_DRAWS',
  'BANCO_DRAWS',
  'SHOW_CARD', // At a squeeze table: the next card is opened.
  'CONFIRM',
  'COLLECT',
  'LAST_HAND_DONE', // The shoe is changed next.
  'WAIT_FOR_MANAGER',
  'CLOSED', // The last round was called, and is over.
] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

/** What it follows from. */
interface DeskSituation {
  readonly phase: Phase;
  /** When the next bets open. Null in a void round whose stakes have not gone back yet. */
  readonly opensAtMs: number | null;
  readonly settings: { readonly opensItself: boolean };
  readonly shoe: { readonly burned: boolean; readonly isSpent: boolean } | null;
  readonly round: Pick<RoundState, 'cards' | 'faceDown'> | null;
  readonly newCardsDue: boolean;
  readonly shuffled: boolean;
  readonly cut: boolean;
  readonly closing: boolean;
}

export const nextAction = (situation: DeskSituation): NextAction => {
  switch (situation.phase) {
    case 'closed':
      return 'OPEN_TABLE';
    case 'shoe_change':
      return beforeTheFirstBets(situation);
    case 'betting':
    case 'last_bets':
      return 'WAIT_FOR_CLOSE';
    case 'accepting_bets':
      return 'WAIT_FOR_WALLETS';
    case 'bets_closed':
    case 'dealing':
      return dealing(situation.round);
    case 'resulted':
      return 'COLLECT';
    case 'settled':
      return betweenRounds(situation);
    case 'void':
      return situation.opensAtMs === null ? 'COLLECT' : betweenRounds(situation);
    case 'suspended':
      return 'WAIT_FOR_MANAGER';
  }
};

const beforeTheFirstBets = ({ shoe, newCardsDue, shuffled, cut }: DeskSituation): NextAction => {
  if (newCardsDue) return 'BRING_CARDS';
  if (shoe?.burned === true) return 'BURN';
  if (!shuffled) return 'SHUFFLE';
  return cut ? 'SCAN_BURN' : 'CUT';
};

const dealing = (round: DeskSituation['round']): NextAction => {
  const seat = nextSeat(round?.cards ?? []);
  const isThird = seat?.position === 3;
  // The first four lie before one is opened.
  if (round?.faceDown && (seat === undefined || isThird)) return 'SHOW_CARD';
  if (seat === undefined) return 'CONFIRM';
  if (isThird) return seat.side === 'punto' ? 'PUNTO_DRAWS' : 'BANCO_DRAWS';
  if (seat.side === 'punto') return seat.position === 1 ? 'DEAL_PUNTO_1' : 'DEAL_PUNTO_2';
  return seat.position === 1 ? 'DEAL_BANCO_1' : 'DEAL_BANCO_2';
};

const betweenRounds = ({ shoe, closing, settings }: DeskSituation): NextAction => {
  if (closing) return 'CLOSED';
  if (shoe === null || shoe.isSpent) return 'LAST_HAND_DONE';
  return settings.opensItself ? 'COLLECT' : 'OPEN_BETS';
};
