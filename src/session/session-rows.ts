/**
 * What Postgres knows of open sessions: the last action of each player, the last warning, the
 * connection.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { SessionPolicy, SessionTimes } from './due.js';

export interface OpenSession extends SessionTimes {
  readonly id: string;
  readonly playerId: string;
  /** The database's clock, like all times here. */
  readonly nowMs: number;
}

/** How connections are watched. See `Connections`. */
export interface ConnectionWatch {
  /** How often a connection that works is seen, in ms. */
  readonly beatMs: number;
  /**
   * Whether a connection that was not seen for two beats may be taken for lost. Not while this
   * process could not have seen it itself.
   */
  readonly trustsSilence: boolean;
}

type Querying = Pick<pg.ClientBase, 'query'>;

const ms = (time: string): string => `(extract(epoch from ${time}) * 1000)::bigint`;

/**
 * Reads only. Of these players or, without players, of those whose time until the warning, or
 * without a connection, has passed. The last action is the later of the one in the session's row
 * and the last bet in the log, because bets do not touch the row. Bets after the action in the row
 * are in rounds that had not ended before it. A minute makes up for clocks that differ. Of the many
 * rounds that have ended since, only those that the player bet in are read. The lowest of their
 * numbers limits what is read of the player's bets. A connection whose process had no time to
 * report its loss is taken to have lasted for as long as it may have.
 */
const OPEN_SESSIONS = statement({
  inputs: {
    players: 'bigint[] null',
    beatMs: 'int',
    trustsSilence: 'boolean',
    untilWarningMs: 'int',
    lostMs: 'int',
  },
  text: `
with open as materialized (
  select s.id, s.player_id, s.active_at, s.warned_at,
         coalesce(c.lost_at, case when :trustsSilence and c.seen_at < studio_now() - 2 * :beatMs * interval '1 ms' then c.seen_at + :beatMs * interval '1 ms' end) as lost_at
    from sessions s left join connections c using (player_id)
   where s.closed_at is null and (:players is null or s.player_id = any(:players))
), candidate as materialized (
  select * from open
   where :players is not null or active_at <= studio_now() - :untilWarningMs * interval '1 ms' or lost_at <= studio_now() - :lostMs * interval '1 ms'
), recent as materialized (
  select game_number, table_id, ended_at from rounds
   where ended_at is null or ended_at > (select min(active_at) from candidate) - interval '1 minute'
), placed as (
  select c.id, r.table_id, b.seq
    from candidate c cross join recent r
    join bets b on b.game_number = r.game_number and b.player_id = c.player_id
   where r.ended_at is null
  union all
  select c.id, r.table_id, b.seq
    from candidate c
    join bets b on b.player_id = c.player_id
     and b.game_number >= (select min(game_number) from recent where ended_at is not null)
    join recent r on r.game_number = b.game_number
   where r.ended_at > c.active_at - interval '1 minute'
), last_placed as (
  select id, table_id, max(seq) as seq from placed group by id, table_id
), acted as (
  select l.id, max(e.at_ms) as at_ms
    from last_placed l join table_events e on e.table_id = l.table_id and e.seq = l.seq
   group by l.id
)
select c.id, c.player_id, greatest(${ms('c.active_at')}, a.at_ms) as active_at_ms, ${ms('c.warned_at')} as warned_at_ms,
       ${ms('c.lost_at')} as lost_at_ms, ${ms('studio_clock()')} as now_ms
  from candidate c left join acted a using (id) order by c.id`,
});

interface Row {
  readonly id: string;
  readonly player_id: string;
  readonly active_at_ms: string;
  readonly warned_at_ms: string | null;
  readonly lost_at_ms: string | null;
  readonly now_ms: string;
}

/**
 * The open sessions of these players or, without players, those that are to be warned or ended, as
 * far as their rows say.
 */
export const readOpenSessions = async (
  client: Querying,
  playerIds: readonly string[] | null,
  { idleMs, warnMs, lostMs }: SessionPolicy,
  { beatMs, trustsSilence }: ConnectionWatch,
): Promise<readonly OpenSession[]> => {
  const { rows } = await client.query<Row>(
    OPEN_SESSIONS({
      players: playerIds,
      beatMs,
      trustsSilence,
      untilWarningMs: idleMs - warnMs,
      lostMs,
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    playerId: row.player_id,
    activeAtMs: Number(row.active_at_ms),
    warnedAtMs: row.warned_at_ms === null ? null : Number(row.warned_at_ms),
    lostAtMs: row.lost_at_ms === null ? null : Number(row.lost_at_ms),
    nowMs: Number(row.now_ms),
  }));
};

/** What was found out about an open session. */
interface Found {
  readonly id: string;
  readonly activeAtMs: number;
  /** Null: not warned now. */
  readonly warnedAtMs: number | null;
}

/**
 * Locks the sessions in the order of their ids. Leaves out those that are locked elsewhere, those
 * that know of a later action by now, and those that somebody else has warned.
 */
const KEEP = statement({
  inputs: { ids: 'bigint[]', activeAtMs: 'bigint[]', warnedAtMs: 'bigint null[]' },
  text: `
update sessions s set active_at = f.active_at, warned_at = coalesce(f.warned_at, s.warned_at)
  from (select s.id, found.active_at, found.warned_at
          from (select id, to_timestamp(active_at_ms / 1000.0) as active_at, to_timestamp(warned_at_ms / 1000.0) as warned_at
                  from unnest(:ids, :activeAtMs, :warnedAtMs) as f(id, active_at_ms, warned_at_ms)) as found
          join sessions s using (id)
         where s.closed_at is null and s.active_at <= found.active_at
           and (found.warned_at is null or s.warned_at is null or s.warned_at <= found.active_at)
         order by s.id for update of s skip locked) as f
 where s.id = f.id
returning s.id`,
});

/** Writes the last actions and the warnings. Returns the ids of the sessions that took them. */
export const keepFound = async (
  client: Querying,
  found: readonly Found[],
): Promise<ReadonlySet<string>> => {
  if (found.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    KEEP({
      ids: found.map(({ id }) => id),
      activeAtMs: found.map(({ activeAtMs }) => activeAtMs),
      warnedAtMs: found.map(({ warnedAtMs }) => warnedAtMs),
    }),
  );
  return new Set(rows.map(({ id }) => id));
};
