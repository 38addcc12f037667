/** How a session ended, in words. What a later version of the studio has besides stays its code. */
import { SESSION_ENDS, type SessionEnd } from '../../../../src/protocol/session.js';

type Key = `player.end.${SessionEnd}`;

export const sessionEndText = (own: (key: Key) => string, reason: string | null): string => {
  const known = SESSION_ENDS.find((each) => each === reason);
  return known === undefined ? (reason ?? '–') : own(`player.end.${known}`);
};
