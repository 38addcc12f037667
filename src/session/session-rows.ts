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
  /**
   * A hand of a solo game waits for its player. The session does not end before it, so nothing of
   * an end is said either.
   */
  readonly hasHandInPlay: boolean;
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
 * and the last bet in the log, because bets do not touch the row, or of the last hands of the solo
 * games: of each the last two, of which one may wait for its stakes. Who has one in play is left
 * out where all are looked at: the session does not end before the hand. A connection whose process
 * had no time to report its loss is taken to have lasted for as long as it may have.
 *
 * Whatever the studio has seen, no more is read than of the sessions that are open, and of their
 * players' bets since `since`: an hour before a session would be idle. An action before that
 * changes nothing. At each table the first round that may have taken bets since then is found by an
 * index. No player's bets are read from below the lowest of these rounds, but for those in rounds
 * that have not ended. `offset 0` keeps each look into an index for itself: no sum over all players
 * is worth reading a whole table.
 */
const OPEN_SESSIONS = statement({
  inputs: {
    players: 'bigint[] null',
    beatMs: 'int',
    trustsSilence: 'boolean',
    idleMs: 'int',
    untilWarningMs: 'int',
    lostMs: 'int',
    soloLostMs: 'int',
  },
  text: `
with open as materialized (
  select s.id, s.player_id, s.opened_at, s.active_at, s.warned_at,
         coalesce(c.lost_at, case when :trustsSilence and c.seen_at < studio_now() - 2 * :beatMs * interval '1 ms' then c.seen_at + :beatMs * interval '1 ms' end) as lost_at
    from sessions s
    left join lateral (select lost_at, seen_at from connections where player_id = s.player_id offset 0) as c on true
   where s.closed_at is null and (:players is null or s.player_id = any(:players))
), candidate as materialized (
  select * from (
    select *, exists (select from solo_hands h where h.player_id = open.player_id and h.status = 'in_play') as has_hand_in_play from open) as open
   where (:players is not null or active_at <= studio_now() - :untilWarningMs * interval '1 ms' or lost_at <= studio_now() - least(:lostMs, :soloLostMs) * interval '1 ms')
   and (:players is not null or not has_hand_in_play)
), since as materialized (
  select greatest(min(active_at), studio_now() - :idleMs * interval '1 ms' - interval '1 hour') - interval '1 minute' as at from candidate
), lowest as materialized (
  select min(first.game_number) as game
    from since cross join tables t cross join lateral (
      (select game_number from (
         select game_number, ended_at from rounds
          where table_id = t.id and opened_at < since.at order by opened_at desc limit 1) as before
        where ended_at > since.at)
      union all
      (select game_number from rounds where table_id = t.id and opened_at >= since.at order by opened_at limit 1)) as first
), unended as materialized (
  select game_number, table_id from rounds where ended_at is null
), acted as (
  select c.id, max((select at_ms from table_events e where e.table_id = last.table_id and e.seq = last.seq)) as at_ms
    from candidate c cross join lateral (
      select r.table_id, max(own.seq) as seq
        from (select game_number, seq from bets where player_id = c.player_id and game_number >= (select game from lowest) offset 0) as own
       cross join lateral (select table_id from rounds where game_number = own.game_number offset 0) as r
       group by r.table_id
      union all
      select u.table_id, own.seq
        from unended u
       cross join lateral (select max(seq) as seq from bets where game_number = u.game_number and player_id = c.player_id offset 0) as own) as last
   group by c.id
), played as (
  select c.id, max(acted_at) filter (where game = 'punto_e_banco') as at_once, max(acted_at) filter (where game <> 'punto_e_banco') as by_choice
    from candidate c cross join unnest(enum_range(null::solo_game)) as game cross join lateral (
      select acted_at from solo_hands h where h.player_id = c.player_id and h.game = game.game
       order by hand_number desc limit 2) as hand
   group by c.id
)
select c.id, c.player_id, c.has_hand_in_play, greatest(${ms('c.active_at')}, a.at_ms, ${ms('p.at_once')}, ${ms('p.by_choice')}) as active_at_ms,
       ${ms('p.by_choice')} is not null and ${ms('p.by_choice')} >= greatest(a.at_ms, ${ms('p.at_once')}, ${ms('c.opened_at')}) as is_by_choice,
       ${ms('c.warned_at')} as warned_at_ms, ${ms('c.lost_at')} as lost_at_ms, ${ms('studio_clock()')} as now_ms
  from candidate c left join acted a using (id) left join played p using (id) order by c.id`,
});

interface Row {
  readonly id: string;
  readonly player_id: string;
  readonly has_hand_in_play: boolean;
  readonly active_at_ms: string;
  readonly warned_at_ms: string | null;
  readonly lost_at_ms: string | null;
  readonly is_by_choice: boolean;
  readonly now_ms: string;
}

/**
 * The open sessions of these players or, without players, those that are to be warned or ended, as
 * far as their rows say.
 */
export const readOpenSessions = async (
  client: Querying,
  playerIds: readonly string[] | null,
  { idleMs, warnMs, lostMs, soloLostMs }: SessionPolicy,
  { beatMs, trustsSilence }: ConnectionWatch,
): Promise<readonly OpenSession[]> => {
  const { rows } = await client.query<Row>(
    OPEN_SESSIONS({
      players: playerIds,
      beatMs,
      trustsSilence,
      idleMs,
      untilWarningMs: idleMs - warnMs,
      lostMs,
      soloLostMs,
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    playerId: row.player_id,
    hasHandInPlay: row.has_hand_in_play,
    activeAtMs: Number(row.active_at_ms),
    warnedAtMs: row.warned_at_ms === null ? null : Number(row.warned_at_ms),
    lostAtMs: row.lost_at_ms === null ? null : Number(row.lost_at_ms),
    isByChoice: row.is_by_choice,
    nowMs: Number(row.now_ms),
  }));
};

/** What was found out about an open session. */
export interface FoundSession {
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
  found: readonly FoundSession[],
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
