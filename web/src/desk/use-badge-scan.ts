/**
 * A badge may be scanned as a card is. Its code is put into the badge’s field, and the PIN is asked
 * for.
 */
import { useKeys } from './key-scope.js';

export const useBadgeScan = (key: (key: string) => boolean = () => false): void =>
  useKeys({
    key,
    scan: (code) => {
      const badge = document.querySelector<HTMLInputElement>('[data-part=badge-form] [name=badge]');
      if (badge === null) return false;
      badge.value = code;
      document.querySelector<HTMLInputElement>('[data-part=badge-form] [name=pin]')?.focus();
      return true;
    },
  });
