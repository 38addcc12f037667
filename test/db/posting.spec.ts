import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayer } from '../../src/ledger/open-player.js';
import { type NotPosted, type Posted, post, readBalance } from '../../src/ledger/post.js';
import { type Amount, amount } from '../../src/money/amount.js';
import {
  type AccountName,
  HOUSE,
  OUTSIDE,
  gameAccount,
  mayBeNegative,
  sessionAccount,
} from '../../src/money/chart-of-accounts.js';
import type { Entry } from '../../src/money/posting.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { balances, gainsByPostings, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { runs } from '../kit/runs.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const postNow = (entry: Entry) => inTransaction(database.pool, (tx) => post(tx, entry));

let keys = 0;
const newKey = (): string => `test:${(keys += 1)}`;

const movement = (
  source: AccountName,
  destination: AccountName,
  minorUnits: number,
  key = newKey(),
): Entry => ({
  key,
  kind: 'deposit',
  postings: [{ source, destination, amount: amount(minorUnits) }],
});

const rowsOf = async (key: string) => {
  const { rows } = await database.pool.query(
    `select e.kind, p.line, s.name as source, d.name as destination, p.amount
       from entries e left join postings p on p.entry_id = e.id
       left join accounts s on s.id = p.source_id left join accounts d on d.id = p.destination_id
      where e.key = $1 order by p.line`,
    [key],
  );
  return rows as Record<string, unknown>[];
};

const mustPost = (posted: Posted | NotPosted): Posted => {
  if (!posted.ok) throw new Error(posted.refusal);
  return posted;
};

describe('posting', () => {
  it('moves money from one account to another, with the entry and its postings written', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const game = gameAccount(player!.id);
    const testbed = (await readBalance(database.pool, HOUSE))!;
    const key = newKey();
    const entry: Entry = {
      key,
      kind: 'deposit',
      postings: [
        { source: HOUSE, destination: game, amount: amount(500) },
        { source: game, destination: HOUSE, amount: amount(120) },
      ],
    };
    const posted = mustPost(await postNow(entry));
    expect(posted.isNew).toBe(true);
    expect(posted.balances.get(game)).toBe(380n);
    expect(await readBalance(database.pool, HOUSE)).toBe(testbed - 380n);
    expect(await readBalance(database.pool, game)).toBe(380n);
    expect(await rowsOf(key)).toMatchObject([
      { kind: 'deposit', source: HOUSE, destination: game, amount: '500' },
      { source: game, destination: HOUSE, amount: '120' },
    ]);
  });

  it('the same entry again is the first one, and nothing moves', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const entry = movement(OUTSIDE, gameAccount(player!.id), 700);
    const first = mustPost(await postNow(entry));
    const before = await balances(database.pool);
    const again = mustPost(await postNow(entry));
    expect(again).toMatchObject({ entryId: first.entryId, isNew: false });
    expect(again.balances.get(gameAccount(player!.id))).toBe(700n);
    expect(await balances(database.pool)).toEqual(before);
    expect(await rowsOf(entry.key)).toHaveLength(1);
  });

  it('a key that was used for another entry is refused, whatever the other differs in', async () => {
    const [one, other] = await openPlayers(database.pool, [0, 0]);
    const [game, others] = [gameAccount(one!.id), gameAccount(other!.id)];
    const entry = movement(OUTSIDE, game, 700);
    mustPost(await postNow(entry));
    const before = await balances(database.pool);
    const [posting] = entry.postings;
    const differing: Partial<Entry>[] = [
      { postings: [{ ...posting!, amount: amount(701) }] },
      { postings: [{ ...posting!, destination: others }] },
      { postings: [{ ...posting!, source: HOUSE }] },
      { postings: [posting!, posting!] },
      { kind: 'withdrawal' },
    ];
    for (const change of differing) {
      expect(await postNow({ ...entry, ...change })).toEqual({ ok: false, refusal: 'key_reused' });
    }
    expect(await balances(database.pool)).toEqual(before);
  });

  it('an account that may not owe is not overdrawn, and then nothing of the entry stands', async () => {
    const [player] = await openPlayers(database.pool, [100], 50);
    const [game, session] = [gameAccount(player!.id), sessionAccount(player!.id)];
    const before = await balances(database.pool);
    const entry: Entry = {
      key: newKey(),
      kind: 'buy_in',
      postings: [
        { source: OUTSIDE, destination: session, amount: amount(10) },
        { source: game, destination: session, amount: amount(51) },
      ],
    };
    expect(await postNow(entry)).toEqual({ ok: false, refusal: 'insufficient_funds' });
    expect(await balances(database.pool)).toEqual(before);
    expect(await rowsOf(entry.key)).toEqual([]);
    // The key of a refused entry is free.
    expect(await postNow({ ...movement(game, session, 50), key: entry.key })).toMatchObject({
      isNew: true,
    });
  });

  it('the house and the outside may owe', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const entry = movement(HOUSE, gameAccount(player!.id), 900_000_000);
    mustPost(await postNow(entry));
    expect(await readBalance(database.pool, HOUSE)).toBeLessThan(0n);
  });

  it('of many posts at once under one key, one moves', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const game = gameAccount(player!.id);
    const entry = movement(OUTSIDE, game, 700);
    const posted = await Promise.all(Array.from({ length: 8 }, () => postNow(entry)));
    expect(posted.filter((each) => mustPost(each).isNew)).toHaveLength(1);
    expect(new Set(posted.map((each) => mustPost(each).entryId)).size).toBe(1);
    expect(await readBalance(database.pool, game)).toBe(700n);
  });

  it('of different entries at once under one key, one stands and the others are refused', async () => {
    const players = await openPlayers(
      database.pool,
      Array.from({ length: 8 }, () => 10),
    );
    const key = newKey();
    // No two of them touch the same account: nothing but the key itself keeps them apart.
    const posted = await Promise.all(
      players.map(({ id }) => postNow(movement(sessionAccount(id), gameAccount(id), 10, key))),
    );
    expect(posted.filter(({ ok }) => ok)).toHaveLength(1);
    expect(posted.filter(({ ok }) => !ok)).toEqual(
      Array(7).fill({ ok: false, refusal: 'key_reused' }),
    );
    expect(await rowsOf(key)).toHaveLength(1);
  });

  it('one balance spent from many sides at once never falls below zero', async () => {
    const [spender, ...others] = await openPlayers(database.pool, [1_000, 0, 0, 0, 0, 0, 0, 0, 0]);
    const session = sessionAccount(spender!.id);
    const spend = others.flatMap(({ id }) => [
      movement(session, sessionAccount(id), 130),
      movement(session, gameAccount(id), 90),
      movement(gameAccount(id), session, 90), // the other way round: locks must not form a ring
    ]);
    const posted = await Promise.all(spend.map(postNow));
    const left = (await readBalance(database.pool, session))!;
    expect(left).toBeGreaterThanOrEqual(0n);
    const gained = spend.reduce((sum, { postings: [posting] }, index) => {
      if (!posted[index]!.ok) return sum;
      return posting!.source === session ? sum - posting!.amount : sum + posting!.amount;
    }, 1_000n);
    expect(left).toBe(gained);
    expect(posted.some(({ ok }) => !ok)).toBe(true);
  });

  it('the database itself refuses what no entry may hold', async () => {
    const { pool } = database;
    const [player] = await openPlayers(pool, [100]);
    const insert = `insert into postings (entry_id, line, source_id, destination_id, amount)
      values (1, 900, (select id from accounts where name = 'house'), (select id from accounts where name = $1), $2)`;
    await expect(pool.query(insert, ['outside', 0])).rejects.toMatchObject({ code: '23514' });
    await expect(pool.query(insert, ['outside', -5])).rejects.toMatchObject({ code: '23514' });
    await expect(pool.query(insert, ['house', 5])).rejects.toMatchObject({ code: '23514' });
    await expect(
      pool.query('update accounts set balance = -1 where id = $1', [player!.accountId]),
    ).rejects.toMatchObject({ code: '23514', constraint: 'accounts_never_below_zero' });
    await expect(
      pool.query(`insert into accounts (name, kind) values ('player:0:game', 'game')`),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('opening a player', () => {
  it('many at once open one player, with one deposit', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, () =>
        inTransaction(database.pool, (tx) => openPlayer(tx, 'house', 'same', 'S', amount(300))),
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await readBalance(database.pool, gameAccount(ids[0]!))).toBe(300n);
    expect(await readBalance(database.pool, sessionAccount(ids[0]!))).toBe(0n);
  });
});

describe('any postings', () => {
  it('balances are the sums of the postings, they sum to zero, and a model of them agrees', async () => {
    const players = await openPlayers(database.pool, [500, 500, 500], 500);
    const names: AccountName[] = [
      HOUSE,
      OUTSIDE,
      ...players.flatMap(({ id }) => [gameAccount(id), sessionAccount(id)]),
    ];
    const posting = fc
      .record({
        source: fc.nat(names.length - 1),
        step: fc.integer({ min: 1, max: names.length - 1 }),
        amount: fc.integer({ min: 1, max: 400 }),
      })
      .map((drawn) => ({
        source: names[drawn.source]!,
        destination: names[(drawn.source + drawn.step) % names.length]!,
        amount: drawn.amount,
      }));
    // A small key is often used twice.
    const act = fc.record({
      key: fc.nat(12),
      postings: fc.array(posting, { minLength: 1, maxLength: 3 }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 15 }), async (acts) => {
        run += 1;
        const model = new Model(await balances(database.pool));
        for (const each of acts) {
          const key = `run-${run}:${each.key}`;
          const posted = each.postings.map((line) => ({ ...line, amount: amount(line.amount) }));
          const answer = await postNow({ key, kind: 'deposit', postings: posted });
          expect(answer.ok ? 'ok' : answer.refusal).toBe(model.post(key, posted));
          if (!answer.ok) continue;
          for (const [name, balance] of answer.balances) {
            expect(balance).toBe(model.balances.get(name));
          }
        }
        expect(await balances(database.pool)).toEqual(model.balances);
      }),
      { numRuns: runs(30) },
    );
    const all = await balances(database.pool);
    const gains = await gainsByPostings(database.pool);
    for (const [name, balance] of all)
      expect([name, gains.get(name) ?? 0n]).toEqual([name, balance]);
    expect([...all.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
  });
});

interface ModelPosting {
  readonly source: string;
  readonly destination: string;
  readonly amount: Amount;
}

/** The ledger once more, in memory and by the plain words of the rules. */
class Model {
  readonly balances: Map<string, bigint>;
  readonly #entries = new Map<string, readonly ModelPosting[]>();

  constructor(balances: ReadonlyMap<string, bigint>) {
    this.balances = new Map(balances);
  }

  post(key: string, postings: readonly ModelPosting[]): string {
    const earlier = this.#entries.get(key);
    if (earlier !== undefined) return write(earlier) === write(postings) ? 'ok' : 'key_reused';
    const after = new Map(this.balances);
    for (const { source, destination, amount: moved } of postings) {
      after.set(source, after.get(source)! - moved);
      after.set(destination, after.get(destination)! + moved);
    }
    for (const [name, balance] of after) {
      const kind = name === 'house' || name === 'outside' ? name : 'session';
      if (balance < 0n && !mayBeNegative(kind)) return 'insufficient_funds';
    }
    this.#entries.set(key, postings);
    for (const [name, balance] of after) this.balances.set(name, balance);
    return 'ok';
  }
}

const write = (postings: readonly ModelPosting[]): string =>
  postings
    .map(({ source, destination, amount: moved }) => `${source}>${destination}:${moved}`)
    .join();
