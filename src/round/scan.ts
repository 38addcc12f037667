/**
 * A scan: which card goes where. The seat is worked out by the tableau, never stated (RULES 1.1,
 * 1.2; invariants I5, I8).
 */
import type { Card } from '../cards/card.js';
import { assert } from '../money/assert.js';
import { dealCoup, nextSeat } from '../punto-banco/coup.js';
import { pointsOf } from '../punto-banco/hand.js';
import { makeCoup } from '../punto-banco/notation.js';
import { makeBead } from '../roads/bead.js';
import { beadOf } from './bead-of.js';
import type { Scan, ScanSent } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { FourEyes } from './four-eyes.js';
import type { TableEvent } from './event.js';
import { type ReadCard, refuseScan, whyImpossible } from './fault.js';
import { showing } from './show-cards.js';
import { plainText } from './plain-text.js';
import type { RoundRefusal } from './refusal.js';
import { parseScanCode } from './scan-code.js';
import { IN_COUP, type TableState, clockMs, phaseBeneath, scanCodesOf } from './state.js';

/** A card or the cut card, in the course of play. */
export const decideScan = (state: TableState, command: ScanSent, nowMs: number): Decision => {
  const scan = scanOf(command);
  const known = recall(state, scan);
  if (known !== undefined) return known;

  const scanned = parseScanCode(scan.code, scanCodesOf(state));
  if (scanned === undefined) return refuseScan(state, scan, 'unreadable_code');
  if (state.phase === 'closed') return refuseScan(state, scan, 'table_is_closed');
  if (state.phase === 'suspended') return refuseScan(state, scan, 'table_is_suspended');

  const { shoe, round } = state;
  // A cut card that was read before the bets opened is taken as well. The next coup is the last
  // either way.
  const betsAreOpen = state.phase === 'betting' || state.phase === 'last_bets';
  const isCutInTime = scanned.kind === 'cut_card' && betsAreOpen;
  if (isOfAnother(state, command) && !isCutInTime) return refuseScan(state, scan, 'wrong_round');
  if (scanned.kind === 'cut_card') {
    // A cut card that is read again does no harm.
    if (!cutCardMayCome(state))
      return refuse('card_not_due', { kind: 'scan_refused', refusal: 'card_not_due', ...scan });
    return drawCutCard(state, scan);
  }

  if (betsAreOpen) return refuseScan(state, scan, 'betting_is_open');
  if (state.phase === 'accepting_bets') {
    return refuseScan(state, scan, 'bets_are_being_accepted');
  }
  const isDealing = state.phase === 'bets_closed' || state.phase === 'dealing';
  const seat = isDealing && round !== null ? nextSeat(round.cards) : undefined;
  if (seat === undefined || shoe === null) {
    return refuseScan(state, scan, 'card_not_due', scanned);
  }
  const impossible = whyImpossible(shoe, scanned);
  if (impossible !== undefined) return refuseScan(state, scan, impossible);
  return dealCard(state, { card: scanned.card, ...scan }, nowMs);
};

/** As a scanner read it. Where two persons say it, 0 and no code. */
interface ReadScan extends Scan {
  readonly manual?: FourEyes;
}

interface CardScan extends ReadScan {
  readonly card: Card;
}

/**
 * The card goes to the seat that is due, and what follows from the last card follows. At a squeeze
 * table it lies face down. A third card is drawn by what lies open, so it shows what was face down.
 */
export const dealCard = (state: TableState, scan: CardScan, nowMs: number): Decision => {
  const { round } = state;
  const seat = round === null ? undefined : nextSeat(round.cards);
  assert(round !== null && seat !== undefined, 'a coup that is dealt has a seat for its next card');
  const { game } = round;
  if (state.settings.squeezeMs !== null) {
    const before = seat.position === 3 ? showing(round, round.cards.length) : [];
    return accept(...before, { kind: 'card_dealt', game, ...seat, ...scan, faceDown: true });
  }
  return accept(
    { kind: 'card_dealt', game, ...seat, ...scan },
    ...coupEvents(state, [...round.cards, scan.card], nowMs),
  );
};

/**
 * The burn. The first card of a new shoe is turned, and as many cards as it counts are burned face
 * down after it.
 */
export const decideBurn = (state: TableState, command: ScanSent): Decision => {
  const scan = scanOf(command);
  const known = recall(state, scan);
  if (known !== undefined) return known;

  const scanned = parseScanCode(scan.code, scanCodesOf(state));
  if (scanned?.kind !== 'card') return refuseScan(state, scan, 'unreadable_code');
  const isOpen = state.phase !== 'closed' && state.phase !== 'suspended';
  if (isOpen && isOfAnother(state, command)) return refuseScan(state, scan, 'wrong_round');
  const why = whyNoBurn(state, scanned);
  if (why !== undefined) return refuseScan(state, scan, why);
  return burnCards({ card: scanned.card, ...scan });
};

/** Why no card, or not this one, is the first of a new shoe now. */
export const whyNoBurn = (
  { phase, shoe }: Pick<TableState, 'phase' | 'shoe'>,
  read: ReadCard,
): RoundRefusal | undefined => {
  if (phase === 'closed') return 'table_is_closed';
  if (phase === 'suspended') return 'table_is_suspended';
  if (shoe === null || shoe.removed) return 'shoe_is_not_ready';
  return shoe.burned ? 'shoe_is_ready' : whyImpossible(shoe, read);
};

/**
 * A shoe is in place, and its first card is still to be turned. New cards, where they are due, come
 * first.
 */
export const burnIsDue = ({
  phase,
  shoe,
  cards,
}: Pick<TableState, 'phase' | 'shoe' | 'cards'>): boolean =>
  phase === 'shoe_change' && shoe !== null && !shoe.removed && !shoe.burned && cards.due === null;

export const burnCards = (scan: CardScan): Decision =>
  accept({ kind: 'cards_burned', unseen: burnCount(scan.card), ...scan });

/** Once a shoe, from one that is dealt from. */
export const cutCardMayCome = ({ phase, shoe }: Pick<TableState, 'phase' | 'shoe'>): boolean =>
  shoe !== null && shoe.burned && !shoe.cutCardOut && phase !== 'shoe_change' && phase !== 'closed';

export const drawCutCard = (state: TableState, scan: ReadScan): Decision =>
  accept({ kind: 'cut_card_drawn', thisCoupIsLast: gameInHand(state) !== null, ...scan });

/** A ten or a court card burns ten, an ace one. */
export const burnCount = (card: Card): number => {
  const points = pointsOf(card);
  return points === 0 ? 10 : points;
};

/** The code was read in another round than the one in hand, so its card belongs elsewhere. */
const isOfAnother = ({ round }: TableState, { game }: ScanSent): boolean =>
  game !== undefined && game !== round?.game;

/** The scan alone: what else the command carries does not belong in the log. */
const scanOf = ({ code, scanSeq }: Scan): Scan => ({ code: plainText(code), scanSeq });

/**
 * A repeat of the last scan gets the same answer again. Any other number than the next is out of
 * order.
 */
const recall = (state: TableState, { scanSeq, code }: Scan): Decision | undefined => {
  const last = state.lastScan;
  if (last === null) return undefined;
  if (scanSeq === last.scanSeq && code === last.code) {
    return last.answer.kind === 'refused'
      ? refuse(last.answer.refusal)
      : { ok: true, events: [], repeated: last.answer };
  }
  return scanSeq === last.scanSeq + 1 ? undefined : refuse('scan_out_of_order');
};

/** The coup that has begun, or that the bets are on. Null between two. */
export const gameInHand = (state: TableState): string | null =>
  IN_COUP.has(phaseBeneath(state)) ? (state.round?.game ?? null) : null;

/**
 * What follows the last card: the coup's result and, where nobody bet, its settlement at once.
 * Nothing while cards are missing, or the dealer is to confirm.
 */
export const coupEvents = (
  state: TableState,
  cards: readonly Card[],
  nowMs: number,
): readonly TableEvent[] => {
  const { round, settings } = state;
  const coup = settings.confirms === 'itself' ? dealCoup(cards) : undefined;
  if (coup === undefined || round === null) return [];
  const { game, stakes } = round;
  const opensAtMs = clockMs(state, nowMs) + settings.pauseMs;
  const result: TableEvent = {
    kind: 'coup_decided',
    game,
    coup: makeCoup(coup),
    bead: makeBead(beadOf(coup)),
    opensAtMs,
  };
  if (stakes !== '0') return [result];
  return [result, { kind: 'round_settled', game, stakes: '0', paid: '0', opensAtMs }];
};
