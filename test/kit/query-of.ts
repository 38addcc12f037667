/** What a test that stands in for a pool or a client is asked, however it is said. */
import type pg from 'pg';

export interface AskedQuery {
  /** By which Postgres prepares it. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/** Of the arguments of `query`: a text and its values, or both in one. */
export const queryOf = (asked: pg.QueryConfig | string, values: unknown[] = []): AskedQuery =>
  typeof asked === 'string' ? { text: asked, values } : { ...asked, values: asked.values ?? [] };
