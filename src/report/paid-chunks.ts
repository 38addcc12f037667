/** What the settlement of rounds recorded as taken and paid, chunk by chunk. */
import type pg from 'pg';
import { byGame } from './by-game.js';

export interface PaidChunk {
  readonly game: string;
  readonly chunk: number;
  readonly chunks: number;
  readonly verdict: string;
  readonly stakes: string;
  readonly paid: string;
  readonly players: number;
}

/** By game, in the order of the chunks. */
export const readChunks = async (
  pool: Pick<pg.Pool, 'query'>,
  games: readonly string[],
): Promise<ReadonlyMap<string, readonly PaidChunk[]>> => {
  const { rows } = await pool.query<PaidChunk>(
    `select game_number as game, chunk, chunks, verdict, stakes, paid, players
       from settlement_chunks where game_number = any($1::bigint[]) order by game_number, chunk`,
    [games],
  );
  return byGame(rows);
};
