/**
 * A round of 5,000 bets is corrected after it was paid, and the studio is killed in the middle: to
 * the cent, and nobody is paid twice.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BetCommit } from '../../src/ledger/place-bets.js';
import { post } from '../../src/ledger/post.js';
import { amount } from '../../src/money/amount.js';
import { gameAccount, sessionAccount } from '../../src/money/chart-of-accounts.js';
import { inTransaction } from '../../src/platform/transaction.js';
import type { PlayerCorrection } from '../../src/protocol/player.js';
import { PLAYER_MESSAGES } from '../../src/protocol/player.js';
import type { Fix } from '../../src/round/correction.js';
import { cut, payRoundChunk, readPaid } from '../../src/settlement/pay-round.js';
import { coup } from '../kit/any-coup.js';
import { ask, decideOn } from '../kit/approvals.js';
import { Player } from '../kit/clients.js';
import { balances } from '../kit/credit.js';
import { Testbed, QUICK, sign } from '../kit/testbed.js';
import { LoggedTable } from '../kit/logged-table.js';
import { SignedOrders } from '../kit/signed-orders.js';
import { type StudioProcess, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

const PLAYERS = 5_000;
const CHUNKS = 50;
const STAKE = 1_000n;
const CREDIT = 10_000n;
/** So many of the winners took their winnings home. */
const GONE = 20;

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const BANCO_WINS = 'P 2h Kd 4s . B 7c Ks';

interface Punter {
  readonly id: string;
  readonly accountId: string;
  readonly spot: 'punto' | 'banco';
}

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;

let testbed: Testbed;
let orders: SignedOrders;
let table: string;
let game: string;
let punters: readonly Punter[];

beforeAll(async () => {
  testbed = new Testbed();
  await testbed.open({ env: { TABLE_LEASE_MS: '500' } });
  orders = await SignedOrders.open(testbed.database);
  punters = await openPunters();
  ({ table, game } = await playRound());
});
afterAll(() => testbed.close());

/** All in one statement: who came to this round is not what is tested. */
const openPunters = async (): Promise<readonly Punter[]> => {
  const { rows } = await testbed.pool.query<{ id: string; accountId: string }>(
    `with opened as (
       insert into players (operator_id, ref, name) select 'house', 'punter ' || n, 'Punter ' || n from generate_series(1, $1::int) as n returning id
     ), account as (
       insert into accounts (name, kind, player_id, balance)
       select 'player:' || id || ':' || kind, kind, id, case kind when 'session' then $2::bigint else 0 end
         from opened cross join unnest(array['session', 'game']::account_kind[]) as kind returning id, player_id, kind
     ), outside as (
       update accounts set balance = balance - $1::int * $2::bigint where name = 'outside' returning id
     ), entry as (
       insert into entries (key, kind)
       select 'deposit:' || id || ':opening', 'deposit'::entry_kind from opened
       union all
       select 'buy-in:' || id || ':first', 'buy_in' from opened
       returning id, key
     ), posted as (
       insert into postings (entry_id, line, source_id, destination_id, amount)
       select entry.id, 1, outside.id, g.id, $2 from outside cross join entry
         join account g on g.kind = 'game' and entry.key = 'deposit:' || g.player_id || ':opening'
       union all
       select entry.id, 1, g.id, s.id, $2 from entry
         join account g on g.kind = 'game' and entry.key = 'buy-in:' || g.player_id || ':first'
         join account s on s.player_id = g.player_id and s.kind = 'session'
     ), sat as (
       insert into sessions (player_id) select id from opened
     )
     select player_id as id, id as "accountId" from account where kind = 'session' order by id`,
    [PLAYERS, CREDIT],
  );
  return rows.map((row, index) => ({ ...row, spot: index % 5 < 2 ? 'punto' : 'banco' }));
};

/** A settled round with a bet of each of them, at a table that any studio may take. */
const playRound = async (): Promise<{ table: string; game: string }> => {
  const { pool } = testbed;
  const at = await LoggedTable.open(testbed.database, QUICK);
  at.nowMs = Date.now();
  await at.openBets();
  const commits = punters.map(({ id, accountId, spot }): BetCommit => ({
    playerId: id,
    accountId,
    betId: randomUUID(),
    kind: 'place',
    total: STAKE,
    lines: [{ spot, mode: 'zero_commission', amount: STAKE }],
    noted: [],
    keepsMode: null,
  }));
  for (let first = 0; first < PLAYERS; first += 500) {
    await at.placeBatch(commits.slice(first, first + 500));
  }
  await at.closeBets();
  await at.deal(PUNTO_WINS);
  const { game } = at;
  await cut(pool, game, CHUNKS);
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    await payRoundChunk(pool, { game, chunk, chunks: CHUNKS });
  }
  const { stakes, paid } = (await readPaid(pool, game))!;
  await at.do({ kind: 'finish_settlement', game, stakes: `${stakes}`, paid: `${paid}` });
  await at.close();
  await pool.query('update table_leases set expires_at = now() where table_id = $1', [
    at.lease.table,
  ]);
  return { table: at.lease.table, game };
};

const winners = (): readonly Punter[] => punters.filter(({ spot }) => spot === 'punto');

/** Cashes out and takes all of it home. */
const leave = async (id: string, credit: bigint): Promise<void> => {
  await inTransaction(testbed.pool, async (tx) => {
    const [source, destination] = [sessionAccount(id), gameAccount(id)];
    const postings = [{ source, destination, amount: amount(credit) }];
    await post(tx, { key: `cash-out:${id}:home`, kind: 'cash_out', postings });
    await tx.query(
      `update sessions set closed_at = now(), closed_key = 'home', closed_reason = 'cash_out', closed_amount = $2 where player_id = $1`,
      [id, credit],
    );
  });
  await orders.move('withdrawal', id, Number(credit));
};

/** Every chunk of a correction takes this long. */
const slowDown = (ms: number): Promise<unknown> =>
  asSuperuser(testbed.database, (client) =>
    client.query(`create or replace function take_time() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${ms / 1000}); return new; end $$;
      create or replace trigger take_time before insert on correction_chunks
      for each row execute function take_time()`),
  );

const chunksPaid = async (correction: number): Promise<number> => {
  const { rows } = await testbed.pool.query<{ paid: number }>(
    'select count(*)::int as paid from correction_chunks where game_number = $1 and ordinal = $2',
    [game, correction],
  );
  return rows[0]!.paid;
};

const killWhilePaying = async (studio: StudioProcess, correction: number): Promise<void> => {
  const already = await chunksPaid(correction);
  await eventually(
    'some chunks are paid',
    async () => (await chunksPaid(correction)) > already + 3,
  );
  expect((await studio.kill()).signal).toBe('SIGKILL');
  const left = await chunksPaid(correction);
  expect(left).toBeLessThan(CHUNKS);
  console.log(`killed after ${left} of ${CHUNKS} chunks`);
};

const finished = (correction: number): Promise<{ paid: string; shortfall: string }> =>
  eventually(
    'the correction is finished',
    async () => {
      const { rows } = await testbed.pool.query<{ payload: string }>(
        `select e.payload from corrections c join table_events e on e.table_id = $3 and e.seq = c.finished_seq
          where c.game_number = $1 and c.ordinal = $2`,
        [game, correction, table],
      );
      return rows[0] && (JSON.parse(rows[0].payload) as { paid: string; shortfall: string });
    },
    { withinMs: 60_000, everyMs: 50 },
  );

/**
 * Two persons agree; the studio that runs the table carries it out. Killed twice while it pays, it
 * is paid by the third.
 */
const correctThroughCrashes = async (
  correction: number,
  fix: Fix,
  subject: Record<string, string> = {},
): Promise<{ received: Awaited<ReturnType<typeof finished>>; studio: StudioProcess }> => {
  await slowDown(250); // all of them take six seconds
  let studio = await testbed.restartProcess({}, table);
  const approval = await ask(testbed.pool, { kind: fix, table, game, subject });
  await decideOn(testbed.pool, approval);
  await killWhilePaying(studio, correction);
  studio = await testbed.restartProcess({}, table);
  await killWhilePaying(studio, correction);
  await slowDown(0);
  studio = await testbed.restartProcess({}, table);
  return { received: await finished(correction), studio };
};

const balancesOf = async (kind: string): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await testbed.pool.query<{ id: string; balance: string }>(
    'select player_id as id, balance from accounts where kind = $1::account_kind',
    [kind],
  );
  return new Map(rows.map(({ id, balance }) => [id, BigInt(balance)]));
};

const money = async (name: string): Promise<bigint> => (await balances(testbed.pool)).get(name)!;

/** What everybody has, and owes, when the round paid `back` to each on either spot. */
const expectPaid = async (back: { readonly punto: bigint; readonly banco: bigint }) => {
  const [credits, rest, owed] = [
    await balancesOf('session'),
    await balancesOf('game'),
    await balancesOf('shortfall'),
  ];
  const gone = new Set(
    winners()
      .slice(0, GONE)
      .map(({ id }) => id),
  );
  const wrong = punters.filter(({ id, spot }) => {
    const all = CREDIT - STAKE + back[spot] - (gone.has(id) ? CREDIT + STAKE : 0n);
    const has = credits.get(id)! + rest.get(id)! + (owed.get(id) ?? 0n);
    return has !== all || (owed.get(id) ?? 0n) !== (all < 0n ? all : 0n);
  });
  expect(wrong.slice(0, 3)).toEqual([]);
  const onPunto = BigInt(winners().length);
  const onBanco = BigInt(PLAYERS) - onPunto;
  const paid = onPunto * back.punto + onBanco * back.banco;
  expect(await money('house')).toBe(BigInt(PLAYERS) * STAKE - paid);
  await testbed.check();
  return paid;
};

describe('a round of 5,000 bets that was settled', () => {
  it('is resettled, then void, through four crashes, to the cent', async () => {
    await expectReady();
    const banco = await correctThroughCrashes(1, 'resettle', { coup: BANCO_WINS });
    const paid = await expectPaid({ punto: 0n, banco: 2n * STAKE });
    const owed = BigInt(GONE) * 2n * STAKE;
    expect(banco.received).toMatchObject({ paid: `${paid}`, shortfall: `${owed}` });
    await banco.studio.kill();

    const undone = await correctThroughCrashes(2, 'void');
    await expectPaid({ punto: STAKE, banco: STAKE });
    expect(undone.received).toMatchObject({ paid: `${BigInt(PLAYERS) * STAKE}`, shortfall: '0' });

    const one = punters.find(({ spot }) => spot === 'banco')!;
    const token = await sign({ id: one.id, role: 'player' });
    const player = await testbed.connect(new Player(undone.studio.url, token, one.id, table));
    const received = new Promise<PlayerCorrection>((resolve) =>
      player.socket.on('player:correction', (body: unknown) =>
        resolve(PLAYER_MESSAGES['player:correction'].body.parse(body)),
      ),
    );
    const approval = await ask(testbed.pool, {
      kind: 'resettle',
      table,
      game,
      subject: { coup: BANCO_WINS },
    });
    await decideOn(testbed.pool, approval);
    expect(await received).toMatchObject({
      fix: 'resettle',
      was: '1000',
      paid: '2000',
      balance: '11000',
    });
    await expectPaid({ punto: 0n, banco: 2n * STAKE });
    await undone.studio.kill();
  }, 240_000);

  it.runIf(hasRedis)(
    'is void again though the queue forgets it halfway: the sweep pays the rest',
    async () => {
      await slowDown(250);
      // by itself the queue would have paid them before the sweep looks
      const studio = await testbed.restartProcess({ SETTLEMENT_SWEEP_MS: '10000' }, table);
      await decideOn(testbed.pool, await ask(testbed.pool, { kind: 'void', table, game }));
      await eventually('some chunks are paid', async () => (await chunksPaid(4)) > 3);
      await forgetJobs();
      expect(await chunksPaid(4)).toBeLessThan(CHUNKS);
      await slowDown(0);
      await finished(4);
      expect(studio.log).toContain('the queue forgot the correction');
      await expectPaid({ punto: STAKE, banco: STAKE });
      await studio.kill();
    },
    180_000,
  );
});

/** Redis loses everything. */
const forgetJobs = async (): Promise<void> => {
  const { REDIS_URL } = testbed.env;
  if (REDIS_URL === undefined) throw new Error('these tests need a Redis');
  const redis = new Redis(REDIS_URL);
  await redis.flushdb();
  redis.disconnect();
};

const expectReady = async (): Promise<void> => {
  for (const { id } of winners().slice(0, GONE)) await leave(id, CREDIT + STAKE);
  await expectPaid({ punto: 2n * STAKE, banco: 0n });
};
