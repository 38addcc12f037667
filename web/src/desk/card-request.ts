/** A card by hand, from the dealer’s word to the pit’s. */
import type { Card } from '../../../src/cards/card.js';
import type { Approval, ApprovalState } from '../../../src/protocol/approval.js';
import type { TableMessage } from '../../../src/protocol/table.js';

export interface CardRequest {
  readonly id: string;
  readonly card: Card;
  readonly seat: string | null;
  readonly state: ApprovalState;
  readonly expiresAtMs: number;
}

export const requestOf = (approval: Approval, card: Card): CardRequest => ({
  id: approval.id,
  card,
  seat: approval.seat,
  state: approval.state,
  expiresAtMs: approval.expiresAtMs,
});

/** The table laid the card: whatever was told of the request before, it is done. */
export const afterMessage = (
  request: CardRequest | undefined,
  message: TableMessage,
): CardRequest | undefined =>
  request !== undefined && message.kind === 'card_dealt' && message.manual?.approval === request.id
    ? { ...request, state: 'done' }
    : request;
