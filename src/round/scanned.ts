/**
 * What the table remembers of its scanner: its last number, so that a repeat gets the same answer
 * again, and the cards that a code identifies.
 */
import type { FourEyes } from './four-eyes.js';
import { parseScanCode } from './scan-code.js';
import { type ScanAnswer, type TableState, scanCodesOf } from './state.js';

/** A viewer that was not sent the scan counts on from the last number. */
interface ReadScan {
  readonly scanSeq?: number | undefined;
  readonly code?: string | undefined;
  readonly manual?: FourEyes | undefined;
}

/**
 * The state after a scan that was taken. What two persons said is not a scan, so the scanner's
 * count stays where it was.
 */
export const withScan = (state: TableState, scan: ReadScan, answer: ScanAnswer): TableState =>
  scan.manual === undefined ? { ...withAnswer(state, scan, answer), misreads: 0 } : state;

export const withAnswer = (
  state: TableState,
  { scanSeq = (state.lastScan?.scanSeq ?? 0) + 1, code = '' }: ReadScan,
  answer: ScanAnswer,
): TableState => ({ ...state, lastScan: { scanSeq, code, answer } });

/** Which card of the shoe a code names. Null where it does not say, or two persons said it. */
export const physicalCard = (state: TableState, { code, manual }: ReadScan): string | null => {
  if (code === undefined || manual !== undefined) return null;
  const scanned = parseScanCode(code, scanCodesOf(state));
  return scanned?.kind === 'card' ? scanned.physical : null;
};
