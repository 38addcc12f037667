/** At how many tables one dealer deals at the same time, by the studio's setting. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { inTransaction } from '../platform/transaction.js';

/** One dealer sits down at one table after the other, whichever processes run them. */
const IN_TURN = statement({
  inputs: { dealer: 'text' },
  text: `select pg_advisory_xact_lock(hashtextextended('dealer ' || :dealer, 0))`,
});

/** Tables other than `table` whose last dealer is still there. */
const ELSEWHERE = statement({
  inputs: { dealer: 'text', table: 'text' },
  text: `
select count(*)::int as tables from tables t
  join lateral (
    select e.payload from table_events e
     where e.table_id = t.id and e.kind in ('table_opened', 'dealer_changed', 'table_closed')
     order by e.seq desc limit 1) as last on true
 where t.id <> :table and last.payload::json ->> 'dealer' = :dealer`,
});

@Injectable()
export class Seating {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
  ) {}

  /** `take` seats the dealer at `table`. It is not called where they deal at enough others. */
  sit<T>(dealer: string, table: string, take: () => Promise<T>): Promise<T | 'deals_elsewhere'> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query(IN_TURN({ dealer }));
      const { rows } = await tx.query<{ tables: number }>(ELSEWHERE({ dealer, table }));
      const isFull = (rows[0]?.tables ?? 0) >= this.config.dealerTables;
      return isFull ? 'deals_elsewhere' : take();
    });
  }
}
