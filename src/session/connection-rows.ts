/**
 * The table `connections` in Postgres: which connection of each player counts, in whatever process,
 * and since when it has been lost.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';

type Querying = Pick<pg.ClientBase, 'query'>;

export interface ConnectionRow {
  readonly playerId: string;
  readonly connection: string;
  /** Of the token that came in by it. Where that does not matter, the player's own. */
  readonly generation?: number | undefined;
}

/** A connection that is written for the first time. */
export interface NewConnectionRow extends ConnectionRow {
  /** How long ago it began, in ms: its row may have been held. */
  readonly lateMs?: number;
}

/**
 * Leaves out what somebody else has locked, a connection or the player of a new one, and unknown
 * players. Returns those that were left out and exist. One that is late does not take the place of
 * one that began later in another process, nor does one whose token was ended meanwhile. Within a
 * process they are written in their order. What seems to begin in the future does not count, as
 * where the database's clock was set back.
 */
const COME_IN = statement({
  inputs: {
    players: 'bigint[]',
    connections: 'text[]',
    generations: 'int null[]',
    process: 'uuid',
    lateMs: 'float8[]',
  },
  text: `
with mine as materialized (
  select p.id as player_id, m.connection, studio_now() - m.late_ms * interval '1 ms' as since,
         p.generation is not distinct from coalesce(m.generation, p.generation) as holds
    from unnest(:players, :connections, :generations, :lateMs) as m(player_id, connection, generation, late_ms)
    join players p on p.id = m.player_id
), known as materialized (
  select player_id from connections join mine using (player_id) order by player_id for update of connections skip locked
), newcomer as materialized (
  select p.id as player_id from players p join mine on mine.player_id = p.id
   where not exists (select from connections c where c.player_id = p.id)
   order by p.id for key share of p skip locked
), changed as (
  update connections c
     set connection = mine.connection, process = :process, since = mine.since, seen_at = studio_now(), lost_at = null
    from known join mine using (player_id)
   where c.player_id = known.player_id and mine.holds
     and not (c.process <> :process and c.since > mine.since and c.since <= studio_now())
), added as (
  insert into connections (player_id, connection, process, since)
  select player_id, connection, :process, since from newcomer join mine using (player_id)
   where mine.holds order by player_id
  on conflict do nothing returning player_id
)
select player_id from mine
 where holds and player_id not in (select player_id from known union all select player_id from added)`,
});

/**
 * These connections are the ones that count from now on, but for those that another has replaced
 * already, or whose token was ended. Unknown players are left out. Returns the players whose rows
 * somebody else holds: theirs are to be written later.
 */
export const comeIn = (
  client: Querying,
  process: string,
  rows: readonly NewConnectionRow[],
): Promise<ReadonlySet<string>> => {
  const [players, connections] = columns(rows);
  const lateMs = rows.map(({ lateMs: late = 0 }) => late);
  const generations = generationsOf(rows);
  const written = { players, connections, generations, process, lateMs };
  return writtenBut(client, rows, COME_IN(written));
};

/**
 * Those of the connections that still count, but for what somebody else has locked. Whether one
 * does is looked at again once its row is locked: another may have taken its place meanwhile.
 */
const THEIRS = `
mine as materialized (
  select m.player_id, m.connection from unnest($1::bigint[], $2::text[]) as m(player_id, connection)
    join connections c on c.player_id = m.player_id and c.connection = m.connection
), theirs as materialized (
  select player_id from connections join mine using (player_id, connection) order by player_id for update of connections skip locked
)`;

const writing = (changes: string): string => `
with ${THEIRS}, changed as (
  update connections c set ${changes} from theirs where c.player_id = theirs.player_id
)
select player_id from mine where player_id not in (select player_id from theirs)`;

const GO_OUT = writing('seen_at = studio_now(), lost_at = studio_now()');
const BEAT = writing('seen_at = studio_now()');

/**
 * These connections have ended. Those that another has replaced are not touched. Returns the
 * players whose rows somebody else holds: theirs are to be written later.
 */
export const goOut = (
  client: Querying,
  rows: readonly ConnectionRow[],
): Promise<ReadonlySet<string>> =>
  writtenBut(client, rows, { text: GO_OUT, values: columns(rows) });

/** These connections still work. A row that somebody else holds is seen the next time. */
export const beat = async (client: Querying, rows: readonly ConnectionRow[]): Promise<void> => {
  await writtenBut(client, rows, { text: BEAT, values: columns(rows) });
};

const writtenBut = async (
  client: Querying,
  rows: readonly ConnectionRow[],
  query: pg.QueryConfig,
): Promise<ReadonlySet<string>> => {
  if (rows.length === 0) return new Set();
  const written = await client.query<{ player_id: string }>(query);
  return new Set(written.rows.map(({ player_id }) => player_id));
};

/** Whether somebody else holds the row of the player's connection, so that nobody can say more. */
export const isHeld = async (client: Querying, playerId: string): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    `with free as materialized (select 1 from connections where player_id = $1 for share skip locked)
     select not exists (select from free) and exists (select from connections where player_id = $1) as held`,
    [playerId],
  );
  return rows[0]!.held;
};

const READ_REPLACED = statement({
  inputs: { players: 'bigint[]', connections: 'text[]', generations: 'int null[]' },
  text: `
select mine.player_id
  from unnest(:players, :connections, :generations) as mine(player_id, connection, generation)
  join players p on p.id = mine.player_id
  left join connections c on c.player_id = mine.player_id
 where c.connection <> mine.connection or p.generation <> mine.generation`,
});

/**
 * Of these connections, those whose player has another one by now, or whose token was ended: the
 * player has signed in again since, or has left.
 */
export const readReplaced = async (
  client: Querying,
  rows: readonly ConnectionRow[],
): Promise<ReadonlySet<string>> => {
  if (rows.length === 0) return new Set();
  const [players, connections] = columns(rows);
  const generations = generationsOf(rows);
  const ousted = await client.query<{ player_id: string }>(
    READ_REPLACED({ players, connections, generations }),
  );
  return new Set(ousted.rows.map(({ player_id }) => player_id));
};

const generationsOf = (rows: readonly ConnectionRow[]): (number | null)[] =>
  rows.map(({ generation }) => generation ?? null);

const columns = (rows: readonly ConnectionRow[]): [string[], string[]] => [
  rows.map(({ playerId }) => playerId),
  rows.map(({ connection }) => connection),
];
