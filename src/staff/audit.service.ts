/**
 * What the staff did, kept for good: who, when, why, before and after. None of it is ever changed.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { isAudited } from '../protocol/audited.js';

/** The staff row for what nobody signed in for: done from the console, or by the studio itself. */
export const STUDIO = 'studio';

/**
 * In the line of a change that has not always ended the sign-ins of before, so that the account's
 * generation follows from the log (src/audit/staff-traces.ts). A reset, or a disabling, always has.
 */
export const ENDS_SIGN_INS = { endsSignIns: true } as const;

interface StaffAction {
  /** The staff member's id, or `STUDIO`. */
  readonly by: string;
  /** Of `AUDITED`. */
  readonly operation: string;
  readonly table?: string | undefined;
  readonly game?: string | undefined;
  /** Whom or what it was done to: a player's number, a staff member's id, or an approval's. */
  readonly subject?: string | undefined;
  readonly reason?: string | undefined;
  /** JSON, with amounts as text. */
  readonly before?: unknown;
  readonly after?: unknown;
}

@Injectable()
export class Audit {
  /** What all wait for together, on one connection. */
  #turn: Promise<unknown> | undefined;

  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Resolves when nobody else writes the staff's log. Rejects when that takes longer than a
   * connection may wait for a lock.
   */
  async turn(): Promise<void> {
    this.#turn ??= this.pool
      .query(`select pg_advisory_xact_lock(hashtext('staff_actions'))`)
      .finally(() => (this.#turn = undefined));
    await this.#turn;
  }

  /**
   * Records by a line of its own what is done already and stored elsewhere too. It waits for its
   * turn first, with all others, so that lines that cannot be written yet hold no connections.
   */
  async note(action: StaffAction): Promise<void> {
    await this.turn();
    await this.record(this.pool, action);
  }

  /**
   * Within `client`'s transaction, where it is in one: written with what was done, or not at all.
   * Rejects where `by` is not one of the staff. Returns the number of the line.
   */
  async record(client: Pick<pg.ClientBase, 'query'>, action: StaffAction): Promise<string> {
    const { rows } = await client.query<{ id: string }>(lineOf(action));
    return rows[0]!.id;
  }
}

/** The statement that writes the line, for another's transaction. */
export const lineOf = ({
  table,
  game,
  subject,
  reason,
  before,
  after,
  ...who
}: StaffAction): pg.QueryConfig => {
  assert(isAudited(who.operation), `${who.operation} is among what the staff’s log has lines of`);
  return INSERT_ACTION({
    ...who,
    table,
    game,
    subject,
    reason,
    before: jsonOf(before),
    after: jsonOf(after),
  });
};

const INSERT_ACTION = statement({
  inputs: {
    by: 'text',
    operation: 'text',
    table: 'text null',
    game: 'bigint null',
    subject: 'text null',
    reason: 'text null',
    before: 'jsonb null',
    after: 'jsonb null',
  },
  text: `
insert into staff_actions (staff_id, operation, table_id, game_number, subject, reason, before, after)
values (:by, :operation, :table, :game, :subject, :reason, :before, :after)
returning id`,
});

const jsonOf = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);
