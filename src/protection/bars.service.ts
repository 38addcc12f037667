/**
 * Who is barred from play. A bar concerns a person, in all currencies, and holds from its commit on
 * in every process: the statements that take stakes ask for it (play-bars.sql). What is in play
 * goes on. Each bar and each end of one has a line in the log of the staff.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL, PUBLIC_POOL } from '../platform/database.js';
import { inTransaction } from '../platform/transaction.js';
import type { BarRefusal, BarSource, KeptBar } from '../protocol/protection.js';
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
    @Inject(POOL) private readonly studio: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly own: pg.Pool,
    private readonly audit: Audit,
  ) {}

  /** Undefined where there is no such player. */
  personOf(player: string, asks: BarSource): Promise<Person | undefined> {
    return personOf(this.#poolOf(asks), player);
  }

  /** Those that hold, the longest first. */
  read(person: Person): Promise<readonly KeptBar[]> {
    return readBars(this.studio, person);
  }

  /** The same, where the player asks. */
  readOwn(person: Person): Promise<readonly KeptBar[]> {
    return readBars(this.own, person);
  }

  async set(person: Person, bar: NewBar): Promise<readonly KeptBar[] | BarRefusal> {
    await this.audit.turn();
    return inTransaction(this.#poolOf(bar.source), async (tx) => {
      if (!(await insertBar(tx, person, bar))) return 'ends_too_soon';
      const { source, by, kind, reason, untilMs } = bar;
      const after = { kind, source, by, untilMs };
      await this.audit.record(tx, { ...lineFor(person, bar, 'players:bar'), reason, after });
      return readBars(tx, person);
    });
  }

  lift(person: Person, lift: NewLift): Promise<readonly KeptBar[] | BarRefusal> {
    return inTransaction(this.#poolOf(lift.source), async (tx) => {
      const lifted = await insertLifts(tx, person, lift);
      if (lifted === 0) return 'not_barred';
      const { source, by, reason } = lift;
      const after = { source, by, lifted };
      await this.audit.record(tx, { ...lineFor(person, lift, 'players:unbar'), reason, after });
      return readBars(tx, person);
    });
  }

  /** What players ask for never keeps the staff waiting. */
  #poolOf(asks: BarSource): pg.Pool {
    return asks === 'player' ? this.own : this.studio;
  }
}

/** What a player or an operator does is a line of the studio's. */
const lineFor = ({ operator, ref }: Person, { source, by }: NewLift, operation: string) => ({
  by: source === 'staff' ? by : STUDIO,
  operation,
  subject: `${operator}/${ref}`,
});
