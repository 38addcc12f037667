/**
 * The order to drain a process, or to end that. In the same transaction it has its line in the
 * staff's log; the process hears of it by a notice.
 */
import type pg from 'pg';
import { drainRefusal } from '../edge/spread.js';
import { oneDrainAtATime, readProcesses, setDrained } from '../edge/process-rows.js';
import { inTransaction } from '../platform/transaction.js';
import type { DrainRefusal } from '../protocol/processes.js';
import type { Audit } from '../staff/audit.service.js';

export interface Drain {
  /** The process. */
  readonly id: string;
  readonly by: string;
  readonly reason: string;
  /** False where it is to take tables again. */
  readonly isDrained: boolean;
}

/** Undefined where it is ordered. */
export const giveDrain = (
  pool: pg.Pool,
  audit: Pick<Audit, 'record'>,
  { id, by, reason, isDrained }: Drain,
): Promise<DrainRefusal | undefined> =>
  inTransaction(pool, async (tx) => {
    await oneDrainAtATime(tx);
    const all = await readProcesses(tx);
    const refusal = drainRefusal(all, id, isDrained);
    const process = all.find((each) => each.id === id);
    if (refusal !== undefined || process === undefined) return refusal;
    const operation = isDrained ? 'processes:drain' : 'processes:undrain';
    const { name: subject, tables } = process;
    await audit.record(tx, { operation, by, subject, reason, after: { process: id, tables } });
    await setDrained(tx, id, isDrained);
    return undefined;
  });
