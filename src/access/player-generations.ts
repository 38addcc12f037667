/**
 * The generations of the players' sign-ins. A token holds while its generation is the player's: a
 * launch that is used, or a login of the demo, begins the next one, and so does whoever leaves.
 */
import type pg from 'pg';

type Querying = Pick<pg.ClientBase, 'query'>;

/** The generations of those of `ids` that are numbers of players. */
export const readGenerations = async (
  client: Querying,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await client.query<{ id: string; generation: number }>(
    'select id, generation from players where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, generation }) => [id, generation]));
};

/** No token of before holds any more. Returns the generation of those that are signed next. */
export const beginGeneration = async (client: Querying, player: string): Promise<number> => {
  const { rows } = await client.query<{ generation: number }>(
    'update players set generation = generation + 1 where id = $1 returning generation',
    [player],
  );
  return rows[0]!.generation;
};

/** The same, unless the player has signed in again since, or the token has no generation. */
export const endGeneration = async (
  client: Querying,
  player: string,
  generation: number | undefined,
): Promise<void> => {
  await client.query(
    'update players set generation = generation + 1 where id = $1 and generation = $2',
    [player, generation],
  );
};
