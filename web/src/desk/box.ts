/** A box of new cards, and what is not one: a card that was scanned before it. */
import { parseScanCode } from '../../../src/round/scan-code.js';
import type { Desk } from './desk.js';

export const isCardOf = (desk: Desk, code: string): boolean =>
  parseScanCode(code, desk.store.getState().copy?.desk?.scanCodes) !== undefined;
