/**
 * A fault in the game. It suspends the table, and may bring new cards (RULES 1.11, 1.13). Where the
 * machine finds one, the studio is named as its author.
 */
import type { Scan, TableCommand } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { TableEvent } from './event.js';
import {
  type CardChangeReason,
  DROPPED_MAX,
  MALFUNCTION_OF_REFUSAL,
  MISREADS_MAX,
  type MalfunctionKind,
  NEW_CARDS_AFTER,
} from './malfunction.js';
import { plainText } from './plain-text.js';
import type { RoundRefusal } from './refusal.js';
import type { Scanned } from './scan-code.js';
import {
  CARDS_FOR_A_COUP,
  IN_COUP,
  type ShoeState,
  type TableState,
  phaseBeneath,
} from './state.js';

/** The author of what the machine finds by itself. */
export const STUDIO = 'studio';

/**
 * The suspension and the new cards that a malfunction brings, unless the table has them already.
 */
export const faultEvents = (
  state: TableState,
  malfunction: MalfunctionKind,
  by: string,
  dropped = state.dropped,
): readonly TableEvent[] => {
  const tooMany: CardChangeReason | undefined =
    malfunction === 'cards_dropped' && dropped > DROPPED_MAX ? 'cards_dropped' : undefined;
  const reason = NEW_CARDS_AFTER[malfunction] ?? tooMany;
  const events: TableEvent[] = [];
  if (state.suspension === null) events.push({ kind: 'table_suspended', reason: malfunction, by });
  if (reason !== undefined && state.cards.due === null) events.push({ kind: 'cards_due', reason });
  return events;
};

/** Somebody reports what went wrong. */
export const decideMalfunction = (
  state: TableState,
  { malfunction, cards, note, seen, by }: Extract<TableCommand, { kind: 'report_malfunction' }>,
): Decision => {
  if (state.phase === 'closed') return refuse('table_is_closed');
  const isStill = seen?.game === (state.round?.game ?? null) && seen.dropped === state.dropped;
  if (seen !== undefined && !isStill) return refuse('count_moved_on');
  const fallen = malfunction === 'cards_dropped' ? (cards ?? 1) : 0;
  return accept(
    { kind: 'malfunction_reported', malfunction, cards, note: plainText(note), by },
    ...faultEvents(state, malfunction, by, state.dropped + fallen),
  );
};

/**
 * A scan that is refused is kept. Where it shows a fault of the game, the table is suspended with
 * it. `read` is the card of a scan for which none was due.
 */
export const refuseScan = (
  state: TableState,
  scan: Scan,
  refusal: RoundRefusal,
  read?: ReadCard,
): Decision => {
  const evidence: TableEvent = {
    kind: 'scan_refused',
    refusal,
    code: scan.code,
    scanSeq: scan.scanSeq,
  };
  const malfunction = isOpen(state) ? malfunctionOf(state, refusal) : undefined;
  if (malfunction === undefined) return refuse(refusal, evidence);
  const out = hasLeftShoe(state, read) ? [leaves(read, scan.code)] : [];
  return refuse(refusal, evidence, ...out, ...faultEvents(state, malfunction, STUDIO));
};

/**
 * Whether the refused card has left the shoe for good. It has where none was due: it stays beside
 * the coup. A card that came before the close is left face down, and is dealt after it. One that
 * cannot be in the shoe is another card, or the same one that was read again.
 */
const hasLeftShoe = (state: TableState, read: ReadCard | undefined): read is ReadCard =>
  read !== undefined &&
  state.phase !== 'shoe_change' &&
  state.shoe !== null &&
  hasCardToSpare(state, state.shoe) &&
  whyImpossible(state.shoe, read) === undefined;

/** A coup that has begun is dealt to its end: what it may still need is in the shoe. */
const hasCardToSpare = (state: TableState, { cardsLeft }: ShoeState): boolean => {
  const isInHand = IN_COUP.has(phaseBeneath(state));
  const needed = isInHand ? CARDS_FOR_A_COUP - (state.round?.cards.length ?? 0) : 0;
  return cardsLeft > needed;
};

const leaves = ({ card }: ReadCard, code: string): TableEvent => ({
  kind: 'card_left_shoe',
  card,
  code,
  by: STUDIO,
});

export type ReadCard = Pick<Extract<Scanned, { kind: 'card' }>, 'card' | 'deck' | 'physical'>;

/**
 * Why the card cannot come out of the shoe: it is another shoe's, the same one again, a ninth of
 * its face, or one more than the shoe held (I8).
 */
export const whyImpossible = (
  { seen, decks, codes, cardsLeft }: ShoeState,
  { card, deck, physical }: ReadCard,
): RoundRefusal | undefined => {
  if (deck !== null && deck > decks) return 'not_in_this_shoe';
  if (physical !== null && codes.includes(physical)) return 'same_card_twice';
  const copies = seen.filter((face) => face === card).length;
  return copies >= decks || cardsLeft < 1 ? 'card_exhausted' : undefined;
};

/**
 * Whoever deals says that a card has left the shoe without a seat, or that one which was counted so
 * has not.
 */
export const decideCount = (
  state: TableState,
  { face: card, isOut, seen, by }: Extract<TableCommand, { kind: 'count_card' }>,
): Decision => {
  const { shoe, phase } = state;
  if (phase === 'closed') return refuse('table_is_closed');
  if (shoe === null || !shoe.burned) return refuse('shoe_is_not_ready');
  const isStill = seen?.shoe === shoe.ordinal && seen.cardsLeft === shoe.cardsLeft;
  if (seen !== undefined && !isStill) return refuse('count_moved_on');
  if (!isOut) {
    return shoe.unseated.some((each) => each.card === card)
      ? accept({ kind: 'card_never_left', card, by })
      : refuse('nothing_to_withdraw');
  }
  const isImpossible =
    card !== null && whyImpossible(shoe, { card, deck: null, physical: null }) !== undefined;
  if (!hasCardToSpare(state, shoe) || isImpossible) return refuse('card_exhausted');
  return accept({ kind: 'card_left_shoe', card, by });
};

/**
 * A table that is suspended already has its fault reported, and the card is due again when play
 * goes on.
 */
const isOpen = ({ phase }: TableState): boolean => phase !== 'closed' && phase !== 'suspended';

const malfunctionOf = (state: TableState, refusal: RoundRefusal): MalfunctionKind | undefined => {
  if (refusal === 'unreadable_code') {
    return state.misreads + 1 >= MISREADS_MAX ? 'defective_barcode' : undefined;
  }
  if (refusal === 'card_not_due' && state.phase === 'shoe_change') return 'wrong_order';
  return MALFUNCTION_OF_REFUSAL[refusal];
};

/** The picture is lost: nobody can follow the cards, and nobody saw where they were meanwhile. */
export const decideStreamLoss = (state: TableState): Decision => {
  if (state.phase === 'closed') return refuse('table_is_closed');
  if (state.streamLost) return refuse('stream_is_lost');
  return accept({ kind: 'stream_lost' }, ...faultEvents(state, 'stream_lost', STUDIO));
};

export const decideStreamReturn = (state: TableState): Decision =>
  state.streamLost ? accept({ kind: 'stream_back' }) : refuse('stream_is_live');
