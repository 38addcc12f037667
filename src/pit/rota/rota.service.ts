/**
 * The dealers' rota: what shift managers enter and cancel, each with its line in the staff's log,
 * and what a dealer has next. That nobody is on it twice at a time the database holds (rota.sql).
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SeenTables } from '../../edge/seen-tables.service.js';
import { databaseRefusal } from '../../platform/database-refusals.js';
import { POOL } from '../../platform/database.js';
import { inTransaction } from '../../platform/transaction.js';
import type { OwnStint, Rota, RotaRefusal, Stint, StintEntry } from '../../protocol/rota.js';
import { Audit } from '../../staff/audit.service.js';
import {
  cancelStint,
  insertStint,
  lockStint,
  readDay,
  readOwnStints,
  readPlanned,
  readStints,
} from './stint-rows.js';
import { stintState } from './stint-state.js';

/** As many as a dealer is shown. */
const OWN_MOST = 3;

@Injectable()
export class DealersRota {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
    private readonly tables: SeenTables,
  ) {}

  /** Of a gaming day; without one, of the present. */
  async read(asked: string | undefined): Promise<Rota> {
    const day = await readDay(this.pool, asked);
    const { nowMs } = this.tables;
    const stints = await readStints(this.pool, day.day);
    return {
      ...day,
      stints: stints.map((stint) => ({
        ...stint,
        state: stintState(stint, nowMs, this.#deals(stint)),
      })),
    };
  }

  readOwn(dealer: string): Promise<OwnStint[]> {
    return readOwnStints(this.pool, dealer, OWN_MOST);
  }

  async enter(entry: StintEntry, by: string): Promise<RotaRefusal | 'unknown_table' | undefined> {
    try {
      return await inTransaction(this.pool, async (tx) => {
        const planned = await readPlanned(tx, entry);
        if (!planned.isDealer) return 'unknown_dealer';
        if (!planned.isTable) return 'unknown_table';
        if (planned.endsBefore) return 'stint_ends_before';
        if (planned.isTooLong) return 'stint_too_long';
        if (planned.isOver) return 'stint_is_over';
        const { dealer, table, day, from, to } = entry;
        const { startsAt, endsAt } = planned;
        const stint = await insertStint(tx, { dealer, table, startsAt, endsAt, by });
        const after = { stint, day, from, to };
        await this.audit.record(tx, {
          ...{ by, operation: 'rota:enter', table, subject: dealer, after },
        });
        return undefined;
      });
    } catch (error) {
      if (databaseRefusal(error) === 'on_the_rota_then') return 'on_the_rota_then';
      throw error;
    }
  }

  cancel(id: string, by: string, reason: string): Promise<RotaRefusal | undefined> {
    return inTransaction(this.pool, async (tx) => {
      const stint = await lockStint(tx, id);
      if (stint === undefined || stint.isCancelled) return 'unknown_stint';
      if (stint.isOver) return 'stint_is_over';
      await cancelStint(tx, id, by);
      const { dealer, table, day, from, to } = stint;
      await this.audit.record(tx, {
        ...{ by, reason, operation: 'rota:cancel', table, subject: dealer },
        before: { stint: id, day, from, to },
      });
      return undefined;
    });
  }

  /** Whether the dealer deals there now. Undefined where this process does not see the table. */
  #deals({ table, dealer }: Pick<Stint, 'table' | 'dealer'>): boolean | undefined {
    const seen = this.tables.find(table);
    if (typeof seen !== 'string') return seen.state.dealer === dealer;
    return this.tables.isAwaited(table) ? undefined : false;
  }
}
