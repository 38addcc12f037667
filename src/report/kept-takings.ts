/**
 * The takings of rounds as they are kept. They are worked out once a round has ended, and again
 * once it is corrected: until then the round is due (prisma/guards/round-takings.sql).
 */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { isImpossibleInDatabase } from '../platform/database-refusals.js';
import { statement } from '../platform/statement.js';
import type { ReportedBet, RoundTakings } from './round-takings.js';
import type { Period } from './period.js';
import type { Taken } from './takings.js';
import { type Unclear, type WorkedOut, workOut } from './work-out.js';

type Reads = Pick<pg.Pool, 'query'>;

/**
 * As JSON has it: amounts as digits. The turnover is kept as `drop`, as it was called when the
 * first rows were written.
 */
interface KeptTaken extends Omit<Taken, 'turnover' | 'payout'> {
  readonly drop: string;
  readonly payout: string;
}

/** What a round took and paid in one currency. */
export interface KeptOfRound {
  readonly all: KeptTaken;
  readonly byBet: readonly { readonly bet: ReportedBet; readonly taken: KeptTaken }[];
}

/** In the table's own currency and, where there were such stakes, in further ones. */
interface KeptRound extends KeptOfRound {
  readonly further?: Readonly<Record<string, KeptOfRound>>;
}

export interface KeptTakings {
  readonly game: string;
  readonly outcome: WorkedOut['outcome'];
  readonly dealer: string | null;
  readonly cards_seen: number;
  readonly staked: string;
  readonly is_balanced: boolean;
  /** Null where no stake counts. */
  readonly takings: KeptRound | null;
  readonly advantages: readonly {
    readonly mode: 'zero_commission' | 'normal';
    readonly spot: ReportedBet['spot'];
    /** Returned on average of a stake of 1: n/d. */
    readonly n: string;
    readonly d: string;
  }[];
}

export const keptOf = (worked: WorkedOut): KeptTakings => {
  const { game, outcome, dealer, cardsSeen, staked, isBalanced, advantages } = worked;
  return {
    game,
    outcome,
    dealer,
    cards_seen: cardsSeen,
    staked: staked.toString(),
    is_balanced: isBalanced,
    takings: keptRound(worked),
    advantages: advantages.map(({ mode, spot, expectedReturn: { numerator, denominator } }) => ({
      mode,
      spot,
      n: numerator.toString(),
      d: denominator.toString(),
    })),
  };
};

const keptRound = ({ takings, further }: WorkedOut): KeptTakings['takings'] => {
  if (takings === undefined && further.size === 0) return null;
  const own = takings === undefined ? NOTHING : keptOfRound(takings);
  if (further.size === 0) return own;
  const its = [...further].map(([currency, each]) => [currency, keptOfRound(each)]);
  return { ...own, further: Object.fromEntries(its) as Record<string, KeptOfRound> };
};

const keptOfRound = ({ all, byBet }: RoundTakings): KeptOfRound => ({
  all: keptTaken(all),
  byBet: byBet.map(({ bet, taken }) => ({ bet, taken: keptTaken(taken) })),
});

const NOTHING: KeptOfRound = {
  all: { bets: 0, drop: '0', payout: '0', mean: 0, variance: 0 },
  byBet: [],
};

const keptTaken = ({ bets, turnover, payout, mean, variance }: Taken): KeptTaken => ({
  bets,
  drop: turnover.toString(),
  payout: payout.toString(),
  mean,
  variance,
});

export const takenOf = ({ drop, payout, ...taken }: KeptTaken): Taken => ({
  ...taken,
  turnover: BigInt(drop),
  payout: BigInt(payout),
});

// ---- what is due

interface Due {
  readonly id: string;
  readonly game: string;
}

/** Whatever is read of a round after this holds all that made it due. */
const DUE_IN_PERIOD = statement({
  inputs: { fromMs: 'float8', toMs: 'float8', table: 'text null' },
  text: `
select d.id, r.game_number as game
  from tables t
  join rounds r on r.table_id = t.id and r.opened_at >= to_timestamp(:fromMs / 1000) and r.opened_at < to_timestamp(:toMs / 1000)
  join rounds_due d on d.game_number = r.game_number
 where :table is null or t.id = :table
 order by r.table_id, r.opened_at`,
});

/** How long a round that could not be worked out is left alone. A report asks at once. */
const AGAIN = `interval '10 minutes'`;

/** Those that became due last come first, and those that were tried in vain come last. */
const DUE_LAST = `
select id, game_number as game from rounds_due
 where tried_at < studio_now() - ${AGAIN} order by tried_at, id desc limit $1`;

/** Whether any round is to be worked out now. */
export const ANY_DUE = `
select from rounds_due where tried_at < studio_now() - ${AGAIN} order by tried_at limit 1`;

export const readDue = async (
  reads: Reads,
  { fromMs, toMs, table }: Period,
): Promise<readonly Due[]> => (await reads.query<Due>(DUE_IN_PERIOD({ fromMs, toMs, table }))).rows;

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

/** They stay due, with why they could not be worked out. */
const PUT_OFF = `
update rounds_due set tried_at = studio_now(), fault = $2
 where id in (select id from rounds_due where id = any($1::bigint[]) order by id for update)`;

/**
 * Works out the takings of rounds that are due, and keeps them. `onTried` is called with the number
 * of rounds after some at a time. Returns those that cannot be worked out: they stay due.
 */
export const catchUp = async (
  reads: Reads,
  due: readonly Due[],
  onTried: (rounds: number) => void,
): Promise<readonly Unclear[]> => {
  const ids = new Map<string, string[]>();
  for (const { id, game } of due) ids.set(game, [...(ids.get(game) ?? []), id]);
  const all: Unclear[] = [];
  for await (const { worked, unclear } of workOut(reads, [...ids.keys()])) {
    const found = [...unclear, ...(await keep(reads, ids, worked))];
    for (const { game, fault } of found) await reads.query(PUT_OFF, [ids.get(game), fault]);
    all.push(...found);
    onTried(worked.length + unclear.length);
    await setImmediate();
  }
  return all;
};

/** `ids` are those of what is due, by game. Returns the rounds that the database refused. */
const keep = async (
  reads: Reads,
  ids: ReadonlyMap<string, readonly string[]>,
  worked: readonly WorkedOut[],
): Promise<readonly Unclear[]> => {
  if (worked.length === 0) return [];
  const gone = worked.flatMap(({ game }) => ids.get(game) ?? []);
  try {
    await reads.query(KEEP, [gone, JSON.stringify(worked.map(keptOf))]);
    return [];
  } catch (error) {
    if (!isImpossibleInDatabase(error)) throw error;
    if (worked.length === 1) return worked.map(({ game }) => ({ game, fault: String(error) }));
    const unclear: Unclear[] = [];
    for (const each of worked) unclear.push(...(await keep(reads, ids, [each])));
    return unclear;
  }
};
