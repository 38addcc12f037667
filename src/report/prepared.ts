/**
 * The preparation of a report: the takings of all its rounds are kept, so that the report only adds
 * them up. Nearly all are kept already, except after an upgrade.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { catchUp, readDue } from './kept-takings.js';
import type { ReportFollower } from './report-ask.js';
import type { Period } from './period.js';

const COUNT = statement({
  inputs: { fromMs: 'float8', toMs: 'float8', table: 'text null' },
  text: `
select count(*)::int as rounds
  from tables t
  join rounds r on r.table_id = t.id and r.opened_at >= to_timestamp(:fromMs / 1000) and r.opened_at < to_timestamp(:toMs / 1000)
 where :table is null or t.id = :table`,
});

/** Each time that this many rounds are read, it looks whether anybody still waits. */
const SLICE = 60;

/** For a report that nobody follows. */
export const UNFOLLOWED: ReportFollower = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

/** Says how many rounds have their takings kept. Rejects when nobody waits any more. */
export const prepare = async (
  reads: Pick<pg.Pool, 'query'>,
  period: Period,
  { signal, onProgress }: ReportFollower,
): Promise<void> => {
  const { fromMs, toMs, table } = period;
  const counted = await reads.query<{ rounds: number }>(COUNT({ fromMs, toMs, table }));
  const due = await readDue(reads, period);
  const of = counted.rows[0]?.rounds ?? 0;
  let done = Math.max(0, of - new Set(due.map(({ game }) => game)).size);
  const says = (rounds: number): void => {
    done = Math.min(of, done + rounds);
    onProgress({ done, of });
  };
  says(0);
  for (let at = 0; at < due.length; at += SLICE) {
    signal.throwIfAborted();
    await catchUp(reads, due.slice(at, at + SLICE), says);
  }
  signal.throwIfAborted();
};
