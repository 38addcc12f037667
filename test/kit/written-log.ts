/**
 * Logs written straight to Postgres, row by row and by the rules of its triggers, with anchors set
 * between.
 */
import type { PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { type AnchorKey, makeUpAnchorKey } from '../../src/audit/anchor-key.js';
import { Anchors } from '../../src/audit/anchors.service.js';
import type { Occasion } from '../../src/audit/due.js';
import { type EventRow, hashOf } from '../../src/audit/log-row.js';
import type { Config } from '../../src/config.js';
import { systemClock } from '../../src/platform/clock.js';
import type { Poll, Poller } from '../../src/platform/poller.js';

const INSERT = `
insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
select $1, seq, $2, $3, $4, $5, table_event_hash(hash, $1, seq, $2, $3, $4, $5)
  from (select coalesce(max(seq), 0) + 1 as seq from table_events where table_id = $1) as next,
       (select coalesce((select hash from table_events where table_id = $1 order by seq desc limit 1), ''::bytea) as hash) as last`;

/** One more event of the table. Its own fields make every payload different. */
export const writeEvent = async (
  client: Pick<pg.Pool, 'query'>,
  table: string,
  kind = 'scan_refused',
  { epoch = 1, atMs = Date.now(), ...fields }: Record<string, unknown> = {},
): Promise<void> => {
  await client.query(INSERT, [table, epoch, atMs, kind, JSON.stringify({ kind, ...fields })]);
};

/**
 * By a superuser whom no trigger stops: another payload for a row, with the hashes of it and of all
 * after it made to fit.
 */
export const rewriteFrom =
  (table: string, seq: number, payload: string, kind?: string) =>
  async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
    await client.query(
      'update table_events set payload = $3, kind = coalesce($4, kind) where table_id = $1 and seq = $2',
      [table, seq, payload, kind],
    );
    const { rows } = await client.query<EventRow>(
      `select table_id as "table", seq, epoch, at_ms as "atMs", kind, payload, hash
         from table_events where table_id = $1 and seq >= $2 order by seq`,
      [table, seq - 1],
    );
    let previous = seq === 1 ? undefined : rows.shift()!.hash;
    const hashes = rows.map((row) => (previous = hashOf({ ...row, line: 'event' }, previous)));
    await client.query(
      `update table_events e set hash = made.hash from unnest($2::bigint[], $3::bytea[]) as made(seq, hash)
        where e.table_id = $1 and e.seq = made.seq`,
      [table, rows.map((row) => row.seq), hashes],
    );
  };

export const anchorsOf = (
  pool: pg.Pool,
  key: AnchorKey = makeUpAnchorKey(),
  everyMs = 3_600_000,
): {
  key: AnchorKey;
  set: (occasion?: Occasion) => Promise<number>;
  /** A look of the sweep, of which the first is that of the start. */
  sweep: () => Promise<void>;
} => {
  const logger = { info: () => undefined, warn: () => undefined } as unknown as PinoLogger;
  const config = { anchor: { key, everyMs, sweepMs: 1_000 } } as Config;
  const clock = systemClock();
  const polls: Poll[] = [];
  const poller = { poll: (poll: Poll) => polls.push(poll) } as unknown as Poller;
  const anchors = new Anchors(config, pool, clock, poller, logger);
  const sweep = async () => polls[0]!.look(clock.nowMs());
  return { key, set: (occasion = 'hour') => anchors.look(occasion), sweep };
};
