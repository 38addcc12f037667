/**
 * Players as the pit looks them up: found by number, reference or name, and each with credit,
 * sessions, rounds and mutes.
 */
import type pg from 'pg';
import { playersOfPerson } from '../chat/mute-rows.js';
import { readPlayerCurrency } from '../history/currency.js';
import { readRounds } from '../history/played-rounds.js';
import { statement } from '../platform/statement.js';
import type { PlayerReport, PlayersFound } from '../protocol/report.js';

const FOUND_MAX = 20;
/** The number of rounds, and of sessions, on a page. */
const SHOWN_MAX = 20;
/** And in a file. */
export const EXPORTED_MAX = 1_000;

/** Of a part that many names have, no more are looked at than these. */
const PARTS_MAX = 200;
/** Fewer characters than an index of parts can look for find the beginning of a name alone. */
const PART_FROM = 3;

/** Taken where they are found: to look them up by their numbers may read all players instead. */
const FOUND = 'id, name, operator_id as operator, ref';

const FIND = statement({
  inputs: { id: 'bigint null', whole: 'text', beginning: 'text', part: 'text null' },
  text: `
with found as materialized (
  select ${FOUND} from players where id = :id
  union (select ${FOUND} from players where lower(ref) like :beginning limit ${FOUND_MAX})
  union (select ${FOUND} from players where lower(name) like :beginning limit ${FOUND_MAX})
  union (select ${FOUND} from players where name ilike :part or ref ilike :part limit ${PARTS_MAX})
)
select * from found
 order by id is distinct from :id, ref <> :whole, lower(name) <> lower(:whole), name, id limit ${FOUND_MAX}`,
});

/**
 * By the whole number, the beginning of the operator's reference or of the name or, from three
 * characters on, any part of them.
 */
export const findPlayers = async (pool: pg.Pool, query: string): Promise<PlayersFound> => {
  const escaped = query.replaceAll(/[\\%_]/g, '\\$&');
  const { rows } = await pool.query<PlayersFound['players'][number]>(
    FIND({
      id: /^[1-9]\d{0,17}$/.test(query) ? query : null,
      whole: query,
      beginning: `${escaped.toLowerCase()}%`,
      part: query.length < PART_FROM ? null : `%${escaped}%`,
    }),
  );
  return { players: rows };
};

const PLAYER = `
select p.id, p.name, p.operator_id as operator, p.ref, p.created_at, p.mode,
       coalesce(max(a.balance) filter (where a.kind = 'game'), 0) as game_account,
       coalesce(max(a.balance) filter (where a.kind = 'session'), 0) as credit,
       coalesce(-max(a.balance) filter (where a.kind = 'shortfall'), 0) as shortfall,
       exists (select from connections c where c.player_id = p.id and c.lost_at is null
                 and c.seen_at > studio_now() - interval '30 seconds') as connected
  from players p left join accounts a on a.player_id = p.id
 where p.id = $1 group by p.id`;

interface PlayerRow extends Pick<
  PlayerReport,
  'id' | 'name' | 'operator' | 'ref' | 'mode' | 'credit' | 'shortfall' | 'connected'
> {
  readonly created_at: Date;
  readonly game_account: string;
}

/** Undefined where there is no such player. */
export const readPlayer = async (
  pool: pg.Pool,
  id: string,
  before: string | undefined,
  limit = SHOWN_MAX,
): Promise<PlayerReport | undefined> => {
  const { rows } = await pool.query<PlayerRow>(PLAYER, [id]);
  if (rows[0] === undefined) return undefined;
  const { created_at, game_account, ...player } = rows[0];
  const { rounds, next } = await readRounds(pool, id, { before, limit });
  return {
    ...player,
    createdAtMs: created_at.getTime(),
    currency: await readPlayerCurrency(pool, id),
    gameAccount: game_account,
    sessions: await readSessions(pool, id, limit),
    handsInPlay: await readHandsInPlay(pool, id),
    rounds,
    next,
    mutes: await readMutes(pool, id),
  };
};

interface SessionRow {
  readonly id: string;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
  readonly reason: string | null;
  readonly amount: string | null;
}

const readSessions = async (
  pool: pg.Pool,
  id: string,
  limit: number,
): Promise<PlayerReport['sessions']> => {
  const { rows } = await pool.query<SessionRow>(
    `select id, opened_at, closed_at, closed_reason as reason, closed_amount as amount
       from sessions where player_id = $1 order by id desc limit $2`,
    [id, limit],
  );
  return rows.map(({ id: session, opened_at, closed_at, reason, amount }) => ({
    id: session,
    openedAtMs: opened_at.getTime(),
    closedAtMs: closed_at?.getTime() ?? null,
    reason,
    cashedOut: amount,
  }));
};

/** One of a game at most. */
const readHandsInPlay = async (pool: pg.Pool, id: string): Promise<PlayerReport['handsInPlay']> => {
  const { rows } = await pool.query<PlayerReport['handsInPlay'][number]>(
    `select hand_number as hand, game from solo_hands
      where player_id = $1 and status = 'in_play' order by hand_number`,
    [id],
  );
  return rows;
};

interface MuteRow {
  readonly table_id: string | null;
  readonly at: Date;
  readonly until: Date | null;
  readonly by: string;
  readonly reason: string;
  readonly lifted_by: string | null;
  readonly lifted_at: Date | null;
}

const readMutes = async (pool: pg.Pool, id: string): Promise<PlayerReport['mutes']> => {
  const { rows } = await pool.query<MuteRow>(
    `select u.table_id, u.at, u.until, u.by, u.reason, l.by as lifted_by, l.at as lifted_at
       from chat_mutes u left join chat_unmutes l on l.mute_id = u.id
      where u.player_id in (${playersOfPerson('$1')}) order by u.id desc`,
    [id],
  );
  return rows.map(({ table_id, at, until, by, reason, lifted_by, lifted_at }) => ({
    table: table_id,
    atMs: at.getTime(),
    untilMs: until?.getTime() ?? null,
    by,
    reason,
    liftedBy: lifted_by,
    liftedAtMs: lifted_at?.getTime() ?? null,
  }));
};
