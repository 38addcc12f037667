/**
 * The page’s one connection to the studio as the pit, and what comes unasked: the wall, the
 * incidents, the requests.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { ConnectionState } from '../../../src/client/connection.js';
import type { FollowedTable, Viewer } from '../../../src/client/followed-table.js';
import { PitClient, type PitWatch } from '../../../src/client/pit-client.js';
import type { Approval } from '../../../src/protocol/approval.js';
import type { AcceptedOf, RequestOf } from '../../../src/protocol/command.js';
import type { Incident } from '../../../src/protocol/incident.js';
import type { PitCommandName, PitCommands } from '../../../src/protocol/pit.js';
import type { Member } from '../staff/member.js';
import type { SignedOut } from '../staff/use-member.js';
import { PitHttp } from './http.js';
import { type Reads, queriesOf, readsOf } from './reads.js';
import { PitRefused } from './refused.js';
import { setClock } from './use-now.js';
import { WallStore } from './wall/wall-store.js';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** Why the studio closed or refused the connection: a code. */
  readonly reason: string;
}

/**
 * By their numbers: those that were sent since the page was opened, and those that were open then.
 */
export interface Cases {
  readonly incidents: ReadonlyMap<string, Incident>;
  readonly approvals: ReadonlyMap<string, Approval>;
}

/** A correction of thousands of bets takes its time. */
const ANSWER_WITHIN_MS = 15_000;

export class Pit {
  readonly line = createStore<ConnectionStatus>(() => ({ state: 'connecting', reason: '' }));
  readonly cases = createStore<Cases>(() => ({ incidents: new Map(), approvals: new Map() }));
  readonly wall = new WallStore();
  readonly http: PitHttp;
  readonly reads: Reads;
  readonly queries: QueryClient;
  readonly #client: PitClient;

  constructor(
    readonly who: Member,
    private readonly onSignedOut: (why: SignedOut) => void,
  ) {
    this.http = new PitHttp(who.token, () => this.signOut('not_signed_in'));
    this.#client = new PitClient(location.origin, who.token, { answerWithinMs: ANSWER_WITHIN_MS });
    this.reads = readsOf(this);
    this.queries = queriesOf(this.connection);
    this.connection.onState((state, reason) => {
      this.line.setState({ state, reason });
      if (state === 'connected') void this.#watch();
      if (state === 'refused' && NO_LONGER_IN.has(reason)) this.signOut('not_signed_in');
    });
    // The account was disabled, its role changed, or the token has expired.
    this.connection.on('staff:closed', ({ reason }) =>
      this.signOut(reason === 'token_expired' ? 'expired' : 'not_signed_in'),
    );
    this.connection.on('wall:table', (table) => this.wall.publish(table));
    this.connection.on('incident:changed', (incident) => this.noteIncident(incident));
    this.connection.on('approval:changed', (approval) => this.noteApproval(approval));
  }

  get connection(): PitClient['connection'] {
    return this.#client.connection;
  }

  /** Rejects with `PitRefused`, or with `NoAnswer` where nothing is known of what became of it. */
  async do<Name extends PitCommandName>(
    name: Name,
    request: RequestOf<PitCommands[Name]>,
  ): Promise<AcceptedOf<PitCommands[Name]>> {
    const reply = await this.connection.send(name, request);
    if (!reply.ok) throw new PitRefused(reply.refusal);
    return reply;
  }

  follow(table: string, viewer: Viewer<PitWatch>): FollowedTable<PitWatch> {
    return this.#client.watch(table, viewer);
  }

  unfollow(followed: FollowedTable<PitWatch>): void {
    followed.leave();
    void this.connection.send('table:unwatch', { table: followed.table }).catch(() => undefined);
  }

  /** What an answer contains is as good as what came unasked. */
  noteIncident(incident: Incident): void {
    this.cases.setState(({ incidents }) => ({
      incidents: new Map(incidents).set(incident.id, incident),
    }));
  }

  noteApproval(approval: Approval): void {
    this.cases.setState(({ approvals }) => ({
      approvals: new Map(approvals).set(approval.id, approval),
    }));
  }

  signOut(why: SignedOut = 'signed_out'): void {
    this.connection.close();
    this.queries.clear();
    if (opened === this) opened = undefined;
    this.onSignedOut(why);
  }

  async #watch(): Promise<void> {
    try {
      const { tables, incidents, approvals, nowMs } = await this.do('wall:watch', {});
      setClock(nowMs);
      this.wall.publishAll(tables);
      this.cases.setState({
        incidents: new Map(incidents.map((incident) => [incident.id, incident])),
        approvals: new Map(approvals.map((approval) => [approval.id, approval])),
      });
    } catch {
      // The connection was lost again, or the studio is overloaded, so it is tried later.
      setTimeout(() => {
        if (this.connection.state === 'connected') void this.#watch();
      }, WATCH_AGAIN_MS);
    }
  }
}

const WATCH_AGAIN_MS = 1_000;
const NO_LONGER_IN: ReadonlySet<string> = new Set(['not_signed_in', 'not_allowed']);

let opened: Pit | undefined;

/** Asked for twice, as React’s strict mode does, it is one. */
export const openPit = (who: Member, onSignedOut: (why: SignedOut) => void): Pit => {
  if (opened?.who.token !== who.token) {
    opened?.connection.close();
    opened = new Pit(who, onSignedOut);
  }
  return opened;
};
