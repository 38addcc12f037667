/** How far a report is, counted round by round. */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Follower } from './report-ask.js';
import type { Period } from './shift-rounds.js';

const COUNT = `
select count(*)::int as rounds
  from tables t
  join rounds r on r.table_id = t.id and r.opened_at >= to_timestamp($1::float8 / 1000) and r.opened_at < to_timestamp($2::float8 / 1000)
 where $3::text is null or t.id = $3`;

/** For a report that nobody follows. */
export const UNFOLLOWED: Follower = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

/** The rounds of a report, as they are counted. More may be opened while it is made. */
export class Followed {
  #done = 0;

  private constructor(
    private readonly follower: Follower,
    private readonly of: number,
  ) {}

  static async begin(
    pool: Pick<pg.Pool, 'query'>,
    { fromMs, toMs, table }: Period,
    follower: Follower,
  ): Promise<Followed> {
    const { rows } = await pool.query<{ rounds: number }>(COUNT, [fromMs, toMs, table ?? null]);
    return new Followed(follower, rows[0]?.rounds ?? 0);
  }

  /** One more. Others get their turn; rejects where nobody waits for the report any more. */
  async counts(): Promise<void> {
    await setImmediate();
    const { signal, onProgress } = this.follower;
    signal.throwIfAborted();
    this.#done += 1;
    onProgress({ done: this.#done, of: Math.max(this.of, this.#done) });
  }
}
