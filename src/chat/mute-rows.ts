/**
 * The rows of mutes: who may not write where, since when, until when, who ordered it and why. A
 * mute concerns the person, who is another player in each currency. Insert-only.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Mute } from '../protocol/chat.js';

type Reads = Pick<pg.Pool, 'query'>;

/** For a row `u` of chat_mutes: it has neither expired nor been lifted. */
export const MUTE_IN_FORCE = `(u.until is null or u.until > studio_now())
  and not exists (select from chat_unmutes l where l.mute_id = u.id)`;

/** The players of a person, by the number of one of them, as SQL. */
export const playersOfPerson = (player: string): string =>
  `select other.id from players own join players other using (operator_id, ref) where own.id = ${player}`;

export interface NewMute {
  readonly player: string;
  readonly table: string | null;
  readonly minutes: number | null;
  /** The message that it was given for. */
  readonly message: string | null;
  readonly by: string;
  readonly reason: string;
}

/**
 * The mute that keeps the player from writing at the table. Of several it is the one that lasts
 * longest.
 */
export const muteAt = async (
  pool: Reads,
  player: string,
  table: string,
): Promise<Mute | undefined> => {
  const { rows } = await pool.query<MuteRow>(
    `select u.table_id, u.until, u.reason from chat_mutes u
      where u.player_id in (${playersOfPerson('$1')})
        and (u.table_id is null or u.table_id = $2) and ${MUTE_IN_FORCE}
      order by u.until desc nulls first, u.table_id nulls first limit 1`,
    [player, table],
  );
  return rows[0] && asMute(rows[0]);
};

/**
 * The mutes that count: the longest of those at every table first, and of each table one that lasts
 * longer than that.
 */
export const readMutes = async (pool: Reads, player: string): Promise<Mute[]> => {
  const { rows } = await pool.query<MuteRow>(
    `select distinct on (u.table_id) u.table_id, u.until, u.reason from chat_mutes u
      where u.player_id in (${playersOfPerson('$1')}) and ${MUTE_IN_FORCE}
      order by u.table_id nulls first, u.until desc nulls first`,
    [player],
  );
  const everywhere = rows.find(({ table_id }) => table_id === null);
  const endOf = (row: MuteRow) => row.until?.getTime() ?? Infinity;
  return rows
    .filter(
      (row) => row === everywhere || everywhere === undefined || endOf(row) > endOf(everywhere),
    )
    .map(asMute);
};

interface MuteRow {
  readonly table_id: string | null;
  readonly until: Date | null;
  readonly reason: string;
}

const asMute = ({ table_id, until, reason }: MuteRow): Mute => ({
  table: table_id,
  untilMs: until?.getTime() ?? null,
  reason,
});

const KEEP_MUTE = statement({
  inputs: {
    player: 'bigint',
    table: 'text null',
    minutes: 'float8 null',
    message: 'bigint null',
    by: 'text',
    reason: 'text',
  },
  text: `
insert into chat_mutes (player_id, table_id, until, message_id, by, reason)
select id, :table, studio_now() + :minutes * interval '1 minute', :message, :by, :reason from players where id = :player
returning until`,
});

/** Until when it holds. Undefined where there is no such player. */
export const keepMute = async (
  pool: Reads,
  mute: NewMute,
): Promise<Pick<Mute, 'untilMs'> | undefined> => {
  const { rows } = await pool.query<{ until: Date | null }>(KEEP_MUTE(mute));
  return rows[0] && { untilMs: rows[0].until?.getTime() ?? null };
};

/** All players of the person, who are notified. */
export const readPlayersOfPerson = async (pool: Reads, player: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(playersOfPerson('$1'), [player]);
  return rows.map(({ id }) => id);
};

const KEEP_UNMUTE = statement({
  inputs: { player: 'bigint', table: 'text null', by: 'text', reason: 'text' },
  text: `
insert into chat_unmutes (mute_id, by, reason)
select u.id, :by, :reason from chat_mutes u
 where u.player_id in (${playersOfPerson(':player')})
   and (:table is null or u.table_id = :table) and ${MUTE_IN_FORCE}
    on conflict do nothing`,
});

/**
 * Lifts the player's mutes that hold: those of the table, or all where `table` is null. Returns how
 * many.
 */
export const keepUnmute = async (
  pool: Reads,
  unmute: {
    readonly player: string;
    readonly table: string | null;
    readonly by: string;
    readonly reason: string;
  },
): Promise<number> => {
  const { rowCount } = await pool.query(KEEP_UNMUTE(unmute));
  return rowCount ?? 0;
};

/**
 * The author of the message. Undefined where there is no such message, null where one of the staff
 * wrote it.
 */
export const authorOf = async (
  pool: Reads,
  message: string,
): Promise<string | null | undefined> => {
  const { rows } = await pool.query<{ player_id: string | null }>(
    'select player_id from chat_messages where id = $1',
    [message],
  );
  return rows[0]?.player_id;
};
