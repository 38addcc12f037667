import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/transaction.js';
import { type Lease, releaseLease, renewLeases, takeLease } from '../../src/table/lease.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { eventually } from '../kit/studio.js';

const MINUTE = 60_000;
/** A lease that has run out by the time it is taken. */
const RUN_OUT = -1;

let database: TestDatabase;
let table: string;
let [one, other]: [string, string] = ['', ''];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  table = randomUUID();
  [one, other] = [randomUUID(), randomUUID()];
});

const take = (owner: string, ttlMs = MINUTE) => takeLease(database.pool, table, owner, ttlMs);

const renew = async (lease: Lease, ttlMs: number): Promise<boolean> =>
  (await renewLeases(database.pool, [lease], ttlMs)).get(lease.table) === 'renewed';

describe('a lease', () => {
  it('is taken where it is free, in the first epoch', async () => {
    expect(await take(one)).toEqual({ table, owner: one, epoch: 1n });
  });

  it('is refused to others while it is held', async () => {
    const lease = (await take(one))!;
    expect(await take(other)).toBeUndefined();
    expect(await renew(lease, MINUTE)).toBe(true);
    expect(await take(other)).toBeUndefined();
  });

  it('is taken again by its owner, in a new epoch in which the old one is over', async () => {
    const lease = (await take(one))!;
    expect(await take(one)).toEqual({ ...lease, epoch: 2n });
    expect(await renew(lease, MINUTE)).toBe(false);
  });

  it('is free when it has run out, and its owner can renew it until another took it', async () => {
    const lease = (await take(one, RUN_OUT))!;
    expect(await renew(lease, RUN_OUT)).toBe(true);
    expect(await take(other)).toEqual({ table, owner: other, epoch: 2n });
    expect(await renew(lease, MINUTE)).toBe(false);
    expect(await take(one)).toBeUndefined();
  });

  it('lasts as long as it was taken for', async () => {
    await inTransaction(database.pool, async (tx) => {
      await takeLease(tx, table, one, 300);
      const { rows } = await tx.query<{ ms: number }>(
        'select round(1000 * extract(epoch from expires_at - now()))::int as ms from table_leases where table_id = $1',
        [table],
      );
      expect(rows).toEqual([{ ms: 300 }]);
      expect(await takeLease(tx, table, other, MINUTE), 'now() stands').toBeUndefined();
    });
    const next = await eventually('it has run out', () => take(other));
    expect(next).toMatchObject({ epoch: 2n });
  });

  it('is free at once when it is released, and only its holder can release it', async () => {
    const lease = (await take(one))!;
    await releaseLease(database.pool, { ...lease, owner: other });
    await releaseLease(database.pool, { ...lease, epoch: 2n });
    expect(await take(other)).toBeUndefined();
    await releaseLease(database.pool, lease);
    expect(await renew(lease, MINUTE)).toBe(false);
    const next = await take(other);
    expect(next).toEqual({ table, owner: other, epoch: 2n });
    await releaseLease(database.pool, lease); // the old holder, late
    expect(await take(one)).toBeUndefined();
  });

  it('wanted by many at once is given to one', async () => {
    for (let epoch = 1n; epoch <= 3n; epoch += 1n) {
      const taken = await Promise.all(Array.from({ length: 8 }, () => take(randomUUID())));
      const leases = taken.filter((each) => each !== undefined);
      expect(leases.map((lease) => lease.epoch)).toEqual([epoch]);
      await releaseLease(database.pool, leases[0]!);
    }
  });

  it('is renewed together with the owner’s others, those alone that are held still', async () => {
    const tables = [randomUUID(), randomUUID(), randomUUID()];
    const leases: Lease[] = [];
    for (const each of tables) {
      leases.push((await takeLease(database.pool, each, one, RUN_OUT))!);
    }
    await takeLease(database.pool, tables[1]!, other, MINUTE);
    expect(await renewLeases(database.pool, leases, MINUTE)).toEqual(
      new Map([
        [tables[0], 'renewed'],
        [tables[1], 'lost'],
        [tables[2], 'renewed'],
      ]),
    );
    for (const each of [tables[0]!, tables[2]!]) {
      expect(await takeLease(database.pool, each, other, MINUTE)).toBeUndefined();
    }
    expect(await renewLeases(database.pool, [], MINUTE)).toEqual(new Map());
  });

  it('whose row somebody holds is neither renewed nor taken nor waited for, and the others are', async () => {
    const [held, free] = [randomUUID(), randomUUID()];
    const leases: Lease[] = [];
    for (const each of [held, free]) {
      leases.push((await takeLease(database.pool, each, one, RUN_OUT))!);
    }
    await inTransaction(database.pool, async (tx) => {
      await tx.query('select from table_leases where table_id = $1 for update', [held]);
      expect(await renewLeases(database.pool, leases, MINUTE)).toEqual(
        new Map([
          [held, 'locked'],
          [free, 'renewed'],
        ]),
      );
      expect(await takeLease(database.pool, held, other, MINUTE)).toBeUndefined();
    });
    expect(await renew(leases[0]!, RUN_OUT)).toBe(true);
    expect(await takeLease(database.pool, held, other, MINUTE)).toMatchObject({ epoch: 2n });
  });

  it('of one table says nothing of another', async () => {
    await take(one);
    expect(await takeLease(database.pool, randomUUID(), other, MINUTE)).toMatchObject({
      epoch: 1n,
    });
  });

  it('has an epoch that never falls, not even by direct SQL', async () => {
    await take(one);
    await take(one);
    await expect(
      database.pool.query('update table_leases set epoch = 1 where table_id = $1', [table]),
    ).rejects.toMatchObject({ code: 'SB002' });
  });
});
