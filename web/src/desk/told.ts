/** What the dealer is told of the last scan or the last command: one line, until the next. */
import type { Card } from '../../../src/cards/card.js';
import type { MishapKind } from '../../../src/round/mishap.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import type { ScanOutcome } from './scans/scan-line.js';

export type Told =
  | { readonly kind: 'taken'; readonly card: Card; readonly seat: string }
  | {
      readonly kind: 'byHand' | 'corrected' | 'withdrawn';
      readonly card: Card;
      readonly seat: string;
    }
  | { readonly kind: 'cut_card' | 'called' | 'torn' }
  | { readonly kind: 'reported'; readonly mishap: MishapKind }
  | { readonly kind: 'unknown'; readonly what: string }
  /** `what` is the code that was scanned; empty for a command. */
  | { readonly kind: 'refused'; readonly what: string; readonly refusal: string };

export const toldOf = ({ code, reply }: ScanOutcome): Told => {
  if (reply === 'unknown') return { kind: 'unknown', what: code };
  if (!reply.ok) return { kind: 'refused', what: code, refusal: reply.refusal };
  if (reply.card === null || reply.seat === null) return { kind: 'cut_card' };
  return { kind: 'taken', card: reply.card, seat: reply.seat };
};

/** What others did, or the pit approved, that the dealer must see happen. */
export const toldBy = (message: TableMessage): Told | undefined => {
  if (message.kind === 'manager_called') return { kind: 'called' };
  if (message.kind === 'mishap_reported') return { kind: 'reported', mishap: message.mishap };
  const kind = onCard(message);
  if (kind === undefined || !('card' in message) || !('side' in message)) return undefined;
  return { kind, card: message.card, seat: `${message.side}_${message.position}` };
};

/** What became of a card without this desk's scanner. */
const onCard = (message: TableMessage): 'byHand' | 'corrected' | 'withdrawn' | undefined => {
  if (message.kind === 'card_corrected') return 'corrected';
  if (message.kind === 'card_withdrawn') return 'withdrawn';
  return message.kind === 'card_dealt' && message.manual !== undefined ? 'byHand' : undefined;
};
