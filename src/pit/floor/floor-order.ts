/**
 * An order of the pit to a table: one command and, in the same transaction, its line in the audit,
 * with the table before and after.
 */
import { DatabaseBusy } from '../../platform/database.js';
import { type Audit, lineOf } from '../../staff/audit.service.js';
import type { AuditedOperation } from '../../protocol/audited.js';
import type { LoneCommand } from '../../round/command.js';
import type { TableState } from '../../round/state.js';
import { type Alongside, NotWrittenAlongside } from '../../table/log.js';
import type { Tables } from '../../table/tables.service.js';

/** What is asked of a table, by whom, and why. */
export interface FloorOrder {
  readonly operation: AuditedOperation;
  readonly by: string;
  readonly table: string;
  readonly command: LoneCommand;
  readonly subject?: string;
  readonly reason: string;
  /**
   * What the audit keeps of the table before and after. A snapshot of the whole table where it is
   * left out.
   */
  readonly auditSnapshot?: (state: TableState) => unknown;
  /** What else is written in the same transaction. */
  readonly alongside?: Alongside;
}

/** Each time somebody else may be faster again. */
const ATTEMPTS = 5;

/**
 * Either the table has done it and the audit says so, or neither. While somebody else writes the
 * staff's log, the order waits for its turn and the table goes on. Rejects with `DatabaseBusy`
 * where that takes too long, and otherwise where the audit could not be written.
 */
export const giveOrder = async (tables: Tables, audit: Pick<Audit, 'turn'>, order: FloorOrder) => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await giveNow(tables, order);
    } catch (error) {
      if (!(error instanceof NotWrittenAlongside && error.isForNow)) throw error;
      await audit.turn().catch(() => {
        throw new DatabaseBusy();
      });
    }
  }
  throw new DatabaseBusy();
};

const giveNow = async (
  tables: Tables,
  {
    command,
    auditSnapshot = auditSnapshotOf,
    alongside = () => [],
    table: id,
    ...order
  }: FloorOrder,
) => {
  const table = tables.own(id);
  if (table === 'unknown_table') return { ok: false, refusal: table } as const;
  const reply = await table.perform(command, (before, after) => [
    ...alongside(before, after),
    lineOf({
      ...order,
      table: id,
      game: before.round?.game,
      before: auditSnapshot(before),
      after: auditSnapshot(after),
    }),
  ]);
  return reply.ok ? ({ ok: true, seq: reply.seq } as const) : reply;
};

/** What an action of the pit may change of a table, recorded before and after it for the audit. */
const auditSnapshotOf = (state: TableState) => ({
  seq: state.seq,
  phase: state.phase,
  suspended: state.suspension && { from: state.suspension.from, reason: state.suspension.reason },
  dealer: state.dealer,
  game: state.round?.game ?? null,
  cards: state.round?.cards ?? [],
  closing: state.closing,
  closedSpots: state.closedSpots,
  limits: (state.nextSettings ?? state.settings).limits,
});
