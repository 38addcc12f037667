/**
 * Who comes in: whoever shows a token of the studio that nothing has ended since. For the staff,
 * only those whose account still has that role and is not disabled.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Socket } from 'socket.io';
import { POOL, PUBLIC_POOL } from '../platform/database.js';
import { GroupRead, endOfTurn } from '../platform/group-read.js';
import { readGenerations } from './player-generations.js';
import { StaffConnections } from './staff-connections.js';
import { readStaffStatuses, tableOf } from './staff-status.js';
import { type Shown, type SignedIn, Tokens } from './tokens.js';

/** Players who are looked up in one statement, and who may wait for theirs. */
const GROUP_MAX = 1_000;
const WAITING_MAX = 20_000;

@Injectable()
export class Admission {
  /** However many players come in: they keep none of the staff waiting, and have one connection. */
  readonly #players: GroupRead<number>;

  constructor(
    private readonly tokens: Tokens,
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(PUBLIC_POOL) asked: pg.Pool,
    private readonly staff: StaffConnections,
  ) {
    this.#players = new GroupRead({
      read: (ids) => readGenerations(asked, ids),
      groupMax: GROUP_MAX,
      waitingMax: WAITING_MAX,
      othersAsked: endOfTurn,
    });
  }

  /**
   * Undefined for a token that is invalid, has expired, was ended or is nobody's. Rejects when
   * nobody can be looked up.
   */
  async read(token: unknown): Promise<SignedIn | undefined> {
    const shown = this.tokens.read(token);
    return shown && this.find(shown);
  }

  /** The same of a token that was read already. */
  async find(caller: Shown): Promise<SignedIn | undefined> {
    if (caller.role === 'player') {
      const generation = await this.#players.ask(caller.id);
      if (generation === undefined) return undefined;
      // A process of the version before signs without one. The next version refuses those tokens.
      const holds = (caller.generation ?? generation) === generation;
      return holds ? { ...caller, table: null } : undefined;
    }
    const [status] = await readStaffStatuses(this.pool, [caller]);
    if (status !== 'good') return undefined;
    const table = caller.role === 'device' ? await tableOf(this.pool, caller.id) : null;
    return { ...caller, table };
  }

  /**
   * Watches the connection of one of the staff, so that it lasts no longer than it may. A player's
   * connection is watched by the session.
   */
  keep(socket: Socket, caller: SignedIn): void {
    if (caller.role === 'player') return;
    this.staff.enter(socket, caller);
    socket.on('disconnect', () => this.staff.leave(socket));
  }
}
