/** What the operator's wallet has the player read: asked for when there may be something new. */
import type { ConnectionState } from '../../../src/client/connection.js';
import type { OwnNotices } from '../../../src/protocol/wallet-notice.js';

/** The connection of a player. */
interface NoticeLine {
  on(name: 'session:notice', listener: () => void): () => void;
  onState(listener: (state: ConnectionState) => void): () => void;
}

/** Where the studio did not answer. */
const AFTER_FAULT_MS = 5_000;

/**
 * Reports what is not answered: now, when the studio says that there is more, and when the
 * connection is back, which may have lost that word. Returns a function that ends it.
 */
export const followNotices = (
  line: NoticeLine,
  read: () => Promise<OwnNotices>,
  report: (own: OwnNotices) => void,
): (() => void) => {
  let asked = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    const own = (asked += 1);
    clearTimeout(again);
    const answer = await read().catch(() => undefined);
    if (own !== asked) return; // What was asked for since says it.
    if (answer === undefined) again = setTimeout(() => void ask(), AFTER_FAULT_MS);
    else report(answer);
  };
  const off = [
    line.on('session:notice', () => void ask()),
    line.onState((state) => {
      if (state === 'connected') void ask();
    }),
  ];
  void ask();
  return () => {
    asked += 1;
    clearTimeout(again);
    for (const stop of off) stop();
  };
};
