/**
 * Who is barred from play. A bar concerns a person, in all currencies, and holds from its commit on
 * in every process: the statements that take stakes ask for it (play-bars.sql). What is in play
 * goes on. Each bar and each end of one has a line in the log of the staff.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { inTransaction } from '../platform/transaction.js';
import type { BarRefusal, KeptBar } from '../protocol/protection.js';
import { Audit, STUDIO } from '../staff/audit.service.js';
import {
  type NewBar,
  type NewLift,
  type Person,
  insertBar,
  insertLifts,
  personOf,
  readBars,
} from './bar-rows.js';

@Injectable()
export class Bars {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  /** Undefined where there is no such player. */
  personOf(player: string): Promise<Person | undefined> {
    return personOf(this.pool, player);
  }

  /** Those that hold, the longest first. */
  read(person: Person): Promise<readonly KeptBar[]> {
    return readBars(this.pool, person);
  }

  set(person: Person, bar: NewBar): Promise<readonly KeptBar[] | BarRefusal> {
    return inTransaction(this.pool, async (tx) => {
      if (!(await insertBar(tx, person, bar))) return 'ends_too_soon';
      const { source, by, kind, reason, untilMs } = bar;
      const after = { kind, source, by, untilMs };
      await this.audit.record(tx, { ...lineFor(person, bar, 'players:bar'), reason, after });
      return readBars(tx, person);
    });
  }

  lift(person: Person, lift: NewLift): Promise<readonly KeptBar[] | BarRefusal> {
    return inTransaction(this.pool, async (tx) => {
      const lifted = await insertLifts(tx, person, lift);
      if (lifted === 0) return 'not_barred';
      const { source, by, reason } = lift;
      const after = { source, by, lifted };
      await this.audit.record(tx, { ...lineFor(person, lift, 'players:unbar'), reason, after });
      return readBars(tx, person);
    });
  }
}

/** What a player or an operator does is a line of the studio's. */
const lineFor = ({ operator, ref }: Person, { source, by }: NewLift, operation: string) => ({
  by: source === 'staff' ? by : STUDIO,
  operation,
  subject: `${operator}/${ref}`,
});
