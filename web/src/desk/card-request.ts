/** A request for a card by hand, or for the cut card, from the dealer’s word to the pit’s. */
import type { Card } from '../../../src/cards/card.js';
import type { Approval, ApprovalState } from '../../../src/protocol/approval.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import type { DueByHand } from '../../../src/round/by-hand.js';

export type AskedByHand =
  | {
      readonly kind: 'card';
      readonly game: string;
      readonly card: Card;
      readonly seat: Exclude<DueByHand['seat'], 'burn' | null>;
    }
  | { readonly kind: 'burn_card'; readonly card: Card }
  | { readonly kind: 'cut_card' };

export interface CardRequest {
  readonly id: string;
  /** Null: the cut card. */
  readonly card: Card | null;
  readonly seat: string | null;
  readonly state: ApprovalState;
  readonly expiresAtMs: number;
}

const requestOf = (approval: Approval): CardRequest => ({
  id: approval.id,
  card: approval.card,
  seat: approval.kind === 'burn_card' ? 'burn' : approval.seat,
  state: approval.state,
  expiresAtMs: approval.expiresAtMs,
});

/**
 * After what the pit said of a request of this table, or answered to it. One that is open and can
 * still be carried out may have been made before a reload of the page, or by the dealer before, and
 * what is said of it may come before the answer to it.
 */
export const afterApproval = (
  request: CardRequest | undefined,
  approval: Approval,
  nowMs: number,
): CardRequest | undefined => {
  const next = requestOf(approval);
  if (request?.id === next.id) return changedTo(request, next);
  const isMeant = BY_HAND.has(approval.kind) && approval.stands;
  const isNewer = request === undefined || !isOpen(stateAt(request, nowMs));
  return isMeant && isNewer && isOpen(stateAt(next, nowMs)) ? next : request;
};

const KINDS: Readonly<Record<AskedByHand['kind'], true>> = {
  card: true,
  burn_card: true,
  cut_card: true,
};
const BY_HAND: ReadonlySet<string> = new Set(Object.keys(KINDS));

/**
 * What is said of the same request now. What was read a moment ago may come behind what is sent at
 * once: a request goes on, and never back.
 */
export const changedTo = (request: CardRequest, next: CardRequest): CardRequest =>
  ORDER.indexOf(next.state) < ORDER.indexOf(request.state) ? request : next;

/** The first two are open, and the others its ends. */
const ORDER: readonly ApprovalState[] = ['pending', 'approved', 'expired', 'refused', 'done'];

/**
 * The table took the card. Whatever was said of the request before, it is done. Where the table has
 * gone on without it, nobody can use it any more.
 */
export const afterMessage = (
  request: CardRequest | undefined,
  message: TableMessage,
): CardRequest | undefined => {
  if (request === undefined) return undefined;
  if (approvalOf(message) === request.id) return { ...request, state: 'done' };
  return isOpen(request.state) && isPast(request, message)
    ? { ...request, state: 'expired' }
    : request;
};

/**
 * Its state at that time of the studio’s clock, in ms. The desk gets no message when the time is
 * up.
 */
export const stateAt = (
  { state, expiresAtMs }: Pick<CardRequest, 'state' | 'expiresAtMs'>,
  nowMs: number,
): ApprovalState => (isOpen(state) && nowMs > expiresAtMs ? 'expired' : state);

/** The pit may still approve it, or the table take it. */
export const isOpen = (state: ApprovalState): boolean =>
  state === 'pending' || state === 'approved';

/**
 * No request outlives any of these events. It is for a coup, for the time between two, or for the
 * shoe in place.
 */
const ENDS: ReadonlySet<TableMessage['kind']> = new Set([
  'betting_opened',
  'coup_decided',
  'round_voided',
  'cards_burned',
  'shoe_change_started',
  'table_closed',
]);

/** The card that was asked for belongs to the coup as it was then. */
const OTHER_CARDS: ReadonlySet<TableMessage['kind']> = new Set([
  'card_dealt',
  'card_withdrawn',
  'card_corrected',
]);

const isPast = ({ card }: CardRequest, { kind }: TableMessage): boolean =>
  ENDS.has(kind) || (card === null ? kind === 'cut_card_drawn' : OTHER_CARDS.has(kind));

const approvalOf = (message: TableMessage): string | undefined =>
  'manual' in message ? message.manual?.approval : undefined;
