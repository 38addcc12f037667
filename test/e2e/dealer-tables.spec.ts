/** At how many tables one dealer may deal at the same time, and who may stand in at more. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';
import { SHUT, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': SHUT, 'pb-2': SHUT, 'pb-3': SHUT },
  env: { DEALER_TABLES: '2', DATABASE_STUDIO_POOL: '2' },
});
let studio: Studio;
beforeAll(async () => {
  studio = await testbed.start();
});
const at = (name: string, table: string) => testbed.staff(studio, name, { table });
const ELSEWHERE = { ok: false, refusal: 'deals_elsewhere' };

describe('a dealer', () => {
  it('deals at no more tables than the studio allows, by opening one or taking one over', async () => {
    const [first, second, third] = [
      await at('Dora', 'pb-1'),
      await at('Dora', 'pb-2'),
      await at('Dora', 'pb-3'),
    ];
    await first.must('table:open');
    await second.must('table:open');
    expect(await third.give('table:open')).toEqual(ELSEWHERE);

    const dirk = await at('Dirk', 'pb-3');
    await dirk.must('table:open');
    const relieve = () => third.call('table:relieve', { table: 'pb-3' });
    expect(await relieve()).toEqual(ELSEWHERE);
    await first.must('table:close');
    expect(await relieve()).toMatchObject({ ok: true });
    expect(await first.give('table:open')).toEqual(ELSEWHERE);
    expect(await dirk.call('table:relieve', { table: 'pb-2' })).toMatchObject({ ok: true });
    await first.must('table:open');
  });

  it('is refused at one of two tables that are asked for at the same moment', async () => {
    const first = await testbed.addTable(studio, SHUT);
    const tables = [await testbed.addTable(studio, SHUT), await testbed.addTable(studio, SHUT)];
    const dina = await at('Dina', first);
    await dina.must('table:open');
    const replies = await Promise.all(tables.map((table) => dina.call('table:open', { table })));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies).toContainEqual(ELSEWHERE);
  });

  it('who sits down keeps nobody waiting who asks the studio for something else', async () => {
    const tables = [await testbed.addTable(studio, SHUT), await testbed.addTable(studio, SHUT)];
    const dealers = [await at('Dana', tables[0]!), await at('Dino', tables[1]!)];
    const mona = await openPit(testbed, studio, 'Mona');
    await asSuperuser(testbed.database, async (client) => {
      await client.query('begin');
      await client.query('select from table_leases where table_id = any($1) for update', [tables]);
      let seated = 0;
      const seating = dealers.map(async (dealer) => {
        await dealer.must('table:open');
        seated += 1;
      });
      await untilWaitingForLocks(testbed.database, 2);
      await mona.must('approval:list', {});
      expect(seated, 'both tables are still waited for').toBe(0);
      await client.query('rollback');
      await Promise.all(seating);
    });
  });

  it('who signs out at one of two goes on at the other, and is out with the last', async () => {
    const [one, two] = [
      await testbed.addTable(studio, SHUT),
      await testbed.addTable(studio, SHUT),
    ] as const;
    const delia = await at('Delia', one);
    for (const table of [one, two]) await delia.call('table:open', { table });
    const token = await testbed.employ({ id: 'Delia', role: 'dealer' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const signOut = async (body?: object) => {
      const request = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
      return (await fetch(`${studio.url}/staff/me/sign-out`, request)).status;
    };
    expect(await signOut({ table: one })).toBe(204);
    expect(await signOut(), 'at no table').toBe(204);
    expect(await delia.call('table:close', { table: one })).toMatchObject({ ok: true });
    expect(await signOut({ table: two })).toBe(204);
    expect(await signOut({ table: two }), 'out').toBe(401);
    const { rows } = await testbed.pool.query<{ ends: string | null }>(
      `select after ->> 'endsSignIns' as ends from staff_actions
        where operation = 'staff:sign-out' and staff_id = 'Delia' order by seq`,
    );
    expect(rows.map(({ ends }) => ends)).toEqual([null, null, 'true']);
  });

  it('may be relieved at any table by a shift manager', async () => {
    const tables = [1, 2, 3].map(() => testbed.addTable(studio, SHUT));
    for (const table of await Promise.all(tables)) {
      const dealer = await at(`the dealer of ${table}`, table);
      await dealer.must('table:open');
      const mona = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
      expect(await mona.call('table:relieve', { table })).toMatchObject({ ok: true });
    }
  });
});
