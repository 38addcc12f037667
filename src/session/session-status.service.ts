/** The state of a player's session, for a player who comes back or has long done nothing. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { POOL, PRISMA } from '../platform/database.js';
import type { SessionEnd } from '../protocol/session.js';
import { idleEndsAtMs, isWarned } from './due.js';
import { readOpenSessions } from './session-rows.js';

export interface SessionStatus {
  /** When the session ends if nothing is done. Null where none is open. */
  readonly idleEndsAtMs: number | null;
  readonly warned: boolean;
  /** Null where none has ended yet. Amounts in minor units. */
  readonly lastEnd: {
    readonly reason: SessionEnd;
    readonly atMs: number;
    readonly amount: bigint;
  } | null;
}

/** When a session ends for want of action has nothing to do with its connection. */
const ANY_CONNECTION = { beatMs: 0, trustsSilence: false };

@Injectable()
export class SessionStatuses {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'session'>,
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(PRISMA) private readonly prisma: PrismaClient,
  ) {}

  async read(playerId: string): Promise<SessionStatus> {
    const { session: policy } = this.config;
    const [[open], last] = await Promise.all([
      readOpenSessions(this.pool, [playerId], policy, ANY_CONNECTION),
      this.prisma.session.findFirst({
        where: { playerId: BigInt(playerId), closedAt: { not: null } },
        orderBy: { closedAt: 'desc' },
      }),
    ]);
    return {
      idleEndsAtMs: open === undefined ? null : idleEndsAtMs(open, policy),
      warned: open !== undefined && isWarned(open),
      lastEnd: last && {
        reason: last.closedReason!,
        atMs: last.closedAt!.getTime(),
        amount: last.closedAmount!,
      },
    };
  }
}
