/** A card that was taken off its seat stops the table. Notices are then about that card. */
import type { Card } from '../../../src/cards/card.js';
import type { TableMessage } from '../../../src/protocol/table.js';

export interface Withdrawn {
  readonly card: Card;
  /** It stays out of the coup. Otherwise it is scanned again. */
  readonly setAside: boolean;
}

const GOES_ON: ReadonlySet<TableMessage['kind']> = new Set([
  'table_resumed',
  'round_voided',
  'card_dealt',
]);

export const withdrawnAfter = (
  withdrawn: Withdrawn | undefined,
  message: TableMessage,
): Withdrawn | undefined => {
  if (message.kind === 'card_withdrawn' && message.card !== undefined) {
    return { card: message.card, setAside: message.setAside };
  }
  return GOES_ON.has(message.kind) ? undefined : withdrawn;
};
