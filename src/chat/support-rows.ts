/**
 * The rows of support: what was written in each player's thread with the staff. Insert-only. Who
 * writes in a thread, or notes something upon it, does so in turn, so that a later row of a thread
 * has the higher number, and nobody notes upon what they cannot have read.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { inOneTrip } from '../platform/transaction.js';

type Reads = Pick<pg.Pool, 'query'>;

export interface ThreadMessage {
  readonly player: string;
  readonly id: string;
  readonly from: 'player' | 'staff';
  readonly name: string;
  readonly text: string;
  readonly atMs: number;
}

interface Row {
  readonly player_id: string;
  readonly id: string;
  readonly staff: string | null;
  readonly name: string;
  readonly text: string;
  readonly at: Date;
}

const messageOf = ({ player_id, id, staff, name, text, at }: Row): ThreadMessage => ({
  player: player_id,
  id,
  from: staff === null ? 'player' : 'staff',
  name: staff ?? name,
  text,
  atMs: at.getTime(),
});

const COLUMNS = 'm.player_id, m.id, m.staff, p.name, m.text, m.at';

export const findWritten = async (
  pool: Reads,
  player: string,
  key: string,
): Promise<ThreadMessage | undefined> => {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from support_messages m join players p on p.id = m.player_id
      where m.player_id = $1 and m.key = $2`,
    [player, key],
  );
  return rows[0] && messageOf(rows[0]);
};

/** Held until the end of the transaction by whoever adds something to the player's thread. */
export const LOCK_THREAD = statement({
  inputs: { player: 'bigint' },
  text: `select pg_advisory_xact_lock(hashtextextended('support ' || :player, 0))`,
});

const KEEP_WRITTEN = statement({
  inputs: { player: 'bigint', staff: 'text null', key: 'uuid', text: 'text' },
  text: `
with m as (insert into support_messages (player_id, staff, key, text)
           select id, :staff, :key, :text from players where id = :player
               on conflict do nothing returning *)
select ${COLUMNS} from m join players p on p.id = m.player_id`,
});

/** Undefined where there is no such player, or where the key was used in the thread before. */
export const keepWritten = async (
  pool: pg.Pool,
  message: {
    readonly player: string;
    readonly staff: string | null;
    readonly key: string;
    readonly text: string;
  },
): Promise<ThreadMessage | undefined> => {
  const results = await inOneTrip(pool, [LOCK_THREAD(message), KEEP_WRITTEN(message)]);
  const row = results[2]?.rows[0] as Row | undefined;
  return row && messageOf(row);
};

const READ_MESSAGES = statement({
  inputs: { player: 'bigint', before: 'bigint null', limit: 'bigint' },
  text: `
select ${COLUMNS} from support_messages m join players p on p.id = m.player_id
 where m.player_id = :player and (:before is null or m.id < :before) order by m.id desc limit :limit`,
});

/** The last `limit` messages before `before`, or of all, oldest first. */
export const readMessages = async (
  pool: Reads,
  player: string,
  before: string | undefined,
  limit: number,
): Promise<readonly ThreadMessage[]> => {
  const { rows } = await pool.query<Row>(READ_MESSAGES({ player, before, limit }));
  return rows.map(messageOf).reverse();
};

const READ_WRITTEN_SINCE = statement({
  inputs: { withinMs: 'bigint', limit: 'int' },
  text: `
select ${COLUMNS} from support_messages m join players p on p.id = m.player_id
 where m.at > studio_now() - :withinMs * interval '1 ms' order by m.id limit :limit`,
});

/** Oldest first: what was written lately, in any thread. */
export const readWrittenSince = async (
  pool: Reads,
  withinMs: number,
  limit: number,
): Promise<readonly ThreadMessage[]> => {
  const { rows } = await pool.query<Row>(READ_WRITTEN_SINCE({ withinMs, limit }));
  return rows.map(messageOf);
};

/** The player's name. Undefined where there is no such player. */
export const nameOf = async (pool: Reads, player: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ name: string }>('select name from players where id = $1', [
    player,
  ]);
  return rows[0]?.name;
};
