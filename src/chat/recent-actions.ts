/**
 * What the staff did lately that is sent to those who chat, or write to support: lines of the
 * staff's log.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { AuditedOperation } from '../protocol/audited.js';

const OPERATIONS = [
  'chat:remove',
  'chat:mute',
  'chat:unmute',
  'support:take',
  'support:release',
  'support:settle',
] as const satisfies readonly AuditedOperation[];

type Operation = (typeof OPERATIONS)[number];

export type RecentAction = {
  /** Its number. */
  readonly line: string;
  /** The number of the message that was removed, or of the player. */
  readonly subject: string;
} & (
  | { readonly operation: 'chat:remove'; readonly table: string }
  | {
      readonly operation: Exclude<Operation, 'chat:remove'>;
      /** Null: at every table. */
      readonly table: string | null;
    }
);

const SINCE = statement({
  inputs: { operations: 'text[]', withinMs: 'bigint', limit: 'int' },
  text: `
select id as line, operation, table_id as table, subject from staff_actions
 where at > studio_now() - :withinMs * interval '1 ms' and operation = any(:operations)
 order by id limit :limit`,
});

/** Oldest first. */
export const readActionsSince = async (
  pool: Pick<pg.Pool, 'query'>,
  withinMs: number,
  limit: number,
): Promise<readonly RecentAction[]> => {
  const { rows } = await pool.query<RecentAction>(
    SINCE({ operations: OPERATIONS, withinMs, limit }),
  );
  return rows;
};
