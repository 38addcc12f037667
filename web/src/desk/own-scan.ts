/**
 * The scan that this desk sent last. Its answer says what became of it, so the table’s message to
 * everybody is no news. Another scanner’s scan is.
 */
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import { parseScanCode } from '../../../src/round/scan-code.js';

export interface OwnScan {
  readonly code: string;
  readonly scanSeq: number;
}

/** `copy` is the table with `message` in it. */
export const isOfOwnScan = (
  own: OwnScan | undefined,
  message: TableMessage,
  copy: TableCopy,
): boolean => {
  if (own === undefined || ('manual' in message && message.manual !== undefined)) return false;
  if (message.kind === 'scan_refused') {
    return message.scanSeq === own.scanSeq && message.code === own.code;
  }
  if (copy.lastScanSeq !== own.scanSeq) return false;
  const read = parseScanCode(own.code, copy.desk?.scanCodes);
  if (message.kind === 'cut_card_drawn') return read?.kind === 'cut_card';
  const isCard = message.kind === 'card_dealt' || message.kind === 'cards_burned';
  return isCard && read?.kind === 'card' && read.card === message.card;
};
