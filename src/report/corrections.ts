/** The corrections of rounds that were settled: who ordered them, why, and what they moved. */
import type pg from 'pg';
import { untakenStakesOf } from '../ledger/untaken-stakes.js';
import type { EventOf } from '../round/event.js';
import type { Fix } from '../round/correction.js';
import { parseEvent } from '../round/past-events.js';
import { byGame } from './by-game.js';

export interface RoundCorrection {
  readonly game: string;
  readonly correction: number;
  readonly fix: Fix;
  readonly coup: string | null;
  readonly player: string | null;
  /** Of a resettlement: whose stakes no wallet has given. */
  readonly untaken: readonly string[];
  readonly atMs: number;
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
  readonly orderedSeq: string;
  /** Of the event that says that all its payments have been made. Null until then. */
  readonly finishedSeq: string | null;
  /** Into how many parts its payment is cut. */
  readonly chunks: number;
  /** What the players it concerns have from the round before and after it, in minor units. */
  readonly was: bigint;
  readonly paid: bigint;
  readonly shortfall: bigint;
  /** Of them, what is of further currencies. */
  readonly further: readonly CorrectedFurther[];
}

interface CorrectedFurther {
  readonly currency: string;
  readonly was: bigint;
  readonly paid: bigint;
  readonly shortfall: bigint;
}

const CORRECTIONS = `
select c.game_number as game, c.ordinal, c.fix, c.coup, c.player_id as player, c.ordered_seq, c.finished_seq, c.chunks,
       array(select player_id::text from (${untakenStakesOf('c.game_number')}) as u where c.fix = 'resettle') as untaken, e.at_ms, e.payload, coalesce(moved.was, 0) as was, coalesce(moved.paid, 0) as paid, coalesce(moved.shortfall, 0) as shortfall,
       (select json_agg(each) from (
          select a.currency, sum(p.was)::text as was, sum(p.paid)::text as paid, sum(p.shortfall)::text as shortfall
            from accounts a join players w on w.currency = a.currency
            join correction_payouts p on p.player_id = w.id and p.game_number = c.game_number and p.ordinal = c.ordinal
           where a.id = any(r.further_stakes_account_ids) group by 1 order by 1) as each) as further
  from corrections c
  join rounds r on r.game_number = c.game_number
  join table_events e on e.table_id = r.table_id and e.seq = c.ordered_seq
  left join lateral (
    select sum(was) as was, sum(paid) as paid, sum(shortfall) as shortfall
      from correction_payouts p where p.game_number = c.game_number and p.ordinal = c.ordinal) as moved on true
 where c.game_number = any($1::bigint[])
 order by c.game_number, c.ordinal`;

interface CorrectionRow {
  readonly game: string;
  readonly ordinal: number;
  readonly fix: Fix;
  readonly coup: string | null;
  readonly player: string | null;
  readonly untaken: readonly string[];
  readonly ordered_seq: string;
  readonly finished_seq: string | null;
  readonly chunks: number;
  readonly at_ms: string;
  readonly payload: string;
  readonly was: string;
  readonly paid: string;
  readonly shortfall: string;
  readonly further: readonly Readonly<Record<keyof CorrectedFurther, string>>[] | null;
}

/** By game, in the order of the corrections. */
export const readCorrections = async (
  pool: Pick<pg.Pool, 'query'>,
  games: readonly string[],
): Promise<ReadonlyMap<string, readonly RoundCorrection[]>> => {
  const { rows } = await pool.query<CorrectionRow>(CORRECTIONS, [games]);
  return byGame(
    rows.map(({ ordinal, ordered_seq, finished_seq, at_ms, payload, ...row }) => {
      const { reason, requestedBy, approvedBy } = parseEvent(payload) as EventOf<'round_corrected'>;
      return {
        ...row,
        correction: ordinal,
        atMs: Number(at_ms),
        reason,
        requestedBy,
        approvedBy,
        orderedSeq: ordered_seq,
        finishedSeq: finished_seq,
        was: BigInt(row.was),
        paid: BigInt(row.paid),
        shortfall: BigInt(row.shortfall),
        further: (row.further ?? []).map((its) => ({
          currency: its.currency,
          was: BigInt(its.was),
          paid: BigInt(its.paid),
          shortfall: BigInt(its.shortfall),
        })),
      };
    }),
  );
};

const MOVED = `
select c.ordinal as correction, c.player_id as player, p.name, c.was, c.paid, c.shortfall, f.currency
  from correction_payouts c join players p on p.id = c.player_id join rounds r using (game_number)
  left join accounts f on f.id = any(r.further_stakes_account_ids) and f.currency = p.currency
 where c.game_number = $1 order by c.ordinal, c.player_id`;

export interface MovedRow {
  readonly correction: number;
  readonly player: string;
  readonly name: string;
  readonly was: string;
  readonly paid: string;
  readonly shortfall: string;
  /** A further currency of the table. Null: its own. */
  readonly currency: string | null;
}

/** The players who got another payment by the corrections of a round, one by one. */
export const readMoved = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
): Promise<readonly MovedRow[]> => (await pool.query<MovedRow>(MOVED, [game])).rows;

/** The keys of all entries that a correction can have made. */
export const correctionKeys = ({ game, correction, chunks }: RoundCorrection): readonly string[] =>
  Array.from({ length: chunks }, (_, chunk) =>
    ['cover', 'back', 'pay', 'recover'].map(
      (part) => `round:${game}:correction:${correction}:${part}:${chunk}`,
    ),
  ).flat();
