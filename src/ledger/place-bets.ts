/**
 * Committing a batch of betting commands as one statement: hot path. Batches are placed plainly as
 * long as nothing stands in their way, and with care for a while after something did.
 */
import type pg from 'pg';
import { type StakeRefusal, isStakeRefusal } from '../money/stake-refusal.js';
import { databaseRefusal } from '../platform/database-refusals.js';
import { type Values, statement } from '../platform/statement.js';
import { isRetryable, isUniqueViolation, sqlState } from '../platform/transaction.js';
import type { BetKind, BetLine } from './bet-line.js';

/** One player's command in the batch. A batch holds at most one command of each player. */
export interface BetCommit {
  readonly playerId: string;
  readonly accountId: string;
  readonly betId: string;
  readonly kind: BetKind;
  /** What leaves the session. A negative amount comes back to it. Minor units. */
  readonly total: bigint;
  /** At least one line, which makes the bet id unique for ever. */
  readonly lines: readonly BetLine[];
  readonly noted: readonly string[];
  /** For `mode:choose`: the mode that the player keeps. */
  readonly keepsMode: string | null;
}

export interface BatchPlace {
  readonly table: string;
  readonly epoch: bigint;
  readonly owner: string;
  readonly atMs: number;
  readonly game: string;
  readonly stakesAccountId: string;
  /** The further currency that the batch is of. Left out where it is the table's own. */
  readonly currency?: string;
}

/**
 * Why a command does not stand: its session is short of funds, its player may not stake so much
 * now or used the bet id before, or somebody else holds a row of its player's at this moment.
 */
export type NotPlaced = 'insufficient_funds' | StakeRefusal | 'bet_id_reused' | 'player_is_busy';

/** `fenced`: another writer holds the table, and nothing was changed. */
export type BatchOutcome =
  | { readonly fenced: true }
  | {
      readonly fenced: false;
      /** Of each command: the session's balance after it, or why it does not stand. */
      readonly placed: readonly (bigint | NotPlaced)[];
      /** The event that records the batch. Absent when no command stands. */
      readonly event: { readonly seq: number; readonly payload: string } | undefined;
    };

/** Who may wait for whom: for a row that somebody else holds, 50 ms at most. */
const WAIT = `set_config('lock_timeout', '50ms', true) is not null`;

const INPUTS = {
  table: 'text',
  epoch: 'bigint',
  owner: 'uuid',
  atMs: 'bigint',
  game: 'bigint',
  stakesAccount: 'bigint',
  currency: 'text null',
  // One element for each command.
  players: 'bigint[]',
  accounts: 'bigint[]',
  totals: 'bigint[]',
  betIds: 'uuid[]',
  kinds: 'bet_kind[]',
  firsts: 'int[]',
  lasts: 'int[]',
  noted: 'text null[]',
  keptModes: 'mode null[]',
  // One element for each line.
  spots: 'spot[]',
  modes: 'mode[]',
  amounts: 'bigint[]',
} as const;

/**
 * Locks: the table's lease (its key alone, so that it is renewed meanwhile and changes no hands),
 * the players' session accounts, the round's stakes account, the rows of players who keep a mode.
 * Guards: the lease's owner and epoch, without which nothing happens. Each session's balance, one
 * by one: commands short of funds are left out, and the rest stand. So are stakes of players who
 * are barred from play or over a limit (`stake_refusal`, asked where the session is marked). By
 * trigger, the log's order, epoch and hash chain, and the bars and limits again.
 * Writes: balances, one entry with a posting for each command, the bets, the event `bets_accepted`,
 * and the modes that players keep. All commands of a batch are of one currency.
 *
 * The lines of all commands are one after the other in `spots`, `modes` and `amounts`. A command's
 * lines are `first` to `last`.
 *
 * `able` are the commands that nothing stands in the way of, and `barred` the others, as text. The
 * plain statement takes all to be able. A row that somebody else holds then fails it, and so does a
 * bet id that its player used before, in whatever round: nothing is written. Of a command that is
 * short of funds it is said all the same that its bet id was used.
 */
const placing = (name: string, able: string, barred: string) =>
  statement({
    name,
    inputs: INPUTS,
    text: `
with lease as materialized (
  select 1 from table_leases
   where table_id = :table and epoch = :epoch and owner = :owner and ${WAIT} for key share
), head as materialized (
  select seq, hash from table_events where table_id = :table order by seq desc limit 1
), command as materialized (
  select * from unnest(:players, :accounts, :totals, :betIds, :kinds, :firsts, :lasts, :noted, :keptModes)
    with ordinality as c(player_id, account_id, total, bet_id, kind, first, last, noted, keeps_mode, ord)
)${able}, held as (
  update accounts a set balance = a.balance - c.total from able c
   where a.id = c.account_id and a.balance >= c.total and exists (select from lease)
     and (not a.is_guarded or c.total <= 0 or stake_refusal(c.player_id, c.total) is null)
  returning c.*, a.balance
), placed as (
  insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after, noted)
  select player_id, bet_id, i - first, :spots[i], :modes[i], kind, :amounts[i], :game, seq, balance, noted::spot[]
    from (select held.*, head.seq + 1 as seq, generate_series(first, last) as i from head, held) as line
), entry as (
  insert into entries (key, kind)
  select 'bets:' || :table || ':' || (head.seq + 1), 'bets' from head where exists (select from held where total <> 0)
  returning id
), posted as (
  insert into postings (entry_id, line, source_id, destination_id, amount)
  select entry.id, h.ord,
         case when h.total > 0 then h.account_id else :stakesAccount end,
         case when h.total > 0 then :stakesAccount else h.account_id end, abs(h.total)
    from entry, held h where h.total <> 0
), batch as materialized (
  select count(*) as bets, coalesce(sum(total), 0) as change,
         string_agg(ord || ':' || balance, ',') as balances
    from held
), kept as (
  update players set mode = h.keeps_mode from held h where players.id = h.player_id and h.keeps_mode is not null
), stakes as (
  update accounts set balance = balance + batch.change from batch where id = :stakesAccount and batch.change <> 0
), event as (
  insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
  select :table, head.seq + 1, :epoch, :atMs, 'bets_accepted', body.payload,
         table_event_hash(head.hash, :table, head.seq + 1, :epoch, :atMs, 'bets_accepted', body.payload)
    from head, batch,
         format('{"kind":"bets_accepted","version":1,"game":"%s","bets":%s,"change":"%s",%s"digest":"%s"}', :game, batch.bets, batch.change,
           '"currency":"' || :currency || '",',
           (select encode(sha256(convert_to(string_agg(
              bet_digest_text(player_id, bet_id, kind, :spots[first:last], :modes[first:last], :amounts[first:last]),
              E'\\n' order by ord), 'UTF8')), 'hex') from held)) as body(payload)
   where batch.bets > 0
  returning seq, payload
)
select exists (select from lease) as leased, batch.balances, ${barred} as barred, event.seq, event.payload
  from batch left join event on true`,
  });

/** For a command `c` that took nothing: whether a bar, or a limit of its player, is why. */
const BARRED = `case when c.total > 0 then stake_refusal(c.player_id, c.total) end`;

const PLACE_PLAINLY = placing(
  'place_bets',
  ', able as (select * from command)',
  `(select string_agg(ord || ':' || why, ',') from (
      select c.ord, case when exists (select from bets b where b.player_id = c.player_id and b.bet_id = c.bet_id)
                         then 'bet_id_reused' else ${BARRED} end as why
        from command c where not exists (select from held h where h.ord = c.ord)) as left_out where why is not null)`,
);

/** Locks first what it can have at once, and leaves out the rest (`skip locked`). */
const PLACE_WITH_CARE = placing(
  'place_bets_with_care',
  `, known as materialized (
  select c.*, exists (select from bets b where b.player_id = c.player_id and b.bet_id = c.bet_id) as is_reused
    from command c where exists (select from lease)
), keeper as materialized (
  select id from players where id in (select player_id from known where keeps_mode is not null)
   for no key update skip locked
), able as materialized (
  select c.* from known c join accounts a on a.id = c.account_id
   where not c.is_reused and (c.keeps_mode is null or c.player_id in (select id from keeper))
   for no key update of a skip locked
)`,
  `(select string_agg(ord || ':' || why, ',') from (
      select c.ord, case when is_reused then 'bet_id_reused'
                         when not exists (select from able where able.ord = c.ord) then 'player_is_busy'
                         else ${BARRED} end as why
        from known c where not exists (select from held h where h.ord = c.ord)) as left_out where why is not null)`,
);

/**
 * Commits the batch on `client`, in the order of the calls, and leaves out what cannot stand. In
 * the order of the accounts, batches of two tables do not wait for each other in a cycle.
 */
export const placeBets = async (
  client: pg.ClientBase,
  place: BatchPlace,
  commits: readonly BetCommit[],
  { withCare = true } = {},
): Promise<BatchOutcome> => {
  const placing = withCare ? PLACE_WITH_CARE : PLACE_PLAINLY;
  const query = placing(valuesOf(place, commits));
  return readOutcome(await client.query<OutcomeRow>(query), commits.length);
};

interface OutcomeRow {
  readonly leased: boolean;
  readonly balances: string | null;
  readonly barred: string | null;
  readonly seq: string | null;
  readonly payload: string | null;
}

const valuesOf = (place: BatchPlace, commits: readonly BetCommit[]): Values<typeof INPUTS> => {
  const lines = commits.flatMap((commit) => commit.lines);
  let last = 0;
  const lasts = commits.map((commit) => (last += commit.lines.length));
  return {
    table: place.table,
    epoch: place.epoch,
    owner: place.owner,
    atMs: place.atMs,
    game: place.game,
    stakesAccount: place.stakesAccountId,
    currency: place.currency ?? null,
    players: list(commits, ({ playerId }) => playerId),
    accounts: list(commits, ({ accountId }) => accountId),
    totals: list(commits, ({ total }) => total.toString()),
    betIds: list(commits, ({ betId }) => betId),
    kinds: list(commits, ({ kind }) => kind),
    firsts: list(commits, ({ lines }, index) => (lasts[index]! - lines.length + 1).toString()),
    lasts: list(lasts, String),
    noted: list(commits, ({ noted }) => (noted.length === 0 ? 'NULL' : `"${list(noted, String)}"`)),
    keptModes: list(commits, ({ keepsMode }) => keepsMode ?? 'NULL'),
    spots: list(lines, ({ spot }) => spot),
    modes: list(lines, ({ mode }) => mode),
    amounts: list(lines, ({ amount }) => amount.toString()),
  };
};

/**
 * A Postgres array literal. The values come from closed lists, UUIDs and numbers, so none needs
 * escaping.
 */
const list = <T>(items: readonly T[], text: (item: T, index: number) => string): string =>
  `{${items.map(text).join(',')}}`;

const readOutcome = (result: pg.QueryResult<OutcomeRow>, size: number): BatchOutcome => {
  const { leased, balances, barred, seq, payload } = result.rows[0]!;
  if (!leased) return { fenced: true };
  const placed = new Array<bigint | NotPlaced>(size).fill('insufficient_funds');
  for (const [index, balance] of numbered(balances)) placed[index] = BigInt(balance);
  for (const [index, why] of numbered(barred)) {
    placed[index] = why === 'bet_id_reused' || isStakeRefusal(why) ? why : 'player_is_busy';
  }
  return {
    fenced: false,
    placed,
    event: seq === null || payload === null ? undefined : { seq: Number(seq), payload },
  };
};

/** Of `2:900,7:100` the commands’ places in the batch, from 0, and what is said of each. */
const numbered = (text: string | null): readonly (readonly [number, string])[] =>
  (text?.split(',') ?? []).map((pair) => {
    const [ord, says] = pair.split(':') as [string, string];
    return [Number(ord) - 1, says];
  });

/** Care costs a bet a sixth of its time. So it ends this many batches after the last trouble. */
const CAREFUL_BATCHES = 100;
const ATTEMPTS = 5;

type PlaceBets = (place: BatchPlace, commits: readonly BetCommit[]) => Promise<BatchOutcome>;

/**
 * On `client`, in the order of the calls. What stands in the way of one command bars that command
 * alone, also where the guard of bars and limits is the first to see it: the player was looked at
 * before the row was free. Where a row that they all need is held by somebody else, all are
 * `player_is_busy`.
 */
export const betPlacer = (client: pg.ClientBase): PlaceBets => {
  let careful = 0;
  return async (place, commits) => {
    for (let attempt = 1; ; attempt += 1) {
      const withCare = careful > 0;
      careful = Math.max(0, careful - 1);
      try {
        const outcome = await placeBets(client, place, commits, { withCare });
        if (hasTrouble(outcome)) careful = CAREFUL_BATCHES;
        return outcome;
      } catch (error) {
        const isHeld = sqlState(error) === LOCK_NOT_AVAILABLE;
        const isOnesOwn = isUniqueViolation(error) || isStakeBarred(error);
        if (!isHeld && !isRetryable(error) && !isOnesOwn) throw error;
        careful = CAREFUL_BATCHES;
        if (isHeld && withCare) return allBusy(commits);
        if (attempt === ATTEMPTS) throw error;
      }
    }
  };
};

const LOCK_NOT_AVAILABLE = '55P03';

const isStakeBarred = (error: unknown): boolean => {
  const refusal = databaseRefusal(error);
  return refusal === 'barred_from_play' || refusal === 'over_a_limit';
};

const hasTrouble = (outcome: BatchOutcome): boolean =>
  !outcome.fenced &&
  outcome.placed.some((each) => each === 'bet_id_reused' || each === 'player_is_busy');

const allBusy = (commits: readonly BetCommit[]): BatchOutcome => ({
  fenced: false,
  placed: commits.map(() => 'player_is_busy'),
  event: undefined,
});
