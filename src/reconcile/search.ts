/** A search: a proof that is one query for the rows for which its sentence does not hold. */
import type pg from 'pg';
import { Proof } from './proof.js';

export interface Search {
  readonly says: string;
  readonly things: string;
  /** Counts the things. */
  readonly count: string;
  /** Finds what is wrong, as sentences in the column `what`. */
  readonly wrong: string;
}

/** Within a transaction that sees one moment only. */
export const proveBy = async (client: pg.ClientBase, search: Search): Promise<Proof> => {
  const { says, things, count, wrong } = search;
  const proof = new Proof(says, things);
  const { rows: counted } = await client.query<{ count: string }>(count);
  proof.looked = Number(counted[0]!.count);
  const { rows } = await client.query<{ what: string; wrongs: string }>(
    `select what, count(*) over () as wrongs from (${wrong}) as found limit 5`,
  );
  for (const { what } of rows) proof.fails(what);
  if (rows[0] !== undefined) proof.wrong = Number(rows[0].wrongs);
  return proof;
};
