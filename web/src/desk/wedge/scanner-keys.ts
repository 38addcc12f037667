/**
 * What the scanner of this machine sends around each code, and how it may repeat one, kept in this
 * browser.
 */
import { DOUBLE_READ_MS } from '../../../../src/client/double-read.js';
import type { ScannerKeys } from './burst.js';
import { browserKeeps } from '../../browser-keeps.js';

const KEY = 'sabot.desk.scanner';
const NONE: ScannerKeys = { prefix: '', suffix: '', doubleReadMs: DOUBLE_READ_MS };

export const readScannerKeys = (): ScannerKeys => {
  const kept = browserKeeps.getItem(KEY);
  return kept === null ? NONE : { ...NONE, ...(JSON.parse(kept) as Partial<ScannerKeys>) };
};

export const keepScannerKeys = (keys: ScannerKeys): void =>
  browserKeeps.setItem(KEY, JSON.stringify(keys));
