/** The store of sessions and connections: what is known of them, and how a session ends. */
import type { SessionEnd } from '../protocol/session.js';
import type { ConnectionRow, NewConnectionRow } from './connection-rows.js';
import type { SessionPolicy } from './due.js';
import type { SessionNoticeRow } from './session-notice-rows.js';
import type { ConnectionWatch, FoundSession, OpenSession } from './session-rows.js';

export interface Ended {
  readonly id: string;
  readonly playerId: string;
  readonly reason: SessionEnd;
  /** Minor units. */
  readonly amount: bigint;
}

/** The players whose rows somebody else holds: theirs are to be written later. */
interface Held {
  readonly notIn: ReadonlySet<string>;
  readonly notOut: ReadonlySet<string>;
}

export interface SessionStore {
  /** Writes together which connections count from now on in `process`, and which have ended. */
  writeConnections(
    process: string,
    entering: readonly NewConnectionRow[],
    leaving: readonly ConnectionRow[],
  ): Promise<Held>;
  /** These connections have ended. Those that another has replaced are not touched. */
  goOut(rows: readonly ConnectionRow[]): Promise<void>;
  /** These connections still work. */
  beat(rows: readonly ConnectionRow[]): Promise<void>;
  /** Of these connections, the players who have another one by now, or whose token was ended. */
  readReplaced(rows: readonly ConnectionRow[]): Promise<ReadonlySet<string>>;
  /** The open sessions of these players, or those that are to be warned or ended. */
  readOpen(
    playerIds: readonly string[] | null,
    policy: SessionPolicy,
    watch: ConnectionWatch,
  ): Promise<readonly OpenSession[]>;
  /** Writes the last actions and the warnings. Returns the ids of the sessions that took them. */
  keepFound(found: readonly FoundSession[]): Promise<ReadonlySet<string>>;
  /**
   * Looks again under the lock of the player's credit, and ends the session where it is due.
   * `not_due` also where no session is open. `hand_in_play`: a hand of a solo game waits for its
   * player.
   */
  endIfDue(
    playerId: string,
    policy: SessionPolicy,
    watch: ConnectionWatch,
  ): Promise<Ended | 'not_due' | 'round_in_hand' | 'hand_in_play'>;
  /** What has happened to the sessions of these players in the last `sinceMs`. */
  readNotices(playerIds: readonly string[], sinceMs: number): Promise<readonly SessionNoticeRow[]>;
}

export const SESSION_STORE = Symbol('SessionStore');
