/**
 * When a session ends by itself: after too long without a game action or deposit, or without a
 * connection (RULES 2).
 */
import type { SessionEnd } from '../protocol/session.js';

/** All in ms. */
export interface SessionPolicy {
  readonly idleMs: number;
  /** How long before the idle end the player is warned. */
  readonly warnMs: number;
  readonly lostMs: number;
  /** The same after a hand of a game in which hands wait for their players. */
  readonly soloLostMs: number;
}

export interface SessionTimes {
  /** The last game action or deposit. */
  readonly activeAtMs: number;
  /** Null where the player is not warned. A warning before the last action does not count. */
  readonly warnedAtMs: number | null;
  /** Null while the player is connected, or never was. */
  readonly lostAtMs: number | null;
  /** Whether the last action was in Sette e Mezzo or Blackjack. */
  readonly isByChoice: boolean;
}

interface Due {
  readonly reason: Exclude<SessionEnd, 'cash_out'>;
  readonly atMs: number;
}

export const isWarned = ({ warnedAtMs, activeAtMs }: SessionTimes): boolean =>
  warnedAtMs !== null && warnedAtMs > activeAtMs;

/** When the player is, or was, to be warned. */
export const warnDueAtMs = (
  { activeAtMs }: SessionTimes,
  { idleMs, warnMs }: SessionPolicy,
): number => activeAtMs + idleMs - warnMs;

/**
 * When the idle session ends: after its time, and never sooner after the warning than the warning
 * says. A player who was warned late, because the studio was down, has as much time left as any
 * other.
 */
export const idleEndsAtMs = (times: SessionTimes, policy: SessionPolicy): number => {
  const ends = times.activeAtMs + policy.idleMs;
  return isWarned(times) ? Math.max(ends, times.warnedAtMs! + policy.warnMs) : ends;
};

/**
 * What ends the session first, and when. Undefined while nothing can, because the player must be
 * warned first.
 */
export const dueOf = (times: SessionTimes, policy: SessionPolicy): Due | undefined => {
  const { lostAtMs, isByChoice } = times;
  const lostMs = isByChoice ? policy.soloLostMs : policy.lostMs;
  const lost: Due[] =
    lostAtMs === null ? [] : [{ reason: 'connection_lost', atMs: lostAtMs + lostMs }];
  const idle: Due[] = isWarned(times)
    ? [{ reason: 'idle', atMs: idleEndsAtMs(times, policy) }]
    : [];
  return [...lost, ...idle].sort((a, b) => a.atMs - b.atMs)[0];
};

/** When the session is to be looked at next. */
export const nextLookAtMs = (times: SessionTimes, policy: SessionPolicy): number => {
  const due = dueOf(times, policy)?.atMs ?? Infinity;
  return isWarned(times) ? due : Math.min(due, warnDueAtMs(times, policy));
};
