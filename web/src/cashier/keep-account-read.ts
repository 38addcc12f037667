/** How the cashier keeps the account up to date: money may come by the casino's own cashier. */
import type { Studio } from '../studio/studio.js';

const READ_AGAIN_MS = 3_000;

/**
 * Reads the account now and again, until the returned function is called. Each wait begins with the
 * answer, since an answer counts no longer where another has been asked for.
 */
export const keepAccountRead = (studio: Studio): (() => void) => {
  let isOver = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const read = async () => {
    await studio.readAccount();
    if (!isOver) again = setTimeout(() => void read(), READ_AGAIN_MS);
  };
  void read();
  return () => {
    isOver = true;
    clearTimeout(again);
  };
};
