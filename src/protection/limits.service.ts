/**
 * How much a person may lose, stake and play, and the reality check. The statements that take
 * stakes ask for it (play-limits.sql). Each limit has a line in the log of the staff.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { inTransaction } from '../platform/transaction.js';
import type {
  KeptLimits,
  LimitOrder,
  LimitRefusal,
  OwnLimits,
  ProtectionHistory,
} from '../protocol/play-limits.js';
import { Audit, STUDIO } from '../staff/audit.service.js';
import { type Person, type PlayingPerson, personOf } from './bar-rows.js';
import {
  type NewLimit,
  insertCheck,
  insertLimit,
  lockLimit,
  readChanges,
  readCheck,
  readLimits,
} from './limit-rows.js';

type From = Pick<NewLimit, 'source' | 'by' | 'reason'>;

@Injectable()
export class Limits {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  /** What the player herself reads: in her currency, with what is used of it. */
  async readOwn(person: PlayingPerson, player: string): Promise<OwnLimits> {
    const [limits, realityCheck] = await Promise.all([
      readLimits(this.pool, person, player),
      readCheck(this.pool, person, player),
    ]);
    const own = limits.map(({ by: _by, reason: _reason, atMs: _atMs, ...limit }) => limit);
    return { currency: person.currency, limits: own, realityCheck };
  }

  /** What holds, whoever has set it, in all currencies. */
  async read(person: Person): Promise<KeptLimits> {
    return { limits: (await readLimits(this.pool, person)).map(({ used: _, ...limit }) => limit) };
  }

  /** `currency` where it is of money: in the player's, or as the operator names it. */
  set(
    person: Person,
    order: LimitOrder,
    currency: string | undefined,
    from: From,
  ): Promise<LimitRefusal | undefined> {
    const { kind, limit } = order;
    const period = kind === 'reality_check' ? null : order.period;
    const ofMoney = kind === 'loss' || kind === 'stake';
    const row = { kind, period, limit, currency: ofMoney ? (currency ?? null) : null, ...from };
    return inTransaction(this.pool, async (tx) => {
      const held = await lockLimit(tx, person, row);
      const holdsFromMs = await insertLimit(tx, person, row);
      if (holdsFromMs === undefined) return 'no_such_limit';
      const { source, by, reason, ...after } = row;
      await this.audit.record(tx, {
        by: source === 'staff' ? by : STUDIO,
        operation: 'players:limit',
        subject: `${person.operator}/${person.ref}`,
        reason,
        before: held && { ...after, source, limit: held.limit },
        after: { ...after, source, by, holdsFromMs },
      });
      return undefined;
    });
  }

  /** Undefined where there is no such player. */
  personOf(player: string): Promise<PlayingPerson | undefined> {
    return personOf(this.pool, player);
  }

  /** What was set and lifted for the person, bars too, newest first. */
  async history(person: Person, player: string): Promise<ProtectionHistory> {
    return { changes: await readChanges(this.pool, person, player) };
  }

  /** The player goes on playing: the next check is due after as much play again. */
  confirm(person: Person): Promise<void> {
    return insertCheck(this.pool, person);
  }
}
