/** A scan: which card landed where. The seat is worked out by the tableau, never told (RULES 1.1, 1.2; invariants I5, I8). */
import type { Card } from '../cards/card.js';
import { assert } from '../money/assert.js';
import { dealCoup, nextSeat } from '../punto-banco/coup.js';
import { pointsOf } from '../punto-banco/hand.js';
import { makeCoup } from '../punto-banco/notation.js';
import { makeBead } from '../roads/bead.js';
import { beadOf } from './bead-of.js';
import type { Scan } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { FourEyes, TableEvent } from './event.js';
import { refuseScan } from './fault.js';
import { plainText } from './plain-text.js';
import type { RoundRefusal } from './refusal.js';
import { type Scanned, parseScanCode } from './scan-code.js';
import { type ShoeState, type TableState, clockMs } from './state.js';

/** A card or the cut card, in the course of play. */
export const decideScan = (state: TableState, command: Scan, nowMs: number): Decision => {
  const scan = scanOf(command);
  const known = recall(state, scan);
  if (known !== undefined) return known;

  const scanned = parseScanCode(scan.code, state.settings.scanCodes);
  if (scanned === undefined) return refuseScan(state, scan, 'unreadable_code');
  if (state.phase === 'closed') return refuseScan(state, scan, 'table_is_closed');
  if (state.phase === 'suspended') return refuseScan(state, scan, 'table_is_suspended');

  const { shoe, round } = state;
  if (scanned.kind === 'cut_card') {
    const isDue = shoe !== null && shoe.burned && !shoe.cutCardOut && state.phase !== 'shoe_change';
    // A cut card that is read again has hurt nobody.
    if (!isDue)
      return refuse('card_not_due', { kind: 'scan_refused', refusal: 'card_not_due', ...scan });
    return accept({ kind: 'cut_card_drawn', thisCoupIsLast: coupIsInHand(state), ...scan });
  }

  if (state.phase === 'betting' || state.phase === 'last_bets') {
    return refuseScan(state, scan, 'betting_is_open');
  }
  const isDealing = state.phase === 'bets_closed' || state.phase === 'dealing';
  const seat = isDealing && round !== null ? nextSeat(round.cards) : undefined;
  if (seat === undefined || shoe === null) return refuseScan(state, scan, 'card_not_due');
  const impossible = whyImpossible(shoe, scanned);
  if (impossible !== undefined) return refuseScan(state, scan, impossible);
  return shownCard(state, { card: scanned.card, ...scan }, nowMs);
};

interface ShownCard extends Scan {
  readonly card: Card;
  readonly manual?: FourEyes;
}

/** The card lies on the seat that is due; what follows from the last one follows. */
export const shownCard = (state: TableState, shown: ShownCard, nowMs: number): Decision => {
  const { round } = state;
  const seat = round === null ? undefined : nextSeat(round.cards);
  assert(round !== null && seat !== undefined, 'a coup that is dealt has a seat for its next card');
  return accept(
    { kind: 'card_dealt', game: round.game, ...seat, ...shown },
    ...decided(state, [...round.cards, shown.card], nowMs),
  );
};

/** The burn: the first card of a new shoe is turned, and as many cards as it counts are burned face down after it. */
export const decideBurn = (state: TableState, command: Scan): Decision => {
  const scan = scanOf(command);
  const known = recall(state, scan);
  if (known !== undefined) return known;

  const scanned = parseScanCode(scan.code, state.settings.scanCodes);
  if (scanned?.kind !== 'card') return refuseScan(state, scan, 'unreadable_code');
  if (state.phase === 'closed') return refuseScan(state, scan, 'table_is_closed');
  if (state.phase === 'suspended') return refuseScan(state, scan, 'table_is_suspended');
  const { shoe } = state;
  if (shoe === null || shoe.removed) return refuseScan(state, scan, 'shoe_is_not_ready');
  if (shoe.burned) return refuseScan(state, scan, 'shoe_is_ready');
  const impossible = whyImpossible(shoe, scanned);
  if (impossible !== undefined) return refuseScan(state, scan, impossible);
  return accept({
    kind: 'cards_burned',
    card: scanned.card,
    unseen: burnCount(scanned.card),
    ...scan,
  });
};

/** A ten or a figure burns ten, an ace one. */
export const burnCount = (card: Card): number => {
  const points = pointsOf(card);
  return points === 0 ? 10 : points;
};

/** The scan alone: what else the command carries is not the log's. */
const scanOf = ({ code, scanSeq }: Scan): Scan => ({ code: plainText(code), scanSeq });

/** A repeat of the last scan is answered the same again; any other number than the next is out of order. */
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

/** A coup is begun, or the bets on it are. */
const coupIsInHand = ({ phase }: TableState): boolean =>
  phase === 'betting' || phase === 'last_bets' || phase === 'bets_closed' || phase === 'dealing';

/** Why the card cannot come out of the shoe: another shoe's, the same one again, or a ninth of its face (I8). */
const whyImpossible = (
  { seen, decks, codes }: ShoeState,
  { card, deck, physical }: Extract<Scanned, { kind: 'card' }>,
): RoundRefusal | undefined => {
  if (deck !== null && deck > decks) return 'not_in_this_shoe';
  if (physical !== null && codes.includes(physical)) return 'same_card_twice';
  return seen.filter((face) => face === card).length >= decks ? 'card_exhausted' : undefined;
};

/** What follows the last card: the coup's result, and, where nobody bet, its settlement at once. Nothing while cards are missing, or the dealer is to confirm. */
export const decided = (
  state: TableState,
  cards: readonly Card[],
  nowMs: number,
): readonly TableEvent[] => {
  const { round, settings } = state;
  const coup = settings.confirms === 'itself' ? dealCoup(cards) : undefined;
  if (coup === undefined || round === null) return [];
  const { game, bets, stakes } = round;
  const opensAtMs = clockMs(state, nowMs) + settings.pauseMs;
  const result: TableEvent = {
    kind: 'coup_decided',
    game,
    coup: makeCoup(coup),
    bead: makeBead(beadOf(coup)),
    opensAtMs,
  };
  const nothingLies = bets === 0 || stakes === '0';
  if (!nothingLies) return [result];
  return [result, { kind: 'round_settled', game, stakes: '0', paid: '0', opensAtMs }];
};
