/**
 * Looks at sessions that may be due: warns, ends, and says when to look again. It works from
 * Postgres alone, in any process, however often.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Connections } from './connections.service.js';
import { dueOf, isWarned, nextLookAtMs, warnDueAtMs } from './due.js';
import type { Look } from './expiry-queue.service.js';
import { SessionEnding } from './session-ending.service.js';
import { SessionNotices } from './session-notices.service.js';
import type { OpenSession } from './session-rows.js';
import { SESSION_STORE, type SessionStore } from './store.js';

/**
 * How soon a session whose round is in hand is looked at again, in ms. The time is a whole
 * multiple, so that two who look ask for the same next look.
 */
const AGAIN_MS = 1_000;
const againAtMs = (nowMs: number): number => (Math.floor(nowMs / AGAIN_MS) + 1) * AGAIN_MS;

@Injectable()
export class Expiry {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'session'>,
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    private readonly connections: Connections,
    private readonly sessionEnd: SessionEnding,
    private readonly notices: SessionNotices,
  ) {}

  /**
   * Looks at the sessions of these players, or without players at all that are due as far as their
   * rows say. Returns which to look at again, and when.
   */
  async look(playerIds: readonly string[] | null): Promise<readonly Look[]> {
    const { session: policy } = this.config;
    const { watch } = this.connections;
    const read = await this.store.readOpen(playerIds, policy, watch);
    const looks: Look[] = [];
    for (const session of await this.#keep(read)) {
      const { playerId, nowMs } = session;
      // The sweep looks at it once the hand is over.
      if (session.hasHandInPlay) continue;
      const due = dueOf(session, policy);
      // Whatever Postgres knows of it: a row may not have been written yet.
      const isLostHere = due?.reason === 'connection_lost' && this.connections.has(playerId);
      const isDue = !isLostHere && (due?.atMs ?? Infinity) <= nowMs;
      const end = isDue ? await this.sessionEnd.end(playerId, policy, watch) : 'not_due';
      if (end === 'round_in_hand')
        looks.push({ playerId, atMs: againAtMs(nowMs), isOverdue: true });
      if (end === 'not_due' && !isDue && !isLostHere)
        looks.push({ playerId, atMs: nextLookAtMs(session, policy) });
    }
    return looks;
  }

  /**
   * Writes the actions that the log knew of to the sessions, and warns, but nobody whose hand waits
   * for a choice: the session does not end before it. Returns the sessions as they are now. Those
   * that were locked are left out.
   */
  async #keep(sessions: readonly OpenSession[]): Promise<readonly OpenSession[]> {
    const { session: policy } = this.config;
    const isNew = (session: OpenSession) =>
      !session.hasHandInPlay && !isWarned(session) && session.nowMs >= warnDueAtMs(session, policy);
    const found = sessions.map((session) => ({
      ...session,
      warnedAtMs: isNew(session) ? session.nowMs : null,
    }));
    const kept = await this.store.keepFound(found);
    for (const { warnedAtMs, ...session } of found) {
      if (warnedAtMs !== null && kept.has(session.id))
        this.notices.warned({ ...session, warnedAtMs });
    }
    return sessions
      .map((session, index) => ({
        ...session,
        warnedAtMs: found[index]!.warnedAtMs ?? session.warnedAtMs,
      }))
      .filter(({ id }) => kept.has(id));
  }
}
