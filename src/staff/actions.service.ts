/** What the staff did, as an auditor reads it, newest first. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import type { ActionsPage, ActionsQuery } from '../protocol/staff.js';

const PAGE = 100;

/** What is not asked for is null, and every action is of it. */
const ACTIONS = statement({
  inputs: {
    before: 'bigint null',
    staff: 'text null',
    table: 'text null',
    game: 'bigint null',
    operation: 'text null',
    from: 'timestamptz null',
    to: 'timestamptz null',
  },
  text: `
select id, staff_id, operation, table_id, game_number, subject, reason, before, after, at
  from staff_actions
 where (:before is null or id < :before)
   and (:staff is null or staff_id = :staff)
   and (:table is null or table_id = :table)
   and (:game is null or game_number = :game)
   and (:operation is null or operation = :operation)
   and (:from is null or at >= :from)
   and (:to is null or at < :to)
 order by id desc limit ${PAGE + 1}`,
});

interface Row {
  readonly id: string;
  readonly staff_id: string;
  readonly operation: string;
  readonly table_id: string | null;
  readonly game_number: string | null;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly at: Date;
}

@Injectable()
export class Actions {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Actions from `fromMs` and before `toMs`. */
  async read({ fromMs, toMs, ...query }: ActionsQuery): Promise<ActionsPage> {
    const { before, staff, table, game, operation } = query;
    const from = momentOf(fromMs);
    const to = momentOf(toMs);
    const asked = ACTIONS({ before, staff, table, game, operation, from, to });
    const { rows } = await this.pool.query<Row>(asked);
    const page = rows.slice(0, PAGE);
    const actions = page.map((row) => ({
      id: row.id,
      staff: row.staff_id,
      operation: row.operation,
      table: row.table_id,
      game: row.game_number,
      subject: row.subject,
      reason: row.reason,
      before: row.before,
      after: row.after,
      atMs: row.at.getTime(),
    }));
    return { actions, next: rows.length > PAGE ? actions.at(-1)!.id : null };
  }
}

const momentOf = (ms: number | undefined): Date | undefined =>
  ms === undefined ? undefined : new Date(ms);
