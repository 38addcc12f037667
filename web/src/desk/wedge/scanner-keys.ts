/** What the scanner of this machine sends around each code: kept in this browser. */
import type { ScannerKeys } from './burst.js';

const KEY = 'sabot.desk.scanner';
const NONE: ScannerKeys = { prefix: '', suffix: '' };

export const readScannerKeys = (): ScannerKeys => {
  const kept = localStorage.getItem(KEY);
  return kept === null ? NONE : { ...NONE, ...(JSON.parse(kept) as Partial<ScannerKeys>) };
};

export const keepScannerKeys = (keys: ScannerKeys): void =>
  localStorage.setItem(KEY, JSON.stringify(keys));
