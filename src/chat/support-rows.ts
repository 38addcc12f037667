/** The rows of support: each player's thread with the staff. Insert-only. */
import type pg from 'pg';

type Reads = Pick<pg.Pool, 'query'>;

export interface ThreadMessage {
  readonly player: string;
  readonly id: string;
  readonly from: 'player' | 'staff';
  readonly name: string;
  readonly text: string;
  readonly atMs: number;
}

export interface Thread {
  readonly player: string;
  readonly name: string;
  readonly operator: string;
  readonly text: string;
  readonly atMs: number;
  readonly unanswered: boolean;
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

/** Undefined where there is no such player, or where the key was used in the thread before. */
export const keepWritten = async (
  pool: Reads,
  message: {
    readonly player: string;
    readonly staff: string | null;
    readonly key: string;
    readonly text: string;
  },
): Promise<ThreadMessage | undefined> => {
  const { player, staff, key, text } = message;
  const { rows } = await pool.query<Row>(
    `with m as (insert into support_messages (player_id, staff, key, text)
                select id, $2::text, $3::uuid, $4 from players where id = $1
                    on conflict do nothing returning *)
     select ${COLUMNS} from m join players p on p.id = m.player_id`,
    [player, staff, key, text],
  );
  return rows[0] && messageOf(rows[0]);
};

/** The last `limit` messages, oldest first. */
export const readThread = async (
  pool: Reads,
  player: string,
  limit: number,
): Promise<readonly ThreadMessage[]> => {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from support_messages m join players p on p.id = m.player_id
      where m.player_id = $1 order by m.id desc limit $2`,
    [player, limit],
  );
  return rows.map(messageOf).reverse();
};

/**
 * By their last message. Threads that wait for an answer come first, the longest wait at the top.
 * Then come the others, the latest answer first. One message of each thread is read, by the index.
 */
export const readThreads = async (pool: Reads, limit: number): Promise<readonly Thread[]> => {
  const { rows } = await pool.query<Row & { readonly operator: string }>(
    `with recursive last as (
       (select * from support_messages order by player_id desc, id desc limit 1)
       union all
       select before.* from last cross join lateral (
         select * from support_messages where player_id < last.player_id
          order by player_id desc, id desc limit 1) as before
     ), shown as materialized (
       select * from last order by staff is not null, case when staff is null then id else -id end limit $1
     )
     select ${COLUMNS}, p.operator from shown m
      cross join lateral (
        select name, operator_id as operator from players where id = m.player_id offset 0) as p
      order by m.staff is not null, case when m.staff is null then m.id else -m.id end`,
    [limit],
  );
  return rows.map((row) => ({
    player: row.player_id,
    name: row.name,
    operator: row.operator,
    text: row.text,
    atMs: row.at.getTime(),
    unanswered: row.staff === null,
  }));
};

/** The player's name. Undefined where there is no such player. */
export const nameOf = async (pool: Reads, player: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ name: string }>('select name from players where id = $1', [
    player,
  ]);
  return rows[0]?.name;
};
