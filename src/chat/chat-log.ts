/**
 * The rows of the chat: what was said, and what was removed. Insert-only. The database says when it
 * was said.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { ChatRole } from '../protocol/chat.js';

type Reads = Pick<pg.Pool, 'query'>;

/** Who writes: exactly one of a player's number and a staff member's name. */
export interface Author {
  readonly role: ChatRole;
  readonly player: string | null;
  readonly staff: string | null;
}

export interface SaidMessage {
  readonly id: string;
  readonly table: string;
  readonly player: string | null;
  readonly name: string;
  readonly role: ChatRole;
  readonly text: string;
  readonly atMs: number;
  readonly removed: boolean;
}

interface Row {
  readonly id: string;
  readonly table_id: string;
  readonly player_id: string | null;
  readonly name: string;
  readonly role: ChatRole;
  readonly text: string;
  readonly at: Date;
  readonly removed: boolean;
}

const COLUMNS = `m.id, m.table_id, m.player_id, m.name, m.role, m.text, m.at,
  exists (select from chat_removals r where r.message_id = m.id) as removed`;

const messageOf = ({ table_id, player_id, at, ...row }: Row): SaidMessage => ({
  ...row,
  table: table_id,
  player: player_id,
  atMs: at.getTime(),
});

const FIND_SAID = statement({
  inputs: { player: 'bigint null', staff: 'text null', key: 'uuid' },
  text: `
select ${COLUMNS} from chat_messages m
 where m.key = :key and (m.player_id = :player or m.staff = :staff)`,
});

/** What this author said before under `key`. */
export const findSaid = async (
  pool: Reads,
  { player, staff }: Author,
  key: string,
): Promise<SaidMessage | undefined> => {
  const { rows } = await pool.query<Row>(FIND_SAID({ player, staff, key }));
  return rows[0] && messageOf(rows[0]);
};

const KEEP_SAID = statement({
  inputs: {
    table: 'text',
    player: 'bigint null',
    staff: 'text null',
    role: 'text',
    key: 'uuid',
    text: 'text',
  },
  text: `
insert into chat_messages (table_id, player_id, staff, role, name, key, text)
select :table, :player, :staff, :role, coalesce(:staff, (select name from players where id = :player)), :key, :text
    on conflict do nothing
returning id, table_id, player_id, name, role, text, at, false as removed`,
});

/** Undefined when nothing was stored because its author has used the key before. */
export const keepSaid = async (
  pool: Reads,
  author: Author,
  said: { readonly table: string; readonly key: string; readonly text: string },
): Promise<SaidMessage | undefined> => {
  const { rows } = await pool.query<Row>(KEEP_SAID({ ...author, ...said }));
  return rows[0] && messageOf(rows[0]);
};

const READ_CHAT = statement({
  inputs: { table: 'text', before: 'bigint null', withRemoved: 'boolean', limit: 'bigint' },
  text: `
select ${COLUMNS} from chat_messages m
 where m.table_id = :table and (:before is null or m.id < :before)
   and (:withRemoved or not exists (select from chat_removals r where r.message_id = m.id))
 order by m.id desc limit :limit`,
});

/**
 * The last `limit` messages of a table, oldest first. With `before`, only those before that
 * message.
 */
export const readChat = async (
  pool: Reads,
  table: string,
  {
    before = null,
    limit,
    withRemoved,
  }: { before?: string | null | undefined; limit: number; withRemoved: boolean },
): Promise<readonly SaidMessage[]> => {
  const { rows } = await pool.query<Row>(READ_CHAT({ table, before, withRemoved, limit }));
  return rows.map(messageOf).reverse();
};

const KEEP_REMOVAL = statement({
  inputs: { table: 'text', id: 'bigint', by: 'text', reason: 'text' },
  text: `
with message as (select id, player_id from chat_messages where id = :id and table_id = :table),
     removal as (insert into chat_removals (message_id, by, reason) select id, :by, :reason from message
                 on conflict do nothing returning message_id)
select player_id as player, exists (select from removal) as "isNew" from message`,
});

/**
 * Whether the message is removed now, and by this call. Undefined where the table has no such
 * message.
 */
export const keepRemoval = async (
  pool: Reads,
  removal: {
    readonly table: string;
    readonly id: string;
    readonly by: string;
    readonly reason: string;
  },
): Promise<{ readonly isNew: boolean; readonly player: string | null } | undefined> => {
  const { rows } = await pool.query<{ isNew: boolean; player: string | null }>(
    KEEP_REMOVAL(removal),
  );
  return rows[0];
};
