/**
 * The staff who are connected to this process. Those whose token has expired, who are disabled, or
 * who have another role or another PIN are given the reason and disconnected.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import type { StaffCloseReason } from '../protocol/staff.js';
import { type StaffStatus, readStaffStatuses } from './staff-status.js';
import type { SignedIn } from './tokens.js';

/** The part of a socket that is used. */
interface StaffSocket {
  emit(event: string, message: unknown): unknown;
  disconnect(close: boolean): unknown;
}

/** Nobody stays longer than this, in ms, after losing the right to be there. */
const LOOK_EVERY_MS = 1_000;

@Injectable()
export class StaffConnections {
  readonly #here = new Map<StaffSocket, SignedIn>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    poller: Poller,
  ) {
    const look = (nowMs: number) => this.#look(nowMs);
    const isWanted = () => this.#here.size > 0;
    poller.poll({ name: 'staff', everyMs: LOOK_EVERY_MS, look, isWanted, wokenBy: 'staff' });
  }

  enter(socket: StaffSocket, caller: SignedIn): void {
    this.#here.set(socket, caller);
  }

  leave(socket: StaffSocket): void {
    this.#here.delete(socket);
  }

  async #look(nowMs: number): Promise<void> {
    for (const [socket, { expiresAtMs }] of this.#here) {
      if (nowMs >= expiresAtMs) this.#cut(socket, 'token_expired');
    }
    const here = [...this.#here];
    const statuses = await readStaffStatuses(
      this.pool,
      here.map(([, caller]) => caller),
    );
    for (const [index, [socket]] of here.entries()) {
      const reason = reasonOf(statuses[index]!);
      if (reason !== undefined) this.#cut(socket, reason);
    }
  }

  #cut(socket: StaffSocket, reason: StaffCloseReason): void {
    this.#here.delete(socket);
    socket.emit('staff:closed', { reason });
    socket.disconnect(true);
  }
}

const reasonOf = (status: StaffStatus): StaffCloseReason | undefined => {
  if (status === 'good') return undefined;
  return status === 'unknown' ? 'disabled' : status;
};
