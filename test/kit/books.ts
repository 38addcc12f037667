/**
 * The outside checker of the books: what must hold for money and for the tables' logs, from
 * Postgres alone.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Proof } from '../../src/reconcile/proof.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { type Amount, amount } from '../../src/money/amount.js';
import { parseCoup } from '../../src/punto-banco/notation.js';
import { paytable } from '../../src/punto-banco/paytable.js';
import { settle } from '../../src/punto-banco/settle.js';
import type { Mode, Spot } from '../../src/punto-banco/spot.js';

type Tables = readonly string[] | null;

/** Each query lists what is wrong: none may find a row. */
type Wrongs = Readonly<Record<string, string>>;

const OF_ACCOUNTS: Wrongs = {
  'balances that are not the sum of their postings': `
    select a.name, a.balance, coalesce(gained.sum, 0) - coalesce(given.sum, 0) as postings from accounts a
      left join (select destination_id as id, sum(amount) from postings group by 1) as gained using (id)
      left join (select source_id as id, sum(amount) from postings group by 1) as given using (id)
     where a.balance <> coalesce(gained.sum, 0) - coalesce(given.sum, 0)`,
  'money out of nothing': `
    select sum(coalesce(balance, change)) from accounts a
     cross join lateral (
       select coalesce(sum(case when destination_id = a.id then amount else -amount end), 0) as change
         from postings where a.balance is null and a.id in (source_id, destination_id)) as unkept
    having sum(coalesce(balance, change)) <> 0`,
  'balances below zero': `select name, balance from accounts where (balance < 0 and kind not in ('house', 'outside', 'shortfall', 'advance')) or (balance > 0 and kind = 'shortfall')`,
};

/** Of the tables $1, or of all where it is null. */
const OF_ROUNDS: Wrongs = {
  'stakes left in a round that has ended': `
    select game_number, balance from rounds r join accounts on accounts.id = any(stakes_account_id || further_stakes_account_ids)
     where ${hasTable('r')} and status in ('settled', 'refunded') and balance <> 0`,
  'rounds whose stakes are not what their bets placed': `
    select game_number, placed.sum, coalesce(posted.sum, 0) as posted from rounds r
      join lateral (select coalesce(sum(amount), 0) as sum from bets b where b.game_number = r.game_number) as placed on true
      left join lateral (
        select sum(case when p.destination_id = any(r.stakes_account_id || r.further_stakes_account_ids) then p.amount else -p.amount end) as sum
          from postings p join entries e on e.id = p.entry_id and e.kind = 'bets'
         where (r.stakes_account_id || r.further_stakes_account_ids) && array[p.source_id, p.destination_id]) as posted on true
     where ${hasTable('r')} and placed.sum <> coalesce(posted.sum, 0)`,
  'bets that did not come between the opening and the close of their round': `
    select b.bet_id, b.seq, r.opened_seq, r.closed_seq from bets b join rounds r using (game_number)
     where ${hasTable('r')} and b.kind <> 'void' and (b.seq <= r.opened_seq or b.seq >= r.closed_seq)`,
  'spots with less than nothing on them': `
    select game_number, player_id, spot, mode, sum(amount) from bets join rounds r using (game_number)
     where ${hasTable('r')} group by 1, 2, 3, 4 having sum(amount) < 0`,
  'bets of no event': `
    select b.bet_id, b.seq from bets b join rounds r using (game_number)
      left join table_events e on e.table_id = r.table_id and e.seq = b.seq and e.kind = case b.kind when 'void' then 'stakes_taken' else 'bets_accepted' end
     where ${hasTable('r')} and e.seq is null`,
  'void stakes of which something is left': `
    select b.game_number, b.player_id from bets b join rounds r using (game_number)
     where ${hasTable('r')} group by 1, 2 having bool_or(b.kind = 'void') and sum(b.amount) <> 0`,
  'cards that came before the wallets had given the stakes': `
    select c.table_id, c.seq from table_events b
      join table_events c on c.table_id = b.table_id and c.kind = 'card_dealt' and c.event_game_number = b.event_game_number
      left join table_events t on t.table_id = b.table_id and t.kind = 'stakes_taken' and t.event_game_number = b.event_game_number
     where ${hasTable('b')} and b.kind = 'betting_closed' and b.payload like '%"acceptedByMs"%' and (t.seq is null or t.seq > c.seq)`,
  'rounds that are over, and owed for all the same': `
    select o.payload from outbox o join rounds r on r.game_number = (o.payload ->> 'game')::bigint
     where ${hasTable('r')} and o.done_at is null and r.status in ('settled', 'refunded')`,
  'coups of another number of cards than four to six': `
    select game, cards, status
      from (select (payload::json ->> 'game')::bigint as game, sum(case kind when 'card_dealt' then 1 else -1 end) as cards
              from table_events e where ${hasTable('e')} and kind in ('card_dealt', 'card_withdrawn') group by 1) as dealt
      join rounds on game_number = game
     where cards > 6 or (cards < 4 and coup is not null)`,
};

function hasTable(row: string): string {
  return `($1::text[] is null or ${row}.table_id = any($1))`;
}

/** The tables of which something new is in the logs, so that a test need look at its own alone. */
interface BooksScope {
  readonly tables: readonly string[];
}

/**
 * Checks all books, or those of the tables of `scope`; sums over all accounts are always checked.
 */
export const expectBooksInOrder = async (pool: pg.Pool, scope?: BooksScope): Promise<void> => {
  const tables = scope?.tables ?? null;
  for (const [what, query] of Object.entries(OF_ACCOUNTS)) {
    const { rows } = await pool.query(query);
    expect(rows, what).toEqual([]);
  }
  if (tables?.length === 0) return;
  for (const [what, query] of Object.entries(OF_ROUNDS)) {
    const { rows } = await pool.query(query, [tables]);
    expect(rows, what).toEqual([]);
  }
  await expectLogsUnbroken(pool, tables);
  await expectEveryoneIsPaid(pool, tables);
};

/** Where the log of each table ends. */
export const logEnds = async (pool: pg.Pool): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ table: string; seq: string }>(
    'select table_id as table, max(seq) as seq from table_events group by 1',
  );
  return new Map(rows.map(({ table, seq }) => [table, seq]));
};

/** What the studio's own reconciliation reports. Nothing is wrong with it. */
export const expectReconciled = async (pool: pg.Pool): Promise<readonly Proof[]> => {
  const client = await pool.connect();
  try {
    const proofs = await reconcile(client);
    expect(isInOrder(proofs), makeReport(proofs)).toBe(true);
    return proofs;
  } finally {
    client.release();
  }
};

/**
 * Numbers without a gap, epochs that never fall, an unbroken chain of hashes, a digest of every
 * batch of bets.
 */
const expectLogsUnbroken = async (pool: pg.Pool, tables: Tables): Promise<void> => {
  const { rows } = await pool.query<LogRow>(
    `select table_id, seq, epoch, at_ms, kind, payload, hash from table_events e
      where ${hasTable('e')} order by table_id, seq`,
    [tables],
  );
  let last: LogRow | undefined;
  for (const row of rows) {
    if (last?.table_id !== row.table_id) last = undefined;
    const { table_id, seq, epoch, at_ms, kind, payload, hash } = row;
    expect(Number(seq), `the number after ${last?.seq ?? 'none'} of ${table_id}`).toBe(
      Number(last?.seq ?? 0) + 1,
    );
    expect(BigInt(epoch), `the epoch of ${seq}`).toBeGreaterThanOrEqual(BigInt(last?.epoch ?? 0));
    const text = [table_id, seq, epoch, at_ms, kind, payload].join('|');
    const expected = createHash('sha256')
      .update(last?.hash ?? '')
      .update(text)
      .digest('hex');
    expect(hash.toString('hex'), `the hash of ${seq}`).toBe(expected);
    last = row;
  }
};

interface LogRow {
  readonly table_id: string;
  readonly seq: string;
  readonly epoch: string;
  readonly at_ms: string;
  readonly kind: string;
  readonly payload: string;
  readonly hash: Buffer;
}

/**
 * Every round that was settled paid each player what the pure rules say, once; a refunded one what
 * was staked.
 */
const expectEveryoneIsPaid = async (pool: pg.Pool, tables: Tables): Promise<void> => {
  const { rows: rounds } = await pool.query<{
    game: string;
    status: string;
    coup: string | null;
    paytable: string;
  }>(
    `select game_number as game, status, coup, paytable from rounds r
      where ${hasTable('r')} and status in ('settled', 'refunded')`,
    [tables],
  );
  const games = rounds.map(({ game }) => game);
  const slips = await readSlipsOf(pool, games);
  const paid = await amountsOf(
    pool,
    `select r.game_number as game, a.player_id as player, sum(p.amount) as paid
       from rounds r
       join postings p on p.source_id = any(r.stakes_account_id || r.further_stakes_account_ids)
       join entries e on e.id = p.entry_id and e.kind in ('settlement', 'refund')
       join accounts a on a.id = p.destination_id and a.kind = 'session'
      where r.game_number = any($1) group by 1, 2
     union all
     select r.game_number, (e.payload::json ->> 'player')::bigint, (e.payload::json ->> 'amount')::bigint
       from table_events e
       join rounds r on r.table_id = e.table_id and r.game_number::text = e.payload::json ->> 'game'
      where e.kind = 'hand_pay_ordered' and r.game_number = any($1)
        and e.payload::json ->> 'correction' is null
        and exists (
          select from postings p join accounts a on a.id = p.destination_id and a.kind = 'outside'
           where p.source_id = any(r.stakes_account_id || r.further_stakes_account_ids) and p.amount::text = e.payload::json ->> 'amount')`,
    games,
  );
  const noted = await amountsOf(
    pool,
    'select game_number as game, player_id as player, paid from payouts where game_number = any($1)',
    games,
  );
  for (const { game, status, coup, paytable: version } of rounds) {
    const owed = new Map<string, bigint>();
    for (const { playerId, mode, stakes } of slips.get(game) ?? []) {
      const due =
        status === 'refunded'
          ? [...stakes.values()].reduce((total, stake) => total + stake, 0n)
          : settle(parseCoup(coup!)!, stakes, mode, paytable(version)!).total;
      if (due > 0n) owed.set(playerId, (owed.get(playerId) ?? 0n) + due);
    }
    expect(sorted(paid.get(game)), `who was paid in ${game}`).toEqual(sorted(owed));
    expect(sorted(noted.get(game)), `the payouts of ${game}`).toEqual(sorted(owed));
  }
};

/** By round, then by player. */
const amountsOf = async (
  pool: pg.Pool,
  query: string,
  games: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, bigint>>> => {
  const { rows } = await pool.query<{ game: string; player: string; paid: string }>(query, [games]);
  const amounts = new Map<string, Map<string, bigint>>();
  for (const { game, player, paid } of rows) {
    amounts.set(game, (amounts.get(game) ?? new Map<string, bigint>()).set(player, BigInt(paid)));
  }
  return amounts;
};

export interface PlacedSlip {
  readonly playerId: string;
  readonly mode: Mode;
  readonly stakes: ReadonlyMap<Spot, Amount>;
}

/** The stakes of a round when it closed, or now. */
export const readSlips = async (pool: pg.Pool, game: string): Promise<readonly PlacedSlip[]> =>
  (await readSlipsOf(pool, [game])).get(game) ?? [];

/** The same of several rounds, by round. */
const readSlipsOf = async (
  pool: pg.Pool,
  games: readonly string[],
): Promise<ReadonlyMap<string, readonly PlacedSlip[]>> => {
  const { rows } = await pool.query<{
    game: string;
    player: string;
    mode: Mode;
    stakes: Record<Spot, string>;
  }>(
    `select game_number as game, player_id as player, mode, json_object_agg(spot, stake::text) as stakes
       from (select game_number, player_id, mode, spot, sum(amount) as stake from bets
              where game_number = any($1) group by 1, 2, 3, 4 having sum(amount) <> 0) as placed
      group by 1, 2, 3`,
    [games],
  );
  const slips = new Map<string, PlacedSlip[]>();
  for (const { game, player: playerId, mode, stakes: placed } of rows) {
    const stakes = new Map(
      Object.entries(placed).map(([spot, stake]) => [spot as Spot, amount(BigInt(stake))]),
    );
    slips.set(game, [...(slips.get(game) ?? []), { playerId, mode, stakes }]);
  }
  return slips;
};

const sorted = (amounts: ReadonlyMap<string, bigint> = new Map()): [string, string][] =>
  [...amounts]
    .map(([player, value]): [string, string] => [player, value.toString()])
    .sort(([a], [b]) => Number(a) - Number(b));
