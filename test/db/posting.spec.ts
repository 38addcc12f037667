import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayer } from '../../src/ledger/open-player.js';
import { type NotPosted, type Posted, post, readBalance, reverse } from '../../src/ledger/post.js';
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
const reverseNow = (key: string, reversalKey: string) =>
  inTransaction(database.pool, (tx) => reverse(tx, key, reversalKey));

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
    `select e.kind, e.reverses, p.line, s.name as source, d.name as destination, p.amount
       from entries e left join postings p on p.entry_id = e.id
       left join accounts s on s.id = p.source_id left join accounts d on d.id = p.destination_id
      where e.key = $1 order by p.line`,
    [key],
  );
  return rows as Record<string, unknown>[];
};

const mustPost = (posted: Posted | NotPosted<string>): Posted => {
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
      { kind: 'deposit', reverses: null, source: HOUSE, destination: game, amount: '500' },
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
    expect(await reverseNow(entry.key, newKey())).toMatchObject({ ok: true });
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

describe('reversing', () => {
  it('brings every balance back, and leaves the first entry as it is', async () => {
    const [one, other] = await openPlayers(database.pool, [400, 0]);
    const before = await balances(database.pool);
    const entry: Entry = {
      key: newKey(),
      kind: 'withdrawal',
      postings: [
        {
          source: sessionAccount(one!.id),
          destination: sessionAccount(other!.id),
          amount: amount(300),
        },
        { source: HOUSE, destination: sessionAccount(one!.id), amount: amount(25) },
      ],
    };
    const { entryId } = mustPost(await postNow(entry));
    const rows = await rowsOf(entry.key);
    const reversal = newKey();
    expect(await reverseNow(entry.key, reversal)).toMatchObject({ ok: true, isNew: true });
    expect(await balances(database.pool)).toEqual(before);
    expect(await rowsOf(entry.key)).toEqual(rows);
    expect(await rowsOf(reversal)).toMatchObject([
      {
        kind: 'reversal',
        reverses: entryId.toString(),
        source: sessionAccount(other!.id),
        destination: sessionAccount(one!.id),
        amount: '300',
      },
      { source: sessionAccount(one!.id), destination: HOUSE, amount: '25' },
    ]);
  });

  it('happens once: again under its key it is the first, under another key it is refused', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const entry = movement(OUTSIDE, gameAccount(player!.id), 60);
    mustPost(await postNow(entry));
    const reversal = newKey();
    const first = mustPost(await reverseNow(entry.key, reversal));
    const before = await balances(database.pool);
    expect(await reverseNow(entry.key, reversal)).toMatchObject({
      ok: true,
      isNew: false,
      entryId: first.entryId,
    });
    mustPost(await postNow(movement(OUTSIDE, gameAccount(player!.id), 60)));
    expect(await reverseNow(entry.key, newKey())).toEqual({
      ok: false,
      refusal: 'reversed_before',
    });
    expect((await balances(database.pool)).get(gameAccount(player!.id))).toBe(60n);
    expect(before.get(gameAccount(player!.id))).toBe(0n);
  });

  it('of many reversals at once under different keys, one stands', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const game = gameAccount(player!.id);
    mustPost(await postNow(movement(OUTSIDE, game, 1_000)));
    const entry = movement(OUTSIDE, game, 60);
    mustPost(await postNow(entry));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => reverseNow(entry.key, newKey())),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array(5).fill({ ok: false, refusal: 'reversed_before' }),
    );
    expect(await readBalance(database.pool, game)).toBe(1_000n);
  });

  it('is refused where the money has been spent, and can be reversed itself', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const [game, session] = [gameAccount(player!.id), sessionAccount(player!.id)];
    const entry = movement(OUTSIDE, game, 60);
    mustPost(await postNow(entry));
    const gone = movement(game, session, 1);
    mustPost(await postNow(gone));
    const reversal = newKey();
    expect(await reverseNow(entry.key, reversal)).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    mustPost(await reverseNow(gone.key, newKey()));
    mustPost(await reverseNow(entry.key, reversal));
    mustPost(await reverseNow(reversal, newKey()));
    expect(await readBalance(database.pool, game)).toBe(60n);
  });

  it('a key that belongs to something else is not a reversal', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    const game = gameAccount(player!.id);
    const entry = movement(OUTSIDE, game, 60);
    mustPost(await postNow(entry));
    // It moves the same money back, but takes no entry back.
    const withdrawal: Entry = { ...movement(game, OUTSIDE, 60), kind: 'reversal' };
    mustPost(await postNow(withdrawal));
    expect(await reverseNow(entry.key, withdrawal.key)).toEqual({
      ok: false,
      refusal: 'key_reused',
    });
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
    const act = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          key: fc.nat(12),
          postings: fc.array(posting, { minLength: 1, maxLength: 3 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ reverses: fc.nat(12), key: fc.nat(12) }) },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 15 }), async (acts) => {
        run += 1;
        const model = new Model(await balances(database.pool));
        for (const each of acts) {
          const key = `run-${run}:${each.key}`;
          if ('reverses' in each) {
            const reversed = `run-${run}:${each.reverses}`;
            if (!model.has(reversed)) continue;
            const answer = await reverseNow(reversed, key);
            expect(answer.ok ? 'ok' : answer.refusal).toBe(model.reverse(reversed, key));
          } else {
            const postings = each.postings.map((line) => ({
              ...line,
              amount: amount(line.amount),
            }));
            const answer = await postNow({ key, kind: 'deposit', postings });
            expect(answer.ok ? 'ok' : answer.refusal).toBe(model.post(key, postings));
            if (answer.ok) {
              for (const [name, balance] of answer.balances) {
                expect(balance).toBe(model.balances.get(name));
              }
            }
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
  readonly #entries = new Map<string, { postings: readonly ModelPosting[]; reverses?: string }>();

  constructor(balances: ReadonlyMap<string, bigint>) {
    this.balances = new Map(balances);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  post(key: string, postings: readonly ModelPosting[], reverses?: string): string {
    const earlier = this.#entries.get(key);
    if (earlier !== undefined) {
      const isSame = earlier.reverses === reverses && write(earlier.postings) === write(postings);
      return isSame ? 'ok' : 'key_reused';
    }
    const after = new Map(this.balances);
    for (const { source, destination, amount: moved } of postings) {
      after.set(source, after.get(source)! - moved);
      after.set(destination, after.get(destination)! + moved);
    }
    for (const [name, balance] of after) {
      const kind = name === 'house' || name === 'outside' ? name : 'session';
      if (balance < 0n && !mayBeNegative(kind)) return 'insufficient_funds';
    }
    if (reverses !== undefined && this.#isReversed(reverses)) return 'reversed_before';
    this.#entries.set(key, { postings, ...(reverses !== undefined && { reverses }) });
    for (const [name, balance] of after) this.balances.set(name, balance);
    return 'ok';
  }

  reverse(key: string, reversalKey: string): string {
    const postings = this.#entries.get(key)!.postings.map((posting) => ({
      source: posting.destination,
      destination: posting.source,
      amount: posting.amount,
    }));
    const answer = this.post(reversalKey, postings, key);
    if (answer === 'ok') return 'ok';
    return this.#isReversed(key, reversalKey) ? 'reversed_before' : answer;
  }

  #isReversed(key: string, otherThan?: string): boolean {
    return [...this.#entries].some(
      ([reversal, { reverses }]) => reverses === key && reversal !== otherThan,
    );
  }
}

const write = (postings: readonly ModelPosting[]): string =>
  postings
    .map(({ source, destination, amount: moved }) => `${source}>${destination}:${moved}`)
    .join();
