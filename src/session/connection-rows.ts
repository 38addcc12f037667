/**
 * The table `connections` in Postgres: which connection of each player counts, in whatever process,
 * and since when it has been lost.
 */
import type pg from 'pg';

type Querying = Pick<pg.ClientBase, 'query'>;

export interface ConnectionRow {
  readonly playerId: string;
  readonly connection: string;
}

/** These connections are the ones that count from now on. Unknown players are left out. */
const COME_IN = `
insert into connections (player_id, connection, process)
select p.id, c.connection, $3 from unnest($1::bigint[], $2::text[]) as c(player_id, connection) join players p on p.id = c.player_id
 order by p.id
on conflict (player_id) do update
   set connection = excluded.connection, process = excluded.process, since = studio_now(), seen_at = studio_now(), lost_at = null`;

export const comeIn = async (
  client: Querying,
  process: string,
  rows: readonly ConnectionRow[],
): Promise<void> => {
  if (rows.length > 0) await client.query(COME_IN, [...columns(rows), process]);
};

const THEIRS = `
select c.player_id from unnest($1::bigint[], $2::text[]) as mine(player_id, connection)
  join connections c on c.player_id = mine.player_id and c.connection = mine.connection
 order by c.player_id for update of c`;

/** These connections have ended. Those that another has replaced are not touched. */
export const goOut = async (client: Querying, rows: readonly ConnectionRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await client.query(
    `update connections c set seen_at = studio_now(), lost_at = studio_now() from (${THEIRS}) as theirs
      where c.player_id = theirs.player_id`,
    columns(rows),
  );
};

/** These connections still work. */
export const beat = async (client: Querying, rows: readonly ConnectionRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await client.query(
    `update connections c set seen_at = studio_now() from (${THEIRS}) as theirs where c.player_id = theirs.player_id`,
    columns(rows),
  );
};

/** Of these connections, those whose player has another one by now. */
export const readReplaced = async (
  client: Querying,
  rows: readonly ConnectionRow[],
): Promise<ReadonlySet<string>> => {
  if (rows.length === 0) return new Set();
  const ousted = await client.query<{ player_id: string }>(
    `select c.player_id from unnest($1::bigint[], $2::text[]) as mine(player_id, connection)
       join connections c on c.player_id = mine.player_id and c.connection <> mine.connection`,
    columns(rows),
  );
  return new Set(ousted.rows.map(({ player_id }) => player_id));
};

const columns = (rows: readonly ConnectionRow[]): [string[], string[]] => [
  rows.map(({ playerId }) => playerId),
  rows.map(({ connection }) => connection),
];
