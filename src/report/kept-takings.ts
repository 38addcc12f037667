/**
 * The takings of rounds as they are kept. They are worked out once a round has ended, and again
 * once it is corrected: until then the round is due (prisma/guards/round-takings.sql).
 */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { ReportedBet } from './round-takings.js';
import type { Period } from './period.js';
import type { Taken } from './takings.js';
import { type WorkedOut, workOut } from './work-out.js';

type Reads = Pick<pg.Pool, 'query'>;

/** As JSON has it: amounts as digits. */
interface KeptTaken extends Omit<Taken, 'drop' | 'payout'> {
  readonly drop: string;
  readonly payout: string;
}

export interface KeptTakings {
  readonly game: string;
  readonly outcome: WorkedOut['outcome'];
  readonly dealer: string | null;
  readonly cards_seen: number;
  readonly staked: string;
  readonly is_balanced: boolean;
  /** Null where no stake counts. */
  readonly takings: {
    readonly all: KeptTaken;
    readonly byBet: readonly { readonly bet: ReportedBet; readonly taken: KeptTaken }[];
  } | null;
  readonly advantages: readonly {
    readonly mode: 'zero_commission' | 'normal';
    readonly spot: ReportedBet['spot'];
    /** Returned on average of a stake of 1: n/d. */
    readonly n: string;
    readonly d: string;
  }[];
}

export const keptOf = (worked: WorkedOut): KeptTakings => {
  const { game, outcome, dealer, cardsSeen, staked, isBalanced, takings, advantages } = worked;
  return {
    game,
    outcome,
    dealer,
    cards_seen: cardsSeen,
    staked: staked.toString(),
    is_balanced: isBalanced,
    takings:
      takings === undefined
        ? null
        : {
            all: keptTaken(takings.all),
            byBet: takings.byBet.map(({ bet, taken }) => ({ bet, taken: keptTaken(taken) })),
          },
    advantages: advantages.map(({ mode, spot, expectedReturn: { numerator, denominator } }) => ({
      mode,
      spot,
      n: numerator.toString(),
      d: denominator.toString(),
    })),
  };
};

const keptTaken = ({ bets, drop, payout, mean, variance }: Taken): KeptTaken => ({
  bets,
  drop: drop.toString(),
  payout: payout.toString(),
  mean,
  variance,
});

export const takenOf = ({ drop, payout, ...taken }: KeptTaken): Taken => ({
  ...taken,
  drop: BigInt(drop),
  payout: BigInt(payout),
});

// ---- what is due

interface Due {
  readonly id: string;
  readonly game: string;
}

/** Whatever is read of a round after this holds all that made it due. */
const DUE_IN_PERIOD = `
select d.id, r.game_number as game
  from tables t
  join rounds r on r.table_id = t.id and r.opened_at >= to_timestamp($1::float8 / 1000) and r.opened_at < to_timestamp($2::float8 / 1000)
  join rounds_due d on d.game_number = r.game_number
 where $3::text is null or t.id = $3
 order by r.table_id, r.opened_at`;

const DUE_LAST = 'select id, game_number as game from rounds_due order by id desc limit $1';

export const readDue = async (
  reads: Reads,
  { fromMs, toMs, table }: Period,
): Promise<readonly Due[]> =>
  (await reads.query<Due>(DUE_IN_PERIOD, [fromMs, toMs, table ?? null])).rows;

/** Those that became due last, so that a day's report is quick while those of years are due. */
export const readLastDue = async (reads: Reads, most: number): Promise<readonly Due[]> =>
  (await reads.query<Due>(DUE_LAST, [most])).rows;

/**
 * Who read a round and finds nothing of what made it due any more came too late: somebody else has
 * read it later, and kept that.
 */
const KEEP = `
with gone as (
  delete from rounds_due where id in (select id from rounds_due where id = any($1::bigint[]) order by id for update)
  returning game_number
)
insert into round_takings (game_number, outcome, dealer, cards_seen, staked, is_balanced, takings, advantages)
select game, outcome, dealer, cards_seen, staked, is_balanced, nullif(takings, 'null'), advantages
  from jsonb_to_recordset($2::jsonb) as worked(
    game bigint, outcome text, dealer text, cards_seen int, staked bigint, is_balanced boolean, takings jsonb, advantages jsonb)
 where game in (select game_number from gone) and outcome <> 'unended'
 order by game
on conflict (game_number) do update
   set (outcome, dealer, cards_seen, staked, is_balanced, takings, advantages)
     = (excluded.outcome, excluded.dealer, excluded.cards_seen, excluded.staked, excluded.is_balanced, excluded.takings, excluded.advantages)`;

/**
 * Works out the takings of rounds that are due, and keeps them. `onKept` is called with the number
 * of rounds after some at a time. A round that cannot be worked out stays due.
 */
export const catchUp = async (
  reads: Reads,
  due: readonly Due[],
  onKept: (rounds: number) => void,
): Promise<void> => {
  const ids = new Map<string, string[]>();
  for (const { id, game } of due) ids.set(game, [...(ids.get(game) ?? []), id]);
  const keep = async (worked: readonly WorkedOut[]): Promise<void> => {
    const all = worked.flatMap(({ game }) => ids.get(game) ?? []);
    await reads.query(KEEP, [all, JSON.stringify(worked.map(keptOf))]);
    onKept(worked.length);
    await setImmediate();
  };
  const left = new Set(ids.keys());
  try {
    for await (const worked of workOut(reads, [...ids.keys()])) {
      await keep(worked);
      for (const { game } of worked) left.delete(game);
    }
  } catch (error) {
    if (left.size <= 1) throw error;
    await catchUpOneByOne(reads, [...left], keep);
  }
};

/** One that cannot be worked out holds up none of the others. The first fault is thrown at last. */
const catchUpOneByOne = async (
  reads: Reads,
  games: readonly string[],
  keep: (worked: readonly WorkedOut[]) => Promise<void>,
): Promise<void> => {
  const faults: unknown[] = [];
  for (const game of games) {
    try {
      for await (const worked of workOut(reads, [game])) await keep(worked);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
};
