/**
 * The outside checker of the books: what must hold of money and of the tables' logs, from Postgres
 * alone.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { type Amount, amount } from '../../src/money/amount.js';
import { parseCoup } from '../../src/punto-banco/notation.js';
import { paytable } from '../../src/punto-banco/paytable.js';
import { settle } from '../../src/punto-banco/settle.js';
import type { Mode, Spot } from '../../src/punto-banco/spot.js';

/** Each query lists what is wrong: none may find a row. */
const WRONGS: Readonly<Record<string, string>> = {
  'balances that are not the sum of their postings': `
    select a.name, a.balance, coalesce(gained.sum, 0) - coalesce(given.sum, 0) as postings from accounts a
      left join (select destination_id as id, sum(amount) from postings group by 1) as gained using (id)
      left join (select source_id as id, sum(amount) from postings group by 1) as given using (id)
     where a.balance <> coalesce(gained.sum, 0) - coalesce(given.sum, 0)`,
  'money out of nothing': 'select sum(balance) from accounts having sum(balance) <> 0',
  'balances below zero': `select name, balance from accounts where (balance < 0 and kind not in ('house', 'outside', 'shortfall')) or (balance > 0 and kind = 'shortfall')`,
  'stakes left in a round that has ended': `
    select game_number, balance from rounds join accounts on accounts.id = stakes_account_id
     where status in ('settled', 'refunded') and balance <> 0`,
  'rounds whose stakes are not what their bets placed': `
    select game_number, placed.sum, coalesce(posted.sum, 0) as posted from rounds r
      join lateral (select coalesce(sum(amount), 0) as sum from bets b where b.game_number = r.game_number) as placed on true
      left join lateral (
        select sum(case when p.destination_id = r.stakes_account_id then p.amount else -p.amount end) as sum
          from postings p join entries e on e.id = p.entry_id and e.kind = 'bets'
         where r.stakes_account_id in (p.source_id, p.destination_id)) as posted on true
     where placed.sum <> coalesce(posted.sum, 0)`,
  'bets that did not come between the opening and the close of their round': `
    select b.bet_id, b.seq, r.opened_seq, r.closed_seq from bets b join rounds r using (game_number)
     where b.seq <= r.opened_seq or b.seq >= r.closed_seq`,
  'spots with less than nothing on them': `
    select game_number, player_id, spot, mode, sum(amount) from bets group by 1, 2, 3, 4 having sum(amount) < 0`,
  'bets of no event': `
    select b.bet_id, b.seq from bets b join rounds r using (game_number)
      left join table_events e on e.table_id = r.table_id and e.seq = b.seq and e.kind = 'bets_accepted'
     where e.seq is null`,
  'rounds that are over, and owed for all the same': `
    select o.payload from outbox o join rounds r on r.game_number = (o.payload ->> 'game')::bigint
     where o.done_at is null and r.status in ('settled', 'refunded')`,
  'coups of another number of cards than four to six': `
    select game, cards, status
      from (select (payload::json ->> 'game')::bigint as game, sum(case kind when 'card_dealt' then 1 else -1 end) as cards
              from table_events where kind in ('card_dealt', 'card_withdrawn') group by 1) as dealt join rounds on game_number = game
     where cards > 6 or (cards < 4 and coup is not null)`,
};

export const expectBooksInOrder = async (pool: pg.Pool): Promise<void> => {
  for (const [what, query] of Object.entries(WRONGS)) {
    const { rows } = await pool.query(query);
    expect(rows, what).toEqual([]);
  }
  await expectLogsUnbroken(pool);
  await expectEveryoneIsPaid(pool);
};

/** What the studio's own reconciliation says of itself. */
export const expectReconciled = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    const proofs = await reconcile(client);
    expect(isInOrder(proofs), makeReport(proofs)).toBe(true);
  } finally {
    client.release();
  }
};

/**
 * Numbers without a gap, epochs that never fall, an unbroken chain of hashes, a digest of every
 * batch of bets.
 */
const expectLogsUnbroken = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<LogRow>(
    'select table_id, seq, epoch, at_ms, kind, payload, hash from table_events order by table_id, seq',
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
const expectEveryoneIsPaid = async (pool: pg.Pool): Promise<void> => {
  const { rows: rounds } = await pool.query<{
    game: string;
    status: string;
    coup: string | null;
    paytable: string;
  }>(
    `select game_number as game, status, coup, paytable from rounds
      where status in ('settled', 'refunded')`,
  );
  for (const { game, status, coup, paytable: version } of rounds) {
    const owed = new Map<string, bigint>();
    for (const { playerId, mode, stakes } of await readSlips(pool, game)) {
      const paid =
        status === 'refunded'
          ? [...stakes.values()].reduce((total, stake) => total + stake, 0n)
          : settle(parseCoup(coup!)!, stakes, mode, paytable(version)!).total;
      if (paid > 0n) owed.set(playerId, (owed.get(playerId) ?? 0n) + paid);
    }
    const { rows } = await pool.query<{ player: string; paid: string }>(
      `select a.player_id as player, sum(p.amount) as paid
         from postings p join entries e on e.id = p.entry_id and e.kind in ('settlement', 'refund')
         join rounds r on r.stakes_account_id = p.source_id
         join accounts a on a.id = p.destination_id and a.kind = 'session'
        where r.game_number = $1 group by 1`,
      [game],
    );
    const paid = new Map(rows.map((row) => [row.player, BigInt(row.paid)]));
    expect(sorted(paid), `who was paid in ${game}`).toEqual(sorted(owed));
    const payouts = await pool.query<{ player: string; paid: string }>(
      'select player_id as player, paid from payouts where game_number = $1',
      [game],
    );
    const noted = new Map(payouts.rows.map((row) => [row.player, BigInt(row.paid)]));
    expect(sorted(noted), `the payouts of ${game}`).toEqual(sorted(owed));
  }
};

export interface PlacedSlip {
  readonly playerId: string;
  readonly mode: Mode;
  readonly stakes: ReadonlyMap<Spot, Amount>;
}

/** What lay on the spots of a round when it closed (or lies there now). */
export const readSlips = async (pool: pg.Pool, game: string): Promise<readonly PlacedSlip[]> => {
  const { rows } = await pool.query<{ player_id: string; mode: Mode; spot: Spot; stake: string }>(
    `select player_id, mode, spot, sum(amount) as stake from bets where game_number = $1
      group by 1, 2, 3 having sum(amount) <> 0`,
    [game],
  );
  const slips = new Map<string, { playerId: string; mode: Mode; stakes: Map<Spot, Amount> }>();
  for (const { player_id, mode, spot, stake } of rows) {
    const key = `${player_id} ${mode}`;
    const slip = slips.get(key) ?? { playerId: player_id, mode, stakes: new Map() };
    slip.stakes.set(spot, amount(BigInt(stake)));
    slips.set(key, slip);
  }
  return [...slips.values()];
};

const sorted = (amounts: ReadonlyMap<string, bigint>): [string, string][] =>
  [...amounts]
    .map(([player, value]): [string, string] => [player, value.toString()])
    .sort(([a], [b]) => Number(a) - Number(b));
