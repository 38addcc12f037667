/**
 * How each thread of support stands, by its messages and by what the staff noted upon it: whether
 * the player waits and since when, whether it is settled, and who of the staff has it.
 */
import type pg from 'pg';
import type { SupportNote, SupportSettled, SupportThread } from '../protocol/chat.js';
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';

type Reads = Pick<pg.Pool, 'query'>;

export type NoteKind = SupportNote['kind'];

/** How a thread stands that has at least one message. */
export interface ThreadState {
  /** The number of its last message. */
  readonly last: string;
  readonly settled: SupportSettled | null;
  /** Who has it, until it is settled: whoever took it or answered in it last. */
  readonly holder: string | null;
}

/** Of a row `m`, the last message of its thread, the last note upon it: whether it is settled. */
const LAST_NOTE = `left join lateral (
  select kind, at from support_notes where message_id = m.id order by id desc limit 1) noted on true`;
const IS_SETTLED = `(noted.kind is not distinct from 'settled')`;

/**
 * Of the same row, the first message that the player waits with: the first one since the last
 * answer, and since the thread was settled before and not opened again by one of the staff.
 */
const WAITS_WITH = `
select min(w.id) from support_messages w where w.player_id = m.player_id and w.id > greatest(
  (select a.id from support_messages a where a.player_id = m.player_id and a.staff is not null
    order by a.id desc limit 1),
  (select s.message_id from support_notes s
    where s.player_id = m.player_id and s.kind = 'settled' and s.message_id < m.id
      and not exists (select from support_notes l where l.message_id = s.message_id and l.id > s.id)
    order by s.id desc limit 1),
  0)`;

/** Of the same row, whoever took the thread or answered in it last, and has not given it back. */
const HOLDER = `
case when ${IS_SETTLED} then null else (
  select case when n.message_id >= coalesce(a.id, 0)
              then case n.kind when 'taken' then n.by end else a.staff end
    from (select 1) as one
    left join lateral (
      select id, staff from support_messages where player_id = m.player_id and staff is not null
       order by id desc limit 1) a on true
    left join lateral (
      select message_id, kind, by from support_notes where player_id = m.player_id
       order by id desc limit 1) n on true) end`;

interface ThreadRow {
  readonly player: string;
  readonly name: string;
  readonly operator: string;
  readonly text: string;
  readonly at: Date;
  readonly waits_since: Date | null;
  readonly settled: boolean;
  readonly holder: string | null;
}

/**
 * By their last message. Threads in which a player waits come first, the longest wait at the top.
 * Then come those that are open, and those that are settled, the latest message first. Of each
 * thread the last message is read, and what it waits with, by indexes.
 */
export const readThreads = async (
  pool: Reads,
  limit: number,
): Promise<readonly SupportThread[]> => {
  const { rows } = await pool.query<ThreadRow>(
    `with recursive last as (
       (select * from support_messages order by player_id desc, id desc limit 1)
       union all
       select before.* from last cross join lateral (
         select * from support_messages where player_id < last.player_id
          order by player_id desc, id desc limit 1) as before
     ), standing as (
       select m.*, ${IS_SETTLED} as settled,
              case when m.staff is null and not ${IS_SETTLED} then (${WAITS_WITH}) end as waits_with
         from last m ${LAST_NOTE}
     ), shown as materialized (
       select * from standing order by waits_with is null, settled, coalesce(waits_with, -id) limit $1
     )
     select m.player_id as player, p.name, p.operator, m.text, m.at, m.settled, ${HOLDER} as holder,
            (select w.at from support_messages w where w.id = m.waits_with) as waits_since
       from shown m ${LAST_NOTE}
      cross join lateral (
        select name, operator_id as operator from players where id = m.player_id offset 0) as p
      order by m.waits_with is null, m.settled, coalesce(m.waits_with, -m.id)`,
    [limit],
  );
  return rows.map(({ at, waits_since, ...row }) => ({
    ...row,
    atMs: at.getTime(),
    unanswered: waits_since !== null,
    waitsSinceMs: waits_since?.getTime() ?? null,
  }));
};

/** Undefined where nothing was written. */
export const readState = async (pool: Reads, player: string): Promise<ThreadState | undefined> => {
  const { rows } = await pool.query<{
    last: string;
    settled_at: Date | null;
    holder: string | null;
  }>(
    `select m.id as last, case when ${IS_SETTLED} then noted.at end as settled_at, ${HOLDER} as holder
       from (select id, player_id from support_messages
              where player_id = $1 order by id desc limit 1) m ${LAST_NOTE}`,
    [player],
  );
  if (rows[0] === undefined) return undefined;
  const { last, settled_at, holder } = rows[0];
  const settled = settled_at && { message: last, atMs: settled_at.getTime() };
  return { last, settled, holder };
};

const READ_NOTES = statement({
  inputs: { player: 'bigint', from: 'bigint', to: 'bigint' },
  text: `
select id, message_id as message, kind, by, at from support_notes
 where player_id = :player and message_id between :from and :to order by id`,
});

/** What was noted upon messages from `from` to `to`, in order. */
export const readNotes = async (
  pool: Reads,
  player: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly SupportNote[]> => {
  const { rows } = await pool.query<Omit<SupportNote, 'atMs'> & { readonly at: Date }>(
    READ_NOTES({ player, from, to }),
  );
  return rows.map(({ at, ...note }) => ({ ...note, atMs: at.getTime() }));
};

const KEEP_NOTE = statement({
  inputs: { player: 'bigint', message: 'bigint', kind: 'text', by: 'text' },
  text: `
insert into support_notes (player_id, message_id, kind, by) values (:player, :message, :kind, :by) returning at`,
});

/** Returns when it was noted. */
export const keepNote = async (
  tx: Transaction,
  note: {
    readonly player: string;
    readonly message: string;
    readonly kind: NoteKind;
    readonly by: string;
  },
): Promise<number> => {
  const { rows } = await tx.query<{ at: Date }>(KEEP_NOTE(note));
  return rows[0]!.at.getTime();
};
