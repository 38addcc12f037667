/** The takings that are due, worked out by one thread of the whole studio at a time. */
import type pg from 'pg';
import { catchUp, readLastDue } from './kept-takings.js';
import type { CaughtUp, ReportFollower } from './report-ask.js';

type Reads = Pick<pg.Pool, 'query'>;

/** At once, so that whoever asks for a report meanwhile waits for a second at most. */
const MOST = 200;

const LOCK = `select pg_try_advisory_lock(hashtextextended('takings of rounds', 0)) as locked`;
const UNLOCK = `select pg_advisory_unlock(hashtextextended('takings of rounds', 0))`;

/**
 * A round that ended between a migration and the guards that came with it was not noted. Nobody
 * upgrades a studio for longer than that. Each round is looked up by an index.
 */
const NOTE_MISSED = `
insert into rounds_due (game_number)
select r.game_number from rounds r
 where r.ended_at > studio_now() - interval '6 hours'
   and (select k.game_number from round_takings k where k.game_number = r.game_number) is null
   and (select d.id from rounds_due d where d.game_number = r.game_number limit 1) is null`;

/** Nothing is kept where another thread is at it. `reads` is one connection. */
export const catchUpSome = async (
  reads: Reads,
  { onProgress }: ReportFollower,
): Promise<CaughtUp> => {
  const { rows } = await reads.query<{ locked: boolean }>(LOCK);
  if (rows[0]?.locked !== true) return { kept: 0, unclear: [] };
  let tried = 0;
  try {
    await reads.query(NOTE_MISSED);
    const unclear = await catchUp(reads, await readLastDue(reads, MOST), (rounds) => {
      tried += rounds;
      onProgress({ done: tried, of: MOST });
    });
    return { kept: tried - unclear.length, unclear };
  } finally {
    await reads.query(UNLOCK);
  }
};
