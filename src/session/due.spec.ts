import { describe, expect, it } from 'vitest';
import { type SessionTimes, dueOf, idleEndsAtMs, isWarned, nextLookAtMs } from './due.js';

const MINUTE = 60_000;
/** As RULES 2 has it. */
const POLICY = {
  idleMs: 20 * MINUTE,
  warnMs: 2 * MINUTE,
  lostMs: 3 * MINUTE,
  soloLostMs: 5 * MINUTE,
};
const START = 1_800_000_000_000;

const at = (minutes: number): number => START + minutes * MINUTE;

/** The last action was at minute 0. */
const session = (times: Partial<SessionTimes> = {}): SessionTimes => ({
  activeAtMs: START,
  warnedAtMs: null,
  lostAtMs: null,
  isByChoice: false,
  ...times,
});

describe('a session in which nothing is done', () => {
  it('is looked at when the warning is due, and cannot end before it', () => {
    expect(nextLookAtMs(session(), POLICY)).toBe(at(18));
    expect(dueOf(session(), POLICY)).toBeUndefined();
    expect(idleEndsAtMs(session(), POLICY)).toBe(at(20));
  });

  it('ends 20 minutes after the last action', () => {
    const warned = session({ warnedAtMs: at(18) });
    expect(dueOf(warned, POLICY)).toEqual({ reason: 'idle', atMs: at(20) });
    expect(nextLookAtMs(warned, POLICY)).toBe(at(20));
  });

  it('whose warning came late ends when the warning says', () => {
    const warned = session({ warnedAtMs: at(25) });
    expect(idleEndsAtMs(warned, POLICY)).toBe(at(27));
    expect(dueOf(warned, POLICY)).toEqual({ reason: 'idle', atMs: at(27) });
  });

  it('goes on after an action, which voids its warning', () => {
    const again = session({ warnedAtMs: at(18), activeAtMs: at(19) });
    expect(isWarned(again)).toBe(false);
    expect(dueOf(again, POLICY)).toBeUndefined();
    expect(idleEndsAtMs(again, POLICY)).toBe(at(39));
    expect(nextLookAtMs(again, POLICY)).toBe(at(37));
  });
});

describe('a session whose connection is lost', () => {
  it('ends 3 minutes after the loss, without a warning', () => {
    const lost = session({ lostAtMs: at(5) });
    expect(dueOf(lost, POLICY)).toEqual({ reason: 'connection_lost', atMs: at(8) });
    expect(nextLookAtMs(lost, POLICY)).toBe(at(8));
  });

  it('ends 5 minutes after the loss where hands wait for their players', () => {
    const lost = session({ lostAtMs: at(5), isByChoice: true });
    expect(dueOf(lost, POLICY)).toEqual({ reason: 'connection_lost', atMs: at(10) });
  });

  it('ends by whatever is due first', () => {
    const warned = session({ warnedAtMs: at(18) });
    expect(dueOf({ ...warned, lostAtMs: at(16) }, POLICY)?.reason).toBe('connection_lost');
    expect(dueOf({ ...warned, lostAtMs: at(18) }, POLICY)?.reason).toBe('idle');
    expect(nextLookAtMs(session({ lostAtMs: at(16) }), POLICY)).toBe(at(18));
  });
});
