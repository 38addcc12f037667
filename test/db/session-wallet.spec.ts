/** What an operator's player has here when a session ends, straight on Postgres. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrKeepAlive } from '../../src/ledger/open-session.js';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import { gameAccount, sessionAccount } from '../../src/money/chart-of-accounts.js';
import { inTransaction } from '../../src/platform/transaction.js';
import type { Look } from '../../src/session/expiry-queue.service.js';
import { SessionCommands } from '../../src/session/session.commands.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { PostgresWallets } from '../../src/wallet/postgres-store.js';
import type { CallVerdict } from '../../src/wallet/wallet-calls.service.js';
import { SessionWallet } from '../../src/wallet/session-wallet.js';
import { insertAsked, readDue } from '../../src/wallet/wallet-rows.js';
import { expectReconciled } from '../kit/books.js';
import { balances } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { ManualClock } from '../kit/manual-clock.js';
import { connect } from '../kit/logged-table.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';

let database: TestDatabase;
let sessions: Sessions;
let wallets: PostgresWallets;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, (client) =>
    client.query(
      `insert into operators (id, name, mode, currencies, callback_url)
       values ('acme', 'Acme', 'session', '{EUR}', 'http://127.0.0.1:1')`,
    ),
  );
  const { pool } = database;
  const ledger = new LedgerWallet(pool, { shortfallRecovery: 'cash_out' });
  // Nothing is asked of the wallet here: what is due to it is in the journal.
  const nobody = {} as never;
  const wallet = new SessionWallet(pool, new ManualClock(0), ledger, nobody, nobody);
  sessions = new Sessions(pool, pool, wallet);
  wallets = new PostgresWallets(pool, ledger, { given: () => undefined });
});
afterAll(() => database.drop());

it('goes back with the end of a session whose credit is lost, if a correction has paid it', async () => {
  const { pool } = database;
  const player = await inTransaction(pool, async (tx) => {
    const id = await openPlayer(tx, 'acme', 'anna', 'Anna', amount(500));
    await openOrKeepAlive(tx, id);
    return id;
  });
  const key = randomUUID();
  const ended = await sessions.cashOut(player, key);
  expect(ended).toEqual({ ok: true, amount: 0n, isNew: true });
  expect(await sessions.cashOut(player, key)).toEqual({ ...ended, isNew: false });
  const { rows } = await pool.query(
    'select movement_id, kind, amount, status from wallet_movements where player_id = $1',
    [player],
  );
  expect(rows).toEqual([
    { movement_id: `out.${player}.${key}`, kind: 'credit', amount: '500', status: 'due' },
  ]);
  expect((await balances(pool)).get(gameAccount(player))).toBe(0n);
  await expectReconciled(pool);
});

it('is nothing where the credit is lost, and then the wallet hears nothing', async () => {
  const { pool } = database;
  const player = await inTransaction(pool, async (tx) => {
    const id = await openPlayer(tx, 'acme', 'bea', 'Bea', amount(0));
    await openOrKeepAlive(tx, id);
    return id;
  });
  expect(await sessions.cashOut(player, randomUUID())).toMatchObject({ ok: true, amount: 0n });
  const { rowCount } = await pool.query('select from wallet_movements where player_id = $1', [
    player,
  ]);
  expect(rowCount).toBe(0);
});

it('opens a session that is looked at for its warning, when the wallet has given the first credit', async () => {
  const { pool } = database;
  const player = await inTransaction(pool, (tx) =>
    openPlayer(tx, 'acme', 'gina', 'Gina', amount(0)),
  );
  // As the outbox does it, maybe in another process.
  const verdicts = {
    of: async (operator: string, movementId: string) => {
      const due = await readDue(pool, { operator, but: [], probes: true, limit: 10 });
      await wallets.bring(
        operator,
        due.find((each) => each.movementId === movementId)!,
        EVIDENCE,
      );
    },
  } as never;
  const clock = new ManualClock(0);
  const ledger = new LedgerWallet(pool, { shortfallRecovery: 'cash_out' });
  const wallet = new SessionWallet(pool, clock, ledger, {} as never, verdicts);
  const looks: Look[] = [];
  const commands = new SessionCommands(
    { session: { idleMs: 1_200_000, warnMs: 60_000 } } as never,
    new Sessions(pool, pool, wallet),
    {} as never,
    { arm: (more: readonly Look[]) => void looks.push(...more) } as never,
    clock,
  );
  const order = { amount: '300', key: randomUUID() };
  const caller = { caller: { id: player } } as never;
  const brought = await commands.handlers['session:buy-in'](order, caller);
  expect(brought).toEqual({ ok: true, balance: '300' });
  expect(looks).toEqual([{ playerId: player, atMs: 1_140_000 }]);
  expect(await commands.handlers['session:buy-in'](order, caller)).toEqual(brought);
  expect(looks).toHaveLength(1);
});

const EVIDENCE = {
  ...{ kid: 'acme-1', signed: '', signature: Buffer.alloc(64), body: Buffer.alloc(0) },
};

type Says = CallVerdict | ((withinMs: number) => CallVerdict | Promise<CallVerdict>);

/** A wallet that is asked round by round, and says this to each player by the name there. */
const saying = async (says: Readonly<Record<string, Says>>) => {
  const { pool } = database;
  const asked: string[] = [];
  const calls = {
    ask: (_to: unknown, _verb: string, { player }: Record<string, unknown>, withinMs: number) => {
      asked.push(String(player));
      const said = says[String(player)]!;
      return Promise.resolve(typeof said === 'function' ? said(withinMs) : said);
    },
  } as never;
  const ledger = new LedgerWallet(pool, { shortfallRecovery: 'cash_out' });
  const clock = new ManualClock(0);
  const wallet = new SessionWallet(pool, clock, ledger, calls, {} as never);
  const operator = `op-${randomUUID().slice(0, 8)}`;
  await asSuperuser(database, (client) =>
    client.query(
      `insert into operators (id, name, mode, currencies, callback_url)
       values ($1, $1, 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
      [operator],
    ),
  );
  const open = (ref: string) =>
    inTransaction(pool, (tx) => openPlayer(tx, operator, ref, ref, amount(0)));
  const buyIn = async (player: string) => {
    const key = randomUUID();
    const bring = () =>
      inTransaction(pool, async (tx) => {
        const reply = await wallet.buyIn(tx, player, amount(100), key);
        if (reply !== 'asked' && reply.ok) await openOrKeepAlive(tx, player);
        return reply;
      });
    const first = await bring();
    if (first !== 'asked') return first;
    await wallet.decided(player, key);
    return bring();
  };
  return { operator, clock, wallet, asked, open, buyIn };
};

const HAS = { requestId: 'r', status: 'done', balance: '500', evidence: EVIDENCE } as const;
const UNAVAILABLE = { ok: false, refusal: 'wallet_unavailable' };

it.each(['busy', 'the body is no answer'])(
  'a wallet without a balance for one player (%s) is asked for those of others',
  async (why) => {
    const { wallet, asked, open, buyIn } = await saying({
      anna: { status: 'unknown', why },
      bea: HAS,
    });
    const [anna, bea] = [await open('anna'), await open('bea')];
    expect(await wallet.balance(anna)).toBe(0n);
    expect(await buyIn(anna)).toEqual(UNAVAILABLE);
    expect(asked).toEqual(['anna']);
    expect(await buyIn(bea)).toMatchObject({ ok: true });
  },
);

it('a wallet that nobody can reach is asked for no balance for a while', async () => {
  const { wallet, asked, open, buyIn } = await saying({
    anna: { status: 'unknown', why: 'other side closed', isSilent: true },
    bea: HAS,
  });
  const [anna, bea] = [await open('anna'), await open('bea')];
  expect(await wallet.balance(anna)).toBe(0n);
  expect(await buyIn(bea)).toEqual(UNAVAILABLE);
  expect(asked).toEqual(['anna']);
});

const LATE = { status: 'unknown', why: 'no answer in time', isLate: true } as const;

it('a wallet is waited for as long as the policy of its operator says', async () => {
  const slow = (withinMs: number) => (withinMs < 1_200 ? LATE : HAS);
  const { operator, open, buyIn } = await saying({ anna: slow, bea: slow });
  const [anna, bea] = [await open('anna'), await open('bea')];
  const policy = (change: object) =>
    asSuperuser(database, (client) =>
      client.query('update operators set policy = policy || $2 where id = $1', [operator, change]),
    );
  await policy({ stakesWithinMs: 4_000, tryWithinMs: 4_000 });
  expect(await buyIn(anna)).toMatchObject({ ok: true });
  await policy({ tryWithinMs: 1_000 });
  expect(await buyIn(bea)).toEqual(UNAVAILABLE);
});

it('a wallet that does not answer for one player in time is asked for others', async () => {
  const { asked, open, buyIn } = await saying({ anna: LATE, bea: HAS });
  const [anna, bea] = [await open('anna'), await open('bea')];
  expect(await buyIn(anna)).toEqual(UNAVAILABLE);
  expect(await buyIn(bea)).toMatchObject({ ok: true });
  expect(await buyIn(anna)).toEqual(UNAVAILABLE);
  expect(asked).toEqual(['anna', 'bea']);
});

it('a wallet that does not answer in time for three players in a row is asked for nobody', async () => {
  const { clock, asked, open, buyIn } = await saying({
    ...{ anna: LATE, bea: HAS, cora: LATE, dora: LATE, eva: LATE, fay: HAS, gina: HAS },
  });
  for (const ref of ['anna', 'bea', 'cora', 'dora', 'eva', 'fay']) {
    const reply = await buyIn(await open(ref));
    expect(reply).toMatchObject(ref === 'bea' ? { ok: true } : UNAVAILABLE);
  }
  expect(asked).toEqual(['anna', 'bea', 'cora', 'dora', 'eva']);
  clock.oversleep(5_000);
  expect(await buyIn(await open('gina'))).toMatchObject({ ok: true });
});

it('is asked for eight balances at a time, and the wait for that is no silence', async () => {
  const answers: (() => void)[] = [];
  const slow = () => new Promise<CallVerdict>((resolve) => answers.push(() => resolve(HAS)));
  const refs = Array.from({ length: 10 }, (_, at) => `p${at}`);
  const { clock, wallet, asked, open, buyIn } = await saying({
    ...Object.fromEntries(refs.map((ref) => [ref, slow])),
    zoe: HAS,
  });
  const players = await Promise.all(refs.map((ref) => open(ref)));
  const zoe = await open('zoe');
  const read = players.map((player) => wallet.balance(player));
  await expect.poll(() => asked.length).toBe(8);
  // The ninth has waited for its place, and the tenth too long.
  clock.oversleep(1_000);
  answers.shift()!();
  await expect.poll(() => asked.length).toBe(9);
  clock.oversleep(1);
  for (const answer of answers) answer();
  const balances = await Promise.all(read);
  expect(balances.filter((each) => each === 500n)).toHaveLength(9);
  expect(balances.filter((each) => each === 0n)).toHaveLength(1);
  expect(asked).toHaveLength(9);
  expect(await buyIn(zoe)).toMatchObject({ ok: true });
});

it('says what is not advanced of it, whatever a process of before has made of a correction', async () => {
  const { wallet, open } = await saying({ eva: HAS });
  const eva = await open('eva');
  await asSuperuser(database, (client) =>
    client.query(
      `insert into accounts (name, kind, player_id, balance)
       select 'player:' || $1::bigint || ':' || kind, kind::account_kind, $1, balance
         from (values ('advance', -200), ('shortfall', -50)) as held(kind, balance)`,
      [eva],
    ),
  );
  expect(await wallet.balance(eva)).toBe(250n);
  await asSuperuser(database, (client) =>
    client.query(`update accounts set balance = 120 where player_id = $1 and kind = 'game'`, [eva]),
  );
  expect(await wallet.balance(eva)).toBe(370n);
});

it('what two persons have settled by hand is brought by no repeat of its command', async () => {
  const { pool } = database;
  const player = await inTransaction(pool, (tx) =>
    openPlayer(tx, 'acme', 'dora', 'Dora', amount(0)),
  );
  const key = randomUUID();
  const movementId = `in.${player}.${key}`;
  await insertAsked(pool, {
    ...{ operator: 'acme', movementId, player, key, kind: 'debit', amount: 300n },
  });
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `update wallet_movements set status = 'by_hand', ended_at = studio_clock() where movement_id = $1`,
      [movementId],
    );
  });
  expect(await sessions.buyIn(player, amount(300), key)).toEqual(UNAVAILABLE);
});

/** Takes the rows in the order in which everything else that moves them takes them. */
const takeInOrder = async (client: pg.Client, player: string, meanwhile: () => Promise<void>) => {
  await client.query('begin');
  for (const [at, name] of [sessionAccount(player), gameAccount(player)].entries()) {
    if (at > 0) await meanwhile();
    await client.query('select from accounts where name = $1 for update nowait', [name]);
  }
  await client.query('rollback');
};

it('what the wallet gives waits for the credit with nothing else of the player’s in hand', async () => {
  const { pool } = database;
  const player = await inTransaction(pool, (tx) =>
    openPlayer(tx, 'acme', 'cora', 'Cora', amount(0)),
  );
  const key = randomUUID();
  const asked = { operator: 'acme', movementId: `in.${player}.${key}`, player, key };
  await insertAsked(pool, { ...asked, kind: 'debit', amount: 300n });
  const wanted = { operator: 'acme', but: [], probes: true, limit: 10 };
  const due = (await readDue(pool, wanted)).find((each) => each.player === player)!;
  const holder = await connect(database);
  let brought: Promise<void> | undefined;
  try {
    await takeInOrder(holder, player, async () => {
      brought = wallets.bring('acme', due, EVIDENCE);
      await untilWaitingForLocks(database, 1);
    });
  } finally {
    await holder.end();
  }
  await brought;
  expect((await balances(pool)).get(sessionAccount(player))).toBe(300n);
});
