/**
 * Who comes in: whoever shows a token of the studio. For the staff, only those whose account still
 * has that role and is not disabled.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Socket } from 'socket.io';
import { POOL } from '../platform/database.js';
import { StaffConnections } from './staff-connections.js';
import { isPlayer, readStaffStatuses, tableOf } from './staff-status.js';
import { type SignedIn, Tokens } from './tokens.js';

@Injectable()
export class Admission {
  constructor(
    private readonly tokens: Tokens,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly staff: StaffConnections,
  ) {}

  /**
   * Undefined for a token that is invalid, has expired or is nobody's. Rejects when nobody can be
   * looked up.
   */
  async read(token: unknown): Promise<SignedIn | undefined> {
    const caller = await this.tokens.read(token);
    if (caller === undefined) return undefined;
    if (caller.role === 'player') {
      return (await isPlayer(this.pool, caller.id)) ? { ...caller, table: null } : undefined;
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
