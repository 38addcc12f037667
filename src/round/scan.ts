/** A scan: which card landed where. The seat is worked out by the tableau, never told (RULES 1.1, 1.2; invariants I5, I8). */
import type { Card } from '../cards/card.js';
import { assert } from '../money/assert.js';
import { type Coup, dealCoup, nextSeat } from '../punto-banco/coup.js';
import { pointsOf } from '../punto-banco/hand.js';
import { makeCoup } from '../punto-banco/notation.js';
import { type Bead, makeBead } from '../roads/bead.js';
import type { Scan } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { TableEvent } from './event.js';
import type { RoundRefusal } from './refusal.js';
import { parseScanCode } from './scan-code.js';
import { type RoundState, type ShoeState, type TableState } from './state.js';

/** A card or the cut card, in the course of play. */
export const decideScan = (state: TableState, command: Scan, nowMs: number): Decision => {
  const scan = scanOf(command);
  const known = recall(state, scan);
  if (known !== undefined) return known;

  const scanned = parseScanCode(scan.code);
  if (scanned === undefined) return refuseScan(scan, 'unreadable_code');
  if (state.phase === 'closed') return refuseScan(scan, 'table_is_closed');
  if (state.phase === 'suspended') return refuseScan(scan, 'table_is_suspended');

  const { shoe, round } = state;
  if (scanned.kind === 'cut_card') {
    const isDue = shoe !== null && shoe.burned && !shoe.cutCardOut && state.phase !== 'shoe_change';
    if (!isDue) return refuseScan(scan, 'card_not_due');
    return accept({ kind: 'cut_card_drawn', thisCoupIsLast: coupIsInHand(state), ...scan });
  }

  if (state.phase === 'betting' || state.phase === 'last_bets') {
    return refuseScan(scan, 'betting_is_open');
  }
  const isDue = state.phase === 'bets_closed' || state.phase === 'dealing';
  if (!isDue || shoe === null || round === null) return refuseScan(scan, 'card_not_due');
  if (isExhausted(shoe, scanned.card)) return refuseScan(scan, 'card_exhausted');

  const seat = nextSeat(round.cards);
  assert(seat !== undefined, 'a coup that is being dealt has a seat for the next card');
  const dealt: TableEvent = {
    kind: 'card_dealt',
    game: round.game,
    ...seat,
    card: scanned.card,
    ...scan,
  };
  const coup = dealCoup([...round.cards, scanned.card]);
  if (coup === undefined) return accept(dealt);
  return accept(dealt, ...decided(state, round, coup, nowMs));
};

/** The burn: the first card of a new shoe is turned, and as many cards as it counts are burned face down after it. */
export const decideBurn = (state: TableState, command: Scan): Decision => {
  const scan = scanOf(command);
  const known = recall(state, scan);
  if (known !== undefined) return known;

  const scanned = parseScanCode(scan.code);
  if (scanned?.kind !== 'card') return refuseScan(scan, 'unreadable_code');
  if (state.phase === 'closed') return refuseScan(scan, 'table_is_closed');
  if (state.phase === 'suspended') return refuseScan(scan, 'table_is_suspended');
  const { shoe } = state;
  if (shoe === null || shoe.removed) return refuseScan(scan, 'shoe_is_not_ready');
  if (shoe.burned) return refuseScan(scan, 'shoe_is_ready');
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
const scanOf = ({ code, scanSeq }: Scan): Scan => ({ code, scanSeq });

const refuseScan = (scan: Scan, refusal: RoundRefusal): Decision =>
  refuse(refusal, { kind: 'scan_refused', refusal, code: scan.code, scanSeq: scan.scanSeq });

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

/** Invariant I8: a shoe of eight decks holds eight of every face. */
const isExhausted = ({ seen, decks }: ShoeState, card: Card): boolean =>
  seen.filter((face) => face === card).length >= decks;

/** What follows the last card: the coup's result, and, where nobody bet, its settlement at once. */
const decided = (
  state: TableState,
  { game, bets, stakes }: RoundState,
  coup: Coup,
  nowMs: number,
): TableEvent[] => {
  const opensAtMs = nowMs + state.settings.pauseMs;
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

/** A coup as the roads see it. */
export const beadOf = (coup: Coup): Bead => ({
  outcome: coup.outcome,
  total: Math.max(coup.puntoTotal, coup.bancoTotal),
  natural: coup.naturals.punto || coup.naturals.banco,
  puntoPair: coup.pairs.punto !== undefined,
  bancoPair: coup.pairs.banco !== undefined,
});
