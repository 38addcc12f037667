/**
 * The notice of the last scan or the last command: one line, until the next one, or until it is no
 * longer true of the table.
 */
import type { Card } from '../../../src/cards/card.js';
import type { MalfunctionKind } from '../../../src/round/malfunction.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import type { ScanReply } from '../../../src/client/scan-queue.js';

export type DeskNotice =
  | { readonly kind: 'taken'; readonly card: Card; readonly seat: string }
  | {
      readonly kind: 'byHand' | 'corrected' | 'withdrawn';
      readonly card: Card;
      readonly seat: string;
    }
  | { readonly kind: 'cut_card' | 'called' | 'torn' }
  /** The browser has no room for the scans that wait. They go out, unless the page is reloaded. */
  | { readonly kind: 'notKept' }
  | { readonly kind: 'reported'; readonly malfunction: MalfunctionKind }
  /** `slow`: by a scanner that is set too slow, or by hand. */
  | { readonly kind: 'unknown' | 'slow'; readonly what: string }
  /** Scans that came late or were of another round, of which the first was not taken. */
  | { readonly kind: 'dropped'; readonly codes: readonly string[] }
  /** `what` is the code that was scanned. Empty for a command. */
  | { readonly kind: 'refused'; readonly what: string; readonly refusal: string };

export const noticeOf = (code: string, reply: ScanReply | 'not_known'): DeskNotice => {
  if (reply === 'not_known') return { kind: 'unknown', what: code };
  if (!reply.ok) return { kind: 'refused', what: code, refusal: reply.refusal };
  if (reply.card === null || reply.seat === null) return { kind: 'cut_card' };
  return { kind: 'taken', card: reply.card, seat: reply.seat };
};

/**
 * What others did, or another scanner read, or the pit approved, and the dealer must see. `before`:
 * the table before it.
 */
export const noticeBy = (message: TableMessage, before: TableCopy): DeskNotice | undefined => {
  if (message.kind === 'scan_refused') {
    const isBox = before.desk?.next === 'BRING_CARDS' && message.refusal === 'unreadable_code';
    return {
      kind: 'refused',
      what: message.code,
      refusal: isBox ? 'box_not_here' : message.refusal,
    };
  }
  if (message.kind === 'manager_called') return { kind: 'called' };
  if (message.kind === 'cut_card_drawn') return { kind: 'cut_card' };
  if (message.kind === 'cards_burned') {
    const { card, manual } = message;
    if (card === undefined) return undefined;
    return { kind: manual === undefined ? 'taken' : 'byHand', card, seat: 'burn' };
  }
  if (message.kind === 'malfunction_reported')
    return { kind: 'reported', malfunction: message.malfunction };
  const kind = onCard(message);
  if (kind === undefined || !('card' in message) || !('side' in message)) return undefined;
  const { card } = message;
  if (card === undefined) return undefined; // To staff every card is known.
  return { kind, card, seat: `${message.side}_${message.position}` };
};

/** What became of a card without this desk's scanner. */
const onCard = (
  message: TableMessage,
): 'taken' | 'byHand' | 'corrected' | 'withdrawn' | undefined => {
  if (message.kind === 'card_corrected') return 'corrected';
  if (message.kind === 'card_withdrawn') return 'withdrawn';
  if (message.kind !== 'card_dealt') return undefined;
  return message.manual === undefined ? 'taken' : 'byHand';
};

/**
 * Whether what was said before `message` is no longer true of the table after it. What stopped the
 * table is true until it goes on.
 */
export const isStale = (message: TableMessage, copy: TableCopy, before: TableCopy): boolean => {
  if (message.kind === 'betting_opened' || message.kind === 'round_voided') return true;
  if (copy.phase === 'suspended') return false;
  if (STRETCHES[copy.phase] !== STRETCHES[before.phase]) return true;
  const isScan = message.kind === 'cards_burned' || message.kind === 'scan_refused';
  return copy.phase === 'shoe_change' && !isScan && copy.desk?.next !== before.desk?.next;
};

/**
 * Phases through which a line stays true. The coup’s last card is still the last one when it has
 * counted.
 */
const STRETCHES: Readonly<Record<TableCopy['phase'], string>> = {
  closed: 'closed',
  shoe_change: 'shoe',
  betting: 'bets',
  last_bets: 'bets',
  accepting_bets: 'coup',
  bets_closed: 'coup',
  dealing: 'coup',
  resulted: 'coup',
  settled: 'coup',
  void: 'void',
  suspended: 'suspended',
};
