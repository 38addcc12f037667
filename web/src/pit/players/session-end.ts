/** How a session ended, in words. What a later version of the studio has besides stays its code. */
import type { SessionEnd } from '../../../../src/protocol/session.js';

type Key = `player.end.${SessionEnd}`;

const KEYS: Readonly<Record<SessionEnd, Key>> = {
  cash_out: 'player.end.cash_out',
  idle: 'player.end.idle',
  connection_lost: 'player.end.connection_lost',
};

const isKnown = (reason: string): reason is SessionEnd => Object.hasOwn(KEYS, reason);

export const sessionEndText = (own: (key: Key) => string, reason: string | null): string => {
  if (reason === null) return '–';
  return isKnown(reason) ? own(KEYS[reason]) : reason;
};
