/**
 * A badge may be scanned as a card is. Its code is put into the badge’s field, and the PIN is asked
 * for.
 */
import { useKeys } from './key-scope.js';

interface Options {
  readonly key?: (key: string) => boolean;
  /** Whether the code belongs to the table, which has it then. */
  readonly isCard?: (code: string) => boolean;
}

export const useBadgeScan = ({ key = no, isCard = no }: Options = {}): void =>
  useKeys({
    key,
    scan: (code) => {
      if (isCard(code)) return false;
      const badge = document.querySelector<HTMLInputElement>('[data-part=badge-form] [name=badge]');
      if (badge === null) return false;
      badge.value = code;
      document.querySelector<HTMLInputElement>('[data-part=badge-form] [name=pin]')?.focus();
      return true;
    },
  });

const no = (): boolean => false;
